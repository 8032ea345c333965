import { ModelError } from './errors.ts'

/** Keys are longer. A shorter text could occur in any message. */
const SHORTEST_KEY = 8

/** Returns the text without the API key. Call it before a text is shortened: part of a key is not recognised. */
export const hideKeyIn = (text: string, apiKey: string | undefined): string =>
  isLong(apiKey) ? text.replaceAll(apiKey, '[API key]') : text

/** Returns the error without the API key: some providers repeat the key that they refuse. An error without it is returned unchanged. */
export function hideKey(error: ModelError, apiKey: string | undefined): ModelError {
  if (!isLong(apiKey) || !isIn(error, apiKey)) return error
  const { code, message, retryAfter } = error
  // The cause has the reply, and with it the key.
  return new ModelError(code, hideKeyIn(message, apiKey), { retryAfter })
}

const isLong = (apiKey: string | undefined): apiKey is string => apiKey !== undefined && apiKey.length >= SHORTEST_KEY

function isIn(error: unknown, apiKey: string): boolean {
  if (!(error instanceof Error)) return String(error).includes(apiKey)
  const { message, stack = '', cause, ...fields } = error
  if (message.includes(apiKey) || stack.includes(apiKey)) return true
  try {
    if (JSON.stringify(fields).includes(apiKey)) return true
  } catch {
    // It cannot be searched.
    return true
  }
  return cause !== undefined && isIn(cause, apiKey)
}
