import type { Guarded } from '../../http/auth.ts'
import { Backlog, type Traits } from '../../http/backlog.ts'
import { isRequestId, type RequestId } from '../core/request-id.ts'

export interface StreamEvent {
  stream: number
  /** Counts up over all streams of a session. */
  seq: number
  text: string
  /** What the calls of the stream are of. */
  concerns: readonly Guarded[]
}

/** Bytes of events that are kept for one session. The newest event is always kept. */
const CAPACITY = 256 * 1024

/**
 * The last events of a session's streams, so that a client can resume a dropped stream. It is bounded: superseded events and
 * those that may be lost are dropped first, then the oldest.
 */
export class EventLog {
  readonly #kept: Backlog<StreamEvent>
  readonly #withdrawn = new WeakSet<StreamEvent>()
  #last = 0

  constructor(capacity = CAPACITY) {
    this.#kept = new Backlog(capacity)
  }

  /** The number of the newest event. */
  get last(): number {
    return this.#last
  }

  append(stream: number, text: string, traits: Traits, concerns: readonly Guarded[] = []): StreamEvent {
    const event: StreamEvent = { stream, seq: ++this.#last, text, concerns }
    if (!this.#kept.add(event, Buffer.byteLength(text), traits)) this.#kept.shrink()
    return event
  }

  /** Takes back an event that no client has seen. */
  withdraw(event: StreamEvent): void {
    this.#withdrawn.add(event)
  }

  /** Takes an event that an earlier process has sent. */
  restore({ stream, seq, text }: Omit<StreamEvent, 'concerns'>, concerns: readonly Guarded[]): void {
    this.advance(seq)
    if (!this.#kept.add({ stream, seq, text, concerns }, Buffer.byteLength(text), {})) this.#kept.shrink()
  }

  /** Counts on from a number that a client has seen. */
  advance(seq: number): void {
    this.#last = Math.max(this.#last, seq)
  }

  /** Returns the events of a stream after one of them, in order. */
  after(stream: number, seq: number): StreamEvent[] {
    const isNext = (event: StreamEvent) => event.stream === stream && event.seq > seq && !this.#withdrawn.has(event)
    return this.#kept.read().filter(isNext)
  }
}

/** An event id also holds the request that its stream responds to, so that a server which lost the call can say so. */
export const toEventId = (stream: number, seq: number, request?: RequestId): string =>
  `${stream}-${seq}${request === undefined ? '' : `-${Buffer.from(JSON.stringify(request)).toString('base64url')}`}`

export function fromEventId(id: string): { stream: number; seq: number; request?: RequestId } | undefined {
  const [, stream, seq, request] = /^(\d{1,15})-(\d{1,15})(?:-([\w-]{1,400}))?$/.exec(id) ?? []
  if (stream === undefined) return undefined
  const at = { stream: Number(stream), seq: Number(seq) }
  if (request === undefined) return at
  const known = readRequestId(request)
  return known === undefined ? undefined : { ...at, request: known }
}

function readRequestId(text: string): RequestId | undefined {
  try {
    const id: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return isRequestId(id) ? id : undefined
  } catch {
    return undefined
  }
}
