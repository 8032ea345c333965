/**
 * Sends messages to one reader, as fast as it reads.
 *
 * - P1 What waits for a slow reader is bounded in bytes. Only the last message of a response may be larger.
 * - P2 A message that a newer one supersedes is dropped, in constant time.
 * - P3 Messages that may be lost are dropped first, the oldest first. If that is not enough, the reader is cut off.
 * - P4 A reader that does not catch up in time is cut off.
 */
import { Backlog, type Traits } from './backlog.ts'

/** Where a paced writer writes to. */
export interface Sink {
  /** Returns false when the reader is behind. */
  write(text: string): boolean
  /** Resolves when the reader has caught up or is gone. */
  drained(): Promise<void>
  /** Closes the connection without an end, so that the response does not look complete. */
  cut(): void
}

export interface PacedWriterOptions {
  /** Bytes that may wait for the reader. Default 1 MiB. */
  unread?: number | undefined
  /** Milliseconds that the reader has to catch up. Default 5 minutes. */
  patience?: number
}

const DEFAULT_UNREAD = 1024 * 1024

const PATIENCE = 5 * 60_000

export class PacedWriter {
  readonly #sink: Sink
  readonly #patience: number
  readonly #backlog: Backlog<string>
  #isBehind = false
  #isCut = false

  constructor(sink: Sink, { unread = DEFAULT_UNREAD, patience = PATIENCE }: PacedWriterOptions = {}) {
    this.#sink = sink
    this.#patience = patience
    this.#backlog = new Backlog(unread)
  }

  get isBehind(): boolean {
    return this.#isBehind
  }

  send(text: string, traits: Traits = {}): void {
    if (this.#isCut) return
    if (!this.#isBehind) return this.#write(text)
    if (!this.#backlog.add(text, Buffer.byteLength(text), traits)) this.#cut()
  }

  /** Writes everything that waits and the last message, of any size: the response ends with them. */
  finish(last = ''): void {
    const rest = [...this.#backlog.take(), last].join('')
    if (rest !== '' && !this.#isCut) this.#write(rest)
  }

  #write(text: string): void {
    if (this.#sink.write(text) || this.#isBehind) return
    this.#isBehind = true
    const timer = setTimeout(() => this.#cut(), this.#patience)
    // A server that has nothing else to do does not wait for a reader.
    timer.unref?.()
    // Always settles, also when the reader has left.
    void this.#sink.drained().then(() => {
      clearTimeout(timer)
      this.#isBehind = false
      const waiting = this.#backlog.take()
      if (waiting.length > 0) this.#write(waiting.join(''))
    })
  }

  #cut(): void {
    if (this.#isCut) return
    this.#isCut = true
    this.#backlog.take()
    this.#sink.cut()
  }
}
