import { FenceError, StreamExistsError, type StreamRecord, type StreamRef } from '../log/log.ts'
import { toKey } from '../log/watchers.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { Engine, Stored } from './engine.ts'
import {
  type Appended,
  commandsOf,
  type Entry,
  hintsOf,
  nameOf,
  nodeOf,
  parseAppended,
  parseEntry,
  refOf,
  resolve,
  runsOf,
  snapshotOf,
  toGone,
} from './engine-entry.ts'
import { EngineTimes } from './engine-times.ts'
import { EngineWatchers } from './engine-watchers.ts'

/** The last record of a stream; without an entry there is no such stream. */
interface Known {
  seq: number
  entry?: Entry
  /** Its creation is not confirmed yet. */
  isPending?: boolean
}

/** A stream that an index names. */
export interface Listed {
  name: string
  ref: StreamRef
  entry: Entry
}

/** What a change decides: the next entry, a result without a write, or that it must see the stream as it is now. */
export type Decision<T> = { next: Omit<Entry, 'hints'> } | { done: T } | 'unsure'

const MAX_KNOWN = 2_000
const MAX_PLACES = 256
/** Milliseconds by which the clocks of two nodes may differ from each other. */
const MAX_SKEW = 1_000
/** Streams that are read at once. */
const BATCH = 256

/** The streams of all kinds on an engine, each changed by compare-and-set of its last record. */
export class EngineStreams {
  readonly engine: Engine
  readonly watchers: EngineWatchers
  /** As it was when it was last seen here. A write decides on it, and is refused when it is out of date. */
  readonly #known = new Map<string, { seq: number; entry: Entry }>()
  /** Where records of a stream end, so that a reader need not begin at the first. */
  readonly #places = new Map<string, { first: number; ends: { seq: number; head: number }[] }>()
  readonly #times: EngineTimes
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(engine: Engine) {
    this.engine = engine
    this.#times = new EngineTimes(engine)
    this.watchers = new EngineWatchers(engine, (ref, act) =>
      this.#inTurn(toKey(ref.kind, ref.id), async () => act(await this.get(ref))),
    )
  }

