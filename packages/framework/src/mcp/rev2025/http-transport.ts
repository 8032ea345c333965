import type { TransportSendOptions } from '@modelcontextprotocol/server'
import type { Guarded } from '../../http/auth.ts'
import { RecordSizeError } from '../../tools/errors.ts'
import type { Json } from '../../tools/json.ts'
import { REFUSED, toErrorText } from '../core/error-reply.ts'
import { ErrorCode } from '../core/errors.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { traitsOf } from '../core/message-traits.ts'
import type { RequestId } from '../core/request-id.ts'
import { EventLog, fromEventId } from './event-log.ts'
import { kindOf, type Message, type RequestMessage } from './message.ts'
import { readQuestionId } from './questions.ts'
import { type Keeper, Reply } from './reply.ts'
import { ResumableStream } from './resumable-stream.ts'
import type { SessionTransport } from './session.ts'
import { idOfText, type Restored, type SessionEvent, type StoredSession } from './stored-sessions.ts'

/** The number of the GET stream, for messages that belong to no request. */
const STANDING = 0

export interface PostOptions {
  batch: boolean
  headers: Readonly<Record<string, string>>
  /** Returns what a request names. */
  guardedBy(message: unknown): readonly Guarded[]
}

/** The HTTP side of one session: it decides which response each message goes out on. */
export class HttpTransport implements SessionTransport {
  readonly sessionId: string
  onmessage?: SessionTransport['onmessage']
  onclose?: SessionTransport['onclose']
  /** Set once the client has initialized. */
  version: string | undefined
  /** Called when a client has left a stream that it may resume. */
  onLost: (() => void) | undefined

  readonly #stored: StoredSession | undefined
  /** The streams that an earlier process stored; `undefined` for a session of this one. */
  #restored: ReadonlySet<number> | undefined
  /** Called when a replayed message was answered, by its id. */
  readonly #replays = new Map<RequestId, () => void>()
  /** The questions that an earlier process sent. */
  readonly #sent = new Set<RequestId>()
  readonly #log = new EventLog()
  readonly #unread: number | undefined
  readonly #replies = new Map<RequestId, Reply>()
  /** The runs of the calls that are stored or being stored, by the id of the request. */
  readonly #runs = new Map<RequestId, string>()
  /** The calls that ask questions, by the id of the question. */
  readonly #asked = new Map<RequestId, { reply: Reply; request: RequestId }>()
  #standing: ResumableStream | undefined
  #streams = STANDING
  /** The numbers of streams of earlier processes are below it. */
  #base = 0
  #closed = false

  constructor(sessionId: string, unread?: number, stored?: StoredSession) {
    this.sessionId = sessionId
    this.#unread = unread
    this.#stored = stored
  }

  /** Takes up the streams of an earlier process. `base` is above the numbers of all its streams. */
  restore({ calls, sent }: Pick<Restored, 'calls' | 'sent'>, base: number, guardedBy: PostOptions['guardedBy']): void {
    this.#streams = base
    this.#base = base
    this.#restored = new Set([...calls, ...sent].map(({ stream }) => stream))
    // The calls of a batch share a stream.
    for (const [number, those] of Map.groupBy(calls, ({ stream }) => stream)) {
      const requests = those.map(({ request }) => request)
      const only = requests.length === 1 ? requests[0]!.id : undefined
      const stream = this.#createStream(number, requests.flatMap(guardedBy), only)
      const owed = requests.map(({ id }) => id)
      const reply = new Reply(undefined, stream, owed, { batch: those.length > 1, headers: {} })
      for (const { request, runId } of those) this.#take(reply, request, runId, sent)
    }
    for (const event of sent) this.#log.restore(event, this.#streamOf(event.stream)?.concerns ?? [])
    // The client may have seen later events that were not stored, such as progress.
    this.#log.advance(base)
  }

  /** Takes up a call of an earlier process, with the questions that it has sent. */
  #take(reply: Reply, { id: request }: RequestMessage, runId: string, sent: Restored['sent']): void {
    reply.keep(request, this.#createKeeper(runId))
    this.#replies.set(request, reply)
    this.#runs.set(request, runId)
    for (const { text } of sent) {
      const id = idOfText(text)
      if (id === undefined || readQuestionId(id, runId) === undefined) continue
      this.#sent.add(id)
      this.#asked.set(id, { reply, request })
    }
  }

