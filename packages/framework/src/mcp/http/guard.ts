import { createGuard, type GuardOptions } from '../../http/guard.ts'
import { REFUSED, replyError } from '../core/error-reply.ts'
import type { HttpExchange } from '../core/http-exchange.ts'

/** True when the exchange may go on; otherwise it has been answered, in the words of JSON-RPC. */
export function createExchangeGuard(options: GuardOptions): (exchange: HttpExchange) => boolean {
  const guard = createGuard(options)
  return (exchange) => {
    const refusal = guard(exchange)
    if (refusal === undefined) return true
    const { status, message, headers } = refusal
    replyError(exchange, status, null, { code: REFUSED, message }, headers)
    return false
  }
}
