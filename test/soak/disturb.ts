import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, Slot } from '../faults/cluster.ts'
import { now } from '../faults/history.ts'
import { FAULTS, type Fault, type FaultKind, type Grounds } from '../faults/kinds.ts'
import type { PlannedFault } from '../faults/plan.ts'
import type { Scene } from './scene.ts'

/** A fault that happened: how long it lasted, and how long until everything in its cluster made progress. */
export interface Suffered {
  fault: Fault
  cluster: string
  /** When it began, by `now` of the history. */
  at: number
  lasted: number
  progress: number
}

export interface DisturbOptions {
  scene: Scene
  clusters: readonly Cluster[]
  grounds: Grounds
  planned: readonly PlannedFault[]
}

/** Causes each fault at its time. Resolves when everything has made progress after the last one. */
export async function disturb({ scene, clusters, grounds, planned }: DisturbOptions): Promise<Suffered[]> {
  const start = performance.now()
  const busy = new Map<Slot | Cluster, Promise<unknown>>()
  const suffering = planned.map(async (one) => {
    await wait(Math.max(0, start + one.at - performance.now()))
    const cluster = clusters.find(({ name }) => name === one.cluster)!
    const slot = chooseSlot(cluster, one)
    // A second fault of one node or one database waits for the first: a node that starts cannot be killed, a locked file not locked.
    const kind: FaultKind = FAULTS[one.fault]
    const struck = kind.needs === undefined ? slot : cluster
    const suffered = Promise.resolve(busy.get(struck)).then(() => suffer(scene, one, slot, grounds))
    busy.set(struck, suffered)
    return (await suffered).felt()
  })
  return Promise.all(suffering)
}

/** The process of the first of several nodes is not replaced, so that its memory can be compared. */
function chooseSlot({ slots }: Cluster, { fault, node }: PlannedFault): Slot {
  const isEnd = fault === 'a node is killed' || fault === 'a node is told to stop'
  const mortal = isEnd && slots.length > 1 ? slots.slice(1) : slots
  return mortal[Math.floor(node * mortal.length)]!
}

async function suffer(scene: Scene, planned: PlannedFault, slot: Slot, grounds: Grounds) {
  const { fault, cluster } = planned
  const kind: FaultKind = FAULTS[fault]
  const start = performance.now()
  const at = now()
  const during = scene.pulse.progress(cluster)
  await kind.cause(slot, planned, grounds)
  const lasted = performance.now() - start
  const progressing = kind.isTotal ? scene.pulse.progress(cluster) : during
  return {
    async felt(): Promise<Suffered> {
      const { after, last } = await progressing
      const seconds = (ms: number) => (ms / 1_000).toFixed(1)
      console.log(
        `  ${seconds(planned.at)} s: ${fault} (${slot.name}), ${seconds(lasted)} s; progress everywhere after ${seconds(after)} s, last: ${last}`,
      )
      return { fault, cluster, at, lasted, progress: after }
    },
  }
}
