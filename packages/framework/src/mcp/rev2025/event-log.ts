export interface StreamEvent {
  stream: number
  /** Counts up over all streams of a session. */
  seq: number
  text: string
}

/** Characters of events that are kept for one session. The newest event is always kept. */
const CAPACITY = 256 * 1024

/**
 * The last events of a session's streams, so that a client can resume a dropped stream. It is bounded: notifications are
 * dropped first, then the oldest events.
 */
export class EventLog {
  readonly #notifications: StreamEvent[] = []
  readonly #messages: StreamEvent[] = []
  readonly #capacity: number
  #size = 0
  #last = 0

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  /** The number of the newest event. */
  get last(): number {
    return this.#last
  }

  append(stream: number, text: string, kind: 'notification' | 'message'): StreamEvent {
    const event: StreamEvent = { stream, seq: ++this.#last, text }
    this.#size += text.length
    while (this.#size > this.#capacity) {
      const oldest = this.#notifications.shift() ?? this.#messages.shift()
      if (oldest === undefined) break
      this.#size -= oldest.text.length
    }
    const kept = kind === 'notification' ? this.#notifications : this.#messages
    kept.push(event)
    return event
  }

  /** Returns the events of a stream after one of them, in order. */
  after(stream: number, seq: number): StreamEvent[] {
    const later = (event: StreamEvent) => event.stream === stream && event.seq > seq
    return [...this.#notifications.filter(later), ...this.#messages.filter(later)].sort((a, b) => a.seq - b.seq)
  }
}

export const toEventId = (stream: number, seq: number): string => `${stream}-${seq}`

export function fromEventId(id: string): { stream: number; seq: number } | undefined {
  const [, stream, seq] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? []
  return stream === undefined ? undefined : { stream: Number(stream), seq: Number(seq) }
}
