import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'
import { isObject } from '../../tools/json.ts'
import { isRequestId, type RequestId } from '../core/request-id.ts'

export type Message = JSONRPCMessage
export type RequestMessage = JSONRPCRequest

/** Returns the kind of a JSON-RPC message, or `undefined` for another value. It does not check the params. */
export function kindOf(value: unknown): 'request' | 'notification' | 'response' | undefined {
  if (!isObject(value) || value.jsonrpc !== '2.0') return undefined
  const { id, method, result, error } = value
  if (typeof method === 'string' && id === undefined) return 'notification'
  if (!isRequestId(id)) return undefined
  if (typeof method === 'string') return 'request'
  return result === undefined && error === undefined ? undefined : 'response'
}

/** Whether the params of a request have the form that the SDK requires. The SDK does not answer a request without it. */
export function isWellFormed({ params }: RequestMessage): boolean {
  if (params === undefined) return true
  if (!isObject(params)) return false
  const { _meta } = params
  if (_meta === undefined) return true
  return isObject(_meta) && (_meta.progressToken === undefined || isRequestId(_meta.progressToken))
}

/** The messages of a client that change the rest of its session. */
export const isForming = ({ method }: { method?: string }): boolean =>
  method === 'logging/setLevel' || method === 'resources/subscribe' || method === 'resources/unsubscribe'

/** Returns the JSON-RPC id of a message that was sent. */
export const idOfText = (text: string): RequestId | undefined => (JSON.parse(text) as { id?: RequestId }).id
