import type { Allowance } from '../http/allowance.ts'
import { createStreamAllowance, HEARTBEAT, streamEvents, toEvent } from '../http/event-stream.ts'
import type { Store } from '../log/log.ts'
import { Changes } from '../tools/changes.ts'
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

/** Milliseconds without a change before a heartbeat. */
const BEAT_AFTER = 15_000

/** Runs whose rows are compared. */
const COMPARED = 50

/**
 * Server-sent events that say that the list of runs has changed; a page then reads again what it shows. One look at the store
 * serves all readers, and a reader that does not keep up gets the newest change only.
 */
export class RunChanges {
  readonly #options: RunChangesOptions
  readonly #allowance: Allowance
  readonly #readers = new Set<Changes>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isLooking = false
  /** What was seen at the last look, as JSON. */
  #known: string | undefined
  /** The newest change. */
  #event: Uint8Array | undefined

  constructor(options: RunChangesOptions) {
    this.#options = options
    const { streams, streamsPerPrincipal } = options.limits
    this.#allowance = createStreamAllowance(streams, streamsPerPrincipal)
  }

  /** Opens a stream of a caller. Throws a `LimitError`. */
  open(caller: string | undefined): ReadableStream<Uint8Array> {
    const { signal, onError } = this.#options
    const changes = new Changes()
    const next = async () => {
      const hasChanged = await changes.next(signal, BEAT_AFTER)
      if (signal?.aborted) return undefined
      return hasChanged ? this.#event : HEARTBEAT
    }
    const begin = () => this.#enter(changes)
    const leave = () => this.#leave(changes)
    return streamEvents({ allowance: this.#allowance, caller, begin, next, leave, onError })
  }

  #enter(changes: Changes): void {
    this.#readers.add(changes)
    if (this.#event !== undefined) changes.tell()
    const pause = Math.min(this.#options.lookEvery, LONGEST_TIMER)
    this.#timer ??= setInterval(() => void this.#look(), pause)
    this.#timer.unref?.()
    void this.#look()
  }

  #leave(changes: Changes): void {
    this.#readers.delete(changes)
    changes.tell()
    if (this.#readers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    const { store, onError } = this.#options
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const [{ runs }, counts] = await Promise.all([store.runs.list({ limit: COMPARED }), store.runs.count()])
      const found = JSON.stringify([counts, runs])
      if (found === this.#known) return
      this.#known = found
      this.#event = toEvent(`event: runs_change\ndata: ${JSON.stringify({ counts })}`)
      for (const changes of this.#readers) changes.tell()
    } catch (error) {
      onError(error)
    } finally {
      this.#isLooking = false
    }
  }
}
