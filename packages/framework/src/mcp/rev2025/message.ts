import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'

export type Message = JSONRPCMessage
export type RequestMessage = JSONRPCRequest
export type RequestId = string | number

/** What a JSON value is as a JSON-RPC message; undefined when it is none. Its params are not looked at. */
export function kindOf(value: unknown): 'request' | 'notification' | 'response' | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { jsonrpc, id, method, result, error } = value as Record<string, unknown>
  if (jsonrpc !== '2.0') return undefined
  if (typeof method === 'string' && id === undefined) return 'notification'
  if (!isRequestId(id)) return undefined
  if (typeof method === 'string') return 'request'
  return result === undefined && error === undefined ? undefined : 'response'
}

const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isInteger(id)

/** The id that an error about this value is answered with. */
export function idOf(value: unknown): RequestId | null {
  const id = (value as { id?: unknown } | null | undefined)?.id
  return isRequestId(id) ? id : null
}
