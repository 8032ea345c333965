import { SweatpantsError } from '../tools/errors.ts'

/** Names by which only this machine can be meant. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export interface GuardOptions {
  /** Host names that may be asked for, at any port. Default: the loopback names. */
  allowedHosts?: readonly string[]
  /** Host names of origins whose pages may call, at any port. Default: the loopback names and `allowedHosts`. */
  allowedOrigins?: readonly string[]
  methods: readonly string[]
  /** What a POST may bring. Default: JSON alone, which a page of another origin cannot send without asking first. */
  contentType?: string
}

/** The parts of a request that the guard checks. */
export interface RequestHead {
  readonly method: string
  /** By lower-case name. */
  header(name: string): string | undefined
}

/** Why a request goes no further. */
export interface Refusal {
  status: 403 | 405 | 415
  code: 'host_refused' | 'origin_refused' | 'method_not_allowed' | 'unsupported_media_type'
  message: string
  headers?: Readonly<Record<string, string>>
}

/**
 * What every HTTP surface checks before anything else: that a foreign page cannot reach it, by a name that it made
 * point here (Host) or across origins (Origin, content type). Nothing when the request may go on.
 */
export function createGuard({
  allowedHosts = LOOPBACK_NAMES,
  allowedOrigins = [...LOOPBACK_NAMES, ...allowedHosts],
  methods,
  contentType = 'application/json',
}: GuardOptions): (request: RequestHead) => Refusal | undefined {
  checkHostNames('allowedHosts', allowedHosts)
  checkHostNames('allowedOrigins', allowedOrigins)
  const hosts = new Set(allowedHosts.map((name) => name.toLowerCase()))
  const isAllowedOrigin = createOriginCheck(allowedOrigins)
  const allow = methods.join(', ')

  return (request) => {
    const host = request.header('host')
    if (host === undefined || !hosts.has(toHostName(host))) {
      const message = `the host ${quote(host)} is not served here; if it should be, add it to allowedHosts`
      return { status: 403, code: 'host_refused', message }
    }
    const origin = request.header('origin')
    if (origin !== undefined && !isAllowedOrigin(origin)) {
      const message = `pages of the origin ${quote(origin)} may not call; if they should, add its host to allowedOrigins`
      return { status: 403, code: 'origin_refused', message }
    }
    if (!methods.includes(request.method)) {
      const message = `${request.method} is not taken here; use ${allow}`
      return { status: 405, code: 'method_not_allowed', message, headers: { allow } }
    }
    if (request.method === 'POST' && !isType(request.header('content-type'), contentType)) {
      const message = `expected content-type: ${contentType}, got ${quote(request.header('content-type'))}`
      return { status: 415, code: 'unsupported_media_type', message }
    }
    return undefined
  }
}

/** Whether a text is the name of a host, as a guard compares it: without a scheme and a port. */
export const isHostName = (text: string): boolean => /^(\[[^\]]+\]|[^:/\s]+)$/.test(text)

/** Throws for a name that no request can have: it would refuse all requests later. */
export function checkHostNames(option: string, names: readonly string[]): void {
  const wrong = names.find((name) => !isHostName(name))
  if (wrong === undefined) return
  throw new SweatpantsError(`${option} takes names of hosts without scheme and port, like app.example, not "${wrong}"`)
}

/** Whether an `Origin` is that of a page of one of these host names, at any port. */
export function createOriginCheck(names: readonly string[]): (origin: string) => boolean {
  const known = new Set(names.map((name) => name.toLowerCase()))
  return (origin) => known.has(toOriginName(origin))
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

function isType(contentType: string | undefined, expected: string): boolean {
  if (contentType === undefined || contentType === expected) return contentType !== undefined
  return contentType.split(';', 1)[0]!.trim().toLowerCase() === expected
}
