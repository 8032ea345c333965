import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'

export type Message = JSONRPCMessage
export type RequestMessage = JSONRPCRequest
export type RequestId = string | number

/** Returns the kind of a JSON-RPC message, or `undefined` for another value. It does not check the params. */
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

/** Returns the id for an error about this value. */
export function idOf(value: unknown): RequestId | null {
  const id = (value as { id?: unknown } | null | undefined)?.id
  return isRequestId(id) ? id : null
}

/** Whether the params of a request have the form that the SDK requires. The SDK does not answer a request without it. */
export function isWellFormed({ params }: RequestMessage): boolean {
  if (params === undefined) return true
  if (!isRecord(params)) return false
  const { _meta } = params
  if (_meta === undefined) return true
  if (!isRecord(_meta)) return false
  const { progressToken } = _meta
  return progressToken === undefined || isRequestId(progressToken)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
