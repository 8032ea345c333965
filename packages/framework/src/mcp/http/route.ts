import type { JsonError } from '../../tools/errors.ts'
import { parseJson } from '../../tools/parse-json.ts'
import type { Auth, Caller } from '../auth/auth.ts'
import type { HttpExchange } from '../http-exchange.ts'
import { ErrorCode } from '../protocol-error.ts'
import { SESSION_VERSIONS } from '../rev2025/versions.ts'
import { claimsModern, type ModernHandle } from '../rev2026/http.ts'
import { Door } from './door.ts'
import { REFUSED, replyError } from './error-reply.ts'
import { createExchangeGuard } from './guard.ts'

/** The revisions with sessions: they take POST, GET and DELETE. */
export interface LegacyHttp {
  /** `message` is the parsed body of a POST. */
  handle(exchange: HttpExchange, caller: Caller | undefined, message: unknown): void | Promise<void>
}

export interface HttpRouterOptions {
  modernHttp: ModernHandle
  /** Asked for on each request of a client with sessions; keeps what it has made. */
  legacy: () => Promise<LegacyHttp>
  auth?: Auth
  path?: string
  allowedHosts?: readonly string[]
  allowedOrigins?: readonly string[]
  onError: (error: unknown) => void
}

/** Both revisions on one URL: who may come in, and which of the two answers. */
export function createHttpRouter({
  modernHttp,
  legacy,
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
    const namesModern = version !== undefined && !SESSION_VERSIONS.includes(version)
    if (exchange.method !== 'POST') {
      if (!namesModern) return (await legacy()).handle(exchange, caller, undefined)
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
    if (namesModern || claimsModern(message)) return modernHttp(exchange, message, caller)
    return (await legacy()).handle(exchange, caller, message)
  }
}
