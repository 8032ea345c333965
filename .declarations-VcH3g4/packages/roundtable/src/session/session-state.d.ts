import { type Session } from './session.ts';
/**
 * The status of a debate, for callers and lists.
 *
 * - `running`: a round is played, or will be without a caller.
 * - `needs_context`: a required context request has no answer.
 * - `in_progress`: it waits for `continue`.
 */
export declare const SESSION_STATES: readonly ['running', 'needs_context', 'in_progress', 'paused', 'completed'];
export type SessionState = (typeof SESSION_STATES)[number];
export declare function stateOf(session: Session): SessionState;
/** Whether a round is played, or will be without a caller. */
export declare const isRunning: (session: Session) => boolean;
