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
  #last = 0

  constructor(capacity = CAPACITY) {
    this.#kept = new Backlog(capacity)
  }

  /** The number of the newest event. */
  get last(): number {
    return this.#last
  }

  /** Numbers an event, which is read once it is kept. */
  number(stream: number, text: string, concerns: readonly Guarded[] = []): StreamEvent {
    return { stream, seq: ++this.#last, text, concerns }
  }

  keep(event: StreamEvent, traits: Traits = {}): void {
    this.advance(event.seq)
    if (!this.#kept.add(event, Buffer.byteLength(event.text), traits)) this.#kept.shrink()
  }

  /** Counts on from a number that a client has seen. */
  advance(seq: number): void {
    this.#last = Math.max(this.#last, seq)
  }

  /** Returns the events of a stream after one of them, in order. */
  after(stream: number, seq: number): StreamEvent[] {
    return this.#kept.read().filter((event) => event.stream === stream && event.seq > seq)
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