  /** Resolves once a message that was replayed has its effect. */
  replayed(message: Message): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#replays.set((message as RequestMessage).id, resolve)
    return promise
  }

  /** Stores a call, and what is sent for it from now on. */
  async keep(request: RequestMessage, runId: string): Promise<void> {
    const reply = this.#replies.get(request.id)
    if (reply === undefined || this.#stored === undefined) return
    this.#runs.set(request.id, runId)
    // First: after a write that got no answer, another process may go on with the call and respond to it.
    reply.keep(request.id, this.#createKeeper(runId))
    await this.#stored.append({ type: 'call', runId, stream: reply.stream.number, request: request as Json })
  }

  /** Stores the answers to questions of stored calls, and which of them are cancelled, before the client is told that they arrived. */
  async storeAnswers(messages: readonly Message[]): Promise<void> {
    for (const message of messages) {
      const { method, params } = message as { method?: string; params?: { requestId?: RequestId } }
      const runId = method === 'notifications/cancelled' ? this.#runs.get(params?.requestId as RequestId) : undefined
      if (runId !== undefined) await this.#stored?.append({ type: 'cancel', runId })
      const asked = kindOf(message) === 'response' ? this.#asked.get((message as { id: RequestId }).id) : undefined
      if (asked?.reply.keeps(asked.request)) await this.#stored?.append({ type: 'answer', message: message as Json })
    }
  }

  #createKeeper(runId: string): Keeper {
    const store = async (
      event: SessionEvent,
      tooLarge?: (error: RecordSizeError) => Promise<boolean>,
    ): Promise<boolean> => {
      try {
        await this.#stored?.append(event)
        return true
      } catch (error) {
        if (error instanceof RecordSizeError && tooLarge !== undefined) return tooLarge(error)
        // The client resumes its stream where the session is restored, and gets the event there.
        this.#stored?.lose()
        throw error
      }
    }
    return {
      sent: ({ stream, seq, text }) =>
        store({ type: 'sent', stream, seq, text }, async ({ message }) => {
          // As if the client had refused it: no attempt could store it.
          this.onmessage?.({ jsonrpc: '2.0', id: idOfText(text)!, error: { code: ErrorCode.internal, message } })
          return false
        }),
      done: async ({ stream, seq, text }) => {
        const done = { type: 'done' as const, runId, stream, seq }
        // Only a client that resumes its stream at another process receives the problem in place of the response.
        await store({ ...done, text }, ({ message }) =>
          store({ ...done, text: toErrorText(idOfText(text) ?? null, { code: ErrorCode.internal, message }) }),
        )
        await this.#stored?.forget(runId)
        return true
      },
    }
  }

  get connected(): boolean {
    return this.#standing?.connected === true || [...this.#replies.values()].some((reply) => reply.connected)
  }

  setProtocolVersion(version: string): void {
    this.version = version
  }

  /** Returns what a message of the client is about: the call whose question it answers, or that it cancels. */
  concernedBy(message: Message): readonly Guarded[] {
    const { id, params } = message as { id?: RequestId; params?: { requestId?: RequestId } }
    const kind = kindOf(message)
    if (kind === 'response') return this.#asked.get(id!)?.reply.stream.concerns ?? []
    return kind === 'notification' ? (this.#replies.get(params?.requestId as RequestId)?.stream.concerns ?? []) : []
  }

  /** Returns what the stream of an event is about. */
  concernedByEvent(eventId: string): readonly Guarded[] {
    const at = fromEventId(eventId)
    if (at === undefined) return []
    return this.#streamOf(at.stream)?.concerns ?? this.#log.after(at.stream, 0)[0]?.concerns ?? []
  }

  isRunning(id: RequestId): boolean {
    return this.#replies.has(id)
  }

  /** Takes the messages of a POST, at least one of them a request. */
  post(exchange: HttpExchange, messages: readonly Message[], { guardedBy, ...options }: PostOptions): void {
    const ids = messages
      .filter((message): message is RequestMessage => kindOf(message) === 'request')
      .map(({ id }) => id)
    const concerns = messages.flatMap((message) => guardedBy(message))
    const only = ids.length === 1 ? ids[0] : undefined
    const reply = new Reply(exchange, this.#createStream(++this.#streams, concerns, only), ids, options)
    for (const id of ids) this.#replies.set(id, reply)
    for (const message of messages) this.onmessage?.(message)
  }

  /** Opens the GET stream; returns false when there is one already. */
  listen(exchange: HttpExchange): boolean {
    if (this.#standing?.connected) return false
    this.#standing ??= this.#createStream(STANDING)
    this.#standing.attach(exchange, this.#log.last)
    return true
  }

  /** Resumes a stream after the last event that its client has seen; returns false for an event that does not exist. */
  resume(exchange: HttpExchange, lastEventId: string): boolean {
    const at = fromEventId(lastEventId)
    if (at === undefined || at.stream > this.#streams) return false
    // A stream that was open to an earlier process is opened again.
    if (at.stream === STANDING && this.#restored !== undefined) this.#standing ??= this.#createStream(STANDING)
    if (at.stream === STANDING && !this.#standing) return false
    if (this.#isLost(at.stream)) return false
    this.#log.advance(at.seq)
    const stream = this.#streamOf(at.stream)
    if (stream !== undefined) stream.attach(exchange, at.seq)
    else if (this.#log.after(at.stream, at.seq).length === 0) exchange.reply(204, {})
    else {
      const over = this.#createStream(at.stream)
      over.attach(exchange, at.seq)
      over.drop()
    }
    return true
  }

  /** Whether a stream was one of an earlier process, and its call was not stored. */
  #isLost(stream: number): boolean {
    return this.#restored !== undefined && stream !== STANDING && stream < this.#base && !this.#restored.has(stream)
  }

  async send(message: Message, options?: TransportSendOptions): Promise<void> {
    if (this.#closed) return
    const text = JSON.stringify(message)
    const kind = kindOf(message)
    if (kind === 'response') {
      const { id } = message as { id: RequestId }
      this.#replays.get(id)?.()
      this.#replays.delete(id)
      this.#replies.get(id)?.respond(id, text)
      this.#replies.delete(id)
      this.#runs.delete(id)
      return
    }
    const request = options?.relatedRequestId
    const reply = request === undefined ? undefined : this.#replies.get(request)
    if (reply !== undefined && kind === 'request') this.#ask((message as RequestMessage).id, reply, request!)
    // The client has it, or gets it when it resumes the stream (V3).
    if (kind === 'request' && this.#sent.has((message as RequestMessage).id)) return
    const { method, params } = message as { method?: string; params?: Record<string, unknown> }
    if (request === undefined) this.#standing?.send(text, traitsOf(method, params))
    else reply?.send(request, text, traitsOf(method, params), kind === 'request')
  }

  /** Called when a cancelled request has ended: its HTTP response ends without a JSON-RPC response. */
  abandon(id: RequestId): void {
    this.#replies.get(id)?.abandon(id)
    this.#replies.delete(id)
    this.#runs.delete(id)
  }

  /** Closes every response that can be resumed. */
  dropReplies(): void {
    for (const reply of new Set(this.#replies.values())) reply.drop()
  }

  async close(reason = 'the session has ended', isLeaving = false): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    // Another process goes on with a call that was let go.
    const goesOn = ([id, reply]: [RequestId, Reply]) => isLeaving && reply.keeps(id)
    const [left, ended] = [[...this.#replies].filter(goesOn), [...this.#replies].filter((one) => !goesOn(one))]
    for (const [id, reply] of ended) reply.respond(id, toErrorText(id, { code: REFUSED, message: reason }))
    for (const [, reply] of left) reply.stream.drop()
    this.#replies.clear()
    this.#standing?.drop()
    this.onclose?.()
  }

  /** Remembers which call asks a question, until the call has ended. */
  #ask(id: RequestId, reply: Reply, request: RequestId): void {
    for (const [asked, by] of this.#asked) if (by.reply.isOver) this.#asked.delete(asked)
    this.#asked.set(id, { reply, request })
  }

  #streamOf(number: number): ResumableStream | undefined {
    if (number === STANDING) return this.#standing
    for (const { stream } of this.#replies.values()) if (stream.number === number) return stream
    return undefined
  }

  #createStream(number: number, concerns: readonly Guarded[] = [], request?: RequestId): ResumableStream {
    const stream = new ResumableStream(number, this.#log, {
      concerns,
      request,
      primed: takesPriming(this.version),
      unread: this.#unread,
    })
    stream.onLost = () => this.onLost?.()
    return stream
  }
}

/** Older clients fail on an event without data. */
const takesPriming = (version: string | undefined): boolean => version !== undefined && version >= '2025-11-25'
