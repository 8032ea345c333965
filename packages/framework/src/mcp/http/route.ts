import type { JsonError } from '../../tools/errors.ts'
import { parseJson } from '../../tools/parse-json.ts'
import type { Auth, Caller } from '../core/auth.ts'
import { REFUSED, replyError } from '../core/error-reply.ts'
import { ErrorCode } from '../core/errors.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { claimsRev2026, SESSION_VERSIONS } from '../core/revision.ts'
import { Door } from './door.ts'
import { createExchangeGuard } from './guard.ts'

/** Answers one message of 2026-07-28. */
export type Rev2026Handle = (exchange: HttpExchange, message: unknown, caller: Caller | undefined) => Promise<void>

/** The revisions with sessions: they take POST, GET and DELETE. */
export interface Rev2025Http {
  /** `message` is the parsed body of a POST. */
  handle(exchange: HttpExchange, caller: Caller | undefined, message: unknown): void | Promise<void>
}

export interface HttpRouterOptions {
  rev2026Http: Rev2026Handle
  /** Asked for on each request of a client with sessions; keeps what it has made. */
  rev2025: () => Promise<Rev2025Http>
  auth?: Auth
  path?: string
  allowedHosts?: readonly string[]
  allowedOrigins?: readonly string[]
  onError: (error: unknown) => void
}

/** Both revisions on one URL: who may come in, and which of the two answers. */
export function createHttpRouter({
  rev2026Http,
  rev2025,
  auth,
  path = '/mcp',
  allowedHosts,
  allowedOrigins,
  onError,
}: HttpRouterOptions): (exchange: HttpExchange) => Promise<void> {
  const passes = createExchangeGuard({
    methods: ['POST', 'GET', 'DELETE'],
    ...(allowedHosts !== undefined && { allowedHosts }),
    ...(allowedOrigins !== undefined && { allowedOrigins }),
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

    const version = exchange.header('mcp-protocol-version')
    const namesRev2026 = version !== undefined && !SESSION_VERSIONS.includes(version)
    if (exchange.method !== 'POST') {
      if (!namesRev2026) return (await rev2025()).handle(exchange, caller, undefined)
      const message = `${exchange.method} is not part of version ${version}: every message is a POST`
      return replyError(exchange, 405, null, { code: REFUSED, message }, { allow: 'POST' })
    }

    let message: unknown
    try {
      message = parseJson(exchange.body, 'the body')
    } catch (error) {
      return replyError(exchange, 400, null, { code: ErrorCode.parse, message: (error as JsonError).message })
    }
    if (door !== undefined && !door.letsCall(exchange, message, caller!)) return
    if (namesRev2026 || claimsRev2026(message)) return rev2026Http(exchange, message, caller)
    return (await rev2025()).handle(exchange, caller, message)
  }
}
