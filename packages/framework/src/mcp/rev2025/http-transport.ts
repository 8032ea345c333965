import type { Transport, TransportSendOptions } from '@modelcontextprotocol/server'
import type { Guarded } from '../../http/auth.ts'
import { REFUSED, toErrorText } from '../core/error-reply.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { traitsOf } from '../core/message-traits.ts'
import { EventLog, fromEventId } from './event-log.ts'
import { kindOf, type Message, type RequestId, type RequestMessage } from './message.ts'
import { Reply } from './reply.ts'
import { ResumableStream } from './resumable-stream.ts'

/** The number of the GET stream, for messages that belong to no request. */
const STANDING = 0

export interface PostOptions {
  batch: boolean
  headers: Readonly<Record<string, string>>
  /** Returns what a request names. */
  guardedBy(message: unknown): readonly Guarded[]
}

/** The HTTP side of one session: it decides which response each message goes out on. */
export class HttpTransport implements Transport {
  readonly sessionId: string
  onmessage?: Transport['onmessage']
  onclose?: Transport['onclose']
  onerror?: Transport['onerror']
  /** Set once the client has initialized. */
  version: string | undefined
  /** Called when a client has left a stream that it may resume. */
  onLost: (() => void) | undefined

  readonly #log = new EventLog()
  readonly #unread: number | undefined
  readonly #replies = new Map<RequestId, Reply>()
  /** The calls that ask questions, by the id of the question. */
  readonly #asked = new Map<RequestId, Reply>()
  #standing: ResumableStream | undefined
  #streams = STANDING
  #closed = false

  constructor(sessionId: string, unread?: number) {
    this.sessionId = sessionId
    this.#unread = unread
  }

  get connected(): boolean {
    return this.#standing?.connected === true || [...this.#replies.values()].some((reply) => reply.connected)
  }

  async start(): Promise<void> {}

  setProtocolVersion(version: string): void {
    this.version = version
  }

  /** Returns what a message of the client is about: the call whose question it answers, or that it cancels. */
  concernedBy(message: Message): readonly Guarded[] {
    const { id, params } = message as { id?: RequestId; params?: { requestId?: RequestId } }
    const kind = kindOf(message)
    if (kind === 'response') return this.#asked.get(id!)?.stream.concerns ?? []
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
    const reply = new Reply(exchange, this.#createStream(++this.#streams, concerns), ids, options)
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
    if (at === undefined || at.stream > this.#streams || (at.stream === STANDING && !this.#standing)) return false
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

  async send(message: Message, options?: TransportSendOptions): Promise<void> {
    if (this.#closed) return
    const text = JSON.stringify(message)
    const kind = kindOf(message)
    if (kind === 'response') {
      const { id } = message as { id: RequestId }
      this.#replies.get(id)?.respond(id, text)
      this.#replies.delete(id)
      return
    }
    const reply = options?.relatedRequestId === undefined ? undefined : this.#replies.get(options.relatedRequestId)
    if (reply !== undefined && kind === 'request') this.#ask((message as RequestMessage).id, reply)
    const outlet = options?.relatedRequestId === undefined ? this.#standing : reply
    const { method, params } = message as { method?: string; params?: Record<string, unknown> }
    outlet?.send(text, traitsOf(method, params))
  }

  /** Called when a cancelled request has ended: its HTTP response ends without a JSON-RPC response. */
  abandon(id: RequestId): void {
    this.#replies.get(id)?.abandon(id)
    this.#replies.delete(id)
  }

  /** Closes every response that can be resumed. */
  dropReplies(): void {
    for (const reply of new Set(this.#replies.values())) reply.drop()
  }

  async close(reason = 'the session has ended'): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    for (const [id, reply] of this.#replies) reply.respond(id, toErrorText(id, { code: REFUSED, message: reason }))
    this.#replies.clear()
    this.#standing?.drop()
    this.onclose?.()
  }

  /** Remembers which call asks a question, until the call has ended. */
  #ask(id: RequestId, reply: Reply): void {
    for (const [asked, by] of this.#asked) if (by.isOver) this.#asked.delete(asked)
    this.#asked.set(id, reply)
  }

  #streamOf(number: number): ResumableStream | undefined {
    if (number === STANDING) return this.#standing
    for (const { stream } of this.#replies.values()) if (stream.number === number) return stream
    return undefined
  }

  #createStream(number: number, concerns: readonly Guarded[] = []): ResumableStream {
    const stream = new ResumableStream(number, this.#log, {
      concerns,
      primed: takesPriming(this.version),
      unread: this.#unread,
    })
    stream.onLost = () => this.onLost?.()
    return stream
  }
}

/** Older clients fail on an event without data. */
const takesPriming = (version: string | undefined): boolean => version !== undefined && version >= '2025-11-25'
