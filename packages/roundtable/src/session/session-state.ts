import { openRound, type Round, type Session, type SessionStatus } from './session.ts'

/**
 * The status of a debate, for callers and lists.
 *
 * - `running`: a round is played, or will be without a caller.
 * - `needs_context`: a required context request has no answer.
 * - `in_progress`: no round is played. The debate waits for `continue`.
 * - `blocked`: its round waits for a server version that can continue it.
 * - `paused`: it waits until its owner resumes it.
 */
export const SESSION_STATES = ['running', 'needs_context', 'in_progress', 'blocked', 'paused', 'completed'] as const

export type SessionState = (typeof SESSION_STATES)[number]

export function stateOf(session: Session): SessionState {
  const { status, pendingContextRequests } = session
  if (status !== 'active') return status
  const played = playedRound(session)
  if (played !== undefined) return played.stage === 'blocked' ? 'blocked' : 'running'
  return pendingContextRequests.some(({ priority }) => priority === 'required') ? 'needs_context' : 'in_progress'
}

export const sayBlocked = (round: number): string =>
  `Round ${round} is blocked until a server version that can continue it is running; it then continues by itself.`

/** A session as callers see it. */
export type ShownSession = Omit<Session, 'status'> & { status: SessionState }

export const showSession = (session: Session): ShownSession => ({ ...session, status: stateOf(session) })

/** Returns the status of a session that was shown: whether it runs or waits follows from its rounds and requests. */
export const toStatus = (shown: SessionState | 'active'): SessionStatus =>
  shown === 'paused' || shown === 'completed' ? shown : 'active'

/** Returns the round that is played, or will be without a caller, also once another server version is running. */
export function playedRound(session: Session): Round | undefined {
  const open = openRound(session)
  return session.status === 'active' && open?.stage !== 'interrupted' ? open : undefined
}

/** Whether a round is played, or will be without a caller. */
export const isRunning = (session: Session): boolean => stateOf(session) === 'running'
