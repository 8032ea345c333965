import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../faults/random.ts'
import { callAsClient, type Way } from './client-call.ts'
import { Conversation } from './conversation.ts'
import { debate } from './debate.ts'
import type { Place } from './place.ts'
import { callInRounds } from './round-call.ts'
import type { Scene } from './scene.ts'
import { carryTask } from './task.ts'

type Visit = (scene: Scene, place: Place, random: Random) => Promise<void>

const asClient =
  (way: Way): Visit =>
  (scene, place, random) =>
    callAsClient(scene, place, random, way)

/** Who is there at the same time, and how many of them; one after the other begins anew. */
const ON_POSTGRES: [Visit, number][] = [
  [Conversation.hold, 8],
  [callInRounds, 2],
  [carryTask, 3],
  [debate, 2],
  [asClient({ era: '2025-11-25', by: 'http' }), 1],
  [asClient({ era: '2026-07-28', by: 'http' }), 1],
  [asClient({ era: '2025-11-25', by: 'stdio' }), 1],
  [asClient({ era: '2026-07-28', by: 'stdio' }), 1],
]
const ON_SQLITE: [Visit, number][] = [
  [Conversation.hold, 3],
  [callInRounds, 1],
  [carryTask, 1],
  [debate, 1],
  [asClient({ era: '2025-11-25', by: 'http' }), 1],
]

/** Milliseconds between two visits: the machine has few cores, and is to be busy, not stuck. */
const REST = 150

/** Comes when everybody who came has left. */
export async function visit(scene: Scene, places: { postgres: Place; sqlite: Place }, random: Random): Promise<void> {
  const come = (place: Place) => (entry: [Visit, number]) =>
    Array.from({ length: entry[1] }, () => repeat(scene, place, random.fork(), entry[0]))
  await Promise.all([...ON_POSTGRES.flatMap(come(places.postgres)), ...ON_SQLITE.flatMap(come(places.sqlite))])
}

async function repeat(scene: Scene, place: Place, random: Random, once: Visit): Promise<void> {
  while (!scene.over.aborted) {
    try {
      await once(scene, place, random)
    } catch (error) {
      scene.tally.check('what has begun comes to its end', false, () => String((error as Error).stack))
    }
    await pause(random.between(0, REST))
  }
}
