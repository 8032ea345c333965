import { SweatpantsError } from '../tools/errors.ts'

/**
 * `configuration`: a key, package or model is missing or refused; `invalid`: the provider did not accept the request;
 * `limited`: too many requests; `unavailable`: overloaded, broken or unreachable; `malformed`: an answer that cannot be
 * read; `interrupted`: an answer that stopped in the middle; `unsupported`: the model cannot do what was asked.
 */
export type ModelErrorCode =
  | 'configuration'
  | 'invalid'
  | 'limited'
  | 'unavailable'
  | 'malformed'
  | 'interrupted'
  | 'unsupported'

/** A model call failed; the message says which model, why, and what to do. */
export class ModelError extends SweatpantsError {
  override name = 'ModelError'
  readonly code: ModelErrorCode
  /** Milliseconds that the provider asked us to wait. */
  readonly retryAfter: number | undefined

  constructor(
    code: ModelErrorCode,
    message: string,
    options: { cause?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.retryAfter = options.retryAfter
  }
}

/** An answer of which only a part came. */
export const interrupted = (id: string, cause?: unknown): ModelError =>
  new ModelError('interrupted', `${id} stopped in the middle of its answer`, { cause })

/** A budget is used up; the next call was not made. */
export class BudgetError extends SweatpantsError {
  override name = 'BudgetError'
  readonly code = 'budget'
}
