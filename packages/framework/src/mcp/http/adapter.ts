import { REFUSED } from '../core/error-reply.ts'
import type { JsonRpcError } from '../core/errors.ts'
import type { HttpExchange } from '../core/http-exchange.ts'

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
