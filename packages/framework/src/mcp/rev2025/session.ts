import type { Server, Transport, TransportSendOptions } from '@modelcontextprotocol/server'
import { isDivergence } from '../../log/machine.ts'
import { Drained } from '../../tools/drain.ts'
import { LOG_LEVELS, type LogLevel } from '../../tools/effects/emit.ts'
import { JsonError } from '../../tools/errors.ts'
import { type MaybePromise, waitAtMost } from '../../tools/maybe-promise.ts'
import type { Catalog } from '../core/catalog.ts'
import { toInternalError } from '../core/error-reply.ts'
import { ErrorCode, invalidParams, ProtocolError, toErrorObject } from '../core/errors.ts'
import { type EventHub, type ServerEvent, toNotification } from '../core/events.ts'
import { SERVER_CAPABILITIES, toExtensions } from '../core/offered.ts'
import { ProgressLine } from '../core/progress.ts'
import type { RequestId } from '../core/request-id.ts'
import { SESSION_VERSIONS } from '../core/revision.ts'
import type { Message, RequestMessage } from './message.ts'
import type { Call, Method } from './methods.ts'
import { Questions } from './questions.ts'
import { type RestoredRun, SessionCall, type SessionLine } from './session-call.ts'
import { readPages } from './session-peer.ts'
import { idOfText, isForming, type Restored, type StoredSession } from './stored-sessions.ts'

/** The official SDK, loaded by the first client that needs it. */
export type Sdk = typeof import('@modelcontextprotocol/server')

/** Carries the messages of a session. */
export interface SessionTransport {
  /** Receives the messages of the client. Set before the first of them. */
  onmessage?: ((message: Message) => void) | undefined
  onclose?: (() => void) | undefined
  /** Called when the client has initialized. */
  setProtocolVersion?(version: string): void
  send(message: Message, options?: TransportSendOptions): Promise<void>
  /** Stores what is sent for a request from now on, where the session is stored. */
  keep?(request: RequestMessage, runId: string): Promise<void>
  /** Resolves once the response to a replayed message was sent. */
  replayed?(message: Message): Promise<void>
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

/** Milliseconds that a session which is left waits for the steps of its stored calls. */
const GRACE = 5_000

/** One client that has initialized or is about to: its protocol state, its running calls and its subscriptions. */
export class Session {
  readonly #sdk: Sdk
  readonly #server: Server
  readonly #transport: SessionTransport
  readonly #parts: SessionParts
  readonly #principal: string | undefined
  readonly #watched = new Map<string, () => void>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #calls = new Map<RequestId, SessionCall>()
  readonly #questions = new Questions()
  readonly #stored: StoredSession | undefined
  /** The SDK's end of the session. */
  readonly #rest: Transport
  #level = 0
  readonly #line: SessionLine
  readonly #stopListening: () => void

