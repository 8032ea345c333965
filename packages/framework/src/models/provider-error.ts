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
import { withoutStop } from '../tools/describe.ts'
import { ModelError, type ModelErrorCode } from './errors.ts'
import { hideKeyIn } from './hide-key.ts'

const UNREADABLE = [
  JSONParseError,
  TypeValidationError,
  InvalidResponseDataError,
  NoContentGeneratedError,
  EmptyResponseBodyError,
]

/** Converts any error of a provider to a `ModelError` that says what happened and what to do. Its message is without the API key, its cause may have it. */
export function toModelError(error: unknown, id: string, apiKey?: string): ModelError {
  if (error instanceof ModelError) return error
  if (APICallError.isInstance(error)) return fromStatus(error, id, apiKey)
  const message = shorten(error instanceof Error ? error.message : JSON.stringify(error), apiKey)
  const failure = (code: ModelErrorCode, text: string) => new ModelError(code, text, { cause: error })
  if (LoadAPIKeyError.isInstance(error)) return failure('configuration', `${id}: ${message}`)
  if (UnsupportedFunctionalityError.isInstance(error)) return failure('unsupported', `${id}: ${message}`)
  if (UNREADABLE.some((kind) => kind.isInstance(error))) return failure('malformed', unreadable(id, message))
  return failure('unavailable', `${id} failed: ${message}`)
}

const unreadable = (id: string, message: string) => `${id} returned a reply that cannot be read: ${message}`

function fromStatus(error: APICallError, id: string, apiKey: string | undefined): ModelError {
  const { statusCode, responseHeaders, isRetryable } = error
  const message = shorten(error.message, apiKey)
  const code = toCode(statusCode, shorten(error.message))
  const options = { cause: error, retryAfter: toRetryAfter(responseHeaders) }
  if (statusCode === undefined) return new ModelError(code, `${id} cannot be reached: ${message}`, options)
  // After a successful status the body may break off, which the AI SDK calls retryable, or be invalid.
  if (statusCode < 400 && isRetryable)
    return new ModelError('interrupted', `${id} stopped in the middle of its reply: ${message}`, options)
  if (statusCode < 400) return new ModelError('malformed', unreadable(id, message), options)
  return new ModelError(code, `${id} answered ${statusCode}: ${withAdvice(message, code)}`, options)
}

const ADVICE: Partial<Record<ModelErrorCode, string>> = {
  configuration: 'Check the API key, the name of the model and the base URL',
  limited: 'Send fewer requests, or raise the limit at the provider',
}

const withAdvice = (message: string, code: ModelErrorCode): string =>
  ADVICE[code] === undefined ? message : `${withoutStop(message)}. ${ADVICE[code]}`

/** The message of an AI SDK validation error contains the whole reply. */
function shorten(message: string, apiKey?: string): string {
  // A key that is cut in two would not be found later.
  const hidden = hideKeyIn(message, apiKey)
  return hidden.length > 500 ? `${hidden.slice(0, 500)}…` : hidden
}

function toCode(status: number | undefined, message: string): ModelErrorCode {
  if (status === undefined || status >= 500 || status === 408 || status === 409) return 'unavailable'
  if (status === 429) return 'limited'
  // Google rejects a wrong key with 400.
  if (status === 400 && /api key/i.test(message)) return 'configuration'
  return status === 401 || status === 403 || status === 404 ? 'configuration' : 'invalid'
}

/** Reads `retry-after` in seconds or as a date, and `retry-after-ms`, which some providers send. */
function toRetryAfter(headers: Record<string, string> | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.['retry-after-ms'] ?? '')
  if (milliseconds >= 0) return milliseconds
  const after = headers?.['retry-after']
  if (after === undefined) return undefined
  const wait =
    /^\s*\d/.test(after) && !Number.isNaN(Number(after)) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
