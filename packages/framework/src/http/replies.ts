import { RecordSizeError, StoreError } from '../tools/errors.ts'
import { LimitError } from './allowance.ts'
import { HttpError } from './http-error.ts'

/** Responses belong to one user: nothing on the way may cache them or guess another type. */
const PRIVATE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

const JSON_HEADERS = { ...PRIVATE, 'content-type': 'application/json' }

/** Of server-sent events, which nothing on the way may gather or change. */
export const EVENT_HEADERS = {
  ...PRIVATE,
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

type Headers = Readonly<Record<string, string>>

export const replyJson = (status: number, value: unknown, headers?: Headers): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers },
  })

export const replyNothing = (headers?: Headers): Response =>
  new Response(null, { status: 204, headers: { ...PRIVATE, ...headers } })

export const replyEvents = (events: ReadableStream<Uint8Array>, headers?: Headers): Response =>
  new Response(events, { headers: { ...EVENT_HEADERS, ...headers } })

/** Replies with a file that a browser saves and never shows. */
export const replyFile = (name: string, mimeType: string, text: string): Response =>
  new Response(text, {
    headers: {
      ...PRIVATE,
      'content-type': `${mimeType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
    },
  })

/** Types that a browser shows and never runs. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif)|audio\/(mpeg|wav|ogg|webm|mp4|aac|flac))$/

/** Replies with bytes of unknown origin, under the type that the request names if it is harmless; `name` is what a browser saves them as. */
export const replyBytes = (bytes: Uint8Array<ArrayBuffer>, type: string, name = ''): Response =>
  new Response(bytes, {
    headers: {
      ...PRIVATE,
      'content-type': SHOWN.test(type) ? type : 'application/octet-stream',
      'content-disposition': name === '' ? 'attachment' : `attachment; filename*=UTF-8''${toToken(name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })

/** Encodes a name for a header. */
const toToken = (name: string): string => encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, '_')

export const replyError = (error: Omit<HttpError, 'name'>): Response => {
  const { status, code, message, headers } = error
  const limit = error instanceof LimitError ? { limit: error.limit } : {}
  return replyJson(status, { error: { code, message, ...limit } }, headers)
}

/** Turns what a handler threw into a response. What is not the client's mistake goes to `onError`. */
export function replyThrown(thrown: unknown, onError: (error: unknown) => void): Response {
  if (isResponse(thrown)) return thrown
  const told = toHttpError(thrown)
  if (told.status >= 500) onError(thrown)
  return replyError(told)
}

/** Returns what a client is told of an error: the message of a `StoreError` or `RecordSizeError`, and no detail of other errors. */
export function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  if (thrown instanceof StoreError) return new HttpError(503, thrown.code, thrown.message, { 'retry-after': '1' })
  if (thrown instanceof RecordSizeError) return new HttpError(413, 'body_too_large', thrown.message)
  return new HttpError(500, 'internal', 'the server failed; the request can be repeated')
}

/** Recognised by its tag, because a server may replace the `Response` class. */
export const isResponse = (value: unknown): value is Response =>
  Object.prototype.toString.call(value) === '[object Response]'
