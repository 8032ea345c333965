import { openRound, type Round, type Session } from './session.ts'

/**
 * The status of a debate, for callers and lists.
 *
 * - `running`: a round is played, or will be without a caller.
 * - `needs_context`: a required context request has no answer.
 * - `in_progress`: no round is played. The debate waits for `continue`, or for the server version that can continue its round.
 */
export const SESSION_STATES = ['running', 'needs_context', 'in_progress', 'paused', 'completed'] as const

export type SessionState = (typeof SESSION_STATES)[number]

export function stateOf(session: Session): SessionState {
  const { status, pendingContextRequests } = session
  if (status !== 'active') return status
  if (isRunning(session)) return 'running'
  return pendingContextRequests.some(({ priority }) => priority === 'required') ? 'needs_context' : 'in_progress'
}

/** Returns the round that is played, or will be without a caller, also once another server version is running. */
export function playedRound(session: Session): Round | undefined {
  const open = openRound(session)
  return session.status === 'active' && open?.stage !== 'interrupted' ? open : undefined
}

/** Whether a round is played, or will be without a caller. */
export function isRunning(session: Session): boolean {
  const round = playedRound(session)
  return round !== undefined && round.stage !== 'blocked'
}
