import { follow } from '@sweatpants/framework/log'
import { RoundtableError } from '../errors.ts'
import type { DebateState } from '../session/debate-state.ts'
import type { Happening } from '../session/event.ts'
import { isOutside, synthesisId } from '../session/outside-event.ts'
import { openRound, type Session } from '../session/session.ts'
import type { SessionManager } from '../session/session-manager.ts'

export interface WriteUpsOptions {
  sessions: SessionManager
  /** Aborts when the server shuts down. */
  closing: AbortSignal
  wake: (sessionId: string) => Promise<void>
}

/** The callers in this process that wait for a write-up, which any process may have requested. */
export class WriteUps {
  readonly #options: WriteUpsOptions

  constructor(options: WriteUpsOptions) {
    this.#options = options
  }

  /** Requests a write-up and resolves once it is written. One that is requested already is not requested again. */
  async request(sessionId: string, signal: AbortSignal): Promise<Session> {
    const { sessions, wake } = this.#options
    const place = await sessions.command(sessionId, (state) => decide(state))
    const { session, synthesis } = await sessions.read(sessionId)
    if (isCurrent(session)) return session
    await wake(sessionId)
    return this.#wait(sessionId, synthesis?.at ?? place, signal)
  }

  async #wait(sessionId: string, after: number, signal: AbortSignal): Promise<Session> {
    const { sessions, closing } = this.#options
    for await (const page of follow(sessions.log, sessionId, after, AbortSignal.any([signal, closing]))) {
      for (const { event } of page) {
        if (event.type === 'synthesis_write') return (await sessions.read(sessionId)).session
        if (event.type === 'synthesis_fail') throw notWritten(event.reason)
        if (isCancel(event, synthesisId(sessionId, after))) throw notWritten('it was cancelled')
      }
    }
    signal.throwIfAborted()
    throw new RoundtableError('interrupted', 'The server is shutting down; request the write-up again in a moment.')
  }
}

/** Whether an operator has cancelled the run. */
const isCancel = (event: unknown, runId: string): boolean =>
  isOutside(event) && event.type === 'run_cancel' && event.runId === runId

const notWritten = (reason: string): RoundtableError =>
  new RoundtableError('model_failed', `The debate could not be written up: ${reason}. Call it again to try once more.`)

export const isCurrent = ({ synthesis, currentRound }: Session): boolean => synthesis?.round === currentRound

function decide({ session, synthesis }: DebateState & { session: Session }): Happening[] {
  if (synthesis !== undefined || isCurrent(session)) return []
  const open = openRound(session)
  if (session.status === 'active' && open !== undefined && open.stage !== 'interrupted')
    throw new RoundtableError(
      'round_in_progress',
      'A round of this debate is in progress; wait for its end, or stop it.',
    )
  if (session.responses.length === 0)
    throw new RoundtableError('invalid', 'No seat has answered in this debate yet, so there is nothing to write up.')
  return [{ type: 'synthesis_request', round: session.currentRound }]
}
