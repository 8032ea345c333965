import { isDeepStrictEqual } from 'node:util'
import { noUsage } from '@sweatpants/framework'
import { RoundtableError } from '../errors.ts'
import type { Happening } from '../session/event.ts'
import { type Question, toForm } from '../session/question.ts'
import { openRound, type Session } from '../session/session.ts'
import type { SessionManager } from '../session/session-manager.ts'
import { refusePending, refuseStatus, startNextRound } from './decide-continue.ts'
import { type GivenQuestion, toQuestion } from './input.ts'
import type { IgnoredResult } from './roundtable.ts'

export interface RoundCall {
  focusQuestion: string | undefined
  /** A correction of the kind of question. */
  question: GivenQuestion | undefined
  commandId: string | undefined
  /** Context results that came with the call and were not taken. */
  ignored: readonly IgnoredResult[]
}

/** Calls that are remembered. */
const MAX_KNOWN = 1_000

/** The debates that callers of this process have begun or continued. */
export class RoundCalls {
  readonly #sessions: SessionManager
  readonly #known = new Set<string>()

  constructor(sessions: SessionManager) {
    this.#sessions = sessions
  }

  has(sessionId: string): boolean {
    return this.#known.has(sessionId)
  }

  note(sessionId: string): void {
    this.#known.delete(sessionId)
    this.#known.add(sessionId)
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!)
  }

  /** Begins the next round, continues one that was interrupted, or joins the one that is played. Resolves to the place in the log. */
  call(sessionId: string, { commandId, ...call }: RoundCall): Promise<number> {
    return this.#sessions.command(sessionId, ({ session }) => decide(session, call), commandId)
  }
}

function decide(session: Session, { focusQuestion, question, ignored }: Omit<RoundCall, 'commandId'>): Happening[] {
  const corrected = question && correct(session, question)
  const isNew = focusQuestion !== undefined || corrected !== undefined
  refuseStatus(session, isNew)
  const open = openRound(session)
  if (open === undefined) {
    refusePending(session.pendingContextRequests, ignored)
    const next = startNextRound(session, focusQuestion)
    return corrected === undefined ? [next] : [{ type: 'question_frame', question: corrected, usage: noUsage }, next]
  }
  if (isNew)
    throw new RoundtableError(
      'round_in_progress',
      `Round ${open.number} has not ended; call continue_roundtable without focusQuestion and question to wait for it.`,
    )
  return open.stage === 'interrupted' ? [{ type: 'round_resume', round: open.number }] : []
}

/** Returns the corrected question; `undefined` if it is as before. The answers so far count if they have its form. */
function correct(session: Session, given: GivenQuestion): Question | undefined {
  const { question: before, topic, currentRound } = session
  const corrected = toQuestion(given, topic, currentRound + 1)
  if (before === undefined) return corrected
  if (!isDeepStrictEqual(toForm(before), toForm(corrected)))
    return { ...corrected, earlier: [...(before.earlier ?? []), { ...toForm(before), since: before.since }] }
  const { isCheckable } = corrected
  return isCheckable === before.isCheckable ? undefined : { ...before, isCheckable, by: 'caller' }
}
