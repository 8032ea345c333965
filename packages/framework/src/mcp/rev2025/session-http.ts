/**
 * Streamable HTTP of the revisions with sessions.
 *
 * A POST carries messages, a GET opens the stream for messages that belong to no request, a GET with `Last-Event-ID` resumes
 * any stream, a DELETE ends the session. Only `initialize` may come without a session. A session that is unknown, has ended
 * or belongs to another principal is 404, and the client initializes again; one that another process goes on serving is 503. A dropped
 * stream cancels nothing (R10).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { LimitError } from '../../http/allowance.ts'
import type { Guarded } from '../../http/auth.ts'
import { isLoss } from '../../log/machine.ts'
import { isRefused } from '../../log/retry.ts'
import { Drained } from '../../tools/drain.ts'
import { StoreError, SweatpantsError } from '../../tools/errors.ts'
import type { Admitted } from '../core/auth.ts'
import { REFUSED, replyError, toErrorText } from '../core/error-reply.ts'
import { ErrorCode, type JsonRpcError, ProtocolError } from '../core/errors.ts'
import { EventStream } from '../core/event-stream.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { withKeyHeader } from '../core/idempotency.ts'
import { idOf, idOfRequest, type RequestId } from '../core/request-id.ts'
import { SESSION_VERSIONS } from '../core/revision.ts'
import { fromEventId } from './event-log.ts'
import { takesPriming } from './http-transport.ts'
import { isWellFormed, kindOf, type Message, type RequestMessage } from './message.ts'
import { toPriming } from './resumable-stream.ts'
import { NEEDED_TO_INITIALIZE, type Sdk } from './session.ts'
import type { HttpSession, SessionOpener, Sessions } from './sessions.ts'

interface Parts {
  sessions: Sessions
  load(): Promise<Sdk>
}

interface Posted {
  messages: readonly Message[]
  requests: readonly RequestMessage[]
  batch: boolean
}

const SESSION_NOT_FOUND = -32001

const MAX_BATCH = 100

/** Milliseconds for which an answer waits to be stored, and between two attempts. */
const PATIENCE = 30_000
const RETRY = 200

