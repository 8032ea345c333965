import type { HttpExchange } from '../http-exchange.ts'
import { type JsonRpcError, REFUSED } from './error-reply.ts'

export type HttpHandle = (exchange: HttpExchange) => void | Promise<void>

export interface AdapterOptions {
  /** Bytes of one request's body. */
  bodyLimit: number
  onError: (error: unknown) => void
}

export const tooLarge = (bodyLimit: number): JsonRpcError => ({
  code: REFUSED,
  message: `the body is larger than the ${bodyLimit} bytes that are taken; send less, or raise limits.body`,
})
