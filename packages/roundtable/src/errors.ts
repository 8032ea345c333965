import { type Json, SweatpantsError } from '@sweatpants/framework'

export type RoundtableErrorCode =
  /** The input is not valid. */
  | 'invalid'
  | 'not_found'
  /** The principal has as many sessions as it may have. */
  | 'too_many_sessions'
  /** No seat has a model that can be used. */
  | 'no_agents'
  /** No seat answered in the round. It does not count, and can be held again. */
  | 'unheard'
  /** A required context request is unanswered. */
  | 'context_required'
  | 'round_in_progress'
  /** The debate is in another round than the caller named. */
  | 'wrong_round'
  /** The round was paused, stopped or cancelled before it ended. */
  | 'interrupted'
  /** The round waits for a server version that can continue it. */
  | 'blocked'
  | 'paused'
  /** The model that should write something failed. */
  | 'model_failed'
  | 'completed'

/** A request that the roundtable refuses. The message says what to do. */
export class RoundtableError extends SweatpantsError {
  override name = 'RoundtableError'
  readonly code: RoundtableErrorCode
  /** The same as the message, for a program. */
  readonly details: Json | undefined
  /** The same as the message, for a person at a page, who calls no tools. Default: the message. */
  readonly said: string

  constructor(
    code: RoundtableErrorCode,
    message: string,
    options: ErrorOptions & { details?: Json; said?: string } = {},
  ) {
    super(message, options)
    this.code = code
    this.details = options.details
    this.said = options.said ?? message
  }
}
