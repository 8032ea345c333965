import type { Json } from '../tools/json.ts'
import type { Log, LogEntry } from './log.ts'

/** A state at a place of its log. */
export interface Placed {
  readonly lsn: number
}

export interface StatesOptions<S extends Placed, E> {
  log: Log<E>
  /** The state of an empty log. */
  initial: S
  reduce: (state: S, event: E, lsn: number) => S
  /** Raised when states look different: a snapshot of another shape is ignored and made anew from the log. */
  shape: number
  /** The most states in memory, so that a command does not read its log from the start. Default 1,000; fewer if they are long. */
  cached?: number
}

/** Events that are read before the state is kept as a snapshot for the next reader. */
const SNAPSHOT_EVERY = 500

const PAGE = 2_000

const DEFAULT_CACHED = 1_000

/** Events behind all cached states. A state grows with its log, so a number of states alone would not bound memory. */
const CACHED_EVENTS = 50_000

/** States as reducers over logs. Loading costs the same however long the log is. */
export class States<S extends Placed, E> {
  readonly #options: StatesOptions<S, E>
  /** The least recently loaded is first. */
  readonly #cached = new Map<string, S>()
  #cachedEvents = 0

  constructor(options: StatesOptions<S, E>) {
    this.#options = options
  }

  /** Returns the state at the end of the log. */
  async load(id: string): Promise<S> {
    const cached = this.#cached.get(id)
    if (cached !== undefined) return this.#cache(id, await this.catchUp(id, cached))
    const kept = await this.#snapshot(id)
    const state = await this.catchUp(id, kept)
    await this.keep(id, state, kept.lsn)
    return this.#cache(id, state)
  }

  /** Returns the state at an earlier place of the log. */
  async at(id: string, lsn: number): Promise<S> {
    const kept = await this.#snapshot(id)
    return this.#readOn(id, kept.lsn <= lsn ? kept : this.#options.initial, lsn)
  }

  /** Returns `state` with everything that was appended since. */
  catchUp(id: string, state: S): Promise<S> {
    return this.#readOn(id, state, Number.POSITIVE_INFINITY)
  }

  /** Keeps a snapshot once the state is far enough from the last one; returns the place of the newest. */
  async keep(id: string, state: S, keptAt: number): Promise<number> {
    if (state.lsn - keptAt < SNAPSHOT_EVERY) return keptAt
    const { log, shape } = this.#options
    // States are made of events, which are JSON.
    await log.keepSnapshot(id, state.lsn, { shape, state } as unknown as Json)
    return state.lsn
  }

  forget(id: string): void {
    this.#cachedEvents -= this.#cached.get(id)?.lsn ?? 0
    this.#cached.delete(id)
  }

  async #snapshot(id: string): Promise<S> {
    const { log, shape, initial } = this.#options
    const { shape: found, state } = ((await log.snapshot(id))?.state ?? {}) as { shape?: number; state?: S }
    return found === shape && state !== undefined ? state : initial
  }

  async #readOn(id: string, from: S, until: number): Promise<S> {
    const { log, reduce } = this.#options
    let state = from
    while (state.lsn < until) {
      const limit = Math.min(PAGE, until - state.lsn)
      const page: LogEntry<E>[] = await log.read(id, state.lsn, limit)
      state = page.reduce((current, { lsn, event }) => reduce(current, event, lsn), state)
      if (page.length < limit) break
    }
    return state
  }

  #cache(id: string, state: S): S {
    this.forget(id)
    this.#cached.set(id, state)
    this.#cachedEvents += state.lsn
    const { cached = DEFAULT_CACHED } = this.#options
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= cached && this.#cachedEvents <= CACHED_EVENTS) break
      if (oldest !== id) this.forget(oldest)
    }
    return state
  }
}
