import { SweatpantsError } from '../tools/errors.ts'
import { observeRuns } from '../tools/metrics.ts'
import { mintId } from '../tools/seed.ts'
import { Driver, type DriverRegister, isDivergence, type Machine } from './driver.ts'
import { Lease } from './lease.ts'
import {
  type Created,
  type Log,
  LogConflictError,
  type NewStream,
  type Store,
  StreamGoneError,
  type StreamRecord,
  type StreamRef,
} from './log.ts'
import { createReportOnce } from './report-once.ts'
import { isRefused } from './retry-write.ts'
import { OPEN_STATES } from './run-index.ts'

export interface NodeOptions {
  /** Milliseconds after which a node without a heartbeat counts as dead. Default 10 seconds. */
  leaseTtl?: number
  /** Milliseconds between two scans for due streams. Default 1 second. */
  scanEvery?: number
}

/** The streams of one kind, as driven by this process. */
export interface Kind<S, E> {
  /** Starts the heartbeat, and drives the streams of processes that have ended. */
  start(): Promise<void>
  /** Drives the stream unless another node does; that one follows the log. */
  wake(id: string): void
  /** Stores a new stream as this node's, and drives it. */
  create(id: string, stream: Omit<NewStream<E>, 'node'>, state: S): Promise<void>
  /** Resolves when this process has stopped driving the stream; `undefined` when it does not drive it. */
  isHere(id: string): Promise<void> | undefined
  /** Releases everything, so that other nodes go on at once. */
  close(): Promise<void>
}

/** Due streams that are taken up in one scan. */
const SCAN_LIMIT = 100

/** Expired streams that are deleted in one scan. */
const COLLECT_LIMIT = 100

/** Milliseconds that a closing node waits for what is running. */
const GRACE = 5_000

/** Milliseconds before a stream that this process cannot drive is looked at again. */
const REFUSED_FOR = 30_000

/** Milliseconds for which a busy machine may delay a timer, however short the lease is. */
const SHORTEST_BLOCK = 1_000

/** Milliseconds before a stream whose driver failed is tried again: doubled with each failure, up to the longest. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 5 * 60_000

/** At its start a node also tries what other code has blocked, however long it would wait. */
const LONGEST_BLOCK = 3_600_000

/** Milliseconds by which the wall clock is ahead of the monotonic one after it was set, and not only adjusted. */
const CLOCK_STEP = 1_000

const nodes = new WeakMap<Store, Node[]>()

/** The event loop did not run for longer than a lease. Code that computes for so long belongs in a worker thread. */
class BlockedLoopError extends SweatpantsError {
  override name = 'BlockedLoopError'
  constructor(blocked: number, ttl: number) {
    const [was, may] = [blocked, ttl].map((ms) => `${(ms / 1_000).toFixed(1)} s`)
    super(`the event loop was blocked for ${was}, longer than the lease of ${may}; this process gives its streams up`)
  }
}

/** A process that drives streams: those that were just written, and those that a scan finds due. One for all kinds of a store. */
export class Node {
  readonly id = mintId()
  readonly #store: Store
  readonly #options: Required<NodeOptions>
  readonly #lease: Lease
  readonly #kinds = new Map<string, DrivenKind<unknown, unknown>>()
  readonly #refused = new Map<string, number>()
  #timers: ReturnType<typeof setInterval>[] = []
  #starting: Promise<void> | undefined
  #stopObserving = () => {}
  #isScanning = false
  /** When the streams that this node drives were last compared with those that the store knows of. */
  #comparedAt = performance.now()
  /** How far the wall clock was ahead of the monotonic one at the last scan. */
  #clockLead = Date.now() - performance.now()
  /** When the timer of the heartbeat last ran. */
  #tickedAt = performance.now()
  /** Heartbeats and scans that the store has not answered yet. */
  readonly #running = new Set<Promise<unknown>>()

  private constructor(store: Store, options: Required<NodeOptions>) {
    this.#store = store
    this.#options = options
    this.#lease = new Lease(store.leases, this.id, options.leaseTtl)
  }

