/**
 * The log of one session, for all readers of this node.
 *
 * - F1 A reader receives what comes after its place, in order, without a gap or a repeat.
 * - F2 Nothing is read from the log that no reader waits for.
 * - F3 Readers at the end share one read of what is new, and its text; a reader that is behind reads by itself.
 * - F4 What waits for a slow reader is one page. After a page of many bytes, the next one has fewer events.
 * - F5 A reader receives a broadcast after the record that it follows, and without an id: a reader that reconnects asks for
 *   records only. What was broadcast since the last record is kept for readers that come later.
 * - F6 A reader ends when its session was deleted, also if another one with its id is longer by the time it reads on: the log is read with
 *   the record that was read last.
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
  /** Which of the sessions with this id it reads. */
  session?: number
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
  /** The furthest that was read for them, and the record there as JSON. */
  #head = 0
  #last: string | undefined
  /** Counts the sessions that have had this id. */
  #session = 0
  /** Whether the log may have changed since it was last read with the record at `#head`. */
  #isDoubtful = false
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
      this.#isDoubtful = true
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
      if (reader.lsn < this.#head && this.#isDoubtful) await this.#check()
      // One that has nothing of the session before goes on with this one.
      if (reader.lsn === 0) reader.session = this.#session
      reader.session ??= this.#session
      if (reader.session !== this.#session) return undefined
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
    const known = from === this.#head ? this.#last : undefined
    const { at, page } = await this.#read(from, limit)
    if (known !== undefined && at !== known) return this.#startOver()
    const isEnd = page.length < limit
    const to = page.at(-1)?.lsn ?? (at === undefined ? await this.#findHead() : from)
    if (isEnd) {
      // What these readers have is gone: the session was deleted, and perhaps created again.
      for (const reader of before) if (reader.lsn > to) this.#give(reader, undefined)
      if (to < this.#head) this.#heard = []
    } else this.#isStale = true
    if (isEnd || to > this.#head) {
      this.#head = to
      this.#last = page.length > 0 ? JSON.stringify(page.at(-1)) : at
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

  /** Reads what comes after `from`, and the record there as JSON. */
  async #read(from: number, limit: number): Promise<{ at?: string; page: LogEntry<E>[] }> {
    if (from === 0) return { page: await this.#log.read(this.#sessionId, 0, limit) }
    this.#isDoubtful = false
    const [found, ...page] = await this.#log.read(this.#sessionId, from - 1, limit + 1)
    return { page, ...(found !== undefined && { at: JSON.stringify(found) }) }
  }

  async #findHead(): Promise<number> {
    return (await this.#log.get(this.#sessionId))?.head ?? Number.NEGATIVE_INFINITY
  }

  /** Makes sure, for a reader that is behind, that the log has the record that was read last. */
  async #check(): Promise<void> {
    const [session, last] = [this.#session, this.#last]
    const { at } = await this.#read(this.#head, 0)
    if (last !== undefined && at !== last && session === this.#session) this.#startOver()
  }

  /** Another session has this id now, or none. Its readers begin with it. */
  #startOver(): void {
    this.#session++
    this.#head = 0
    this.#last = undefined
    this.#heard = []
    this.#isStale = true
    for (const reader of this.#waiting.keys()) if (reader.lsn > 0) this.#give(reader, undefined)
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
