import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, Slot } from '../faults/cluster.ts'
import type { Tally } from './tally.ts'

interface Sample {
  /** Seconds. */
  at: number
  /** Megabytes. */
  rss: number
  heap: number
}

export interface Trend {
  node: string
  samples: number
  first: Sample | undefined
  last: Sample | undefined
  peak: number
  /** Megabytes that the second half added, by linear regression. */
  grown: { rss: number; heap: number }
}

const MB = 2 ** 20
const EVERY = 2_000

/** Megabytes that a half may add before it counts as a leak: caches fill up, and collections vary. */
const MOST = { heap: 12, rss: 60 }
/** With fewer samples a line says nothing. */
const FEWEST = 30

/** Samples the memory of every node. */
export class MemoryWatch {
  readonly #samples = new Map<string, Sample[]>()

  async watch(clusters: readonly Cluster[], until: AbortSignal): Promise<void> {
    const began = performance.now()
    while (!until.aborted) {
      await Promise.all(clusters.flatMap(({ slots }) => slots).map((slot) => this.#look(slot, began)))
      await wait(EVERY, undefined, { signal: until }).catch(() => {})
    }
  }

  trends(): Trend[] {
    return [...this.#samples].map(([node, samples]) => {
      const half = samples.slice(Math.floor(samples.length / 2))
      return {
        node,
        samples: samples.length,
        first: samples[0],
        last: samples.at(-1),
        peak: Math.max(...samples.map(({ rss }) => rss)),
        grown: { rss: grown(half, 'rss'), heap: grown(half, 'heap') },
      }
    })
  }

  /** Checks the nodes that ran all the time. */
  check(tally: Tally, lasting: readonly string[]): void {
    for (const { node, samples, grown } of this.trends()) {
      if (!lasting.includes(node) || samples < FEWEST) continue
      tally.check(
        'memory does not grow',
        grown.heap <= MOST.heap && grown.rss <= MOST.rss,
        () =>
          `${node} grew by ${grown.heap.toFixed(1)} MB of heap and ${grown.rss.toFixed(1)} MB in all in the second half`,
      )
    }
  }

  async #look(slot: Slot, began: number): Promise<void> {
    const memory = await slot.process?.measure()
    if (memory === undefined) return
    const sample = { at: (performance.now() - began) / 1_000, rss: memory.rss / MB, heap: memory.heap / MB }
    this.#samples.set(slot.name, [...(this.#samples.get(slot.name) ?? []), sample])
  }
}

/** Returns how much the line of least squares rises from the first sample to the last. */
function grown(samples: readonly Sample[], what: 'rss' | 'heap'): number {
  if (samples.length < 2) return 0
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const at = mean((one) => one.at)
  const level = mean((one) => one[what])
  const slope = mean((one) => (one.at - at) * (one[what] - level)) / mean((one) => (one.at - at) ** 2)
  return slope * (samples.at(-1)!.at - samples[0]!.at)
}
