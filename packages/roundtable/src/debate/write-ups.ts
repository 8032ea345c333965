import { follow } from '@sweatpants/framework/log'
import { RoundtableError } from '../errors.ts'
import type { DebateState } from '../session/debate-state.ts'
import type { Happening } from '../session/event.ts'
import { isOutside, synthesisId } from '../session/outside-event.ts'
import { isInRound, type Session } from '../session/session.ts'
import { notFound, type SessionManager } from '../session/session-manager.ts'

export interface WriteUpOptions {
  sessions: SessionManager
  /** Aborts when the caller leaves, which cancels nothing. */
  signal: AbortSignal
  /** Aborts when the server shuts down. */
  closing: AbortSignal
  wake: (sessionId: string) => Promise<void>
}

/**
 * Requests a write-up and resolves once it is written, by any process. One that is requested already is not requested again.
 */
export async function requestWriteUp(sessionId: string, options: WriteUpOptions): Promise<Session> {
  const { sessions, signal, closing, wake } = options
  const place = await sessions.command(sessionId, (state) => decide(state))
  const { session, synthesis } = await sessions.read(sessionId)
  if (isCurrent(session)) return session
  await wake(sessionId)
  const after = synthesis?.at ?? place
  for await (const page of follow(sessions.log, sessionId, after, AbortSignal.any([signal, closing]))) {
    for (const { event } of page) {
      if (event.type === 'synthesis_write') return (await sessions.read(sessionId)).session
      if (event.type === 'synthesis_fail') throw notWritten(event.reason)
      if (isCancel(event, synthesisId(sessionId, after))) throw notWritten('it was cancelled')
    }
  }
  signal.throwIfAborted()
  if (!closing.aborted) throw notFound(sessionId)
  throw new RoundtableError('interrupted', 'The server is shutting down; request the write-up again in a moment.')
}

/** Whether an operator has cancelled the run. */
const isCancel = (event: unknown, runId: string): boolean =>
  isOutside(event) && event.type === 'run_cancel' && event.runId === runId

const notWritten = (reason: string): RoundtableError =>
  new RoundtableError(
    'model_failed',
    `The debate could not be written up: ${reason}. Call it again to try once more.`,
    {
      said: `The summary could not be written: ${reason}. Try again.`,
    },
  )

export const isCurrent = ({ synthesis, currentRound }: Session): boolean => synthesis?.round === currentRound

function decide({ session, synthesis }: DebateState & { session: Session }): Happening[] {
  if (synthesis !== undefined || isCurrent(session)) return []
  // A text about half of a round would stand for the whole one.
  if (isInRound(session))
    throw new RoundtableError(
      'round_in_progress',
      `Round ${session.currentRound} has not ended; finish it, or stop the debate, and write it up then.`,
    )
  if (session.responses.length === 0)
    throw new RoundtableError('invalid', 'No seat has answered in this debate yet, so there is nothing to write up.')
  return [{ type: 'synthesis_request', round: session.currentRound }]
}
