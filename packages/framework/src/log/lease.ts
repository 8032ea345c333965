import { LONGEST_TIMER } from '../tools/clock.ts'
import { findMetrics } from '../tools/metrics.ts'
import type { Leases, StreamRef } from './log.ts'

/** The part of its lease after which a node no longer relies on it. */
const MARGIN = 0.8

/** A node's heartbeat, and whether its lease certainly still holds. */
export class Lease {
  readonly node: string
  readonly #leases: Leases
  readonly #ttl: number
  #term = 0
  #sent = { wall: Number.NEGATIVE_INFINITY, monotonic: Number.NEGATIVE_INFINITY }

  constructor(leases: Leases, node: string, ttl: number) {
    this.#leases = leases
    this.node = node
    this.#ttl = ttl
  }

  /** Milliseconds between two heartbeats. */
  get interval(): number {
    return Math.min(this.#ttl / 3, LONGEST_TIMER)
  }

  /** Counts the times for which it was sure without a gap. In a gap, other nodes may have acquired its streams. */
  get term(): number {
    return this.#term
  }

  async beat(): Promise<void> {
    // Measured from when the heartbeat was sent: the store may have counted from then.
    const sent = { wall: Date.now(), monotonic: performance.now() }
    await this.#leases.beat(this.node, this.#ttl)
    if (!this.isSure()) this.#term++
    this.#sent = sent
  }

  /** Acquires a stream for this node. Without a heartbeat the lease would count as lapsed, and another node could take it as well. */
  async acquire(ref: StreamRef): Promise<number | undefined> {
    if (!this.isSure()) await this.beat()
    return this.#leases.acquire(ref, this.node)
  }

  /** Acts as the only driver of a stream; resolves to `undefined` if another node drives it. */
  async hold<T>(ref: StreamRef, act: (fence: number) => Promise<T>): Promise<{ result: T } | undefined> {
    const fence = await this.acquire(ref)
    if (fence === undefined) return undefined
    const release = async () => this.#leases.release(ref, fence)
    try {
      return { result: await act(fence) }
    } finally {
      // What was done is stored. A lease that is not released lapses.
      await release().catch(() => {})
    }
  }

  /** False when too much time has passed on either clock, or one was set back: then another node may drive. */
  isSure(): boolean {
    const passed = [Date.now() - this.#sent.wall, performance.now() - this.#sent.monotonic]
    return passed.every((ms) => ms >= 0 && ms < this.#ttl * MARGIN)
  }
}

/** Counts that `node` has acquired a stream of this kind, if the node that drove it before did not release it. */
export function countTakeover(kind: string, node: string, before: string | null | undefined): void {
  if (before && before !== node) findMetrics()?.takeovers.add(1, { 'sweatpants.stream.kind': kind })
}
