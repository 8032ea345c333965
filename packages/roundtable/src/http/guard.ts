import { createGuard, LOOPBACK_NAMES } from '@sweatpants/framework/http'
import type { MiddlewareHandler } from 'hono'
import { replyError } from './reply.ts'

export interface RoutesGuardOptions {
  /** Host names that may be asked for, at any port. Default: the loopback names. */
  allowedHosts?: readonly string[]
  /** Host names of other origins, at any port, whose pages may call. Default: none. */
  allowedOrigins?: readonly string[]
}

/** Lets through what comes for one of our hosts, from a page of ours or of an allowed origin. */
export function guard(
  methods: readonly string[],
  { allowedHosts = LOOPBACK_NAMES, allowedOrigins = [] }: RoutesGuardOptions,
): MiddlewareHandler {
  // A page that was served under a name of ours may call us, whatever other origins may.
  const refuse = createGuard({ methods, allowedHosts, allowedOrigins: [...allowedHosts, ...allowedOrigins] })
  return async ({ req }, next) => {
    // A request that was made in this process has no host but that of its address.
    const header = (name: string) => req.header(name) ?? (name === 'host' ? new URL(req.url).host : undefined)
    const refusal = refuse({ method: req.method, header })
    if (refusal === undefined) return next()
    return replyError(refusal)
  }
}
