import type { Cluster } from './cluster.ts'
import { FAULTS, type Fault, type FaultKind } from './kinds.ts'
import type { Random } from './random.ts'

/** A fault with its time and place. The last three are drawn from 0 to 1. */
export interface PlannedFault {
  fault: Fault
  cluster: Cluster['name']
  /** Milliseconds after the start. */
  at: number
  node: number
  length: number
  size: number
}

export interface PlanOptions {
  random: Random
  /** Milliseconds. */
  duration: number
  faults: readonly Fault[]
  /** The clusters that there are. */
  clusters: readonly Cluster['name'][]
  /** Milliseconds between two faults, on average. */
  pause: number
}

/** Milliseconds without faults at the start and at the end. */
const CALM = 1_000

/** Draws the faults of a run: every kind in every place before any is repeated, sometimes two at once. */
export function planFaults({ random, duration, faults, clusters, pause }: PlanOptions): PlannedFault[] {
  const all = faults.flatMap((fault) => {
    const kind: FaultKind = FAULTS[fault]
    return kind.in.filter((name) => clusters.includes(name)).map((cluster) => ({ fault, cluster }))
  })
  const planned: PlannedFault[] = []
  let rest: typeof all = []
  for (let at = CALM; at < duration - CALM && all.length > 0; at += pause * random.between(0.1, 1.9)) {
    if (rest.length === 0) rest = [...all]
    const [next] = rest.splice(Math.floor(random.next() * rest.length), 1)
    planned.push({ ...next!, at, node: random.next(), length: random.next(), size: random.next() })
  }
  return planned
}