export function createSessionHttp({ sessions, load }: Parts) {
  async function post(exchange: HttpExchange, caller: Admitted | undefined, opener: SessionOpener, body: unknown) {
    requireAccept(exchange, 'application/json')
    requireAccept(exchange, 'text/event-stream')
    const posted = readPosted(withKey(exchange, body))
    const { messages, requests, batch } = posted
    const malformed = requests.find((request) => !isWellFormed(request))
    if (malformed !== undefined) throw invalid('the params or _meta of this request are malformed', malformed)
    if (requests.some(({ method }) => method === 'initialize')) return initialize(exchange, opener, posted)
    const isPlain = requests.length === messages.length
    const found = isPlain ? find(exchange, opener) : patiently(exchange, () => find(exchange, opener))
    const { transport } = (await found) ?? refuseUnknown()
    if (batch && !takesBatches(transport.version)) throw invalid(`${transport.version} has no batches`)
    const repeated = requests.find(({ id }) => transport.isRunning(id))
    if (repeated !== undefined) throw invalid('a request with this id is still running', repeated)
    if (isPlain) return transport.post(exchange, messages, { batch, headers: {} })
    const stored = await patiently(exchange, () => storeAnswers(exchange, caller, opener, messages))
    if (requests.length > 0) return stored.transport.post(exchange, stored.messages, { batch, headers: {} })
    for (const message of stored.messages) stored.transport.onmessage?.(message)
    exchange.reply(202, {})
  }

  /** The session may be restored here meanwhile. */
  async function storeAnswers(
    exchange: HttpExchange,
    caller: Admitted | undefined,
    opener: SessionOpener,
    messages: readonly Message[],
  ) {
    const { transport } = (await find(exchange, opener)) ?? refuseUnknown()
    // A message that answers a question or cancels a call needs the scopes of its tool, like the call itself.
    for (const message of messages) requireScopes(caller, transport.concernedBy(message))
    return { transport, messages: await transport.storeAnswers(messages) }
  }

  /**
   * Acts again while the store cannot be reached: official clients do not send an answer again that was refused, and their call would wait
   * for ever.
   */
  async function patiently<T>(exchange: HttpExchange, act: () => Promise<T>): Promise<T> {
    for (const until = performance.now() + PATIENCE; ; await delay(RETRY)) {
      try {
        return await act()
      } catch (error) {
        const isUnanswered = error instanceof StoreError && !isRefused(error)
        if (!isLoss(error) && !isUnanswered) throw error
        const isElsewhere = isLoss(error) && !sessions.has(exchange.header('mcp-session-id')!)
        if (isElsewhere || exchange.signal.aborted || performance.now() > until) refuseUnstored()
      }
    }
  }

  async function initialize(exchange: HttpExchange, opener: SessionOpener, { requests, messages }: Posted) {
    const request = requests[0]!
    if (messages.length > 1) throw invalid('initialize comes alone', request)
    const sessionId = exchange.header('mcp-session-id')
    if (sessionId !== undefined && sessions.has(sessionId)) {
      throw invalid('this session is initialized already', request)
    }
    if (!opener.sdk.isInitializeRequest(request)) {
      throw new Refusal(400, NEEDED_TO_INITIALIZE, { code: ErrorCode.invalidParams })
    }
    const { transport } = await limited(() => sessions.create(opener, request))
    const headers = { 'mcp-session-id': transport.sessionId }
    transport.post(exchange, messages, { batch: false, headers })
  }

  async function get(exchange: HttpExchange, caller: Admitted | undefined, opener: SessionOpener) {
    requireAccept(exchange, 'text/event-stream')
    const lastEventId = exchange.header('last-event-id')
    if (lastEventId === undefined) {
      const { transport } = (await find(exchange, opener)) ?? refuseUnknown()
      if (!transport.listen(exchange)) throw new Refusal(409, 'this session has its GET stream open already')
      return
    }
    try {
      await resume(exchange, caller, opener, lastEventId)
    } catch (error) {
      const isOutage = error instanceof StoreError && !isRefused(error)
      const isElsewhere = error instanceof Refusal && error.status === 503
      const comesBack = (isOutage || isElsewhere) && replyLater(exchange, lastEventId)
      // An outage is reported where every error of a request is; the response is over by then.
      if (isOutage || !comesBack) throw error
    }
  }

  async function resume(
    exchange: HttpExchange,
    caller: Admitted | undefined,
    opener: SessionOpener,
    lastEventId: string,
  ): Promise<void> {
    const session = await find(exchange, opener)
    if (session === undefined && replyLost(exchange, lastEventId)) return
    const { transport } = session ?? refuseUnknown()
    requireScopes(caller, transport.concernedByEvent(lastEventId))
    if (transport.resume(exchange, lastEventId)) return
    // Another process may serve the session by now, with this stream.
    await transport.requireHere().catch(refuseElsewhere)
    if (replyLost(exchange, lastEventId)) return
    throw new Refusal(400, `no stream of this session has an event ${JSON.stringify(lastEventId)}`)
  }

  async function end(exchange: HttpExchange, opener: SessionOpener) {
    const session = (await find(exchange, opener)) ?? refuseUnknown()
    await session.end()
    exchange.reply(200, {})
  }

  async function find(exchange: HttpExchange, opener: SessionOpener): Promise<HttpSession | undefined> {
    const id = exchange.header('mcp-session-id')
    if (!id) throw new Refusal(400, 'the Mcp-Session-Id header is missing; begin with initialize')
    const session = await limited(() => sessions.find(id, opener))
    if (session === undefined) return undefined
    const version = exchange.header('mcp-protocol-version')
    if (version !== undefined && !SESSION_VERSIONS.includes(version)) {
      throw new Refusal(400, `version ${version} is not served here; sessions speak ${SESSION_VERSIONS.join(', ')}`)
    }
    session.touch()
    return session
  }

  return async (exchange: HttpExchange, caller: Admitted | undefined, body: unknown): Promise<void> => {
    const opener = { sdk: await load(), principal: caller?.principal, address: exchange.address }
    try {
      if (exchange.method === 'POST') return await post(exchange, caller, opener, body)
      if (exchange.method === 'GET') return await get(exchange, caller, opener)
      if (exchange.method === 'DELETE') return await end(exchange, opener)
      throw new Refusal(405, 'use POST, GET or DELETE', { headers: { allow: 'GET, POST, DELETE' } })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      replyError(exchange, error.status, error.id ?? idOfRequest(body), error.error, error.headers)
    }
  }
}

