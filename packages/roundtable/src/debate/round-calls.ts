import { noUsage } from '@sweatpants/framework'
import { RoundtableError } from '../errors.ts'
import type { Happening } from '../session/event.ts'
import { openRound, type Round, type Session } from '../session/session.ts'
import type { SessionManager } from '../session/session-manager.ts'
import { refusePending, refuseStatus, startNextRound } from './decide-continue.ts'
import { type GivenQuestion, toQuestion } from './input.ts'
import type { IgnoredResult } from './roundtable.ts'

export interface RoundCallsOptions {
  sessions: SessionManager
  leaseTtl: number
  /** Aborts when the server shuts down. */
  closing: AbortSignal
}

export interface RoundCall {
  focusQuestion: string | undefined
  /** A correction of the kind of question. */
  question: GivenQuestion | undefined
  commandId: string | undefined
  /** Context results that came with the call and were not taken. */
  ignored: readonly IgnoredResult[]
}

/** Calls that are remembered. A forgotten one only makes the next call wait before it is refused. */
const MAX_KNOWN = 1_000

/** The rounds that callers of this process have begun or continued. */
export class RoundCalls {
  readonly #options: RoundCallsOptions
  /** The last round that was called, by session. */
  readonly #known = new Map<string, number>()

  constructor(options: RoundCallsOptions) {
    this.#options = options
  }

  has(sessionId: string): boolean {
    return this.#known.has(sessionId)
  }

  note(sessionId: string, round: number): void {
    this.#known.delete(sessionId)
    this.#known.set(sessionId, round)
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!)
  }

  /**
   * Begins the next round or continues the open one, and resolves to the place of that event. While a process may have
   * died that played the round for another caller, the call waits: only the lapse of the lease can tell.
   */
  async call(sessionId: string, call: RoundCall): Promise<number> {
    const { sessions, leaseTtl, closing } = this.#options
    let isLate = closing.aborted
    let changed = Promise.withResolvers<void>()
    const giveUp = () => {
      isLate = true
      changed.resolve()
    }
    const timer = setTimeout(giveUp, leaseTtl * 1.2)
    closing.addEventListener('abort', giveUp)
    const stop = sessions.log.watch(sessionId, () => changed.resolve())
    try {
      for (;;) {
        changed = Promise.withResolvers()
        const isLast = isLate
        const place = await this.#attempt(sessionId, call, isLast)
        if (place !== undefined) return place
        if (isLast) throw inProgress()
        if (!isLate) await changed.promise
      }
    } finally {
      stop()
      clearTimeout(timer)
      closing.removeEventListener('abort', giveUp)
    }
  }

  /** Resolves to nothing while the round may be played by a process that has died. */
  async #attempt(sessionId: string, { commandId, ...call }: RoundCall, isLate: boolean): Promise<number | undefined> {
    try {
      return await this.#options.sessions.command(
        sessionId,
        ({ session }) => this.#decide(session, call, isLate),
        commandId,
      )
    } catch (error) {
      if (error instanceof UncertainError) return undefined
      throw error
    }
  }

  async #decide(
    session: Session,
    { focusQuestion, question, ignored }: Omit<RoundCall, 'commandId'>,
    isLate: boolean,
  ): Promise<Happening[]> {
    refuseStatus(session, focusQuestion !== undefined || question !== undefined)
    const open = openRound(session)
    if (open === undefined) {
      refusePending(session.pendingContextRequests, ignored)
      const next = startNextRound(session, focusQuestion)
      if (question === undefined) return [next]
      const corrected = toQuestion(question, session.topic, next.round)
      return [{ type: 'question_frame', question: corrected, usage: noUsage }, next]
    }
    if (question !== undefined)
      throw new RoundtableError('invalid', 'A round is open; finish it before you correct the question.')
    if (await this.#isHeld(session, open, isLate))
      throw this.#known.get(session.id) === open.number ? inProgress() : new UncertainError()
    return [{ type: 'round_resume', round: open.number }]
  }

  /** Whether another caller waits for the round, and the process that plays it for that caller is alive. */
  async #isHeld({ id }: Session, { stage }: Round, isLate: boolean): Promise<boolean> {
    if (stage !== 'called' && stage !== 'playing') return false
    // A round that was only just called is not driven yet.
    return (stage === 'called' && !isLate) || (await this.#options.sessions.log.get(id))?.isDriven === true
  }
}

/** The round is held, but its process may have died. */
class UncertainError extends Error {}

const inProgress = (): RoundtableError =>
  new RoundtableError('round_in_progress', 'A round of this debate is in progress; wait for its end, or stop it.')
