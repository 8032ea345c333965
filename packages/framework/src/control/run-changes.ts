import type { Allowance } from '../http/allowance.ts'
import { createStreamAllowance, HEARTBEAT, streamEvents, toEvent } from '../http/event-stream.ts'
import type { Store } from '../log/log.ts'
import { LONGEST_TIMER } from '../tools/clock.ts'

export interface RunChangesOptions {
  store: Store
  /** Streams that are open at once, and those of one caller. */
  limits: { streams: number; streamsPerPrincipal: number }
  /** Milliseconds between two looks for changes. */
  lookEvery: number
  /** Ends all streams. */
  signal: AbortSignal | undefined
  onError: (error: unknown) => void
}

interface Reader {
  /** The number of the last change that was sent. */
  seen: number
  /** Whether nothing was sent since the last heartbeat. */
  isSilent: boolean
  wake: () => void
}

/** Milliseconds between two heartbeats. */
const BEAT_EVERY = 15_000

/** Runs whose rows are compared. */
const COMPARED = 50

/**
 * Server-sent events that say that the list of runs has changed; a page then reads again what it shows. One look at the store
 * serves all readers, and a reader that does not keep up gets the newest change only.
 */
export class RunChanges {
  readonly #options: RunChangesOptions
  readonly #allowance: Allowance
  readonly #readers = new Set<Reader>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isLooking = false
  #beatAt = 0
  /** What was seen at the last look, as JSON. */
  #known: string | undefined
  #change = { number: 0, event: HEARTBEAT }

  constructor(options: RunChangesOptions) {
    this.#options = options
    const { streams, streamsPerPrincipal } = options.limits
    this.#allowance = createStreamAllowance(streams, streamsPerPrincipal)
    options.signal?.addEventListener('abort', () => this.#wakeAll(), { once: true })
  }

  /** Opens a stream of a caller. Throws a `LimitError`. */
  open(caller: string | undefined): ReadableStream<Uint8Array> {
    const reader: Reader = { seen: 0, isSilent: false, wake: () => {} }
    return streamEvents({
      allowance: this.#allowance,
      caller,
      begin: () => this.#enter(reader),
      next: () => this.#next(reader),
      leave: () => this.#leave(reader),
      onError: this.#options.onError,
    })
  }

  #enter(reader: Reader): void {
    this.#readers.add(reader)
    const pause = Math.min(this.#options.lookEvery, LONGEST_TIMER)
    this.#timer ??= setInterval(() => void this.#look(), pause)
    this.#timer.unref?.()
    void this.#look()
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader)
    reader.wake()
    if (this.#readers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Resolves to the newest change or a heartbeat; `undefined` when the stream ends. */
  async #next(reader: Reader): Promise<Uint8Array | undefined> {
    const { signal } = this.#options
    while (this.#readers.has(reader) && !signal?.aborted) {
      const { number, event } = this.#change
      if (reader.seen !== number) {
        reader.seen = number
        reader.isSilent = false
        return event
      }
      if (reader.isSilent) {
        reader.isSilent = false
        return HEARTBEAT
      }
      await new Promise<void>((resolve) => {
        reader.wake = resolve
      })
    }
    return undefined
  }

  async #look(): Promise<void> {
    const { store, onError } = this.#options
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const [{ runs }, counts] = await Promise.all([store.runs.list({ limit: COMPARED }), store.runs.count()])
      const found = JSON.stringify([counts, runs])
      if (found !== this.#known) {
        this.#known = found
        const event = toEvent(`event: runs_change\ndata: ${JSON.stringify({ counts })}`)
        this.#change = { number: this.#change.number + 1, event }
        this.#wakeAll()
      } else this.#beat()
    } catch (error) {
      onError(error)
    } finally {
      this.#isLooking = false
    }
  }

  #beat(): void {
    if (performance.now() < this.#beatAt) return
    this.#beatAt = performance.now() + BEAT_EVERY
    for (const reader of this.#readers) reader.isSilent = true
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const { wake } of this.#readers) wake()
  }
}
