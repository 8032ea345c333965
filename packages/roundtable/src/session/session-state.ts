import { openRound, type Session } from './session.ts'

/**
 * The status of a debate, for callers and lists.
 *
 * - `running`: a round is played, or will be without a caller.
 * - `needs_context`: a required context request has no answer.
 * - `in_progress`: it waits for `continue`.
 */
export const SESSION_STATES = ['running', 'needs_context', 'in_progress', 'paused', 'completed'] as const

export type SessionState = (typeof SESSION_STATES)[number]

export function stateOf(session: Session): SessionState {
  const { status, pendingContextRequests } = session
  if (status !== 'active') return status
  if (isRunning(session)) return 'running'
  return pendingContextRequests.some(({ priority }) => priority === 'required') ? 'needs_context' : 'in_progress'
}

/** Whether a round is played, or will be without a caller. */
export const isRunning = (session: Session): boolean => {
  const stage = openRound(session)?.stage
  return session.status === 'active' && stage !== undefined && stage !== 'interrupted' && stage !== 'blocked'
}
