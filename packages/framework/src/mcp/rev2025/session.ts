import type { Server, Transport, TransportSendOptions } from '@modelcontextprotocol/server'
import { LimitError } from '../../http/allowance.ts'
import { isDivergence } from '../../log/machine.ts'
import { Drained } from '../../tools/drain.ts'
import { LOG_LEVELS, type LogLevel } from '../../tools/effects/emit.ts'
import { JsonError } from '../../tools/errors.ts'
import { type MaybePromise, waitAtMost } from '../../tools/maybe-promise.ts'
import type { Catalog } from '../core/catalog.ts'
import type { ClientCapabilities } from '../core/client-capabilities.ts'
import { toInternalError } from '../core/error-reply.ts'
import { ErrorCode, invalidParams, limitReached, ProtocolError, toErrorObject } from '../core/errors.ts'
import { type EventHub, type ServerEvent, toNotification } from '../core/events.ts'
import { SERVER_CAPABILITIES, toExtensions } from '../core/offered.ts'
import type { RequestId } from '../core/request-id.ts'
import { SESSION_VERSIONS } from '../core/revision.ts'
import { isForming, type Message, type RequestMessage } from './message.ts'
import type { Method } from './methods.ts'
import type { Questions } from './questions.ts'
import type { RestoredCall } from './restore.ts'
import { SessionCall } from './session-call.ts'
import type { StoredSession } from './stored-session.ts'

/** The official SDK, loaded by the first client that needs it. */
export type Sdk = typeof import('@modelcontextprotocol/server')

export interface SendOptions extends TransportSendOptions {
  /** Called once the message is stored, where it has to be, and is written or kept for a client that resumes. */
  onSent?: () => void
}

/** Carries the messages of a session. */
export interface SessionTransport {
  /** What the client is asked. */
  readonly questions: Questions
  /** Receives the messages of the client. Set before the first of them. */
  onmessage?: ((message: Message) => void) | undefined
  onclose?: (() => void) | undefined
  /** Whether what is sent for either request goes out on the same stream. */
  sharesStream(one: RequestId, other: RequestId): boolean
  /** Called when the client has initialized. */
  setProtocolVersion?(version: string): void
  send(message: Message, options?: SendOptions): Promise<void>
  /** Stores the answers to questions of stored calls; resolves to the messages as they count. */
  storeAnswers?(messages: readonly Message[]): Promise<Message[]>
  /** Stores what is sent for a request from now on, where the session is stored. `isCancelled`: its client has cancelled it. */
  keep?(request: RequestMessage, runId: string, isCancelled: boolean): Promise<void>
  /** Called when a cancelled request has ended; it gets no response. */
  abandon(id: RequestId): void
  /** `isLeaving`: the responses of stored calls are left to another process. */
  close(reason?: string, isLeaving?: boolean): Promise<void>
}

export interface SessionParts {
  info: { name: string; version: string; instructions?: string }
  methods: ReadonlyMap<string, Method>
  catalog: Catalog
  events: EventHub
  /** Milliseconds between two heartbeats of a call. */
  heartbeat: number
  onError(error: unknown): void
}

export const NEEDED_TO_INITIALIZE = 'initialize needs protocolVersion, capabilities and clientInfo: { name, version }'

/** Milliseconds that a session which is left waits for its calls: less than its node waits for it. */
const GRACE = 4_000

/** One client that has initialized or is about to: its protocol state, its running calls and its subscriptions. */
export class Session {
  readonly #sdk: Sdk
  readonly server: Server
  readonly transport: SessionTransport
  readonly parts: SessionParts
  readonly principal: string | undefined
  /** Where it is stored. */
  readonly stored: StoredSession | undefined
  /** The lowest level of log messages that the client receives. */
  level: LogLevel = LOG_LEVELS[0]!
  /** The resources whose updates are sent to the client, with what stops it. */
  readonly watched = new Map<string, () => void>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #calls = new Map<RequestId, SessionCall>()
  /** The SDK's end of the session. */
  readonly #rest: Transport
  /** Called with what the SDK sends: first the response to `initialize`. */
  #initialized: (() => void) | undefined
  readonly #stopListening: () => void

