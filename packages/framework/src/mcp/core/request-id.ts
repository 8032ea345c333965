import { isObject } from '../../tools/json.ts'

export type RequestId = string | number

/** An unsafe integer would be sent back as another number. */
export const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id)

/** Returns the id for an error about this message. */
export const idOf = (message: unknown): RequestId | null =>
  isObject(message) && isRequestId(message.id) ? message.id : null
