import { toCallerName } from '../../http/allowance.ts'
import { AuthError, type Guarded } from '../../http/auth.ts'
import { isObject } from '../../tools/json.ts'
import type { Admitted } from '../core/auth.ts'
import type { Catalog } from '../core/catalog.ts'
import type { Channel } from '../core/channel.ts'
import { JSON_HEADERS, replyError, toErrorText, toInternalError } from '../core/error-reply.ts'
import { ErrorCode, invalidParams, ProtocolError } from '../core/errors.ts'
import { EventStream } from '../core/event-stream.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { withKeyHeader } from '../core/idempotency.ts'
import { traitsOf } from '../core/message-traits.ts'
import {
  checkParamHeaders,
  decodeHeaderValue,
  headerMismatch,
  type ParamHeader,
  readParamHeaders,
} from '../core/param-headers.ts'
import { idOf, isRequestId } from '../core/request-id.ts'
import { claimsRev2026 } from '../core/revision.ts'
import { type Envelope, META } from './envelope.ts'
import type { Rev2026, Rev2026Request } from './handlers.ts'

export interface Rev2026HttpOptions {
  rev2026: Rev2026
  catalog: Pick<Catalog, 'listedTools'>
  /** Bytes that may wait for a slow reader. */
  unread?: number
  onError: (error: unknown) => void
}

/** The parameter that the header `Mcp-Name` repeats, by method. */
const NAME_SOURCE: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
])

/** The HTTP status of a JSON-RPC error, where it is not 200. */
const STATUS: ReadonlyMap<number, number> = new Map([
  [ErrorCode.missingCapability, 400],
  [ErrorCode.limitReached, 429],
])

/** Seconds after which a client may try again when a limit was reached. */
const RETRY_AFTER = '30'

/** Answers requests of 2026-07-28 over HTTP. Each POST is independent, and its headers repeat parts of the body. */
export function createRev2026Http({ rev2026, catalog, unread, onError }: Rev2026HttpOptions) {
  let listed: Catalog['listedTools'] | undefined
  let paramHeaders: ReadonlyMap<unknown, readonly ParamHeader[]> = new Map()
  /** Reads the declarations once for each offer. */
  const headersOf = (name: unknown): readonly ParamHeader[] | undefined => {
    if (listed !== catalog.listedTools) {
      listed = catalog.listedTools
      paramHeaders = readAllParamHeaders(listed)
    }
    return paramHeaders.get(name)
  }
  // A wrong declaration fails when the server is created.
  headersOf(undefined)

  return async (exchange: HttpExchange, message: unknown, caller: Admitted | undefined): Promise<void> => {
    if (!isMessage(message)) {
      const expected = 'expected one JSON-RPC request: { jsonrpc: "2.0", id: string or integer, method, params }'
      return replyError(exchange, 400, idOf(message), { code: ErrorCode.invalidRequest, message: expected })
    }
    const { id } = message
    let request: Rev2026Request
    try {
      if (id === undefined) {
        checkAgreement(exchange, message)
        return exchange.reply(202, {})
      }
      request = admit(exchange, id, withKeyHeader(exchange, message))
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return replyError(exchange, error.code === ErrorCode.methodNotFound ? 404 : 400, id ?? null, error)
    }
    const answer = new Answer(exchange, caller, unread)
    try {
      answer.end(200, JSON.stringify({ jsonrpc: '2.0', id: request.id, result: await rev2026.answer(request, answer) }))
    } catch (error) {
      // The caller is refused with a status and a challenge, which a response that has begun cannot have.
      if (error instanceof AuthError && !answer.hasBegun) throw error
      if (error instanceof ProtocolError) {
        const headers = error.code === ErrorCode.limitReached ? { 'retry-after': RETRY_AFTER } : undefined
        answer.end(STATUS.get(error.code) ?? 200, toErrorText(request.id, error), headers)
        return
      }
      // An error after the client has left is caused by that.
      if (!exchange.signal.aborted) onError(error)
      answer.end(200, toErrorText(request.id, toInternalError(error)))
    }
  }

  /** Clients rely on the order of the checks: envelope, headers, method, then the headers of a tool. */
  function admit(exchange: HttpExchange, id: string | number, { method, params }: Message): Rev2026Request {
    const envelope = readEnvelope(exchange, method, params)
    requireHeader(exchange, 'MCP-Protocol-Version', envelope.version)
    requireHeader(exchange, 'Mcp-Method', method)
    // The envelope was read from it, so it is an object.
    const given = params as Record<string, unknown>
    const source = NAME_SOURCE.get(method)
    if (source !== undefined) requireName(exchange, method, source, given[source])
    if (!rev2026.hasMethod(method)) {
      throw new ProtocolError(ErrorCode.methodNotFound, `there is no method ${method} in ${envelope.version}`)
    }
    const declared = method === 'tools/call' ? headersOf(given.name) : undefined
    if (declared !== undefined) checkParamHeaders(declared, given.arguments, exchange)
    return { id, method, params: given, envelope }
  }

  function readEnvelope(exchange: HttpExchange, method: string, params: unknown): Envelope {
    try {
      return rev2026.readEnvelope(params)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      if (error.code === ErrorCode.unsupportedVersion) checkAgreement(exchange, { method, params })
      if (method === 'initialize' && !claimsRev2026({ params })) {
        // A client that opens a session, behind a proxy that sets headers.
        throw headerMismatch('MCP-Protocol-Version', exchange.header('mcp-protocol-version'), 'initialize')
      }
      throw error
    }
  }
}

