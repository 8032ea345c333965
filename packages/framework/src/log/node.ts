import { LONGEST_TIMER } from '../tools/clock.ts'
import { defined } from '../tools/defined.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { observeRuns } from '../tools/metrics.ts'
import { mintId } from '../tools/uuid.ts'
import { DrivenKind, type Kind } from './driven-kind.ts'
import { Lease } from './lease.ts'
import type { Store, StreamRef } from './log.ts'
import type { Machine } from './machine.ts'
import { OPEN_STATES } from './run-index.ts'

export interface NodeOptions {
  /** Milliseconds after which a node without a heartbeat counts as dead. Default 10 seconds. */
  leaseTtl?: number
  /** Milliseconds between two scans for due streams. Default 1 second. */
  scanEvery?: number
}

/** Due streams that are taken up in one scan. */
const SCAN_LIMIT = 100

/** Expired streams that are deleted in one scan. */
const COLLECT_LIMIT = 100

/** Milliseconds before a stream that this process cannot drive is looked at again. */
const REFUSED_FOR = 30_000

/** Milliseconds for which a busy machine may delay a timer, however short the lease is. */
const SHORTEST_BLOCK = 1_000

/** At its start a node also tries what other code has blocked, however long it would wait. */
const LONGEST_BLOCK = 3_600_000

/** Milliseconds by which the wall clock is ahead of the monotonic one after it was set, and not only adjusted. */
const CLOCK_STEP = 1_000

const nodes = new WeakMap<Store, Node[]>()

/** The event loop did not run for longer than a lease. Code that computes for so long belongs in a worker thread. */
class BlockedLoopError extends SweatpantsError {
  override name = 'BlockedLoopError'
  readonly blocked: number
  readonly limit: number
  constructor(blocked: number, limit: number) {
    const [was, may] = [blocked, limit].map((ms) => `${(ms / 1_000).toFixed(1)} s`)
    super(`the event loop was blocked for ${was}, longer than the lease of ${may}; this process gives its streams up`)
    this.blocked = blocked
    this.limit = limit
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
  /** How far ahead the next scan looks for blocked streams: new code may be here. */
  #ahead = LONGEST_BLOCK
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
    const chosen = { leaseTtl: 10_000, scanEvery: 1_000, ...defined(options) }
    for (const [name, ms] of Object.entries(chosen)) {
      if (!(ms > 0)) throw new SweatpantsError(`${name} is ${ms}; it must be a number of milliseconds above 0`)
    }
    const known = nodes.get(store) ?? []
    nodes.set(store, known)
    const suited = known.find((candidate) => candidate.#suits(machine.kind, chosen))
    const node = suited ?? new Node(store, chosen)
    if (suited === undefined) known.push(node)
    const kind = new DrivenKind(node, store, machine, node.#lease)
    node.#kinds.set(machine.kind, kind as DrivenKind<unknown, unknown>)
    node.#ahead = LONGEST_BLOCK
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
    // Before the first heartbeat: if the store does not answer, the next one follows by itself.
    if (this.#timers.length === 0 && this.#kinds.size > 0) this.#begin()
    await this.#lease.beat()
    this.#tickedAt = performance.now()
    this.#attempt(() => this.#scan())
  }

  #begin(): void {
    const scanEvery = Math.min(this.#options.scanEvery, LONGEST_TIMER)
    this.#timers = [
      setInterval(() => this.#tick(), this.#lease.interval),
      setInterval(() => this.#attempt(() => this.#scan()), scanEvery),
    ]
    for (const timer of this.#timers) timer.unref()
    this.#stopObserving = observeRuns(this.#store, async () => {
      const counted = await this.#store.runs.count()
      return Object.fromEntries(OPEN_STATES.map((state) => [state, counted[state]]))
    })
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
    this.#timers = []
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

  async #scan(): Promise<void> {
    if (this.#isScanning) return
    this.#isScanning = true
    try {
      const now = performance.now()
      for (const [key, until] of this.#refused) if (until <= now) this.#refused.delete(key)
      await this.#findDue()
      await this.#findBlocked()
      for (const kind of this.#kinds.values()) kind.wakeDoubtful()
      if (now >= this.#comparedAt + this.#options.leaseTtl) await this.#compare(now)
      await this.#store.leases.collect(COLLECT_LIMIT)
    } finally {
      this.#isScanning = false
    }
  }

  /** Looks ahead once: after a look that failed, the next scan does. */
  async #findBlocked(): Promise<void> {
    const ahead = Math.max(this.#ahead, this.#readSetBack())
    this.#ahead = 0
    try {
      if (ahead > 0) await this.#findDue(ahead)
    } catch (error) {
      this.#ahead = Math.max(this.#ahead, ahead)
      throw error
    }
  }

  async #findDue(ahead = 0): Promise<void> {
    const due = await this.#store.leases.due([...this.#kinds.keys()], SCAN_LIMIT + this.#refused.size, ahead)
    for (const ref of due) {
      if (!this.#refused.has(toKey(ref))) this.#kinds.get(ref.kind)?.find(ref.id, ahead > 0)
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

const toKey = ({ kind, id }: StreamRef): string => `${kind}/${id}`
