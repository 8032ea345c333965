import type { Traits } from '../../http/backlog.ts'
import { EVENT_HEADERS } from '../../http/replies.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import type { RequestId } from '../core/request-id.ts'
import type { StreamEvent } from './event-log.ts'
import type { ResumableStream } from './resumable-stream.ts'

/** Stores the events of a call, before they are written. Resolves to `false` for one that is not sent. */
export interface Keeper {
  readonly runId: string
  /** The questions that the client was sent, without those whose answers are stored. */
  readonly unanswered: Set<RequestId>
  sent(event: StreamEvent): Promise<boolean>
  done(event: StreamEvent): Promise<boolean>
}

interface ReplySendOptions {
  isQuestion: boolean
  onSent?: (() => void) | undefined
}

/** Milliseconds after which the response becomes a stream, so that a client does not give up and can resume. */
const PATIENCE = 1_000

/**
 * The HTTP response to one POST: plain JSON, or a stream of events once a message comes before the JSON-RPC response or the
 * response takes long.
 */
export class Reply {
  readonly stream: ResumableStream
  readonly #owed: Set<RequestId>
  readonly #batch: boolean
  readonly #headers: Readonly<Record<string, string>>
  #patience: NodeJS.Timeout | undefined
  /** What stores the events of its requests that are kept. */
  readonly #keepers = new Map<RequestId, Keeper>()
  /** Undefined once something was written to it. */
  #exchange: HttpExchange | undefined
  #responses: string[] = []

  /** Without an exchange the response is a stream that its client resumes. */
  constructor(
    exchange: HttpExchange | undefined,
    stream: ResumableStream,
    owed: readonly RequestId[],
    options: { batch: boolean; headers: Readonly<Record<string, string>> },
  ) {
    this.stream = stream
    this.#exchange = exchange
    this.#owed = new Set(owed)
    this.#batch = options.batch
    this.#headers = options.headers
    if (exchange !== undefined) this.#patience = setTimeout(() => this.#upgrade(), PATIENCE).unref()
  }

  /** Stores what is sent for a request from now on. Only events are stored, so the response becomes a stream. */
  keep(id: RequestId, keeper: Keeper): void {
    this.#keepers.set(id, keeper)
    this.#upgrade()
  }

  keeper(id: RequestId): Keeper | undefined {
    return this.#keepers.get(id)
  }

  get connected(): boolean {
    return this.#exchange === undefined ? this.stream.connected : !this.#exchange.signal.aborted
  }

  /** Sends a message that belongs to a request, before its response. */
  send(id: RequestId, text: string, traits: Traits, { isQuestion, onSent }: ReplySendOptions): void {
    this.#upgrade()
    this.stream.send(text, traits, { store: isQuestion ? this.#keepers.get(id)?.sent : undefined, onSent })
  }

  respond(id: RequestId, text: string): void {
    this.#owed.delete(id)
    if (this.#exchange === undefined) this.stream.send(text, {}, { store: this.#keepers.get(id)?.done })
    else this.#responses.push(text)
    this.#endIfDone()
  }

  /** Called when a request was cancelled and gets no response. */
  abandon(id: RequestId): void {
    if (this.#owed.delete(id)) this.#endIfDone()
  }

  /** Closes the connection if the client can resume; its calls go on. */
  drop(): void {
    this.#upgrade()
    if (this.stream.resumable) this.stream.drop()
  }

  #upgrade(): void {
    const exchange = this.#exchange
    if (exchange === undefined) return
    this.#exchange = undefined
    clearTimeout(this.#patience)
    this.stream.attach(exchange, 0, this.#headers)
    for (const text of this.#responses.splice(0)) this.stream.send(text)
  }

  #endIfDone(): void {
    if (this.#owed.size > 0) return
    clearTimeout(this.#patience)
    if (this.#exchange === undefined) return this.stream.finish()
    const exchange = this.#exchange
    this.#exchange = undefined
    this.stream.finish()
    const headers = { 'content-type': 'application/json', ...this.#headers }
    if (this.#responses.length === 0) return exchange.reply(200, EVENT_HEADERS, '')
    exchange.reply(200, headers, this.#batch ? `[${this.#responses.join()}]` : this.#responses[0])
  }
}
