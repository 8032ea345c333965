import { StoreError } from '../tools/errors.ts'

const UNREACHABLE = 'the store cannot be reached; try again later'
const FAILED = 'the store failed; try again later'

/** What clients are told, by the SQLSTATE of an error or the class that it begins with. */
const MESSAGES: readonly (readonly [state: string, message: string])[] = [
  // A lock, or the statement, took longer than its timeout.
  ['55P03', 'the store is busy: a lock was not released in time; try again later'],
  ['57014', 'the store is busy: it did not finish in time; try again later'],
  ['40', 'the store is busy: two writes got in the way of each other; try again'],
  ['53100', 'the store has no space left; nothing was stored'],
  ['53', 'the store is out of resources; try again later'],
  ['25006', 'the store is read-only at the moment; try again later'],
  // The server shuts down, starts up, or ended the connection.
  ['57', UNREACHABLE],
  ['08', UNREACHABLE],
]

/** Five characters of which the first two are the class. Errors of the network have a code of another form. */
const SQLSTATE = /^[0-9A-Z]{5}$/

/** Returns an error whose message says nothing about the database, with the error of the driver as its cause. */
export function toStoreError(cause: unknown): StoreError {
  const { code } = cause as { code?: unknown }
  if (typeof code !== 'string' || !SQLSTATE.test(code)) return new StoreError(UNREACHABLE, { cause })
  const message = MESSAGES.find(([state]) => code.startsWith(state))?.[1] ?? FAILED
  return new StoreError(message, { cause })
}
