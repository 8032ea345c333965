import { FenceError, StreamExistsError, StreamGoneError, type StreamRecord, type StreamRef } from '../log/log.ts'
import { isRefused } from '../log/retry.ts'
import { toKey } from '../log/watchers.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { Engine, Stored } from './engine.ts'
import { EngineDeletions } from './engine-deletions.ts'
import {
  type AppendedRecord,
  type Entry,
  nameOf,
  parseAppended,
  parseEntry,
  refOf,
  resolve,
  toGone,
} from './engine-entry.ts'
import { addHints, HINT_AGE, removeHints, sweepHints } from './engine-hints.ts'
import { isAlive } from './engine-leases.ts'
import { EngineLists, type Listed } from './engine-lists.ts'
import { EngineTimes } from './engine-times.ts'
import { EngineWatchers } from './engine-watchers.ts'
import { Turns } from './turns.ts'

/** The last record of a stream; without an entry there is no such stream. */
interface Known {
  seq: number
  entry?: Entry
  /** Its creation is not confirmed yet. */
  isPending?: boolean
  /** The record with which it was deleted, if that is not finished. */
  gone?: Entry
}

/** What a change decides: the next entry, or a result without a write. */
export type Decision<T> = { next: Omit<Entry, 'hints'> } | { done: T }

const MAX_KNOWN = 2_000
const MAX_PLACES = 256
/** Times that are looked at together. */
const BATCH = 256

/** The streams of all kinds on an engine, each changed by compare-and-set of its last record. */
export class EngineStreams {
  readonly engine: Engine
  readonly watchers: EngineWatchers
  readonly lists: EngineLists
  /** As it was when it was last seen here. A write decides on it, and is refused when it is out of date. */
  readonly #known = new Map<string, { seq: number; entry: Entry }>()
  /** Where records of a stream end, so that a reader need not begin at the first. */
  readonly #places = new Map<string, { first: number; ends: { seq: number; head: number }[] }>()
  readonly #times: EngineTimes
  readonly #deletions: EngineDeletions
  /** One write of this node at a time for each stream: only other nodes make it decide again. */
  readonly #turns = new Turns()

