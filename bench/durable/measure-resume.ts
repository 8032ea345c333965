import { type Spread, toSpread } from '../measure.ts'
import type { Conversation, System } from './conversation.ts'
import { countRan, type Ran } from './ran.ts'

/** The cost of one more answer after a number of answers. */
export interface Resume {
  name: string
  waits: number
  /** Milliseconds from the answer to the next question. */
  ms: Spread
  /** How often the author's code ran for it. */
  ran: Ran
  /** Bytes of the waiting run. */
  bytes: number
}

/** Up to which number of earlier answers a conversation is begun anew for each that is measured. */
const FRESH = 10

/** Measures systems in turn, each after each number of earlier waits. */
export async function measureResumes(
  systems: readonly System[],
  waits: readonly number[],
  rounds: number,
  readBytes: (system: System) => Promise<number>,
): Promise<Resume[]> {
  const resumes: Resume[] = []
  for (const count of waits) {
    const lanes = []
    for (const system of systems) {
      const before = await readBytes(system)
      const conversation = await converse(system, count)
      lanes.push({ system, conversation, bytes: (await readBytes(system)) - before, times: [] as number[] })
    }
    for (let round = 0; round < rounds; round++) {
      for (const lane of lanes) {
        if (count <= FRESH && round > 0) lane.conversation = await converse(lane.system, count)
        const start = performance.now()
        await lane.conversation.answer()
        lane.times.push(performance.now() - start)
      }
    }
    for (const { system, bytes, times, ...lane } of lanes) {
      const conversation = count <= FRESH ? await converse(system, count) : lane.conversation
      const ran = await countRan(() => conversation.answer())
      resumes.push({ name: system.name, waits: count, ms: toSpread(times), ran, bytes })
    }
  }
  return resumes
}

let conversations = 0

/** Of more questions than will be answered. */
async function converse(system: System, waits: number): Promise<Conversation> {
  const conversation = await system.begin(`run-${conversations++}`, waits + 100)
  for (let i = 0; i < waits; i++) await conversation.answer()
  return conversation
}
