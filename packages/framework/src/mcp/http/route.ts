import { AuthError, type AuthOption, type Guarded } from '../../http/auth.ts'
import { createGuard, type GuardOptions } from '../../http/guard.ts'
import { defined } from '../../tools/defined.ts'
import type { JsonError } from '../../tools/errors.ts'
import { parseJson } from '../../tools/parse-json.ts'
import type { Admitted } from '../core/auth.ts'
import { REFUSED, replyError } from '../core/error-reply.ts'
import { ErrorCode } from '../core/errors.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { idOfRequest } from '../core/request-id.ts'
import { claimsRev2026, SESSION_VERSIONS } from '../core/revision.ts'
import { Door } from './door.ts'

/** Answers one message of 2026-07-28. */
export type Rev2026Handle = (exchange: HttpExchange, message: unknown, caller: Admitted | undefined) => Promise<void>

/** The revisions with sessions: they take POST, GET and DELETE. */
export interface Rev2025Http {
  /** `message` is the parsed body of a POST. */
  handle(exchange: HttpExchange, caller: Admitted | undefined, message: unknown): void | Promise<void>
}

export interface HttpRouterOptions {
  rev2026Http: Rev2026Handle
  /** Called for each request of a client with sessions. */
  rev2025: () => Promise<Rev2025Http>
  auth?: AuthOption
  /** Returns what the requests of a message name; scopes are checked before it is answered. */
  guardedBy?: (message: unknown) => readonly Guarded[]
  path?: string
  allowedHosts?: readonly string[]
  allowedOrigins?: readonly string[]
  onError: (error: unknown) => void
}

/** Serves both revisions on one URL: checks who calls, and chooses the revision that answers. */
export function createHttpRouter({
  rev2026Http,
  rev2025,
  auth,
  guardedBy = () => [],
  path = '/mcp',
  allowedHosts,
  allowedOrigins,
  onError,
}: HttpRouterOptions): (exchange: HttpExchange) => Promise<void> {
  const passes = createExchangeGuard({
    methods: ['POST', 'GET', 'DELETE'],
    ...defined({ allowedHosts, allowedOrigins }),
  })
  const door = auth === undefined ? undefined : new Door(auth, path, onError)

  return async (exchange) => {
    if (!passes(exchange)) return
    if (exchange.url !== path) {
      const asked = exchange.url.split('?', 1)[0]!
      if (door?.hasMetadataAt(asked)) return door.replyMetadata(exchange)
      if (asked !== path) {
        const message = `nothing is served at ${asked}; MCP is at ${path}`
        return replyError(exchange, 404, null, { code: REFUSED, message })
      }
    }
    const caller = await door?.enter(exchange)
    if (door !== undefined && caller === undefined) return

    // The message that an error about the caller is about.
    let about: unknown
    try {
      const version = exchange.header('mcp-protocol-version')
      const namesRev2026 = version !== undefined && !SESSION_VERSIONS.includes(version)
      if (exchange.method !== 'POST') {
        if (!namesRev2026) return await (await rev2025()).handle(exchange, caller, undefined)
        const message = `${exchange.method} is not part of version ${version}: every message is a POST`
        return replyError(exchange, 405, null, { code: REFUSED, message }, { allow: 'POST' })
      }

      let message: unknown
      try {
        message = parseJson(exchange.body, 'the body')
      } catch (error) {
        return replyError(exchange, 400, null, { code: ErrorCode.parse, message: (error as JsonError).message })
      }
      if (caller !== undefined) {
        // A batch has several requests.
        for (about of Array.isArray(message) ? message : [message]) {
          for (const guarded of guardedBy(about)) caller.requireScopes(guarded)
        }
      }
      about = message
      if (namesRev2026 || claimsRev2026(message)) return await rev2026Http(exchange, message, caller)
      return await (await rev2025()).handle(exchange, caller, message)
    } catch (error) {
      if (door === undefined || !(error instanceof AuthError)) throw error
      door.refuse(exchange, idOfRequest(about), error)
    }
  }
}

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