  constructor(engine: Engine) {
    this.engine = engine
    this.#times = new EngineTimes(engine)
    this.lists = new EngineLists(engine, async (ref, last) => {
      const known = (await this.#understand(ref, last)) ?? (await this.load(ref))
      return known.entry
    })
    this.#deletions = new EngineDeletions(engine, this.lists, (ref) => this.delete(ref, {}))
    this.watchers = new EngineWatchers(engine, (ref, act) =>
      this.#turns.take(toKey(ref.kind, ref.id), async () => act(await this.get(ref))),
    )
  }

  async close(): Promise<void> {
    this.watchers.close()
    await this.#turns.settled()
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
    if (entry.isGone) return { ...this.#forget(ref, seq), gone: entry }
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

  /** Returns streams that are due or expire up to a time, the earliest first. */
  async *timed(what: 'due' | 'expires', time: number, kinds?: readonly string[]): AsyncGenerator<Listed> {
    const times = (await this.#times.upTo(what, time)).filter(({ name }) => !kinds || kinds.includes(refOf(name).kind))
    for (let i = 0; i < times.length; i += BATCH) {
      const batch = times.slice(i, i + BATCH)
      const { streams } = await this.lists.look(batch.map(({ name }) => name))
      yield* streams.values()
      const unsure = batch.filter(({ name }) => !streams.has(name))
      if (what === 'expires') for (const one of unsure) await this.#deletions.finish(one)
      await sweepHints(
        this.engine,
        unsure.map(({ name }) => name),
      )
      // A name is put before its stream says so: it may be forgotten only if it was removed.
      const { found } = await this.engine.lasts(unsure.map(({ name }) => name))
      unsure.forEach((one, j) => {
        if (found[j] === undefined) this.#times.forget(one)
      })
    }
  }

  async create(ref: StreamRef, created: Omit<Entry, 'hints'>): Promise<Entry> {
    const key = toKey(ref.kind, ref.id)
    return this.#turns.take(key, async () => {
      const { owner } = created
      const draft = owner === undefined ? created : { ...created, isPending: true as const }
      for (let after = 0; ; ) {
        if (!(await this.#isOwned(draft))) throw lostOwner(owner!)
        const written = await this.#write(ref, draft, {}, after)
        if (written !== undefined) return this.#confirm(ref, written.seq, written.entry)
        const known = await this.load(ref)
        if (known.entry !== undefined || known.isPending) throw new StreamExistsError(ref.id)
        if (known.gone !== undefined) await this.#deletions.clear(ref, known.seq, known.gone)
        after = 0
      }
    })
  }

  /**
   * Decides on what is known here, which a write confirms. A decision that refuses or writes nothing is taken again on the stream as it
   * is now. Resolves to `undefined` if there is no such stream.
   */
  async change<T>(
    ref: StreamRef,
    decide: (entry: Entry, seq: number) => MaybePromise<Decision<T>>,
    done: (entry: Entry, before: Entry) => T,
  ): Promise<T | undefined> {
    const key = toKey(ref.kind, ref.id)
    return this.#turns.take(key, async () => {
      for (let known: Known | undefined = this.#known.get(key); ; known = undefined) {
        const isFresh = known === undefined
        const { seq: after, entry: before } = known ?? (await this.load(ref))
        if (before === undefined) return undefined
        const decision = await decideOn(isFresh, () => decide(before, after))
        if (decision === undefined) continue
        if ('done' in decision) return decision.done
        const written = await this.#write(ref, decision.next, before.hints, after)
        if (written === undefined) continue
        const { seq, entry } = written
        if (entry.isGone) this.#forget(ref, seq)
        else this.#learn(ref, seq, entry)
        this.watchers.tell(ref, entry, before)
        if (entry.isGone) await this.#deletions.clear(ref, seq, entry)
        else await removeHints(this.engine, before.hints, entry.hints)
        return done(entry, before)
      }
    })
  }

  /** Resolves to whether there was such a stream; with `expiredAt`, one that has expired by then. */
  async delete(
    ref: StreamRef,
    { fence, withRuns = false, expiredAt }: { fence?: number; withRuns?: boolean; expiredAt?: number },
  ): Promise<boolean> {
    const deleted = await this.change<boolean>(
      ref,
      (entry) => {
        if (expiredAt !== undefined && (entry.expiresAt ?? Number.POSITIVE_INFINITY) > expiredAt) return { done: false }
        if (fence !== undefined && fence !== entry.fence) throw new FenceError(ref.id, fence)
        return { next: toGone(entry, this.now(), withRuns) }
      },
      () => true,
    )
    return deleted ?? false
  }

  /**
   * Returns the records since the stream was created that end after a place, up to the record that was given, or `undefined` if the
   * stream was deleted meanwhile.
   */
  async read(
    ref: StreamRef,
    { seq, entry }: { seq: number; entry: Entry },
    after: number,
  ): Promise<AppendedRecord[] | undefined> {
    const places = this.#places.get(toKey(ref.kind, ref.id))
    const place = places?.first === entry.first ? places.ends.findLast(({ head }) => head <= after) : undefined
    return (await this.engine.read(nameOf(ref), place?.seq ?? entry.first - 1, seq))?.map(parseAppended)
  }

  /** Returns what was appended after a record, as of now. */
  async since(ref: StreamRef, after: number): Promise<AppendedRecord[]> {
    const { seq } = await this.load(ref)
    return (await this.engine.read(nameOf(ref), after, seq))?.map(parseAppended) ?? []
  }

  /** Whether a live node drives the stream. `beats` remembers nodes while a list is made. */
  async isDriven({ node }: Entry, beats = new Map<string, Promise<boolean>>()): Promise<boolean> {
    if (node === null) return false
    const isDriving = beats.get(node) ?? isAlive(this.engine, node)
    beats.set(node, isDriving)
    return isDriving
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

  /** Appends an entry after a record, if that is the last, and if no node may have removed a name of the entry meanwhile. */
  async #write(ref: StreamRef, draft: Omit<Entry, 'hints'>, before: Entry['hints'], after: number) {
    const start = Date.now()
    const entry = { ...draft, hints: await addHints(this.engine, ref, draft, before) }
    if (isLate(start)) return undefined
    const seq = await this.engine.append(nameOf(ref), JSON.stringify(entry), after)
    return seq === undefined ? undefined : { seq, entry: resolve(entry, seq) }
  }

  async #confirm(ref: StreamRef, seq: number, entry: Entry): Promise<Entry> {
    if (entry.owner === undefined) {
      this.#learn(ref, seq, entry)
      this.watchers.tell(ref, entry)
      return entry
    }
    const { isPending: _, ...confirmed } = { ...entry, events: [] }
    if (!(await this.#isOwned(entry))) {
      await this.#abandon(ref, seq, entry)
      throw lostOwner(entry.owner)
    }
    const last = await this.engine.append(nameOf(ref), JSON.stringify(confirmed), seq)
    // A reader saw that the owner was taken over or deleted, and abandoned the stream.
    if (last === undefined) throw lostOwner(entry.owner)
    this.#learn(ref, last, confirmed)
    this.watchers.tell(ref, confirmed)
    return confirmed
  }

  /** Whether the owner is the stream that it was, with the fence that was named. */
  async #isOwned({ owner }: Pick<Entry, 'owner'>): Promise<boolean> {
    if (owner === undefined) return true
    const found = await this.get(owner)
    return found?.first === owner.first && (owner.fence === undefined || found.fence === owner.fence)
  }

  async #abandon(ref: StreamRef, seq: number, entry: Entry): Promise<void> {
    const gone = await this.#write(ref, toGone(entry, this.now()), entry.hints, seq)
    if (gone !== undefined) await this.#deletions.clear(ref, gone.seq, gone.entry)
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
}

/** Returns `undefined` instead of a refusal or a result that may be out of date. */
async function decideOn<T>(
  isFresh: boolean,
  decide: () => MaybePromise<Decision<T>>,
): Promise<Decision<T> | undefined> {
  try {
    const decision = await decide()
    return isFresh || 'next' in decision ? decision : undefined
  } catch (error) {
    if (isFresh || !isRefused(error)) throw error
    return undefined
  }
}

const lostOwner = ({ id, fence }: NonNullable<Entry['owner']>): Error =>
  fence === undefined ? new StreamGoneError(id) : new FenceError(id, fence)

/** Whether names that were put since then may have been removed by other nodes, as when this process was stopped. */
const isLate = (start: number): boolean => Date.now() - start > HINT_AGE / 2
