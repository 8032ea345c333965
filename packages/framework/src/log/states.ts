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

/** A state with the entry that it ends with, if that was read. */
interface Read<S, E> {
  readonly state: S
  readonly last?: LogEntry<E> | undefined
}

/**
 * States as reducers over logs. Loading costs the same however long the log is. A cached state is used only if the log still has
 * the entry that it ends with: another process may have deleted the stream and created another one with its id.
 */
export class States<S extends Placed, E> {
  readonly #options: StatesOptions<S, E>
  /** The least recently loaded is first. */
  readonly #cached = new Map<string, Read<S, E>>()
  #cachedEvents = 0

  constructor(options: StatesOptions<S, E>) {
    this.#options = options
  }

  /** Returns the state at the end of the log. */
  async load(id: string): Promise<S> {
    const cached = this.#cached.get(id)
    const current = cached && (await this.#check(id, cached))
    if (current !== undefined) return this.#cache(id, current)
    const kept = await this.#snapshot(id)
    const read = (await this.#check(id, { state: kept })) ?? (await this.#readOn(id, { state: this.#options.initial }))
    await this.keep(id, read.state, kept.lsn)
    return this.#cache(id, read)
  }

  /** Returns the state at an earlier place of the log. */
  async at(id: string, lsn: number): Promise<S> {
    const kept = await this.#snapshot(id)
    return (await this.#readOn(id, { state: kept.lsn <= lsn ? kept : this.#options.initial }, lsn)).state
  }

  /** Returns `state` with everything that was appended since. */
  async catchUp(id: string, state: S): Promise<S> {
    return (await this.#readOn(id, { state })).state
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
    this.#cachedEvents -= this.#cached.get(id)?.state.lsn ?? 0
    this.#cached.delete(id)
  }

  async #snapshot(id: string): Promise<S> {
    const { log, shape, initial } = this.#options
    const { shape: found, state } = ((await log.snapshot(id))?.state ?? {}) as { shape?: number; state?: S }
    return found === shape && state !== undefined ? state : initial
  }

  /** Reads on with the entry that the state ends with. Resolves to `undefined` if the log does not have it. */
  async #check(id: string, { state, last }: Read<S, E>): Promise<Read<S, E> | undefined> {
    if (state.lsn === 0) return this.#readOn(id, { state })
    const [found, ...page] = await this.#options.log.read(id, state.lsn - 1, PAGE)
    // A snapshot does not hold its entry.
    const isSame = found !== undefined && (last === undefined || JSON.stringify(found) === JSON.stringify(last))
    if (!isSame) return undefined
    const read = this.#reduce(page, { state, last: found })
    return page.length < PAGE - 1 ? read : this.#readOn(id, read)
  }

  async #readOn(id: string, from: Read<S, E>, until = Number.POSITIVE_INFINITY): Promise<Read<S, E>> {
    let read = from
    while (read.state.lsn < until) {
      const limit = Math.min(PAGE, until - read.state.lsn)
      const page = await this.#options.log.read(id, read.state.lsn, limit)
      read = this.#reduce(page, read)
      if (page.length < limit) break
    }
    return read
  }

  #reduce(page: readonly LogEntry<E>[], { state, last }: Read<S, E>): Read<S, E> {
    const { reduce } = this.#options
    const next = page.reduce((current, { lsn, event }) => reduce(current, event, lsn), state)
    return { state: next, last: page.at(-1) ?? last }
  }

  #cache(id: string, read: Read<S, E>): S {
    const { state } = read
    this.forget(id)
    this.#cached.set(id, read)
    this.#cachedEvents += state.lsn
    const { cached = DEFAULT_CACHED } = this.#options
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= cached && this.#cachedEvents <= CACHED_EVENTS) break
      if (oldest !== id) this.forget(oldest)
    }
    return state
  }
}
