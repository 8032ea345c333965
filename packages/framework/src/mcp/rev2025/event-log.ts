import type { Guarded } from '../../http/auth.ts'
import { Backlog, type Traits } from '../../http/backlog.ts'

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

  append(stream: number, text: string, traits: Traits, concerns: readonly Guarded[] = []): StreamEvent {
    const event: StreamEvent = { stream, seq: ++this.#last, text, concerns }
    if (!this.#kept.add(event, Buffer.byteLength(text), traits)) this.#kept.shrink()
    return event
  }

  /** Returns the events of a stream after one of them, in order. */
  after(stream: number, seq: number): StreamEvent[] {
    return this.#kept.read().filter((event) => event.stream === stream && event.seq > seq)
  }
}

export const toEventId = (stream: number, seq: number): string => `${stream}-${seq}`

export function fromEventId(id: string): { stream: number; seq: number } | undefined {
  const [, stream, seq] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? []
  return stream === undefined ? undefined : { stream: Number(stream), seq: Number(seq) }
}
