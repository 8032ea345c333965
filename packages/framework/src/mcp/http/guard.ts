import type { HttpExchange } from '../http-exchange.ts'
import { REFUSED, replyError } from './error-reply.ts'

export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export interface GuardOptions {
  /** Host names that may be asked for, at any port. Default: the loopback names. */
  allowedHosts?: readonly string[]
  /** Host names of origins whose pages may call, at any port. Default: the loopback names. */
  allowedOrigins?: readonly string[]
  methods: readonly string[]
}

/**
 * What every HTTP surface checks before anything else: that a page of somebody else's cannot reach it, by a name that it made
 * point here (Host) or across origins (Origin, content type). True when the exchange may go on; otherwise it has been answered.
 */
export function createGuard({
  allowedHosts = LOOPBACK_NAMES,
  allowedOrigins = LOOPBACK_NAMES,
  methods,
}: GuardOptions): (exchange: HttpExchange) => boolean {
  const hosts = new Set(allowedHosts.map((name) => name.toLowerCase()))
  const origins = new Set(allowedOrigins.map((name) => name.toLowerCase()))
  const allow = { allow: methods.join(', ') }

  const refuse = (exchange: HttpExchange, status: number, message: string, headers?: Record<string, string>): false => {
    replyError(exchange, status, null, { code: REFUSED, message }, headers)
    return false
  }

  return (exchange) => {
    const host = exchange.header('host')
    if (host === undefined || !hosts.has(toHostName(host))) {
      return refuse(
        exchange,
        403,
        `the host ${quote(host)} is not served here; if it should be, add it to allowedHosts`,
      )
    }
    const origin = exchange.header('origin')
    if (origin !== undefined && !origins.has(toOriginName(origin))) {
      return refuse(
        exchange,
        403,
        `pages of the origin ${quote(origin)} may not call; if they should, add its host to allowedOrigins`,
      )
    }
    if (!methods.includes(exchange.method)) {
      return refuse(exchange, 405, `${exchange.method} is not taken here; use ${allow.allow}`, allow)
    }
    if (exchange.method === 'POST' && !isJson(exchange.header('content-type'))) {
      return refuse(
        exchange,
        415,
        `expected content-type: application/json, got ${quote(exchange.header('content-type'))}`,
      )
    }
    return true
  }
}

const quote = (value: string | undefined): string => (value === undefined ? '(none)' : JSON.stringify(value))

/** The name in `name:port`, `[::1]:port`; empty when it is neither. */
function toHostName(host: string): string {
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':')
  const name = end <= 0 ? host : host.slice(0, end)
  return name.length === host.length || /^:\d*$/.test(host.slice(name.length)) ? name.toLowerCase() : ''
}

/** The name in `https://name:port`; empty for `null` and for what is not a page's. */
function toOriginName(origin: string): string {
  const scheme = /^https?:\/\//i.exec(origin)?.[0]
  return scheme === undefined ? '' : toHostName(origin.slice(scheme.length))
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return contentType !== undefined
  return contentType.split(';', 1)[0]!.trim().toLowerCase() === 'application/json'
}