  constructor(
    sdk: Sdk,
    parts: SessionParts,
    transport: SessionTransport,
    principal: string | undefined,
    stored?: StoredSession,
  ) {
    this.stored = stored
    this.#sdk = sdk
    this.parts = parts
    this.transport = transport
    this.principal = principal
    this.#rest = {
      start: async () => {},
      send: (message, options) => {
        this.#initialized?.()
        return transport.send(message, options)
      },
      close: () => transport.close(),
      setProtocolVersion: (version) => transport.setProtocolVersion?.(version),
    }
    const { name, version, instructions } = parts.info
    const extensions = toExtensions(parts.catalog)
    this.server = new sdk.Server(
      { name, version },
      {
        capabilities: { ...SERVER_CAPABILITIES, ...(Object.keys(extensions).length > 0 && { extensions }) },
        supportedProtocolVersions: SESSION_VERSIONS,
        ...(instructions !== undefined && { instructions }),
      },
    )
    this.server.onerror = (error) => {
      // The SDK's other reports are mistakes of the client, or answers to questions that were withdrawn.
      if (error.message.startsWith('Failed to')) parts.onError(error)
    }
    // The SDK converts listings to the form of these revisions. Our methods check their own params.
    this.server.fallbackRequestHandler = async (request) =>
      (await this.#track(this.#run(request as RequestMessage))) ?? {}
    this.#stopListening = parts.events.subscribe((event) => this.#tell(event))
  }

  /** What the client can be asked. */
  get client(): ClientCapabilities {
    return (this.server.getClientCapabilities() ?? {}) as ClientCapabilities
  }

  /** Whether the client receives log messages of this level. */
  wants(level: LogLevel): boolean {
    return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(this.level)
  }

  /** Answers calls itself, which takes a fifth of the SDK's time, and leaves all other messages to the SDK. */
  async connect(): Promise<void> {
    const transport = this.transport
    await this.server.connect(this.#rest)
    transport.onmessage = (message) => this.#receive(message)
    transport.onclose = () => {
      for (const call of this.#calls.values()) call.close()
      this.transport.questions.close()
      this.#rest.onclose?.()
    }
  }

  /** Takes the messages that formed the session in an earlier process. Their responses go nowhere. */
  async replay(messages: readonly Message[]): Promise<void> {
    for (const message of messages as readonly RequestMessage[]) {
      if (message.method === 'initialize') await this.#initialize(message)
      else await this.#answer(message)
    }
  }

  /** Resolves once the SDK has responded. */
  async #initialize(message: Message): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#initialized = resolve
    this.#rest.onmessage?.(message)
    await promise
  }

  /** Goes on with the calls of an earlier process. */
  goOn(calls: readonly RestoredCall[]): void {
    for (const call of calls) {
      this.transport.questions.expect(call)
      void this.#track(this.#answer(call.request, call))
    }
  }

  /**
   * Lets go of the calls that are stored or being stored, so that another process goes on with them, and halts the others: at once
   * when the server shuts down, otherwise after some time, because no other process answers them.
   */
  async leave(reason: string, isClosing: boolean): Promise<void> {
    this.transport.questions.leave()
    const kept = [...this.#calls.values()].filter((call) => call.leave !== undefined)
    for (const call of kept) call.leave!(false)
    const over: Promise<unknown> = isClosing
      ? Promise.all(kept.map((call) => call.over))
      : Promise.allSettled(this.#running)
    await waitAtMost(GRACE, over)
    for (const call of kept) if (this.#calls.get(call.id) === call) call.leave!(true)
    await this.close(reason, true)
  }

  /** Halts the calls; resolves when they have ended. */
  async close(reason?: string, isLeaving = false): Promise<void> {
    this.#stopListening()
    for (const stop of this.watched.values()) stop()
    this.watched.clear()
    await this.transport.close(reason, isLeaving)
    await Promise.allSettled(this.#running)
  }

  #receive(message: Message): void {
    if ('method' in message) {
      // A request over a pipe is not checked yet, and the SDK would report a malformed one as an internal error.
      const isWhole: boolean = message.method !== 'initialize' || this.#sdk.isInitializeRequest(message)
      if ('id' in message && !isWhole) return this.#refuse(message, ErrorCode.invalidParams, NEEDED_TO_INITIALIZE)
      if ('id' in message && message.method !== 'tools/list' && this.parts.methods.has(message.method)) {
        const stored = isForming(message) ? this.stored : undefined
        void this.#track(stored === undefined ? this.#answer(message) : this.#remember(stored, message))
        return
      }
      if (message.method === 'notifications/cancelled') {
        const { requestId, reason } = (message.params ?? {}) as { requestId?: RequestId; reason?: string }
        const call = this.#calls.get(requestId!)
        if (call !== undefined) return call.cancel(reason)
      }
    }
    if (!this.transport.questions.take(message)) this.#rest.onmessage?.(message)
  }

  /** Stores a message that forms the session before it is answered. */
  async #remember(stored: StoredSession, message: RequestMessage): Promise<void> {
    try {
      await stored.remember(message)
    } catch {
      return this.#refuse(message, ErrorCode.internal, 'this message could not be stored; send it again')
    }
    await this.#answer(message)
  }

  #refuse({ id }: RequestMessage, code: number, message: string): void {
    const error = { code, message }
    this.transport.send({ jsonrpc: '2.0', id, error }).catch(this.parts.onError)
  }

  async #answer(request: RequestMessage, restored?: RestoredCall): Promise<void> {
    try {
      const response = await this.#respond(request, restored)
      if (response !== undefined) await this.transport.send(response)
    } catch (error) {
      this.parts.onError(error)
    }
  }

  async #respond(request: RequestMessage, restored: RestoredCall | undefined): Promise<Message | undefined> {
    const { id } = request
    try {
      const result = await this.#run(request, restored)
      return result === undefined ? undefined : { jsonrpc: '2.0', id, result }
    } catch (error) {
      return { jsonrpc: '2.0', id, error: toErrorObject(error as ProtocolError) }
    }
  }

