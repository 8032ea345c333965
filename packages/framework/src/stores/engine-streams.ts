import { Broadcasts } from '../log/broadcasts.ts'
import { type Broadcast, FenceError, StreamExistsError, type StreamRecord, type StreamRef } from '../log/log.ts'
import type { StoredQuestion } from '../log/questions.ts'
import type { RunMark } from '../log/run-index.ts'
import { toKey, Watchers } from '../log/watchers.ts'
import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type Engine, fromToken, type Stored, toToken } from './engine.ts'

/**
 * A record of a stream: what was appended, and the whole header after it, so that the last record says all that a stream is.
 * A number that is 0 stands for the record's own, which is not known before it is stored.
 */
export interface Entry {
  /** The first record since the stream was created. */
  first: number
  /** The last record that watchers are woken for. */
  loud: number
  principal?: string
  createdAt: number
  updatedAt: number
  about: Json
  register?: Json
  head: number
  lastWrite: number
  dueAt: number | null
  expiresAt?: number
  node: string | null
  fence: number | null
  owner?: StreamRef & { first: number }
  /** The stream exists once a further record confirms that its owner still had the fence. */
  isPending?: true
  /** The stream was deleted with this record. */
  isGone?: true
  questions: OpenQuestion[]
  run?: { mark: RunMark; changedAt: number }
  /** The entries of indexes that name the stream, with the number under which each was put. */
  hints: Record<string, number>
  commandId?: string
  events: unknown[]
}

export interface OpenQuestion extends Omit<StoredQuestion, 'place' | 'kind' | 'id' | 'principal'> {
  /** The record that opened it, and its place in that record. */
  opened: number
  index: number
  deliverAt?: number
}

/** The last record of a stream; without an entry there is no such stream. */
interface Known {
  seq: number
  entry?: Entry
  /** Its creation is not confirmed yet. */
  isPending?: boolean
}

/** What a change decides: the next entry, a result without a write, or that it must see the stream as it is now. */
export type Decision<T> = { next: Omit<Entry, 'hints'> } | { done: T } | 'unsure'

interface Topic {
  listeners: number
  /** The last record that the watchers know of. */
  loud: number | undefined
  stop(): void
}

const GONE = -1
const MAX_KNOWN = 2_000
const MAX_PLACES = 256
/** Milliseconds between looks for signals that were lost, as when a node dies between its write and its signal. */
const CHECK_INTERVAL = 5_000
/** Milliseconds by which the clocks of two nodes may differ from each other. */
const MAX_SKEW = 1_000
/** Streams that are read at once. */
const BATCH = 256

/** The streams of all kinds on an engine, each changed by compare-and-set of its last record. */
export class EngineStreams {
  readonly engine: Engine
  readonly watchers = new Watchers()
  readonly #broadcasts = new Broadcasts()
  /** As it was when it was last seen here. A write decides on it, and is refused when it is out of date. */
  readonly #known = new Map<string, { seq: number; entry: Entry }>()
  /** Where records of a stream end, so that a reader need not begin at the first. */
  readonly #places = new Map<string, { first: number; ends: { seq: number; head: number }[] }>()
  readonly #turns = new Map<string, Promise<unknown>>()
  readonly #topics = new Map<string, Topic>()
  readonly #checking: ReturnType<typeof setInterval>