  constructor(
    sdk: Sdk,
    parts: SessionParts,
    transport: SessionTransport,
    principal: string | undefined,
    stored?: StoredSession,
  ) {
    this.#stored = stored
    this.#sdk = sdk
    this.#parts = parts
    this.#transport = transport
    this.#principal = principal
    const wants = (level: LogLevel) => LOG_LEVELS.indexOf(level) >= this.#level
    this.#line = { questions: this.#questions, transport, wants }
    this.#rest = {
      start: async () => {},
      send: (message, options) => transport.send(message, options),
      close: () => transport.close(),
      setProtocolVersion: (version) => transport.setProtocolVersion?.(version),
    }
    const { name, version, instructions } = parts.info
    const extensions = toExtensions(parts.catalog)
    this.#server = new sdk.Server(
      { name, version },
      {
        capabilities: { ...SERVER_CAPABILITIES, ...(Object.keys(extensions).length > 0 && { extensions }) },
        supportedProtocolVersions: SESSION_VERSIONS,
        ...(instructions !== undefined && { instructions }),
      },
    )
    this.#server.onerror = (error) => {
      // The SDK's other reports are mistakes of the client, or answers to questions that were withdrawn.
      if (error.message.startsWith('Failed to')) parts.onError(error)
    }
    // The SDK converts listings to the form of these revisions. Our methods check their own params.
    this.#server.fallbackRequestHandler = async (request) =>
      (await this.#track(this.#run(request as RequestMessage))) ?? {}
    this.#stopListening = parts.events.subscribe((event) => this.#tell(event))
  }

  /** Answers calls itself, which takes a fifth of the SDK's time, and leaves all other messages to the SDK. */
  async connect(): Promise<void> {
    const transport = this.#transport
    await this.#server.connect(this.#rest)
    transport.onmessage = (message) => this.#receive(message)
    transport.onclose = () => {
      for (const call of this.#calls.values()) call.close()
      this.#questions.close()
      this.#rest.onclose?.()
    }
  }

  /** Takes the messages that formed the session in an earlier process. */
  async replay(messages: readonly Message[]): Promise<void> {
    for (const message of messages) {
      const replayed = this.#transport.replayed?.(message)
      this.#receive(message, true)
      await replayed
    }
  }

  /** Goes on with the calls of an earlier process. */
  goOn({ answers, calls, sent }: Pick<Restored, 'answers' | 'calls' | 'sent'>): void {
    this.#questions.expect(sent.flatMap(({ text }) => idOfText(text) ?? []))
    for (const answer of answers) this.#questions.take(answer)
    for (const { request, runId, stream, ...call } of calls) {
      const texts = sent.filter((event) => event.stream === stream).map(({ text }) => text)
      void this.#track(this.#answer(request, { id: runId, pages: readPages(texts), ...call }))
    }
  }

  /** Lets go of the calls that are stored, so that another process goes on with them, and halts the others. */
  async leave(reason: string): Promise<void> {
    this.#questions.leave()
    this.#stored?.drain()
    const kept = [...this.#calls.values()].filter((call) => call.leave !== undefined)
    for (const call of kept) call.leave!(false)
    await waitAtMost(GRACE, Promise.all(kept.map((call) => call.over)))
    for (const call of kept) if (this.#calls.get(call.id) === call) call.leave!(true)
    await this.close(reason, true)
  }

  /** Halts the calls; resolves when they have ended. */
  async close(reason?: string, isLeaving = false): Promise<void> {
    this.#stopListening()
    for (const stop of this.#watched.values()) stop()
    this.#watched.clear()
    await this.#transport.close(reason, isLeaving)
    await Promise.allSettled(this.#running)
  }

  #receive(message: Message, isReplayed = false): void {
    if ('method' in message) {
      // A request over a pipe is not checked yet, and the SDK would report a malformed one as an internal error.
      const isWhole: boolean = message.method !== 'initialize' || this.#sdk.isInitializeRequest(message)
      if ('id' in message && !isWhole) return this.#refuse(message, NEEDED_TO_INITIALIZE)
      if ('id' in message && message.method !== 'tools/list' && this.#parts.methods.has(message.method)) {
        if (!isReplayed && isForming(message)) this.#stored?.remember(message).catch(() => {})
        void this.#track(this.#answer(message))
        return
      }
      if (message.method === 'notifications/cancelled') {
        const { requestId, reason } = (message.params ?? {}) as { requestId?: RequestId; reason?: string }
        const call = this.#calls.get(requestId!)
        if (call !== undefined) return call.cancel(reason)
      }
    }
    if (!this.#questions.take(message)) this.#rest.onmessage?.(message)
  }

  #refuse({ id }: RequestMessage, message: string): void {
    const error = { code: ErrorCode.invalidParams, message }
    this.#transport.send({ jsonrpc: '2.0', id, error }).catch(this.#parts.onError)
  }

  async #answer(request: RequestMessage, restored?: RestoredRun): Promise<void> {
    try {
      const response = await this.#respond(request, restored)
      if (response !== undefined) await this.#transport.send(response)
    } catch (error) {
      this.#parts.onError(error)
    }
  }

  async #respond(request: RequestMessage, restored: RestoredRun | undefined): Promise<Message | undefined> {
    const { id } = request
    try {
      const result = await this.#run(request, restored)
      return result === undefined ? undefined : { jsonrpc: '2.0', id, result }
    } catch (error) {
      return { jsonrpc: '2.0', id, error: toErrorObject(error as ProtocolError) }
    }
  }

  async #run(request: RequestMessage, restored?: RestoredRun): Promise<Record<string, unknown> | undefined> {
    const { id, method, params } = request
    const context = new SessionCall(request, this.#line, restored)
    this.#calls.set(id, context)
    if (restored?.isCancelled) context.cancel()
    const call: Call = {
      context,
      server: this.#server,
      principal: this.#principal,
      stored: this.#stored,
      watched: this.#watched,
      watch: (uri) => this.#parts.events.watch(uri),
      level: LOG_LEVELS[this.#level]!,
      setLevel: (level) => {
        this.#level = LOG_LEVELS.indexOf(level)
      },
    }
    let isLeft = false
    try {
      const answer = this.#parts.methods.get(method)
      if (answer === undefined) throw new ProtocolError(ErrorCode.methodNotFound, `there is no method ${method}`)
      const result = await this.#goOnWith(context, () => answer(params ?? {}, call))
      return context.cancelled ? undefined : result
    } catch (error) {
      // Its client does not wait for a response, and a pipe would carry one. One that was let go or lost is answered elsewhere.
      isLeft = context.isClosed || error instanceof Drained || this.#stored?.isLost(error) === true
      if (context.cancelled || isLeft) return undefined
      if (error instanceof ProtocolError) throw error
      // A run without a journal checks its arguments only when it first waits.
      if (error instanceof JsonError) throw invalidParams(error.message)
      this.#parts.onError(error)
      throw new ProtocolError(ErrorCode.internal, toInternalError(error).message)
    } finally {
      this.#calls.delete(id)
      context.end()
      if (context.cancelled) this.#transport.abandon(id)
      // A failure was reported, and its client waits for no response.
      if (context.cancelled && !isLeft) await this.#forget(context).catch(() => {})
    }
  }

  /** A stored call that was cancelled has ended, with its `finally` blocks. */
  async #forget({ storedRun: runId }: SessionCall): Promise<void> {
    if (runId === undefined) return
    await this.#stored?.append({ type: 'over', runId })
    await this.#stored?.forget(runId)
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
        this.#parts.onError(error)
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
    const stopListening = this.#parts.events.subscribe(({ type }) => type === 'list_changed' && resolve())
    const notify = (params: Record<string, unknown>) =>
      void context.notify({ method: 'notifications/progress', params }).catch(this.#parts.onError)
    const line = new ProgressLine(context._meta?.progressToken, notify, this.#parts.heartbeat, context.progress)
    line.say({ message })
    context.log('warning', message).catch(this.#parts.onError)
    try {
      await promise
    } finally {
      line.stop()
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
    if (event.type === 'task_changed' || this.#server.getNegotiatedProtocolVersion() === undefined) return
    if (event.type === 'resource_updated' && !this.#watched.has(event.uri)) return
    this.#transport.send({ jsonrpc: '2.0', ...toNotification(event) }).catch(this.#parts.onError)
  }
}
