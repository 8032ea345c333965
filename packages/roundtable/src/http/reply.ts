import { CommandError, HttpError } from '@sweatpants/framework/chat'
import { RoundtableError, type RoundtableErrorCode } from '../errors.ts'

/** A debate is somebody's: it is not kept on the way, nor taken for anything but what it is. */
const PRIVATE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

const EVENT_HEADERS = {
  ...PRIVATE,
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

const STATUS: Record<RoundtableErrorCode, number> = {
  invalid: 400,
  not_found: 404,
  no_agents: 503,
  model_failed: 503,
  context_required: 409,
  round_in_progress: 409,
  interrupted: 409,
  paused: 409,
  completed: 409,
}

export const replyJson = (status: number, value: unknown, headers?: Readonly<Record<string, string>>): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { ...PRIVATE, 'content-type': 'application/json', ...headers },
  })

export const replyEvents = (events: ReadableStream<Uint8Array>): Response =>
  new Response(events, { headers: EVENT_HEADERS })

/** Kept as a file, whatever a browser could make of it. */
export const replyFile = (name: string, mimeType: string, text: string): Response =>
  new Response(text, {
    headers: {
      ...PRIVATE,
      'content-type': `${mimeType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
    },
  })

/** The answer to what was thrown. Only what is meant for callers reaches them; the rest goes to `onError`. */
export function replyThrown(thrown: unknown, onError: (error: unknown) => void): Response {
  if (thrown instanceof HttpError || thrown instanceof CommandError) return replyError(thrown)
  if (thrown instanceof RoundtableError) {
    const { code, message } = thrown
    const status = STATUS[code]
    // A model that cannot be had is for the operator to look after.
    if (status >= 500) onError(thrown)
    return replyError({ status, code, message })
  }
  onError(thrown)
  const message = 'something went wrong here; the request may be repeated'
  return replyError({ status: 500, code: 'internal', message })
}

interface ErrorReply {
  status: number
  code: string
  message: string
  headers?: Readonly<Record<string, string>> | undefined
}

export const replyError = ({ status, code, message, headers }: ErrorReply): Response =>
  replyJson(status, { error: { code, message } }, headers)
