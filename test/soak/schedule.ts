import type { Random } from '../faults/random.ts'

/** What can go wrong, and where. */
export const FAULTS = {
  'a node is killed': ['postgres', 'sqlite'],
  'a node is told to go': ['postgres', 'sqlite'],
  'connections of clients are cut': ['postgres', 'sqlite'],
  'the network is slow': ['postgres', 'sqlite'],
  'connections to Postgres are cut': ['postgres'],
  'Postgres restarts': ['postgres'],
  'the disk is full': ['sqlite'],
} as const

export type Fault = keyof typeof FAULTS

export interface Planned {
  /** Milliseconds after the beginning. */
  at: number
  fault: Fault
  place: 'postgres' | 'sqlite'
  /** Which of the nodes, from 0 to 1. */
  node: number
  /** For how long, in milliseconds, where the fault lasts. */
  length: number
}

export interface ScheduleOptions {
  random: Random
  /** Milliseconds. */
  duration: number
  /** Those that may happen. */
  faults: readonly Fault[]
}

/** Milliseconds at the end in which nothing more goes wrong. */
const REST = 2_000

/** Every fault in turn, in an order and at times that follow from the seed. Now and then two come together. */
export function plan({ random, duration, faults }: ScheduleOptions): Planned[] {
  const possible = faults.flatMap((fault) => FAULTS[fault].map((place) => ({ fault, place })))
  const planned: Planned[] = []
  let bag: typeof possible = []
  for (
    let at = 1_500;
    at < duration - REST && possible.length > 0;
    at += random.chance(0.2) ? 100 : random.between(1_500, 6_000)
  ) {
    if (bag.length === 0) bag = [...possible]
    const [next] = bag.splice(Math.floor(random.next() * bag.length), 1)
    planned.push({ at, ...next!, node: random.next(), length: random.between(500, 2_500) })
  }
  return planned
}