  async close(): Promise<void> {
    this.watchers.close()
    await Promise.allSettled(this.#turns.values())
    await this.engine.close()
  }

  now(): number {
    return Math.floor(this.engine.now())
  }

  /** Returns a number that grows over all streams, for what a record that is written next begins: 0 for the record's own. */
  async number(): Promise<number> {
    return this.engine.isOrdered ? 0 : this.engine.put('number', '1')
  }

  /** Returns the stream as it is now. */
  async load(ref: StreamRef): Promise<Known> {
    for (;;) {
      const known = await this.#understand(ref, await this.engine.last(nameOf(ref)))
      if (known !== undefined) return known
    }
  }

  /** Returns what the last record says of a stream, or `undefined` if it has to be read again. */
  async #understand(ref: StreamRef, last: Stored | undefined): Promise<Known | undefined> {
    if (last === undefined) return this.#forget(ref, 0)
    const { seq } = last
    const entry = parseEntry(last)
    if (entry.isGone) return this.#forget(ref, seq)
    if (!entry.isPending) {
      this.#learn(ref, seq, entry)
      return { seq, entry }
    }
    if (await this.#isOwned(entry)) return { seq, isPending: true }
    // The creator has lost its owner. With this record it cannot confirm the stream any more.
    await this.#abandon(ref, seq, entry)
    return undefined
  }

  async get(ref: StreamRef): Promise<Entry | undefined> {
    return (await this.load(ref)).entry
  }

  /** Returns the streams that an index names under names of this form. */
  async listed(pattern: string): Promise<Listed[]> {
    const found: Listed[] = []
    const names = await this.engine.names(pattern)
    for (let i = 0; i < names.length; i += BATCH) found.push(...(await this.#look(names.slice(i, i + BATCH))))
    return found
  }

  /** Returns streams that are due or expire up to a time, the earliest first. */
  async *timed(what: 'due' | 'expires', time: number, kinds?: readonly string[]): AsyncGenerator<Listed> {
    const times = (await this.#times.upTo(what, time)).filter(({ name }) => !kinds || kinds.includes(refOf(name).kind))
    for (let i = 0; i < times.length; i += BATCH) {
      const batch = times.slice(i, i + BATCH)
      const found = await this.#look(batch.map(({ name }) => name))
      yield* found
      const names = new Set(found.map(({ name }) => name))
      const unsure = batch.filter(({ name }) => !names.has(name))
      // A name is put before its stream says so: it may be forgotten only if it was removed.
      const lasts = await this.engine.lasts(unsure.map(({ name }) => name))
      unsure.forEach((one, j) => {
        if (lasts[j] === undefined) this.#times.forget(one)
      })
    }
  }

  /** Returns the streams that these entries of an index name; an index may name a stream that has left it. */
  async #look(names: readonly string[]): Promise<Listed[]> {
    const refs = names.map(refOf)
    const lasts = await this.engine.lasts(refs.map(nameOf))
    const known = await Promise.all(
      refs.map(async (ref, i) => (await this.#understand(ref, lasts[i])) ?? this.load(ref)),
    )
    return known.flatMap(({ entry }, i) =>
      entry && names[i]! in entry.hints ? [{ name: names[i]!, ref: refs[i]!, entry }] : [],
    )
  }

  async create(ref: StreamRef, created: Omit<Entry, 'hints'>): Promise<Entry> {
    const key = toKey(ref.kind, ref.id)
    return this.#inTurn(key, async () => {
      const { owner } = created
      const draft = owner === undefined ? created : { ...created, isPending: true as const }
      for (let after = 0; ; ) {
        if (owner !== undefined && !(await this.#isOwned(draft))) throw new FenceError(owner.id, draft.fence ?? 0)
        const entry = { ...draft, hints: await this.#addHints(ref, draft, {}) }
        const seq = await this.engine.append(nameOf(ref), JSON.stringify(entry), after)
        if (seq !== undefined) return this.#confirm(ref, seq, resolve(entry, seq))
        const known = await this.load(ref)
        if (known.entry !== undefined || known.isPending) throw new StreamExistsError(ref.id)
        after = known.seq
      }
    })
  }

  /**
   * Decides on what is known here. If the decision refuses or reads something, it decides again on the stream as it is now.
   * Resolves to `undefined` if there is no such stream.
   */
  async change<T>(
    ref: StreamRef,
    decide: (entry: Entry, isFresh: boolean, seq: number) => MaybePromise<Decision<T>>,
    done: (entry: Entry, before: Entry) => T,
  ): Promise<T | undefined> {
    const key = toKey(ref.kind, ref.id)
    return this.#inTurn(key, async () => {
      for (let known: Known | undefined = this.#known.get(key), isFresh = false; ; known = undefined) {
        if (known === undefined) {
          known = await this.load(ref)
          isFresh = true
        }
        const { seq: after, entry: before } = known
        if (before === undefined) return undefined
        const decision = await decide(before, isFresh, after)
        if (decision === 'unsure') continue
        if ('done' in decision) return decision.done
        const next = { ...decision.next, hints: await this.#addHints(ref, decision.next, before.hints) }
        const seq = await this.engine.append(nameOf(ref), JSON.stringify(next), after)
        if (seq === undefined) continue
        const entry = resolve(next, seq)
        if (entry.isGone) this.#forget(ref, seq)
        else this.#learn(ref, seq, entry)
        await this.#removeHints(before.hints, entry.hints)
        if (entry.isGone) await this.engine.purge(nameOf(ref), seq)
        this.watchers.tell(ref, entry, before)
        return done(entry, before)
      }
    })
  }

  /** Resolves to whether there was such a stream. */
  async delete(ref: StreamRef, { fence, withRuns = false }: { fence?: number; withRuns?: boolean }): Promise<boolean> {
    const deleted = await this.change<Entry>(
      ref,
      (entry, isFresh) => {
        if (!isFresh) return 'unsure'
        if (fence !== undefined && fence !== entry.fence) throw new FenceError(ref.id, fence)
        return { next: toGone(entry) }
      },
      (_, before) => before,
    )
    if (deleted === undefined) return false
    for (const name of [snapshotOf(ref), commandsOf(ref)]) await this.engine.purge(name, Number.MAX_SAFE_INTEGER)
    if (withRuns) {
      const runs = await this.listed(`${runsOf({ ...ref, first: deleted.first })}.*.*`)
      for (const run of runs) await this.delete(run.ref, {})
    }
    return true
  }

  /**
   * Returns the records since the stream was created that end after a place, up to the record that was given, or `undefined` if the
   * stream was deleted meanwhile.
   */
  async read(
    ref: StreamRef,
    { seq, entry }: { seq: number; entry: Entry },
    after: number,
  ): Promise<Appended[] | undefined> {
    const places = this.#places.get(toKey(ref.kind, ref.id))
    const place = places?.first === entry.first ? places.ends.findLast(({ head }) => head <= after) : undefined
    return (await this.engine.read(nameOf(ref), place?.seq ?? entry.first - 1, seq))?.map(parseAppended)
  }

  /** Returns what was appended after a record, as of now. */
  async since(ref: StreamRef, after: number): Promise<Appended[]> {
    const { seq } = await this.load(ref)
    return (await this.engine.read(nameOf(ref), after, seq))?.map(parseAppended) ?? []
  }

  /** Whether a live node drives the stream. `beats` remembers nodes while a list is made. */
  async isDriven({ node }: Entry, beats = new Map<string, Promise<boolean>>()): Promise<boolean> {
    if (node === null) return false
    const isAlive = beats.get(node) ?? this.#isAlive(node)
    beats.set(node, isAlive)
    return isAlive
  }

  async toRecord(id: string, entry: Entry, beats?: Map<string, Promise<boolean>>): Promise<StreamRecord> {
    const { principal, createdAt, updatedAt, head, about, register, lastWrite } = entry
    return {
      id,
      ...(principal !== undefined && { principal }),
      createdAt,
      updatedAt,
      head,
      about,
      ...(register !== undefined && { register }),
      isDriven: await this.isDriven(entry, beats),
      lastWrite,
    }
  }

  watch(ref: StreamRef, listener: (head?: number) => void): () => void {
    return this.watchers.watch(ref, listener, this.#known.get(toKey(ref.kind, ref.id))?.entry.loud)
  }

  async #confirm(ref: StreamRef, seq: number, entry: Entry): Promise<Entry> {
    if (entry.owner === undefined) {
      this.#learn(ref, seq, entry)
      this.watchers.tell(ref, entry)
      return entry
    }
    const { isPending: _, ...confirmed } = { ...entry, events: [] }
    const { owner, fence } = entry
    if (!(await this.#isOwned(entry))) {
      await this.#abandon(ref, seq, entry)
      throw new FenceError(owner.id, fence ?? 0)
    }
    const last = await this.engine.append(nameOf(ref), JSON.stringify(confirmed), seq)
    // A reader saw that the owner was taken over, and abandoned the stream.
    if (last === undefined) throw new FenceError(owner.id, fence ?? 0)
    this.#learn(ref, last, confirmed)
    this.watchers.tell(ref, confirmed)
    return confirmed
  }

  async #isOwned({ owner, fence }: Pick<Entry, 'owner' | 'fence'>): Promise<boolean> {
    const found = owner && (await this.get(owner))
    return found !== undefined && found.first === owner?.first && found.fence === fence
  }

  async #abandon(ref: StreamRef, seq: number, entry: Entry): Promise<void> {
    const gone = await this.engine.append(nameOf(ref), JSON.stringify({ ...toGone(entry), hints: {} }), seq)
    if (gone === undefined) return
    await this.#removeHints(entry.hints, {})
    await this.engine.purge(nameOf(ref), gone)
  }

  async #isAlive(node: string): Promise<boolean> {
    const beat = await this.engine.last(nodeOf(node))
    if (beat === undefined) return false
    const { until, ttl } = JSON.parse(beat.data) as { until: number; ttl: number }
    const left = until - this.engine.now()
    return left > 0 && left <= ttl + MAX_SKEW
  }

  /** Puts what an index lacks before the stream says so: an entry too many costs a look, a missing one loses the stream. */
  async #addHints(ref: StreamRef, entry: Omit<Entry, 'hints'>, before: Entry['hints']): Promise<Entry['hints']> {
    const names = entry.isGone ? [] : hintsOf(ref, entry)
    const put = async (name: string) => [name, before[name] ?? (await this.engine.put(name, '1'))] as const
    return Object.fromEntries(await Promise.all(names.map(put)))
  }

  /** Removes only the entry that was put for this stream before: another node may have put it again meanwhile. */
  async #removeHints(before: Entry['hints'], after: Entry['hints']): Promise<void> {
    const removed = Object.entries(before).filter(([name]) => !(name in after))
    await Promise.all(removed.map(([name, seq]) => this.engine.purge(name, seq)))
  }

  #forget({ kind, id }: StreamRef, seq: number): Known {
    this.#known.delete(toKey(kind, id))
    this.#places.delete(toKey(kind, id))
    return { seq }
  }

  #learn({ kind, id }: StreamRef, seq: number, entry: Entry): void {
    const key = toKey(kind, id)
    const known = this.#known.get(key)
    if (known !== undefined && known.seq >= seq) return
    this.#known.delete(key)
    this.#known.set(key, { seq, entry })
    const places = this.#places.get(key)
    const ends = places?.first === entry.first ? places.ends : []
    if (seq > (ends.at(-1)?.seq ?? 0)) ends.push({ seq, head: entry.head })
    if (ends.length > MAX_PLACES) ends.shift()
    this.#places.set(key, { first: entry.first, ends })
    if (this.#known.size <= MAX_KNOWN) return
    const oldest = this.#known.keys().next().value!
    this.#known.delete(oldest)
    this.#places.delete(oldest)
  }

  /** One write of this node at a time for each stream: only other nodes make it decide again. */
  #inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(act)
    const settled = turn.then(
      () => {},
      () => {},
    )
    this.#turns.set(key, settled)
    void settled.then(() => void (this.#turns.get(key) === settled && this.#turns.delete(key)))
    return turn
  }
}
