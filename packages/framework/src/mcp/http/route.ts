import { AuthError, type AuthOption, type Guarded } from '../../http/auth.ts'
import { createGuard, type GuardOptions } from '../../http/guard.ts'
import { type JsonError, SweatpantsError } from '../../tools/errors.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { parseJson } from '../../tools/parse-json.ts'
import type { Admitted } from '../core/auth.ts'
import { REFUSED, replyError } from '../core/error-reply.ts'
import { ErrorCode } from '../core/errors.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { idOf, type RequestId } from '../core/request-id.ts'
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

    try {
      await answer(exchange, caller)
    } catch (error) {
      if (door === undefined || !(error instanceof RefusedError)) throw error
      door.refuse(exchange, error.id, error.cause)
    }
  }

  async function answer(exchange: HttpExchange, caller: Admitted | undefined): Promise<void> {
    const version = exchange.header('mcp-protocol-version')
    const namesRev2026 = version !== undefined && !SESSION_VERSIONS.includes(version)
    if (exchange.method !== 'POST') {
      if (!namesRev2026) return withId(undefined, async () => (await rev2025()).handle(exchange, caller, undefined))
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
      for (const one of Array.isArray(message) ? message : [message]) {
        await withId(one, () => guardedBy(one).forEach((guarded) => caller.requireScopes(guarded)))
      }
    }
    await withId(message, async () => {
      if (namesRev2026 || claimsRev2026(message)) return rev2026Http(exchange, message, caller)
      return (await rev2025()).handle(exchange, caller, message)
    })
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

/** The caller of a request lacks a scope. */
class RefusedError extends SweatpantsError {
  override name = 'RefusedError'
  readonly id: RequestId | null

  constructor(cause: AuthError, message: unknown) {
    super(cause.message, { cause })
    this.id = idOf(message)
  }
}

/** Adds the id of a request to an error about its caller. */
async function withId(message: unknown, act: () => MaybePromise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    throw error instanceof AuthError ? new RefusedError(error, message) : error
  }
}