interface Message {
  id?: string | number
  method: string
  params?: unknown
}

function isMessage(value: unknown): value is Message {
  if (!isObject(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string') return false
  return value.id === undefined || isRequestId(value.id)
}

function requireHeader(exchange: HttpExchange, name: string, body: string): void {
  const sent = exchange.header(name.toLowerCase())
  if (sent !== body) throw headerMismatch(name, sent, body)
}

function requireName(exchange: HttpExchange, method: string, source: string, body: unknown): void {
  if (typeof body !== 'string') throw invalidParams(`${method} needs params.${source}, a string`)
  const sent = exchange.header('mcp-name')
  if (sent === undefined || decodeHeaderValue(sent) !== body) throw headerMismatch('Mcp-Name', sent, body)
}

/** Throws if a header differs from the body; it may be missing. */
function checkAgreement(exchange: HttpExchange, { method, params }: Message): void {
  const version = isObject(params) && isObject(params._meta) ? params._meta[META.protocolVersion] : undefined
  if (typeof version === 'string' && exchange.header('mcp-protocol-version') !== undefined) {
    requireHeader(exchange, 'MCP-Protocol-Version', version)
  }
  if (exchange.header('mcp-method') !== undefined) requireHeader(exchange, 'Mcp-Method', method)
}

/** The channel of one request: one JSON body, or events from the first notification on. */
class Answer implements Channel {
  readonly receivedAt = Date.now()
  readonly principal: string | undefined
  readonly caller: string | undefined
  readonly #caller: Admitted | undefined
  readonly #exchange: HttpExchange
  readonly #unread: number | undefined
  #events: EventStream | undefined
  #ended = false

  constructor(exchange: HttpExchange, caller: Admitted | undefined, unread: number | undefined) {
    this.#exchange = exchange
    this.#unread = unread
    this.principal = caller?.principal
    this.caller = toCallerName(caller?.principal, exchange.address)
    this.#caller = caller
  }

  get hasBegun(): boolean {
    return this.#events !== undefined
  }

  requireScopes(guarded: Guarded): void {
    this.#caller?.requireScopes(guarded)
  }

  get signal(): AbortSignal {
    return this.#exchange.signal
  }

  notify(method: string, params: Record<string, unknown>): void {
    if (this.#ended || this.signal.aborted) return
    this.#events ??= new EventStream(this.#exchange, { unread: this.#unread })
    this.#events.send(JSON.stringify({ jsonrpc: '2.0', method, params }), traitsOf(method, params))
  }

  /** Ends the response. The status is used if nothing was streamed. */
  end(status: number, text: string, headers?: Readonly<Record<string, string>>): void {
    this.#ended = true
    if (this.#events === undefined) this.#exchange.reply(status, { ...JSON_HEADERS, ...headers }, text)
    else this.#events.end(text)
  }
}

function readAllParamHeaders(tools: Catalog['listedTools']): ReadonlyMap<unknown, readonly ParamHeader[]> {
  return new Map(
    tools
      .map(({ name, inputSchema }) => [name, readParamHeaders(name, inputSchema)] as const)
      .filter(([, declared]) => declared.length > 0),
  )
}
