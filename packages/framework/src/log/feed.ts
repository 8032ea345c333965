/**
 * The log of one session, for all readers of this node.
 *
 * - F1 A reader receives what comes after its place, in order, without a gap or a repeat.
 * - F2 Nothing is read from the log that no reader waits for.
 * - F3 Readers at the end share one read of what is new, and its text; a reader that is behind reads by itself.
 * - F4 What waits for a slow reader is one page. After a page of many bytes, the next one has fewer events.
 * - F5 A reader receives a broadcast after the record that it follows, and without an id: a reader that reconnects asks for
 *   records only. What was broadcast since the last record is kept for readers that come later.
 */
import { HEARTBEAT } from '../http/event-stream.ts'
import type { Broadcast, Log, LogEntry } from './log.ts'

/** Events that are read at once. */
const PAGE = 250

/** Bytes that a page should have; one event may have more. */
const PAGE_BYTES = 256 * 1024

const encoder = new TextEncoder()

/** A place in the log and among the broadcasts; the feed moves it. */
export interface Reader {
  lsn: number
  heard: number
}

interface Heard {
  /** Counts broadcasts. */
  number: number
  after: number
  text: string
}

type Give = (given: Uint8Array | 'behind' | undefined) => void

export class Feed<E> {
  readonly #log: Log<E>
  readonly #sessionId: string
  readonly #onError: (error: unknown) => void
  readonly #stop: () => void
  /** The readers that have all that was read so far. */
  readonly #waiting = new Map<Reader, Give>()
  /** The furthest that was read for them. */
  #head = 0
  /** Whether there may be more than was read. */
  #isStale = true
  #isReading = false
  /** Events of the next page. */
  #page = PAGE
  /** The broadcasts that follow the end of what was read, or records that were not read yet. */
  #heard: Heard[] = []
  #lastHeard = 0

  constructor(log: Log<E>, sessionId: string, onError: (error: unknown) => void) {
    this.#log = log
    this.#sessionId = sessionId
    this.#onError = onError
    const unwatch = log.watch(sessionId, () => {
      this.#isStale = true
      void this.#readOn()
    })
    const unlisten = log.listen(sessionId, (broadcast) => this.#hear(broadcast))
    this.#stop = () => {
      unwatch()
      unlisten()
    }
  }

  /** Resolves to the next page once there is one, or to `undefined` when the session is gone. Called once at a time per reader. */
  async next(reader: Reader): Promise<Uint8Array | undefined> {
    for (;;) {
      if (reader.lsn < this.#head) return this.#catchUp(reader)
      // The log was not read that far, or was created again since the reader read it.
      if (reader.lsn > this.#head && !this.#isReading) this.#isStale = true
      const heard = this.#takeHeard(reader)
      if (heard !== undefined) return heard
      const given = await new Promise<Uint8Array | 'behind' | undefined>((resolve) => {
        this.#waiting.set(reader, resolve)
        void this.#readOn()
      })
      if (given !== 'behind') return given
    }
  }

  /** Sends a heartbeat to the readers that wait, so that no proxy closes a silent stream. */
  beat(): void {
    for (const reader of this.#waiting.keys()) this.#give(reader, HEARTBEAT)
  }

  leave(reader: Reader): void {
    this.#give(reader, undefined)
  }

  close(): void {
    this.#stop()
    for (const reader of this.#waiting.keys()) this.#give(reader, undefined)
  }

  #hear({ after, event }: Broadcast<E>): void {
    const text = `data: ${JSON.stringify(event)}\n\n`
    const size = this.#heard.reduce((sum, heard) => sum + heard.text.length, text.length)
    // No reader waits for the records that would end them. Those records have what is forgotten here.
    if (size > PAGE_BYTES) this.#heard = []
    this.#heard.push({ number: ++this.#lastHeard, after, text })
    for (const reader of this.#waiting.keys()) {
      const heard = this.#takeHeard(reader)
      if (heard !== undefined) this.#give(reader, heard)
    }
  }

  /** Returns the broadcasts that the reader does not have and whose records it has. */
  #takeHeard(reader: Reader): Uint8Array | undefined {
    const found = this.#heard.filter(({ number, after }) => number > reader.heard && after <= reader.lsn)
    if (found.length === 0) return undefined
    reader.heard = found.at(-1)!.number
    return encoder.encode(found.map(({ text }) => text).join(''))
  }

  async #catchUp(reader: Reader): Promise<Uint8Array | undefined> {
    const page = await this.#log.read(this.#sessionId, reader.lsn, this.#page)
    // There was more: it has been deleted.
    if (page.length === 0) return undefined
    reader.lsn = page.at(-1)!.lsn
    return this.#toEvents(page)
  }

  /** Never rejects: on an error the streams of the waiting readers end, and their clients reconnect. */
  async #readOn(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isStale && this.#waiting.size > 0) await this.#readPage()
    } catch (error) {
      this.#isStale = true
      for (const reader of this.#waiting.keys()) this.#give(reader, undefined)
      this.#onError(error)
    } finally {
      this.#isReading = false
    }
  }

  async #readPage(): Promise<void> {
    // Set before the read, so that an event that is appended meanwhile is not missed.
    this.#isStale = false
    const before = [...this.#waiting.keys()]
    const from = before.reduce((least, { lsn }) => Math.min(least, lsn), Number.POSITIVE_INFINITY)
    const limit = this.#page
    const page = await this.#log.read(this.#sessionId, from, limit)
    const isEnd = page.length < limit
    const to = page.at(-1)?.lsn ?? (await this.#log.get(this.#sessionId))?.head ?? Number.NEGATIVE_INFINITY
    if (isEnd) {
      // What these readers have is gone: the session was deleted, and perhaps created again.
      for (const reader of before) if (reader.lsn > to) this.#give(reader, undefined)
      if (to < this.#head) this.#heard = []
      this.#head = to
    } else {
      this.#isStale = true
      this.#head = Math.max(this.#head, to)
    }
    if (page.length === 0) return
    this.#heard = this.#heard.filter(({ after }) => after >= this.#head)
    const events = this.#toEvents(page)
    for (const reader of this.#waiting.keys()) {
      if (reader.lsn === from) {
        reader.lsn = to
        this.#give(reader, events)
      } else if (reader.lsn < to) this.#give(reader, 'behind')
    }
  }

  #give(reader: Reader, given: Uint8Array | 'behind' | undefined): void {
    const give = this.#waiting.get(reader)
    this.#waiting.delete(reader)
    give?.(given)
  }

  /** Returns the page as text, and measures how many events the next page may have. */
  #toEvents(page: readonly LogEntry<E>[]): Uint8Array {
    const text = page.map(({ lsn, event }) => `id: ${lsn}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    const events = encoder.encode(text)
    this.#page = Math.max(1, Math.min(PAGE, 2 * this.#page, Math.floor((page.length * PAGE_BYTES) / events.length)))
    return events
  }
}
