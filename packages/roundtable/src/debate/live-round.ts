import { runTool } from '@sweatpants/framework'
import { follow, type SessionLog, type Store } from '@sweatpants/framework/chat'
import type { Model } from '@sweatpants/framework/models'
import type { RoundtableEvent } from '../session/event.ts'
import { openRound, type Session } from '../session/session.ts'
import type { SessionManager } from '../session/session-manager.ts'
import type { Lease } from './leases.ts'
import { createRound, roundId } from './round.ts'
import { RoundHost } from './round-host.ts'
import { createSeatModels } from './seat-models.ts'
import type { DebateSettings } from './settings.ts'

export interface LiveRoundOptions {
  store: Store
  log: SessionLog<RoundtableEvent>
  sessions: SessionManager
  resolve: (model: string) => Promise<Model>
  settings: DebateSettings
  lease: Lease
  /** As it was when the round began. */
  opening: Session
  /** As it is, and where its log ends. */
  session: Session
  head: number
}

/** A round that this process plays. */
export class LiveRound {
  readonly round: number
  /** Comes when nothing of it is outstanding here any more. Never rejects. */
  readonly settled: Promise<void>
  /** Why it stopped before its end, unless it was interrupted. */
  error: unknown
  isSettled = false
  attendants = 0
  readonly #options: LiveRoundOptions
  readonly #interrupt = new AbortController()

  constructor(options: LiveRoundOptions) {
    this.#options = options
    this.round = openRound(options.opening)!.number
    this.settled = this.#play()
  }

  get isInterrupted(): boolean {
    return this.#interrupt.signal.aborted
  }

  interrupt(): void {
    this.#interrupt.abort(new Error('the round was interrupted'))
  }

  async #play(): Promise<void> {
    const { opening, settings, store, lease } = this.#options
    const runId = roundId(opening.id, this.round)
    const watching = new AbortController()
    const watched = this.#watch(AbortSignal.any([watching.signal, this.#interrupt.signal]))
    try {
      const result = await runTool(createRound(opening, settings), undefined, {
        runId,
        journal: store.runs.journal(runId),
        peer: this.#createHost(runId),
        can: { elicitation: true, sampling: true },
      })
      if (result.type === 'failed') throw result.error
    } catch (error) {
      if (!this.isInterrupted) this.error = error
      this.interrupt()
    } finally {
      watching.abort()
      await watched
      await lease.release().catch((error) => {
        this.error ??= error
      })
      this.isSettled = true
    }
  }

  #createHost(runId: string): RoundHost {
    const { session, sessions, resolve, lease } = this.#options
    return new RoundHost({
      runId,
      caller: session.id,
      interrupt: this.#interrupt.signal,
      model: createSeatModels(session, resolve),
      async record(happening, commandId) {
        await sessions.append(session.id, [happening], { commandId, fence: lease.fence })
      },
    })
  }

  /** Whoever pauses or stops the session may be in another process. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { log, opening, head } = this.#options
    try {
      for await (const page of follow(log, opening.id, head, signal))
        if (page.some(({ event }) => event.type === 'session_pause' || event.type === 'session_stop')) this.interrupt()
    } catch (error) {
      this.error ??= error
      this.interrupt()
    }
  }
}