  constructor(engine: Engine) {
    this.engine = engine
    this.#checking = setInterval(() => this.#checkAll(), CHECK_INTERVAL).unref()
    engine.onReconnect(() => this.#checkAll())
  }

  async close(): Promise<void> {
    clearInterval(this.#checking)
    await Promise.allSettled(this.#turns.values())
    await this.engine.close()
  }

  now(): number {
    return Math.floor(this.engine.now())
  }

  /** Returns the stream as it is now. */
  async load(ref: StreamRef): Promise<Known> {
    for (;;) {
      const last = await this.engine.last(nameOf(ref))
      if (last === undefined) return this.#forget(ref, 0)
      const entry = parse(last)
      if (entry.isGone) return this.#forget(ref, last.seq)
      if (!entry.isPending) {
        this.#learn(ref, last.seq, entry)
        return { seq: last.seq, entry }
      }
      if (await this.#isOwned(entry)) return { seq: last.seq, isPending: true }
      // The creator has lost its owner. With this record it cannot confirm the stream any more.
      await this.#abandon(ref, last.seq, entry)
    }
  }

  async get(ref: StreamRef): Promise<Entry | undefined> {
    return (await this.load(ref)).entry
  }

  /** Returns the streams that an index names under names of this form. */
  async listed(pattern: string): Promise<{ ref: StreamRef; entry: Entry }[]> {
    const names = await this.engine.names(pattern)
    const found: { ref: StreamRef; entry: Entry }[] = []
    for (let i = 0; i < names.length; i += BATCH) {
      const batch = names.slice(i, i + BATCH)
      const entries = await Promise.all(batch.map((name) => this.get(refOf(name))))
      // An index may name a stream that has left it.
      entries.forEach((entry, j) => {
        if (entry && batch[j]! in entry.hints) found.push({ ref: refOf(batch[j]!), entry })
      })
    }
    return found
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
    decide: (entry: Entry, isFresh: boolean) => MaybePromise<Decision<T>>,
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
        const decision = await decide(before, isFresh)
        if (decision === 'unsure') continue
        if ('done' in decision) return decision.done
        const next = { ...decision.next, hints: await this.#addHints(ref, decision.next, before.hints) }
        const tag = next.commandId === undefined ? undefined : toToken(next.commandId)
        const seq = await this.engine.append(nameOf(ref), JSON.stringify(next), after, tag)
        if (seq === undefined) continue
        const entry = resolve(next, seq)
        if (entry.isGone) this.#forget(ref, seq)
        else this.#learn(ref, seq, entry)
        await this.#removeHints(before.hints, entry.hints)
        if (entry.isGone) await this.engine.purge(nameOf(ref), seq)
        this.#tell(ref, entry, before)
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
    await this.engine.purge(snapshotOf(ref), Number.MAX_SAFE_INTEGER)
    if (withRuns) {
      const runs = await this.listed(`${runsOf({ ...ref, first: deleted.first })}.*.*`)
      for (const run of runs) await this.delete(run.ref, {})
    }
    return true
  }

  /** Returns the records since the stream was created that end after a place, up to the record that was given. */
  async read(
    ref: StreamRef,
    { seq, entry }: { seq: number; entry: Entry },
    after: number,
  ): Promise<Entry[] | undefined> {
    const places = this.#places.get(toKey(ref.kind, ref.id))
    const place = places?.first === entry.first ? places.ends.findLast(({ head }) => head <= after) : undefined
    const found = await this.engine.read(nameOf(ref), place?.seq ?? entry.first - 1, seq)
    // Deleted meanwhile.
    if (found.at(-1)?.seq !== seq && place?.seq !== seq) return undefined
    return found.map(parse)
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
    const key = toKey(ref.kind, ref.id)
    return this.#watch(key, nameOf(ref), listener, this.#known.get(key)?.entry.loud)
  }

  broadcast(ref: StreamRef, text: string): void {
    this.#broadcasts.send(toKey(ref.kind, ref.id), text)
    // What does not fit is lost, as on a broken connection.
    if (Buffer.byteLength(text) <= this.engine.maxBytes) this.engine.signal(broadcastOf(ref), text)
  }

  listen<E>(ref: StreamRef, listener: (broadcast: Broadcast<E>) => void): () => void {
    const stopListener = this.#broadcasts.listen(toKey(ref.kind, ref.id), listener)
    const { stop } = this.engine.subscribe(broadcastOf(ref), (text) => listener(JSON.parse(text)))
    return () => {
      stopListener()
      stop()
    }
  }

  watchAudience(name: string, listener: () => void): () => void {
    return this.#watch(toKey(AUDIENCE, name), audienceOf(name), () => listener())
  }

  #watch(key: string, name: string, listener: (head?: number) => void, loud?: number): () => void {
    const stopListener = this.watchers.add(key, listener)
    const topic = this.#topics.get(key) ?? this.#subscribe(key, name, loud)
    topic.listeners++
    let isStopped = false
    return () => {
      stopListener()
      if (isStopped) return
      isStopped = true
      if (--topic.listeners > 0) return
      topic.stop()
      this.#topics.delete(key)
    }
  }

  #subscribe(key: string, name: string, loud: number | undefined): Topic {
    const { ready, stop } = this.engine.subscribe(name, (text) => {
      topic.loud = Number(text)
      this.watchers.wake(key)
    })
    const topic: Topic = { listeners: 0, loud, stop }
    this.#topics.set(key, topic)
    // What another node wrote before the subscription was there is found by a look.
    void ready.then(() => this.#check(key))
    return topic
  }

  #checkAll(): void {
    for (const key of this.#topics.keys()) void this.#check(key)
  }

  async #check(key: string): Promise<void> {
    const topic = this.#topics.get(key)
    if (topic === undefined) return
    const ref = fromTopic(key)
    if (ref === undefined) return this.watchers.wake(key)
    try {
      // Between the writes of this node: a write wakes its watchers itself, with the new head.
      await this.#inTurn(key, async () => {
        const loud = (await this.get(ref))?.loud ?? GONE
        if (topic.loud === loud) return
        topic.loud = loud
        this.watchers.wake(key)
      })
    } catch {
      // The engine cannot be reached. The next look finds what was missed.
    }
  }

  #tell(ref: StreamRef, entry: Entry, before?: Entry): void {
    const names = new Set<string>()
    const changed = (a: Entry | undefined, b: Entry | undefined) => {
      for (const question of a?.questions ?? []) {
        const same = b?.questions.find(({ key }) => key === question.key)
        if (same?.answeredBy.length !== question.answeredBy.length) for (const name of question.to) names.add(name)
      }
    }
    changed(entry, before)
    changed(before, entry)
    for (const name of names) {
      this.watchers.wake(toKey(AUDIENCE, name))
      this.engine.signal(audienceOf(name), '0')
    }
    const loud = entry.isGone ? GONE : entry.loud
    if (loud === before?.loud) return
    const key = toKey(ref.kind, ref.id)
    const topic = this.#topics.get(key)
    if (topic !== undefined) topic.loud = loud
    this.watchers.wake(key, entry.isGone ? undefined : entry.head)
    this.engine.signal(nameOf(ref), `${loud}`)
  }

