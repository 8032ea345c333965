import { type Spread, toSpread } from '../measure.ts'
import { DELIVERIES } from './deliveries.ts'
import { readChat } from './readers.ts'
import type { ServerThread } from './server-thread.ts'

/** Conversations that are held at the same time. */
export interface Crowd {
  nodes: readonly ServerThread[]
  sessions: number
}

export interface MeasuredCrowd extends Crowd {
  /** Microseconds of the processor time of all nodes for one turn. */
  cpu: Spread
  /** Turns in a second of the clock. */
  perSecond: Spread
}

/** The shortest there is: what is measured is the turn. */
const DELIVERY = DELIVERIES.find(({ tokens }) => tokens === 50)!

/** Turns of one round at least: processor time is counted in steps of some milliseconds. */
const TURNS = 100

/**
 * Has the pages of each crowd talk at the same time, each in a session of its own, and follow at the next node. Crowds take
 * turns, and have the same number of them: a small one has code that is as warm, and a store that is as full.
 */
export async function measureCrowds(crowds: readonly Crowd[], rounds: number): Promise<MeasuredCrowd[]> {
  const turns = Math.max(TURNS, ...crowds.map(({ sessions }) => sessions))
  const found = crowds.map((crowd) => ({ crowd, cpu: [] as number[], perSecond: [] as number[] }))
  for (let round = -1; round < rounds; round++) {
    for (const { crowd, cpu, perSecond } of found) {
      const before = await readCpu(crowd.nodes)
      const start = performance.now()
      await talkAtOnce(crowd, turns)
      const seconds = (performance.now() - start) / 1000
      if (round < 0) continue
      cpu.push(((await readCpu(crowd.nodes)) - before) / turns)
      perSecond.push(turns / seconds)
    }
  }
  return found.map(({ crowd, cpu, perSecond }) => ({ ...crowd, cpu: toSpread(cpu), perSecond: toSpread(perSecond) }))
}

async function talkAtOnce({ nodes, sessions }: Crowd, turns: number): Promise<void> {
  let begun = 0
  await Promise.all(
    Array.from({ length: sessions }, async () => {
      while (begun < turns) await talk(nodes, begun++)
    }),
  )
}

async function talk(nodes: readonly ServerThread[], i: number): Promise<void> {
  const node = nodes[i % nodes.length]!
  const followed = nodes[(i + 1) % nodes.length]!
  await readChat(node.url, DELIVERY, fetch, followed.url)
}

async function readCpu(nodes: readonly ServerThread[]): Promise<number> {
  const all = await Promise.all(nodes.map((node) => node.cpu()))
  return all.reduce((sum, one) => sum + one, 0)
}
