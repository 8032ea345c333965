/**
 * The log of one session, given to all who read it on this node.
 *
 * - F1 A reader is given what comes after its place, in order, without a gap or a repeat.
 * - F2 Nothing is read from the log that no reader waits for.
 * - F3 Those at the end share one read of what is new, and its text; one that is behind reads by itself.
 */
import type { Log, LogEntry } from './log.ts'

/** How much is read at once, and so how much may wait for a slow reader. */
const PAGE = 250

const encoder = new TextEncoder()

const HEARTBEAT = encoder.encode(': \n\n')

/** Where somebody is in the log; moved on by the feed. */
export interface Reader {
  lsn: number
}

type Give = (given: Uint8Array | 'behind' | undefined) => void

export class Feed<E> {
  readonly #log: Log<E>
  readonly #sessionId: string
  readonly #onError: (error: unknown) => void
  readonly #stopWatching: () => void
  /** Those who have all that was read so far. */
  readonly #waiting = new Map<Reader, Give>()
  /** The furthest that was read for them. */
  #head = 0
  /** Whether there may be more than was read. */
  #isStale = true
  #isReading = false

  constructor(log: Log<E>, sessionId: string, onError: (error: unknown) => void) {
    this.#log = log
    this.#sessionId = sessionId
    this.#onError = onError
    this.#stopWatching = log.watch(sessionId, () => {
      this.#isStale = true
      void this.#readOn()
    })
  }

  /** What the reader sends next, once there is something; nothing when the session is gone. Asked for once at a time. */
  async next(reader: Reader): Promise<Uint8Array | undefined> {
    for (;;) {
      if (reader.lsn < this.#head) return this.#catchUp(reader)
      const given = await new Promise<Uint8Array | 'behind' | undefined>((resolve) => {
        this.#waiting.set(reader, resolve)
        void this.#readOn()
      })
      if (given !== 'behind') return given
    }
  }

  /** Gives those who wait a sign of life, so that nothing on the way takes a silent stream for a dead one. */
  beat(): void {
    for (const reader of this.#waiting.keys()) this.#give(reader, HEARTBEAT)
  }

  leave(reader: Reader): void {
    this.#give(reader, undefined)
  }

  close(): void {
    this.#stopWatching()
    for (const reader of this.#waiting.keys()) this.#give(reader, undefined)
  }

  async #catchUp(reader: Reader): Promise<Uint8Array | undefined> {
    const page = await this.#log.read(this.#sessionId, reader.lsn, PAGE)
    // There was more: it has been deleted.
    if (page.length === 0) return undefined
    reader.lsn = page.at(-1)!.lsn
    return toEvents(page)
  }

  /** Never rejects: whoever waits is let go, and comes back to where it was. */
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
    // Before reading: what is appended meanwhile is not missed.
    this.#isStale = false
    let from = Number.POSITIVE_INFINITY
    for (const { lsn } of this.#waiting.keys()) from = Math.min(from, lsn)
    const page = await this.#log.read(this.#sessionId, from, PAGE)
    if (page.length === 0) {
      const isGone = (await this.#log.get(this.#sessionId)) === undefined
      if (isGone) for (const reader of this.#waiting.keys()) this.#give(reader, undefined)
      return
    }
    if (page.length === PAGE) this.#isStale = true
    const to = page.at(-1)!.lsn
    this.#head = Math.max(this.#head, to)
    const events = toEvents(page)
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
}

const toEvents = <E>(page: readonly LogEntry<E>[]): Uint8Array =>
  encoder.encode(page.map(({ lsn, event }) => `id: ${lsn}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
