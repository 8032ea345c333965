import type { Guarded } from '../../http/auth.ts'
import { RecordSizeError } from '../../tools/errors.ts'
import type { Json } from '../../tools/json.ts'
import type { Catalog } from '../core/catalog.ts'
import { REFUSED, toErrorText } from '../core/error-reply.ts'
import { ErrorCode } from '../core/errors.ts'
import { readGuarded } from '../core/guarded.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { traitsOf } from '../core/message-traits.ts'
import type { RequestId } from '../core/request-id.ts'
import { EventLog, fromEventId } from './event-log.ts'
import { idOfText, kindOf, type Message, type RequestMessage } from './message.ts'
import { Questions } from './questions.ts'
import { type Keeper, Reply } from './reply.ts'
import type { Restored, SessionEvent } from './restore.ts'
import { ResumableStream } from './resumable-stream.ts'
import type { SendOptions, SessionTransport } from './session.ts'
import type { StoredSession } from './stored-session.ts'

/** The number of the GET stream, for messages that belong to no request. */
const STANDING = 0

/**
 * Connections of the GET stream. The official clients open a second one in place of the stream of a call that they lost before its first
 * event, and resume both when they end: if each ended the other, they would do so for ever.
 */
const STANDING_CONNECTIONS = 4

export interface PostOptions {
  batch: boolean
  headers: Readonly<Record<string, string>>
}

/** The HTTP side of one session: it decides which response each message goes out on. */
export class HttpTransport implements SessionTransport {
  readonly sessionId: string
  readonly questions = new Questions()
  onmessage?: SessionTransport['onmessage']
  onclose?: SessionTransport['onclose']
  /** Set once the client has initialized. */
  version: string | undefined
  /** Called when a client has left a stream that it may resume. */
  onLost: (() => void) | undefined

  readonly #stored: StoredSession | undefined
  /** The streams that an earlier process stored; `undefined` for a session of this one. */
  #restored: ReadonlySet<number> | undefined
  readonly #log = new EventLog()
  readonly #catalog: Catalog
  readonly #unread: number | undefined
  readonly #replies = new Map<RequestId, Reply>()
  /** The streams that are not over. */
  readonly #open = new Map<number, ResumableStream>()
  #streams = STANDING
  /** The numbers of streams of earlier processes are below it. */
  #base = 0
  #closed = false

  constructor(sessionId: string, catalog: Catalog, unread?: number, stored?: StoredSession) {
    this.sessionId = sessionId
    this.#catalog = catalog
    this.#unread = unread
    this.#stored = stored
  }

