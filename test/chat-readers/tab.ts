import { emptyState, type Patch, reduce } from '@sweatpants/framework/chat'
import { readEvents, type SentEvent } from '../read-events.ts'

/** A page that has a session open. */
export class Tab {
  readonly seen: SentEvent[] = []
  readonly #url: string
  readonly #from: number
  #leaving = new AbortController()
  #reading = Promise.resolve()
  #look = () => {}

  /** Of all of the log, or of what comes after `from`. */
  constructor(server: string, sessionId: string, from = 0) {
    this.#url = `${server}/api/chat/sessions/${sessionId}/events?after=${from}`
    this.#from = from
  }

  /** Where it is in the log. */
  get place(): number {
    return this.seen.at(-1)?.lsn ?? this.#from
  }

  /** Opens the stream, or opens it again where it was. */
  async connect(): Promise<void> {
    this.#leaving = new AbortController()
    const headers: Record<string, string> = this.seen.length === 0 ? {} : { 'last-event-id': `${this.place}` }
    const { body } = await fetch(this.#url, { headers, signal: this.#leaving.signal })
    this.#reading = this.#read(body!)
  }

  async disconnect(): Promise<void> {
    this.#leaving.abort()
    await this.#reading
  }

  /** Resolves when the received events are as wanted. */
  async until(wanted: (seen: readonly SentEvent[]) => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#look = () => wanted(this.seen) && resolve()
    this.#look()
    await promise
  }

  /** What the page makes of it. */
  toState(from = emptyState) {
    return this.seen.reduce((state, { lsn, data }) => reduce(state, JSON.parse(data) as Patch, lsn), from)
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    try {
      for await (const events of readEvents(body)) {
        this.seen.push(...events)
        this.#look()
      }
    } catch (error) {
      if (!this.#leaving.signal.aborted) throw error
    }
  }
}
