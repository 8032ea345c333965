import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../faults/cluster.ts'
import type { Random } from '../faults/random.ts'
import { callAsClient, type Way } from './client-call.ts'
import { converse } from './conversation.ts'
import { debate } from './debate.ts'
import { callInRounds } from './round-call.ts'
import type { Scene } from './scene.ts'
import { runTask } from './task.ts'

type Visit = (scene: Scene, cluster: Cluster, random: Random) => Promise<void>

const asClient =
  (way: Way): Visit =>
  (scene, cluster, random) =>
    callAsClient(scene, cluster, random, way)

/** What goes on in a cluster on servers, and how many of each at the same time. */
const SERVED: [Visit, number][] = [
  [converse, 8],
  [callInRounds, 2],
  [runTask, 4],
  [debate, 2],
  [asClient({ revision: '2025-11-25', by: 'http' }), 1],
  [asClient({ revision: '2026-07-28', by: 'http' }), 1],
  [asClient({ revision: '2025-11-25', by: 'stdio' }), 1],
  [asClient({ revision: '2026-07-28', by: 'stdio' }), 1],
]

const VISITS: Record<Cluster['name'], [Visit, number][]> = {
  postgres: SERVED,
  nats: SERVED,
  sqlite: [
    [converse, 4],
    [callInRounds, 1],
    [runTask, 2],
    [debate, 1],
    [asClient({ revision: '2025-11-25', by: 'http' }), 1],
  ],
}

/** Milliseconds between two visits at most: the machine has few cores, and is to be busy, not stuck. */
const REST = 150

/** Visits the clusters until the soak is over; resolves when the last visit has ended. */
export async function visit(scene: Scene, clusters: readonly Cluster[], random: Random): Promise<void> {
  const visits = clusters.flatMap((cluster) =>
    VISITS[cluster.name].flatMap(([once, count]) =>
      Array.from({ length: count }, () => repeat(scene, cluster, random.fork(), once)),
    ),
  )
  await Promise.all(visits)
}

async function repeat(scene: Scene, cluster: Cluster, random: Random, once: Visit): Promise<void> {
  while (!scene.over.aborted) {
    try {
      await once(scene, cluster, random)
    } catch (error) {
      scene.tally.check('all that has begun ends', false, () => String((error as Error).stack))
    }
    await wait(random.between(0, REST))
  }
}
