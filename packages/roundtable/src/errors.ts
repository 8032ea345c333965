import { type Json, SweatpantsError } from '@sweatpants/framework'

export type RoundtableErrorCode =
  /** The input makes no sense here. */
  | 'invalid'
  | 'not_found'
  /** No seat has a model that can be used. */
  | 'no_agents'
  /** A required context request is unanswered. */
  | 'context_required'
  | 'round_in_progress'
  /** The round was paused, stopped or cancelled before it came to its end. */
  | 'interrupted'
  | 'paused'
  /** The model that was to write something could not. */
  | 'model_failed'
  | 'completed'

/** What a caller of the roundtable did, or found, that it cannot go on with. The message says what to do. */
export class RoundtableError extends SweatpantsError {
  override name = 'RoundtableError'
  readonly code: RoundtableErrorCode
  /** What a program may want to know beside the sentence. */
  readonly details: Json | undefined

  constructor(code: RoundtableErrorCode, message: string, options: ErrorOptions & { details?: Json } = {}) {
    super(message, options)
    this.code = code
    this.details = options.details
  }
}