  async #run(request: RequestMessage, restored?: RestoredCall): Promise<Record<string, unknown> | undefined> {
    const { id, method, params } = request
    const call = new SessionCall(request, this, restored)
    this.#calls.set(id, call)
    if (restored?.isCancelled) call.cancel()
    let isLeft = false
    try {
      const answer = this.parts.methods.get(method)
      if (answer === undefined) throw new ProtocolError(ErrorCode.methodNotFound, `there is no method ${method}`)
      const result = await this.#goOnWith(call, () => answer(params ?? {}, call))
      return call.cancelled ? undefined : result
    } catch (error) {
      // Its client does not wait for a response, and a pipe would carry one. One that was let go or lost is answered elsewhere.
      isLeft = call.isClosed || error instanceof Drained || this.stored?.isLost(error) === true
      if (call.cancelled || isLeft) return undefined
      if (error instanceof ProtocolError) throw error
      if (error instanceof LimitError) throw limitReached(error)
      // A run without a journal checks its arguments only when it first waits.
      if (error instanceof JsonError) throw invalidParams(error.message)
      this.parts.onError(error)
      throw new ProtocolError(ErrorCode.internal, toInternalError(error).message)
    } finally {
      this.#calls.delete(id)
      if (restored !== undefined) this.transport.questions.forget(restored)
      if (call.cancelled) this.transport.abandon(id)
      // A failure was reported, and its client waits for no response.
      if (call.cancelled && !isLeft) await this.#forget(call).catch(() => {})
      call.end()
    }
  }

  /** A stored call that was cancelled has ended, with its `finally` blocks. */
  async #forget({ storedRun: runId }: SessionCall): Promise<void> {
    if (runId === undefined) return
    await this.stored?.append({ type: 'over', runId })
    await this.stored?.forget(runId)
  }

  /**
   * Runs a call. One of an earlier process that meets other code than it was recorded with stays stored, and its request stays
   * open: it goes on when the tools of this process change, or in a process with the right code (R13).
   */
  async #goOnWith<T>(context: SessionCall, run: () => MaybePromise<T>): Promise<T> {
    for (;;) {
      try {
        return await run()
      } catch (error) {
        if (context.restored === undefined || !isDivergence(error)) throw error
        this.parts.onError(error)
        await this.#pause(context, error.clientMessage)
      }
    }
  }

  /** Tells the client that its call is paused. Resolves when the tools change; rejects with `Drained` when the call is left or cancelled. */
  async #pause(context: SessionCall, message: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => reject(new Drained('the call goes on in another process'))
    context.leave = leave
    context.signal.addEventListener('abort', leave, { once: true })
    if (context.cancelled) leave()
    const stopListening = this.parts.events.subscribe(({ type }) => type === 'list_changed' && resolve())
    context.tellProgress().say({ message })
    context.log('warning', message).catch(this.parts.onError)
    try {
      await promise
    } finally {
      stopListening()
      context.signal.removeEventListener('abort', leave)
    }
  }

  #track<T>(running: Promise<T>): Promise<T> {
    this.#running.add(running)
    const forget = () => this.#running.delete(running)
    running.then(forget, forget)
    return running
  }

  #tell(event: ServerEvent): void {
    // These revisions have other tasks.
    if (event.type === 'task_changed' || this.server.getNegotiatedProtocolVersion() === undefined) return
    if (event.type === 'resource_updated' && !this.watched.has(event.uri)) return
    this.transport.send({ jsonrpc: '2.0', ...toNotification(event) }).catch(this.parts.onError)
  }
}
