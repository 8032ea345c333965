import { createGuard } from '@sweatpants/framework/http'
import type { MiddlewareHandler } from 'hono'

/** Lets through what comes for one of these hosts, and from a page of one of them. */
export function guard(methods: readonly string[], hosts: readonly string[]): MiddlewareHandler {
  const refuse = createGuard({ methods, allowedHosts: hosts, allowedOrigins: hosts })
  return async (c, next) => {
    const refusal = refuse({ method: c.req.method, header: (name) => c.req.header(name) })
    if (refusal === undefined) return next()
    const { status, code, message, headers } = refusal
    return c.json({ error: { code, message } }, status, headers)
  }
}
