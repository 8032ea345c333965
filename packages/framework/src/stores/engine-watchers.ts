import { Broadcasts, hearBroadcast } from '../log/broadcasts.ts'
import type { Broadcast, StreamRef } from '../log/log.ts'
import { toKey, Watchers } from '../log/watchers.ts'
import type { Engine, Stored } from './engine.ts'
import { audienceOf, broadcastOf, type Entry, nameOf, parseEntry } from './engine-entry.ts'

/** Milliseconds between looks for signals that were lost, as when a node dies between its write and its signal. */
const CHECK_INTERVAL = 5_000

/** Streams that are looked at with one request. */
const BATCH = 1_000

/** The watchers of questions are kept under this kind, by audience name. */
const AUDIENCE = '\0audience'

/** The last loud record of a stream that is gone. */
const GONE = -1

interface Topic {
  /** Without it, the topic is that of an audience name. */
  ref?: StreamRef
  listeners: number
  /** The last record that the watchers know of. */
  loud?: number | undefined
  stop(): void
}

/** Calls `act` with a stream as it is now, between the writes of this node. */
type Look = (ref: StreamRef, act: (entry: Entry | undefined) => void) => Promise<void>

/** Tells the watchers of all nodes by signals, which may be lost: each node also looks at the streams that it watches. */
export class EngineWatchers {
  readonly #engine: Engine
  readonly #look: Look
  readonly #watchers = new Watchers()
  readonly #broadcasts = new Broadcasts()
  readonly #topics = new Map<string, Topic>()
  readonly #timer: ReturnType<typeof setInterval>
  #checking: Promise<void> | undefined

  constructor(engine: Engine, look: Look) {
    this.#engine = engine
    this.#look = look
    const checkAll = () => {
      this.#checking ??= this.#checkAll().finally(() => {
        this.#checking = undefined
      })
    }
    this.#timer = setInterval(checkAll, CHECK_INTERVAL).unref()
    engine.onReconnect(checkAll)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** `loud` is the last record that the caller knows of. */
  watch(ref: StreamRef, listener: (head?: number) => void, loud?: number): () => void {
    const key = toKey(ref.kind, ref.id)
    return this.#watch(key, () => this.#subscribe(key, nameOf(ref), { ref, loud }), listener)
  }

  watchAudience(name: string, listener: () => void): () => void {
    const key = toKey(AUDIENCE, name)
    return this.#watch(
      key,
      () => this.#subscribe(key, audienceOf(name)),
      () => listener(),
    )
  }

  broadcast(ref: StreamRef, text: string): void {
    this.#broadcasts.send(toKey(ref.kind, ref.id), text)
    // An event that does not fit is dropped, as on a broken connection.
    if (Buffer.byteLength(text) <= this.#engine.maxBytes) this.#engine.signal(broadcastOf(ref), text)
  }

  listen<E>(ref: StreamRef, listener: (broadcast: Broadcast<E>) => void): () => void {
    const stopListener = this.#broadcasts.listen(toKey(ref.kind, ref.id), listener)
    const { stop } = this.#engine.subscribe(broadcastOf(ref), (text) => hearBroadcast(text, listener))
    return () => {
      stopListener()
      stop()
    }
  }

  /** Wakes those who watch a stream that was changed, or an audience whose questions were. */
  tell(ref: StreamRef, entry: Entry, before?: Entry): void {
    for (const name of changedAudiences(entry, before)) {
      this.#watchers.wake(toKey(AUDIENCE, name))
      this.#engine.signal(audienceOf(name), '0')
    }
    const loud = entry.isGone ? GONE : entry.loud
    if (loud === before?.loud) return
    const key = toKey(ref.kind, ref.id)
    const topic = this.#topics.get(key)
    if (topic !== undefined) topic.loud = loud
    this.#watchers.wake(key, entry.isGone ? undefined : entry.head)
    this.#engine.signal(nameOf(ref), `${loud}`)
  }

  #watch(key: string, subscribe: () => Topic, listener: (head?: number) => void): () => void {
    const stopListener = this.#watchers.add(key, listener)
    const topic = this.#topics.get(key) ?? subscribe()
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

  #subscribe(key: string, name: string, known: Pick<Topic, 'ref' | 'loud'> = {}): Topic {
    const { ready, stop } = this.#engine.subscribe(name, (text) => {
      topic.loud = Number(text)
      this.#watchers.wake(key)
    })
    const topic: Topic = { ...known, listeners: 0, stop }
    this.#topics.set(key, topic)
    // Reads once, because another node may have written before the subscription began.
    void ready.then(() => this.#check(key))
    return topic
  }

  /** Looks at many streams with one request, and then at those that have changed. */
  async #checkAll(): Promise<void> {
    const topics = [...this.#topics]
    for (const [key, { ref }] of topics) if (ref === undefined) this.#watchers.wake(key)
    const streams = topics.flatMap(([key, { ref }]) => (ref === undefined ? [] : [{ key, name: nameOf(ref) }]))
    try {
      for (let i = 0; i < streams.length; i += BATCH) {
        const batch = streams.slice(i, i + BATCH)
        const { found } = await this.#engine.lasts(batch.map(({ name }) => name))
        const changed = batch.filter(({ key }, j) => this.#topics.get(key)?.loud !== loudOf(found[j]))
        await Promise.all(changed.map(({ key }) => this.#check(key)))
      }
    } catch {
      // The engine cannot be reached. The next look finds what was missed.
    }
  }

  async #check(key: string): Promise<void> {
    const topic = this.#topics.get(key)
    if (topic === undefined) return
    if (topic.ref === undefined) return this.#watchers.wake(key)
    try {
      // Between the writes of this node: a write wakes its watchers itself, with the new head.
      await this.#look(topic.ref, (entry) => {
        const loud = entry?.loud ?? GONE
        if (topic.loud === loud) return
        topic.loud = loud
        this.#watchers.wake(key)
      })
    } catch {
      // The engine cannot be reached. The next look finds what was missed.
    }
  }
}

/** Returns the last loud record, of a last record that was read whole. */
function loudOf(stored: Stored | 'same' | undefined): number {
  if (stored === undefined || stored === 'same') return GONE
  const { isGone, loud } = parseEntry(stored)
  return isGone ? GONE : loud
}

/** Returns the audience names whose questions were opened, answered or closed. */
function changedAudiences(entry: Entry, before: Entry | undefined): Set<string> {
  const names = new Set<string>()
  const compare = (a: Entry | undefined, b: Entry | undefined) => {
    for (const question of a?.questions ?? []) {
      const same = b?.questions.find(({ key }) => key === question.key)
      if (same?.answeredBy.length !== question.answeredBy.length) for (const name of question.to) names.add(name)
    }
  }
  compare(entry, before)
  compare(before, entry)
  return names
}