  async #confirm(ref: StreamRef, seq: number, entry: Entry): Promise<Entry> {
    if (entry.owner === undefined) {
      this.#learn(ref, seq, entry)
      this.#tell(ref, entry)
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
    this.#tell(ref, confirmed)
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
    const put = async (name: string) => [name, before[name] ?? (await this.engine.put(name, ''))] as const
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

/** The watchers of questions are kept under this kind, by audience name. */
const AUDIENCE = '\0audience'

function fromTopic(key: string): StreamRef | undefined {
  const start = key.indexOf('/') + 1
  const end = start + Number.parseInt(key, 10)
  const kind = key.slice(start, end)
  return kind === AUDIENCE ? undefined : { kind, id: key.slice(end + 1) }
}

const pathOf = ({ kind, id }: StreamRef): string => `${toToken(kind)}.${toToken(id)}`

function refOf(name: string): StreamRef {
  const [kind, id] = name.split('.').slice(-2)
  return { kind: fromToken(kind!), id: fromToken(id!) }
}

export const nameOf = (ref: StreamRef): string => `log.${pathOf(ref)}`
const broadcastOf = (ref: StreamRef): string => `broadcast.${pathOf(ref)}`
export const snapshotOf = (ref: StreamRef): string => `snapshot.${pathOf(ref)}`
export const nodeOf = (node: string): string => `node.${toToken(node)}`
export const audienceOf = (name: string): string => `audience.${toToken(name)}`
export const principalOf = (kind: string, principal: string | undefined): string =>
  `principal.${principal === undefined ? '-' : toToken(principal)}.${toToken(kind)}`
const runsOf = ({ first, ...owner }: StreamRef & { first: number }): string => `under.${pathOf(owner)}.${first}`

/** The entries of indexes by which a stream is found. Each ends with its kind and id. */
function hintsOf(ref: StreamRef, entry: Omit<Entry, 'hints'>): string[] {
  const path = pathOf(ref)
  const { principal, questions, owner } = entry
  const names = new Set(questions.flatMap(({ to }) => to))
  return [
    `${principalOf(ref.kind, principal)}.${toToken(ref.id)}`,
    ...(entry.dueAt === null ? [] : [`due.${path}`]),
    ...(entry.expiresAt === undefined ? [] : [`expires.${path}`]),
    ...(entry.run === undefined ? [] : [`run.${path}`]),
    ...(owner === undefined ? [] : [`${runsOf(owner)}.${path}`]),
    ...[...names].map((name) => `${audienceOf(name)}.${path}`),
    ...(questions.some(({ deliverAt }) => deliverAt !== undefined) ? [`outbox.${path}`] : []),
  ]
}

const parse = ({ seq, data }: Stored): Entry => resolve(JSON.parse(data), seq)

/** Puts the record's own number where it was not known. */
const resolve = (entry: Entry, seq: number): Entry => ({
  ...entry,
  first: entry.first || seq,
  loud: entry.loud || seq,
  fence: entry.fence === 0 ? seq : entry.fence,
  questions: entry.questions.map((question) => ({ ...question, opened: question.opened || seq })),
})

const toGone = (entry: Entry): Omit<Entry, 'hints'> => {
  const { principal: _, register: _register, owner: _owner, run: _run, hints: _hints, ...rest } = bare(entry)
  return { ...rest, about: null, questions: [], isGone: true }
}

/** The header without what was appended with it. */
export function bare({ commandId: _, ...entry }: Entry): Entry {
  return { ...entry, events: [] }
}