async function limited<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Drained) throw new Refusal(503, error.message, { headers: { 'retry-after': '1' } })
    if (!(error instanceof LimitError)) throw error
    const { status, message, headers, limit } = error
    throw new Refusal(status, message, { code: ErrorCode.limitReached, headers, data: { limit } })
  }
}

function refuseUnstored(): never {
  throw new Refusal(503, 'this message could not be stored; send it again', { headers: { 'retry-after': '1' } })
}

function refuseElsewhere(error: unknown): never {
  if (!isLoss(error)) throw error
  throw new Refusal(503, 'another process serves this session; try again', { headers: { 'retry-after': '1' } })
}

function refuseUnknown(): never {
  const message = 'Session not found: it has ended or never existed; initialize again'
  throw new Refusal(404, message, { code: SESSION_NOT_FOUND })
}

/**
 * Responds to the request of a stream that was lost with its server; returns false if the event does not tell which it was.
 * Official clients wait for the response of a stream that they resume, and would wait until they time out.
 */
function replyLost(exchange: HttpExchange, lastEventId: string): boolean {
  const { request } = fromEventId(lastEventId) ?? {}
  if (request === undefined) return false
  const message = 'the server was restarted and has lost this call; call again'
  new EventStream(exchange).end(toErrorText(request, { code: REFUSED, message }))
  return true
}

/**
 * Ends the stream that a client resumes, which then resumes it again; returns false if the client does not understand that. Official
 * clients give up after three errors in a row, and their call with them, but resume a stream that ends as often as it takes.
 */
function replyLater(exchange: HttpExchange, lastEventId: string): boolean {
  if (fromEventId(lastEventId) === undefined || !takesPriming(exchange.header('mcp-protocol-version'))) return false
  const stream = new EventStream(exchange)
  stream.write(toPriming(lastEventId))
  stream.end()
  return true
}

function requireScopes(caller: Admitted | undefined, concerned: readonly Guarded[]): void {
  for (const guarded of concerned) caller?.requireScopes(guarded)
}

/** Answers an HTTP request with an error before a session sees it. */
class Refusal extends SweatpantsError {
  override name = 'Refusal'
  readonly status: number
  readonly error: JsonRpcError
  /** Of the request in a batch that is wrong; `null` for the whole body. */
  readonly id: RequestId | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    options: { code?: number; id?: RequestId | null; headers?: Readonly<Record<string, string>>; data?: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.error = { code: options.code ?? REFUSED, message, ...(options.data !== undefined && { data: options.data }) }
    this.id = options.id ?? null
    this.headers = options.headers ?? {}
  }
}

/** The header names one call, so it is not for a batch. */
function withKey(exchange: HttpExchange, body: unknown): unknown {
  try {
    return withKeyHeader(exchange, body)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    throw new Refusal(400, error.message, { code: error.code })
  }
}

function readPosted(body: unknown): Posted {
  const batch = Array.isArray(body)
  const messages = (batch ? body : [body]) as Message[]
  if (messages.length === 0 || messages.length > MAX_BATCH) throw invalid(`a batch has 1 to ${MAX_BATCH} messages`)
  const requests: RequestMessage[] = []
  const ids = new Set<unknown>()
  for (const message of messages) {
    const kind = kindOf(message)
    if (kind === undefined) throw invalid('this is not a JSON-RPC 2.0 message', message)
    if (kind !== 'request') continue
    requests.push(message as RequestMessage)
    ids.add((message as RequestMessage).id)
  }
  if (ids.size < requests.length) throw invalid('two requests have the same id')
  return { messages, requests, batch }
}

function requireAccept(exchange: HttpExchange, type: string): void {
  const accept = exchange.header('accept') ?? ''
  if (!accept.includes(type) && !accept.includes('*/*')) throw new Refusal(406, `the client must accept ${type}`)
}

const invalid = (message: string, about?: unknown): Refusal =>
  new Refusal(400, message, { code: ErrorCode.invalidRequest, id: idOf(about) })

/** Only one revision has batches. */
const takesBatches = (version: string | undefined): boolean => version === '2025-03-26'