  /** Drives the streams of a kind on the store's node. A second machine of one kind gets a node of its own, as another process would. */
  static register<S, E>(store: Store, machine: Machine<S, E>, options: NodeOptions = {}): Kind<S, E> {
    const chosen = { leaseTtl: 10_000, scanEvery: 1_000, ...options }
    const known = nodes.get(store) ?? []
    nodes.set(store, known)
    const suited = known.find((candidate) => candidate.#suits(machine.kind, chosen))
    const node = suited ?? new Node(store, chosen)
    if (suited === undefined) known.push(node)
    const kind = new DrivenKind(node, store, machine, node.#lease)
    node.#kinds.set(machine.kind, kind as DrivenKind<unknown, unknown>)
    return kind
  }

  /** Drives a stream that was just appended to, if this process drives its kind. */
  static wake(store: Store, { kind, id }: StreamRef): void {
    for (const node of nodes.get(store) ?? []) {
      const driven = node.#kinds.get(kind)
      if (driven !== undefined) return driven.wake(id)
    }
  }

  #suits(kind: string, { leaseTtl, scanEvery }: Required<NodeOptions>): boolean {
    return !this.#kinds.has(kind) && this.#options.leaseTtl === leaseTtl && this.#options.scanEvery === scanEvery
  }

  start(): Promise<void> {
    this.#starting ??= this.#start().catch((error) => {
      // The store did not answer; the next call tries again.
      this.#starting = undefined
      throw error
    })
    return this.#starting
  }

  async #start(): Promise<void> {
    await this.#lease.beat()
    this.#tickedAt = performance.now()
    this.#attempt(async () => {
      await this.#scan()
      await this.#scan(LONGEST_BLOCK)
    })
    this.#timers = [
      setInterval(() => this.#tick(), this.#options.leaseTtl / 3),
      setInterval(() => this.#attempt(() => this.#scan(this.#readSetBack())), this.#options.scanEvery),
    ]
    for (const timer of this.#timers) timer.unref()
    this.#stopObserving = observeRuns(this.#store, async () => {
      const counted = await this.#store.runs.count()
      return Object.fromEntries(OPEN_STATES.map((state) => [state, counted[state]]))
    })
    if (this.#kinds.size === 0) this.#stop()
  }

  /** A process that was blocked for longer than its lease gives everything up before it beats again: others may drive it. */
  #tick(): void {
    const now = performance.now()
    const blocked = now - this.#tickedAt
    this.#tickedAt = now
    if (blocked > Math.max(this.#options.leaseTtl, SHORTEST_BLOCK)) {
      for (const kind of this.#kinds.values()) kind.giveUp(new BlockedLoopError(blocked, this.#options.leaseTtl))
    }
    this.#attempt(() => this.#lease.beat())
  }

  /** Called when a kind is closed. The last one stops the node, and resolves when it uses the store no more. */
  async leave(kind: string): Promise<void> {
    this.#kinds.delete(kind)
    if (this.#kinds.size > 0) return
    this.#stop()
    await Promise.all(this.#running)
  }

  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#stopObserving()
    const known = nodes.get(this.#store) ?? []
    const place = known.indexOf(this)
    if (place !== -1) known.splice(place, 1)
  }

  /** Remembers a stream that this process cannot drive, so that it does not fill every scan. */
  refuse(ref: StreamRef, ms = REFUSED_FOR): void {
    this.#refused.set(toKey(ref), performance.now() + ms)
  }

  /**
   * Returns how far ahead to look for blocked streams: 0, or farther than the clock was set back. When they are tried again was
   * told by a clock that was ahead.
   */
  #readSetBack(): number {
    const lead = Date.now() - performance.now()
    const setBack = this.#clockLead - lead
    this.#clockLead = lead
    return setBack > CLOCK_STEP ? setBack + LONGEST_BLOCK : 0
  }

  async #scan(ahead = 0): Promise<void> {
    if (this.#isScanning) return
    this.#isScanning = true
    try {
      const now = performance.now()
      for (const [key, until] of this.#refused) if (until <= now) this.#refused.delete(key)
      const { leases } = this.#store
      const due = await leases.due([...this.#kinds.keys()], SCAN_LIMIT + this.#refused.size, ahead)
      for (const ref of due) {
        if (!this.#refused.has(toKey(ref))) this.#kinds.get(ref.kind)?.find(ref.id, ahead > 0)
      }
      for (const kind of this.#kinds.values()) kind.wakeDoubtful()
      if (now >= this.#comparedAt + this.#options.leaseTtl) await this.#compare(now)
      await leases.collect(COLLECT_LIMIT)
    } finally {
      this.#isScanning = false
    }
  }

  /** Drives what the store says is driven here and is not: a creation or an acquisition that got no answer was stored late. */
  async #compare(now: number): Promise<void> {
    this.#comparedAt = now
    const kinds = [...this.#kinds.values()]
    const driven = kinds.reduce((sum, kind) => sum + kind.size, 0)
    const held = await this.#store.leases.held([...this.#kinds.keys()], this.id, driven + SCAN_LIMIT)
    for (const { kind, id } of held) this.#kinds.get(kind)?.find(id, false)
  }

  #attempt(act: () => Promise<unknown>): void {
    const running: Promise<unknown> = act()
      .catch((error) => {
        for (const kind of this.#kinds.values()) kind.report(error)
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }
}

interface Adopted<S, E> {
  /** Undefined while the lease is being acquired. */
  driver: Driver<S, E> | undefined
  done: Promise<void>
  /** Woken when it may have been too late for its driver to see. */
  isWokenAgain: boolean
}

class DrivenKind<S, E> implements Kind<S, E> {
  readonly #node: Node
  readonly #store: Store
  readonly #machine: Machine<S, E>
  readonly #lease: Lease
  readonly #adopted = new Map<string, Adopted<S, E>>()
  /** Streams whose lease may be held here without being driven: the store did not answer, or it did what it was told too late. */
  readonly #doubtful = new Set<string>()
  /** Streams that are being stored as this node's, and are adopted next; several requests may try to store one. */
  readonly #creating = new Map<string, { attempts: number; isWoken: boolean }>()
  readonly #reportOnce = createReportOnce((error) => this.report(error))
  /** How often in a row the driver of a stream has failed. */
  readonly #failures = new Map<string, number>()
  #isClosing = false

  constructor(node: Node, store: Store, machine: Machine<S, E>, lease: Lease) {
    this.#node = node
    this.#store = store
    this.#machine = machine
    this.#lease = lease
  }

  start(): Promise<void> {
    return this.#node.start()
  }

  wake(id: string): void {
    const adopted = this.#adopted.get(id)
    const creating = this.#creating.get(id)
    if (adopted === undefined && creating !== undefined) creating.isWoken = true
    else if (adopted === undefined) this.#adopt(id, () => this.#take(id))
    else if (adopted.driver?.isReleasing === false) adopted.driver.wake()
    else adopted.isWokenAgain = true
  }

  /** How many streams it drives. */
  get size(): number {
    return this.#adopted.size
  }

  /** Drives a stream that a scan found; with `isEarly` only one that is blocked. */
  find(id: string, isEarly: boolean): void {
    if (!this.#adopted.has(id) && !this.#creating.has(id)) this.#adopt(id, () => this.#take(id, isEarly))
  }

  /** Releases what it drives; this node or another one goes on from the log. */
  giveUp(error: BlockedLoopError): void {
    const drivers = [...this.#adopted.values()].flatMap(({ driver }) => driver ?? [])
    if (drivers.length > 0) this.report(error)
    for (const driver of drivers) driver.stop()
  }

  wakeDoubtful(): void {
    const doubtful = [...this.#doubtful]
    this.#doubtful.clear()
    for (const id of doubtful) this.wake(id)
  }

  async create(id: string, stream: Omit<NewStream<E>, 'node'>, state: S): Promise<void> {
    await this.#node.start()
    const creating = this.#creating.get(id) ?? { attempts: 0, isWoken: false }
    this.#creating.set(id, creating)
    creating.attempts++
    try {
      await this.#createHere(id, stream, state)
    } finally {
      creating.attempts--
      if (creating.attempts === 0) {
        this.#creating.delete(id)
        if (creating.isWoken) this.wake(id)
      }
    }
  }

  async #createHere(id: string, stream: Omit<NewStream<E>, 'node'>, state: S): Promise<void> {
    const log = this.#store.log<E>(this.#machine.kind)
    const { lsn, fence } = await this.#create(log, id, { ...stream, node: this.#node.id })
    const now = this.#machine.now()
    const { principal, about, register } = stream
    const record: StreamRecord = {
      id,
      createdAt: now,
      updatedAt: now,
      head: lsn,
      about,
      isDriven: true,
      lastWrite: 0,
      ...(principal !== undefined && { principal }),
      ...(register !== undefined && { register }),
    }
    this.#adopt(id, async () => this.#drive(record, fence!, { state, lsn }))
  }

  async #create(log: Log<E>, id: string, stream: NewStream<E>): Promise<Created> {
    try {
      return await log.create(id, stream)
    } catch (error) {
      // It may have been stored all the same, as this node's.
      if (!isRefused(error)) this.#doubtful.add(id)
      throw error
    }
  }

  isHere(id: string): Promise<void> | undefined {
    return this.#adopted.get(id)?.done
  }

  async close(): Promise<void> {
    this.#isClosing = true
    for (const { driver } of this.#adopted.values()) driver?.stop()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, GRACE)
    await Promise.race([this.#settle(), promise])
    clearTimeout(timer)
  }

  async #settle(): Promise<void> {
    await Promise.all([...this.#adopted.values()].map(({ done }) => done))
    // Only now: until its streams are released, the node's heartbeat keeps others away from them.
    await this.#node.leave(this.#machine.kind)
  }

  report(error: unknown): void {
    if (!this.#isClosing) this.#machine.onError(error)
  }

  #adopt(id: string, take: () => Promise<Driver<S, E> | undefined>): void {
    if (this.#isClosing) return
    const adopted: Adopted<S, E> = { driver: undefined, done: Promise.resolve(), isWokenAgain: false }
    this.#adopted.set(id, adopted)
    adopted.done = this.#tend(id, take, adopted).finally(() => {
      this.#adopted.delete(id)
      if (adopted.isWokenAgain) this.wake(id)
    })
  }

  /** Never rejects. */
  async #tend(id: string, take: () => Promise<Driver<S, E> | undefined>, adopted: Adopted<S, E>): Promise<void> {
    try {
      const driver = await take()
      if (driver === undefined) return
      adopted.driver = driver
      if (this.#isClosing) driver.stop()
      const how = await driver.done
      this.#pause(id, driver)
      if (how === 'left') await this.#store.leases.release({ kind: this.#machine.kind, id }, driver.fence)
      // The later fence is another node's, or this one's: an attempt to acquire it that failed may have been stored late.
      if (how === 'lost') this.#doubtful.add(id)
    } catch (error) {
      this.#doubtful.add(id)
      this.report(error)
    }
  }

  /** A stream whose driver fails again and again is not tried with every scan. A command still wakes it at once. */
  #pause(id: string, { hasFailed }: Driver<S, E>): void {
    if (!hasFailed) return void this.#failures.delete(id)
    const failures = (this.#failures.get(id) ?? 0) + 1
    this.#failures.set(id, failures)
    this.#node.refuse({ kind: this.#machine.kind, id }, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)))
  }

  async #take(id: string, isEarly = false): Promise<Driver<S, E> | undefined> {
    const ref = { kind: this.#machine.kind, id }
    if (!(await this.#isWanted(ref, isEarly))) return undefined
    // Without a heartbeat the lease would count as lapsed, and another node could take the stream as well.
    await this.#node.start()
    const fence = await this.#store.leases.acquire(ref, this.#node.id)
    if (fence === undefined) return undefined
    // Read after the lease was acquired: an earlier driver cannot change the register any more.
    const record = await this.#store.log<E>(ref.kind).get(id)
    const loaded = record && (await this.#machine.load(record, fence))
    if (loaded !== undefined) return this.#drive(record!, fence, loaded)
    if (record === undefined) await this.#store.leases.release(ref, fence)
    else await this.#letRest(record, fence)
    return undefined
  }

  /** Releases a stream that has nothing to drive, such as one that got a signal after its end. A command that came meanwhile keeps it due. */
  async #letRest({ id, head }: StreamRecord, fence: number): Promise<void> {
    const { kind } = this.#machine
    try {
      await this.#store.log<E>(kind).append(id, { events: [], head, fence, dueAt: null, release: true, isQuiet: true })
    } catch (error) {
      if (!(error instanceof LogConflictError || error instanceof StreamGoneError)) throw error
      await this.#store.leases.release({ kind, id }, fence)
    }
  }

  /** Whether this process can drive the stream; with `isEarly`, also whether it is blocked. */
  async #isWanted(ref: StreamRef, isEarly: boolean): Promise<boolean> {
    if (!isEarly && this.#machine.accepts === undefined) return true
    const record = await this.#store.log<E>(ref.kind).get(ref.id)
    if (record === undefined) return false
    if (isEarly && (record.register as DriverRegister | undefined)?.blocked === undefined) return false
    const isAccepted = this.#machine.accepts?.(record) ?? true
    if (!isAccepted) this.#node.refuse(ref)
    return isAccepted
  }

  #drive(record: StreamRecord, fence: number, loaded: { state: S; lsn: number }): Driver<S, E> {
    return new Driver({
      machine: this.#machine,
      store: this.#store,
      lease: this.#lease,
      record,
      fence,
      loaded,
      // A blocked stream is tried again and again.
      onError: (error) =>
        isDivergence(error) ? this.#reportOnce(error, `${record.id} ${error.message}`) : this.report(error),
    })
  }
}

const toKey = ({ kind, id }: StreamRef): string => `${kind}/${id}`
