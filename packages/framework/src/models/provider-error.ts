import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoContentGeneratedError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider'
import { ModelError, type ModelErrorCode } from './errors.ts'

const UNREADABLE = [
  JSONParseError,
  TypeValidationError,
  InvalidResponseDataError,
  NoContentGeneratedError,
  EmptyResponseBodyError,
]

/** Whatever a provider throws, in our words: what happened, and what to do. */
export function toModelError(error: unknown, id: string): ModelError {
  if (error instanceof ModelError) return error
  const message = shorten(error instanceof Error ? error.message : JSON.stringify(error))
  if (APICallError.isInstance(error)) return fromStatus(error, id)
  if (LoadAPIKeyError.isInstance(error)) return new ModelError('configuration', `${id}: ${message}`, { cause: error })
  if (UnsupportedFunctionalityError.isInstance(error)) {
    return new ModelError('unsupported', `${id}: ${message}`, { cause: error })
  }
  if (UNREADABLE.some((kind) => kind.isInstance(error))) {
    return new ModelError('malformed', `${id} gave an answer that cannot be read: ${message}`, { cause: error })
  }
  return new ModelError('unavailable', `${id} failed: ${message}`, { cause: error })
}

function fromStatus(error: APICallError, id: string): ModelError {
  const { statusCode, responseHeaders, isRetryable } = error
  const message = shorten(error.message)
  const code = toCode(statusCode, message)
  const options = { cause: error, retryAfter: toRetryAfter(responseHeaders) }
  if (statusCode === undefined) return new ModelError(code, `${id} cannot be reached: ${message}`, options)
  // What began with success may yet break off, which the AI SDK calls retryable, or be nonsense.
  if (statusCode < 400 && isRetryable)
    return new ModelError('interrupted', `${id} stopped in the middle of its answer: ${message}`, options)
  if (statusCode < 400)
    return new ModelError('malformed', `${id} gave an answer that cannot be read: ${message}`, options)
  return new ModelError(code, `${id} answered ${statusCode}: ${withAdvice(message, code)}`, options)
}

const ADVICE: Partial<Record<ModelErrorCode, string>> = {
  configuration: 'Check the key, the name of the model and the base URL',
  limited: 'Ask less often, or raise the limit at the provider',
}

const withAdvice = (message: string, code: ModelErrorCode): string =>
  ADVICE[code] === undefined ? message : `${message.replace(/[.\s]+$/, '')}. ${ADVICE[code]}`

/** A validation error of the AI SDK holds the whole answer. */
const shorten = (message: string): string => (message.length > 500 ? `${message.slice(0, 500)}…` : message)

function toCode(status: number | undefined, message: string): ModelErrorCode {
  if (status === undefined || status >= 500 || status === 408 || status === 409) return 'unavailable'
  if (status === 429) return 'limited'
  // Google says so with 400.
  if (status === 400 && /api key/i.test(message)) return 'configuration'
  return status === 401 || status === 403 || status === 404 ? 'configuration' : 'invalid'
}

/** `Retry-After` in seconds or as a date; some providers also say it in milliseconds. */
function toRetryAfter(headers: Record<string, string> | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.['retry-after-ms'] ?? '')
  if (milliseconds >= 0) return milliseconds
  const after = headers?.['retry-after']
  if (after === undefined) return undefined
  const wait =
    /^\s*\d/.test(after) && !Number.isNaN(Number(after)) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
