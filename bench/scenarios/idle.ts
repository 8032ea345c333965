import { setTimeout as delay } from 'node:timers/promises'
import { createNatsStore } from '@sweatpants/framework/stores/nats'
import { findNatsServerOrError, startNats, type TestNats } from '../../test/nats.ts'
import { digits, type Finding } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const SESSIONS = 20_000
const PEOPLE = 1_000
/** Sessions that are created at once. */
const AT_ONCE = 64

export const idle: Scenario = {
  name: 'idle',
  about:
    `Memory that a session needs on each of three NATS servers while it is not used: ${SESSIONS} sessions of ${PEOPLE} people, each with two records and one command. ` +
    'Resident memory of a server, with the sessions less without them; after a restart a server holds only what it needs to find them.',

  async measure({ quick }): Promise<Finding> {
    const program = await findNatsServerOrError()
    if (program instanceof Error) {
      console.error(program.message)
      return { tables: [], targets: [] }
    }
    const nats = await startNats({ program, syncInterval: '2m' })
    try {
      const sessions = quick ? 200 : SESSIONS
      const store = await createNatsStore(nats.url, { sync: 'any' })
      const empty = await readMemory(nats)
      const log = store.log<string>('chat')
      const numbers = Array.from({ length: sessions }, (_, i) => i).values()
      const fill = async () => {
        for (const i of numbers) {
          await log.create(`session-${i}`, { principal: `user-${i % PEOPLE}`, about: { title: `${i}` }, events: ['a'] })
          await log.append(`session-${i}`, { events: ['b'], commandId: 'one' })
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, fill))
      const filled = await readMemory(nats)
      await store.close()
      await nats.restartAll()
      // The last server has just begun to read its files.
      await delay(quick ? 100 : 5_000)
      const restarted = await readMemory(nats)
      const perSession = (memory: number[]) =>
        memory.map((bytes, i) => digits((bytes - empty[i]!) / sessions / 1_000)).join(', ')
      return {
        tables: [
          {
            title: 'Kilobytes of memory for each session, on each server',
            head: ['', 'kB'],
            rows: [
              ['while they still hold what was written lately', perSession(filled)],
              ['after the servers were restarted', perSession(restarted)],
            ],
          },
        ],
        targets: [],
      }
    } finally {
      await nats.stop()
    }
  },
}

const readMemory = (nats: TestNats): Promise<number[]> => Promise.all(nats.servers.map((_, i) => nats.memoryOf(i)))
