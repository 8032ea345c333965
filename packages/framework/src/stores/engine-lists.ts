import type { StreamRef } from '../log/log.ts'
import type { Engine, Moment, Stored } from './engine.ts'
import { bare, type Entry, logOf, refOf } from './engine-entry.ts'
import { sweepHints } from './engine-hints.ts'

/** A stream that an index names. */
export interface Listed {
  name: string
  ref: StreamRef
  entry: Entry
}

/** What names led to, by name, and when. */
interface Seen {
  streams: ReadonlyMap<string, Listed>
  at: Moment
}

/** A list that was made before, with the numbers under which its names were put, up to the newest. */
interface Remembered extends Seen {
  numbers: ReadonlyMap<string, number>
  newest: number
}

/** Streams that are read with one request. */
const BATCH = 1_000
/** Streams that are remembered, of all lists together. */
const MAX_SEEN = 5_000

/** Returns the stream that a last record is of. */
type Understand = (ref: StreamRef, last: Stored | undefined) => Promise<Entry | undefined>

/**
 * Streams by the names that an index has for them. A list is remembered: the next one reads the names, and of the streams only the
 * records that were appended since. That finds deleted streams too, because a stream loses its names before its records. A name that
 * another node has put again, to create the stream once more, has another number than the stream says: it stays when the stream is
 * deleted, so its stream is read each time.
 */
export class EngineLists {
  readonly #engine: Engine
  readonly #understand: Understand
  readonly #seen = new Map<string, Remembered>()
  #size = 0

  constructor(engine: Engine, understand: Understand) {
    this.#engine = engine
    this.#understand = understand
  }

  /** Returns the streams that an index names under names of this form, as they are now. */
  async list(pattern: string): Promise<Listed[]> {
    const seen = this.#seen.get(pattern)
    const at = this.#engine.moment()
    const [names, again, put = []] = await Promise.all([
      this.#engine.names(pattern),
      seen && this.look([...seen.streams.keys()], { at, seen }),
      // The second list reads the numbers of all names.
      seen && this.#engine.since(pattern, seen.newest),
      at,
    ])
    const present = new Set(names)
    const numbers = new Map([...(seen?.numbers ?? [])].filter(([name]) => present.has(name)))
    for (const { name, seq } of put) numbers.set(name, seq)
    const known = new Map(
      [...(again?.streams ?? [])].filter(([name, { entry }]) => entry.hints[name] === numbers.get(name)),
    )
    const added = await this.look(
      names.filter((name) => !known.has(name)),
      { at },
    )
    const found = names.flatMap((name) => known.get(name) ?? added.streams.get(name) ?? [])
    const streams = new Map(found.map((one) => [one.name, one]))
    this.#remember(pattern, {
      streams,
      at: earlier(again?.at, added.at),
      numbers,
      newest: put.at(-1)?.seq ?? seen?.newest ?? 0,
    })
    await sweepHints(
      this.#engine,
      names.filter((name) => !streams.has(name)),
    )
    return found
  }

  /** The same for a form that is not asked for again. */
  async find(pattern: string): Promise<Listed[]> {
    const { streams } = await this.look(await this.#engine.names(pattern))
    return [...streams.values()]
  }

  /**
   * Returns the streams that these names of an index lead to, as of now, or as of `at` or later. An index may name a stream that
   * has left it. `seen` is what the names led to before.
   */
  async look(names: readonly string[], options: { at?: Promise<Moment>; seen?: Seen } = {}): Promise<Seen> {
    const { seen, ...asked } = options
    const streams = new Map<string, Listed>()
    let at: Moment = new Map()
    for (let i = 0; i < names.length; i += BATCH) {
      const batch = names.slice(i, i + BATCH)
      const lasts = await this.#engine.lasts(batch.map(logOf), { ...asked, since: seen?.at })
      at = earlier(at, lasts.at)
      const read = batch.map(async (name, j): Promise<Listed | undefined> => {
        const last = lasts.found[j]
        if (last === 'same') return seen?.streams.get(name)
        const ref = refOf(name)
        const entry = await this.#understand(ref, last)
        return entry && name in entry.hints ? { name, ref, entry: bare(entry) } : undefined
      })
      for (const one of await Promise.all(read)) if (one !== undefined) streams.set(one.name, one)
    }
    return { streams, at }
  }

  #remember(pattern: string, seen: Remembered): void {
    this.#forget(pattern)
    if (seen.streams.size === 0 || seen.streams.size > MAX_SEEN) return
    this.#seen.set(pattern, seen)
    this.#size += seen.streams.size
    while (this.#size > MAX_SEEN) this.#forget(this.#seen.keys().next().value!)
  }

  #forget(pattern: string): void {
    this.#size -= this.#seen.get(pattern)?.streams.size ?? 0
    this.#seen.delete(pattern)
  }
}

/** The moment since which all that was read at one of two moments has to be read again. */
function earlier(a: Moment | undefined, b: Moment): Moment {
  const at = new Map(b)
  for (const [part, place] of a ?? []) at.set(part, Math.min(place, at.get(part) ?? place))
  return at
}