  /** Takes up the streams of an earlier process. `base` is above the numbers of all its streams. */
  restore({ calls, requests, sent }: Restored, { base }: Pick<StoredSession, 'base'>): void {
    this.#streams = base
    this.#base = base
    // The calls of a batch share a stream.
    const byStream = Map.groupBy(requests, ({ stream }) => stream)
    const concerns = new Map(
      [...byStream].map(([stream, those]) => [stream, this.#readGuarded(those.map(({ request }) => request))]),
    )
    this.#restored = new Set(concerns.keys())
    // A client that had it open at an earlier process resumes it, and gets what happens until then.
    this.#createStream(STANDING)
    for (const [number, those] of Map.groupBy(calls, ({ stream }) => stream)) {
      const owed = those.map(({ request }) => request.id)
      const stream = this.#createStream(number, concerns.get(number), owed.length === 1 ? owed[0] : undefined)
      const reply = new Reply(undefined, stream, owed, { batch: owed.length > 1, headers: {} })
      for (const { request, runId, questions, answers } of those) {
        const unanswered = new Set(questions.keys())
        for (const answer of answers) unanswered.delete((answer as { id: RequestId }).id)
        reply.keep(request.id, this.#createKeeper(runId, unanswered))
        this.#replies.set(request.id, reply)
      }
    }
    for (const { stream, seq, text } of sent) {
      this.#log.keep({ stream, seq, text, concerns: concerns.get(stream) ?? [] })
    }
    // The client may have seen later events that were not stored, such as progress.
    this.#log.advance(base)
  }

  /** Stores a call, and what is sent for it from now on. */
  async keep(request: RequestMessage, runId: string, isCancelled: boolean): Promise<void> {
    const reply = this.#replies.get(request.id)
    if (reply === undefined || this.#stored === undefined) return
    // First: after a write that got no answer, another process may go on with the call and respond to it.
    reply.keep(request.id, this.#createKeeper(runId))
    const call = { type: 'call' as const, runId, stream: reply.stream.number, request: request as Json }
    await this.#stored.append(call, ...(isCancelled ? [{ type: 'cancel' as const, runId }] : []))
  }

  /** Also stores which calls are cancelled, before the client is told that the messages arrived. */
  async storeAnswers(messages: readonly Message[]): Promise<Message[]> {
    const counted: Message[] = []
    for (const message of messages) {
      const { id, method, params } = message as { id?: RequestId; method?: string; params?: { requestId?: RequestId } }
      const runId = method === 'notifications/cancelled' ? this.#runOf(params?.requestId) : undefined
      if (runId !== undefined) await this.#stored?.append({ type: 'cancel', runId })
      const isResponse = kindOf(message) === 'response'
      const asking = isResponse ? this.questions.relayedTo(id!) : undefined
      const by = isResponse ? this.#askedBy(id!) : undefined
      // Another process may have asked it: only the one that drives the session may take the answer.
      if (isResponse && by === undefined) await this.requireHere()
      if (asking?.storeAnswers !== undefined) counted.push(...(await asking.storeAnswers([message])))
      else counted.push(this.#runOf(by) === undefined ? message : await this.#storeAnswer(id!, by!, message))
    }
    return counted
  }

  /** Makes sure that this process serves the session. Rejects if another one has taken it over, which this one may not have heard. */
  async requireHere(): Promise<void> {
    await this.#stored?.append()
  }

  /** An answer that is too large for the store counts as if the client had failed to answer: no attempt could store it. */
  async #storeAnswer(id: RequestId, by: RequestId, message: Message): Promise<Message> {
    const store = async (answer: Message) => {
      await this.#stored?.append({ type: 'answer', message: answer as Json })
      this.#replies.get(by)?.keeper(by)?.unanswered.delete(id)
      return answer
    }
    return store(message).catch((error: unknown) => {
      if (!(error instanceof RecordSizeError)) throw error
      return store(toFailure(id, error))
    })
  }

  /** Returns the request that asks a question, also that of a stored call whose run was let go while the session is about to be left. */
  #askedBy(question: RequestId): RequestId | undefined {
    const asks = ([id, reply]: [RequestId, Reply]) => reply.keeper(id)?.unanswered.has(question)
    return this.questions.askedBy(question) ?? [...this.#replies].find(asks)?.[0]
  }

  /** Returns the run of a call that is stored or being stored. */
  #runOf(request: RequestId | undefined): string | undefined {
    return this.#replies.get(request!)?.keeper(request!)?.runId
  }

  #createKeeper(runId: string, unanswered: Set<RequestId> = new Set()): Keeper {
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
        this.#stored?.stop()
        throw error
      }
    }
    return {
      runId,
      unanswered,
      sent: ({ stream, seq, text }) => {
        unanswered.add(idOfText(text)!)
        return store({ type: 'sent', stream, seq, text }, async (error) => {
          // As if the client had refused it: no attempt could store it.
          this.onmessage?.(toFailure(idOfText(text)!, error))
          return false
        })
      },
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
    return this.#open.get(STANDING)?.connected === true || [...this.#replies.values()].some((reply) => reply.connected)
  }

  setProtocolVersion(version: string): void {
    this.version = version
  }

  /** Returns what a message of the client is about: the call whose question it answers, or that it cancels. */
  concernedBy(message: Message): readonly Guarded[] {
    const { id, params } = message as { id?: RequestId; params?: { requestId?: RequestId } }
    const kind = kindOf(message)
    if (kind === 'request') return []
    const request = kind === 'response' ? this.#askedBy(id!) : params?.requestId
    return this.#replies.get(request!)?.stream.concerns ?? []
  }

  /** Returns what the stream of an event is about. */
  concernedByEvent(eventId: string): readonly Guarded[] {
    const at = fromEventId(eventId)
    if (at === undefined) return []
    return this.#open.get(at.stream)?.concerns ?? this.#log.after(at.stream, 0)[0]?.concerns ?? []
  }

  isRunning(id: RequestId): boolean {
    return this.#replies.has(id)
  }

  sharesStream(one: RequestId, other: RequestId): boolean {
    return this.#replies.get(one) === this.#replies.get(other)
  }

  /** Takes the messages of a POST, at least one of them a request. */
  post(exchange: HttpExchange, messages: readonly Message[], options: PostOptions): void {
    const ids = messages
      .filter((message): message is RequestMessage => kindOf(message) === 'request')
      .map(({ id }) => id)
    const concerns = this.#readGuarded(messages)
    const only = ids.length === 1 ? ids[0] : undefined
    const reply = new Reply(exchange, this.#createStream(++this.#streams, concerns, only), ids, options)
    for (const id of ids) this.#replies.set(id, reply)
    for (const message of messages) this.onmessage?.(message)
  }

  /** Opens the GET stream; returns false when there is one already. */
  listen(exchange: HttpExchange): boolean {
    const standing = this.#open.get(STANDING) ?? this.#createStream(STANDING)
    if (standing.connected) return false
    standing.attach(exchange, this.#log.last)
    return true
  }

  /** Resumes a stream after the last event that its client has seen; returns false for an event that does not exist. */
  resume(exchange: HttpExchange, lastEventId: string): boolean {
    const at = fromEventId(lastEventId)
    if (at === undefined || at.stream > this.#streams) return false
    const stream = this.#open.get(at.stream)
    if ((at.stream === STANDING && stream === undefined) || this.#isLost(at.stream)) return false
    this.#log.advance(at.seq)
    if (stream !== undefined) stream.attach(exchange, at.seq)
    else if (this.#log.after(at.stream, at.seq).length === 0) exchange.reply(204, {})
    else {
      const over = this.#createStream(at.stream)
      over.attach(exchange, at.seq)
      over.finish()
    }
    return true
  }

  /** Whether a stream was one of an earlier process, and its call was not stored. */
  #isLost(stream: number): boolean {
    return this.#restored !== undefined && stream !== STANDING && stream < this.#base && !this.#restored.has(stream)
  }

  async send(message: Message, options?: SendOptions): Promise<void> {
    if (this.#closed) return
    const text = JSON.stringify(message)
    const kind = kindOf(message)
    if (kind === 'response') {
      const { id } = message as { id: RequestId }
      this.#replies.get(id)?.respond(id, text)
      this.#replies.delete(id)
      return
    }
    const request = options?.relatedRequestId
    const reply = request === undefined ? undefined : this.#replies.get(request)
    const { method, params } = message as { method?: string; params?: Record<string, unknown> }
    if (request === undefined) this.#open.get(STANDING)?.send(text, traitsOf(method, params))
    else reply?.send(request, text, traitsOf(method, params), { isQuestion: kind === 'request', ...options })
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

  async close(reason = 'the session has ended', isLeaving = false): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    // Another process goes on with a call that was let go.
    const goesOn = ([id, reply]: [RequestId, Reply]) => isLeaving && reply.keeper(id) !== undefined
    const [left, ended] = [[...this.#replies].filter(goesOn), [...this.#replies].filter((one) => !goesOn(one))]
    for (const [id, reply] of ended) reply.respond(id, toErrorText(id, { code: REFUSED, message: reason }))
    for (const [, reply] of left) reply.stream.drop()
    this.#replies.clear()
    this.#open.get(STANDING)?.drop()
    this.onclose?.()
  }

  /** Returns what the requests among messages name. */
  #readGuarded(messages: readonly Message[]): readonly Guarded[] {
    return messages.flatMap((message) => readGuarded(message, this.#catalog))
  }

  #createStream(number: number, concerns: readonly Guarded[] = [], request?: RequestId): ResumableStream {
    const stream = new ResumableStream(number, this.#log, {
      concerns,
      request,
      primed: takesPriming(this.version),
      unread: this.#unread,
      connections: number === STANDING ? STANDING_CONNECTIONS : 1,
    })
    stream.onLost = () => this.onLost?.()
    stream.onOver = () => this.#open.delete(number)
    this.#open.set(number, stream)
    return stream
  }
}

const toFailure = (id: RequestId, { message }: RecordSizeError): Message => ({
  jsonrpc: '2.0',
  id,
  error: { code: ErrorCode.internal, message },
})

/** Older clients fail on an event without data. */
export const takesPriming = (version: string | undefined): boolean => version !== undefined && version >= '2025-11-25'
