import { applyBroadcast, applyPatch, type ChatState, emptyState } from '@sweatpants/framework/chat'
import { readEvents, type SentEvent } from '../read-events.ts'

/** A page that has a session open. */
export class Tab {
  readonly seen: SentEvent[] = []
  /** What the page shows. */
  state: ChatState
  readonly #url: string
  #leaving = new AbortController()
  #reading = Promise.resolve()
  #look = () => {}

  /** Of all of the log, or of what comes after a state that was loaded. */
  constructor(server: string, sessionId: string, from: ChatState = emptyState) {
    this.#url = `${server}/api/chat/sessions/${sessionId}/events?after=${from.lsn}`
    this.state = from
  }

  /** The text of the last message. */
  get text(): string {
    const content = this.state.messages.at(-1)?.content ?? []
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  }

  /** Opens the stream, or opens it again where it was. */
  async connect(): Promise<void> {
    this.#leaving = new AbortController()
    const headers: Record<string, string> = this.seen.length === 0 ? {} : { 'last-event-id': `${this.state.lsn}` }
    const { body } = await fetch(this.#url, { headers, signal: this.#leaving.signal })
    this.#reading = this.#read(body!)
  }

  async disconnect(): Promise<void> {
    this.#leaving.abort()
    await this.#reading
  }

  /** Resolves when the received events, or what the page shows, are as wanted. */
  async until(wanted: (seen: readonly SentEvent[]) => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#look = () => wanted(this.seen) && resolve()
    this.#look()
    await promise
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    try {
      const hear = (data: string) => {
        this.state = applyBroadcast(this.state, JSON.parse(data))
        this.#look()
      }
      for await (const events of readEvents(body, hear)) {
        this.seen.push(...events)
        this.state = events.reduce((state, { lsn, data }) => applyPatch(state, lsn, JSON.parse(data)), this.state)
        this.#look()
      }
    } catch (error) {
      if (!this.#leaving.signal.aborted) throw error
    }
  }
}
