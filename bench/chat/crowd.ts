import { type Spread, toSpread } from '../measure.ts'
import { DELIVERIES } from './deliveries.ts'
import { readChat } from './readers.ts'
import type { ServerThread } from './server-thread.ts'

/** Conversations that are held at the same time. */
export interface Crowd {
  sessions: number
  /** Microseconds of the processor time of all nodes for one turn. */
  cpu: Spread
  /** Turns in a second of the clock. */
  perSecond: Spread
}

/** The shortest there is: what is measured is the turn. */
const DELIVERY = DELIVERIES.find(({ tokens }) => tokens === 50)!

/** Turns of one round at least: processor time is counted in steps of some milliseconds. */
const TURNS = 100

/** Has so many pages talk at the same time, each in a session of its own, and follow at the next node. */
export async function measureCrowd(nodes: readonly ServerThread[], sessions: number, rounds: number): Promise<Crowd> {
  const cpu: number[] = []
  const perSecond: number[] = []
  const turns = Math.max(sessions, TURNS)
  for (let round = -1; round < rounds; round++) {
    const before = await readCpu(nodes)
    const start = performance.now()
    let begun = 0
    await Promise.all(
      Array.from({ length: sessions }, async () => {
        while (begun < turns) await talk(nodes, begun++)
      }),
    )
    const seconds = (performance.now() - start) / 1000
    if (round < 0) continue
    cpu.push(((await readCpu(nodes)) - before) / turns)
    perSecond.push(turns / seconds)
  }
  return { sessions, cpu: toSpread(cpu), perSecond: toSpread(perSecond) }
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
