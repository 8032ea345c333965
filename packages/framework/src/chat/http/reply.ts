import { CommandError } from '../command-error.ts'
import { SessionGoneError } from '../session-log.ts'
import { HttpError } from './http-error.ts'

/** What is somebody's stays with them: it is not kept on the way, nor taken for anything but what it is. */
const PRIVATE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

const JSON_HEADERS = { ...PRIVATE, 'content-type': 'application/json' }

const EVENT_HEADERS = {
  ...PRIVATE,
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

export const replyJson = (status: number, value: unknown, headers?: Readonly<Record<string, string>>): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers },
  })

export const replyNothing = (headers?: Readonly<Record<string, string>>): Response =>
  new Response(null, { status: 204, headers: { ...PRIVATE, ...headers } })

export const replyEvents = (events: ReadableStream<Uint8Array>): Response =>
  new Response(events, { headers: EVENT_HEADERS })

interface ErrorReply {
  status: number
  code: string
  message: string
  headers?: Readonly<Record<string, string>>
}

export const replyError = ({ status, code, message, headers }: ErrorReply): Response =>
  replyJson(status, { error: { code, message } }, headers)

/** The answer to what was thrown. Only what is meant for clients reaches them; the rest goes to `onError`. */
export function replyThrown(thrown: unknown, onError: (error: unknown) => void): Response {
  if (isResponse(thrown)) return thrown
  if (thrown instanceof CommandError || thrown instanceof HttpError) return replyError(thrown)
  if (thrown instanceof SessionGoneError) return replyError({ status: 404, code: 'not_found', message: thrown.message })
  onError(thrown)
  return replyError({
    status: 500,
    code: 'internal',
    message: 'something went wrong here; the request may be repeated',
  })
}

/** Told by its tag: a server may have put a class of its own in the place of `Response`. */
const isResponse = (value: unknown): value is Response => Object.prototype.toString.call(value) === '[object Response]'
