import { SweatpantsError } from '../../tools/errors.ts'
import { type JsonRpcError, REFUSED } from '../core/error-reply.ts'
import type { RequestId } from './message.ts'

/** An HTTP request that is answered with an error, before any session sees it. */
export class Refusal extends SweatpantsError {
  override name = 'Refusal'
  readonly status: number
  readonly error: JsonRpcError
  readonly id: RequestId | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    options: { code?: number; id?: RequestId | null; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.status = status
    this.error = { code: options.code ?? REFUSED, message }
    this.id = options.id ?? null
    this.headers = options.headers ?? {}
  }
}
