import { toHttpError } from '../../http/replies.ts'
import { ErrorCode, type JsonRpcError } from './errors.ts'
import type { HttpExchange } from './http-exchange.ts'
import { idOfBody } from './request-id.ts'

export const JSON_HEADERS: Readonly<Record<string, string>> = { 'content-type': 'application/json' }

/** The code of a request that is refused before its message is read; JSON-RPC leaves this code to servers. */
export const REFUSED = -32000

/** Returns what a client is told of an error that is not a `ProtocolError`: the message that routes give to it, and no detail of an unknown one. */
export function toInternalError(error: unknown): JsonRpcError {
  const { status, message } = toHttpError(error)
  return { code: ErrorCode.internal, message: status === 500 ? 'internal error' : message }
}

export const toErrorText = (id: string | number | null, { code, message, data }: JsonRpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })

export function replyError(
  exchange: HttpExchange,
  status: number,
  id: string | number | null,
  error: JsonRpcError,
  headers?: Readonly<Record<string, string>>,
): void {
  exchange.reply(status, headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers }, toErrorText(id, error))
}

/** Replies to a request that failed before its response began, with the status that routes give to the error. */
export function replyFailure(exchange: HttpExchange, error: unknown): void {
  const { status, headers } = toHttpError(error)
  replyError(exchange, status, idOfBody(exchange.body), toInternalError(error), headers)
}
