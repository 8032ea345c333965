import { LONGEST_TIMER } from '../tools/clock.ts'
import { findMetrics } from '../tools/metrics.ts'
import type { Leases } from './log.ts'

/** The part of its lease after which a node no longer relies on it. */
const MARGIN = 0.8

/** A node's heartbeat, and whether its lease certainly still holds. */
export class Lease {
  readonly node: string
  readonly #leases: Leases
  readonly #ttl: number
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

  async beat(): Promise<void> {
    // Measured from when the heartbeat was sent: the store may have counted from then.
    const sent = { wall: Date.now(), monotonic: performance.now() }
    await this.#leases.beat(this.node, this.#ttl)
    this.#sent = sent
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
