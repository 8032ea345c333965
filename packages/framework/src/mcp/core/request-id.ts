import { isObject } from '../../tools/json.ts'
import { parseJson } from '../../tools/parse-json.ts'

export type RequestId = string | number

/** An unsafe integer would be sent back as another number. */
export const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id)

/** Returns the id for an error about a message that is not well-formed. */
export const idOf = (message: unknown): RequestId | null =>
  isObject(message) && isRequestId(message.id) ? message.id : null

/** Returns the id of a request; `null` for any other message: the id of a response is one of the server's. */
export const idOfRequest = (message: unknown): RequestId | null =>
  isObject(message) && typeof message.method === 'string' ? idOf(message) : null

/** Returns the id of the request in a body, which need not be JSON. */
export function idOfBody(body: string): RequestId | null {
  try {
    return idOfRequest(parseJson(body, 'the body'))
  } catch {
    return null
  }
}
