import { SweatpantsError } from '../tools/errors.ts'
import type { Usage } from '../tools/usage.ts'
import type { BudgetLimits } from './budget.ts'

/**
 * `configuration`: a key, package or model is missing or refused; `invalid`: the provider did not accept the request;
 * `limited`: too many requests; `unavailable`: overloaded, broken or unreachable; `malformed`: a reply that cannot be
 * read; `interrupted`: a reply that stopped in the middle; `unsupported`: the model does not support the request.
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

/** The error for an incomplete reply. */
export const interrupted = (id: string, cause?: unknown): ModelError =>
  new ModelError('interrupted', `${id} stopped in the middle of its reply`, { cause })

/** The budget does not allow the next call, so it was not made. */
export class BudgetError extends SweatpantsError {
  override name = 'BudgetError'
  readonly code = 'budget'
  readonly used: Usage
  readonly budget: BudgetLimits

  constructor(message: string, { used, budget }: { used: Usage; budget: BudgetLimits }) {
    super(message)
    this.used = used
    this.budget = budget
  }

  /** What a `SampleError` keeps of this error. */
  get data(): { used: Usage; budget: BudgetLimits } {
    return { used: this.used, budget: this.budget }
  }
}

/**
 * `unsupported`: no text, Markdown, PDF or image; `too_large`: more than a model or this process can take; `unreadable`: broken,
 * protected by a password, or a PDF without text.
 */
export type DocumentErrorCode = 'unsupported' | 'too_large' | 'unreadable'

/** A document could not be read; the message names it and says what to do. */
export class DocumentError extends SweatpantsError {
  override name = 'DocumentError'
  readonly code: DocumentErrorCode

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
