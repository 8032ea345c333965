import { describe, test } from 'vitest'
import type { Log, Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { createEncryptedStore } from '../stores/encrypted.ts'
import { createSqliteStore } from '../stores/sqlite.ts'
import { type DrivenSubject, driverContract } from '../testing/driver-contract.ts'
import { createMcpTool } from '../tools/builder.ts'
import { listSchedules, schedule } from './schedule.ts'
import { beginScheduled, type Scheduling } from './start-schedules.ts'

const tool = createMcpTool('report')
  .execute(function* () {})
  .build()

/** Sets the schedule so that it ticks once, now. Its runs are not driven here, so none of them ends. */
const set = (store: Store, name: string, step: string) =>
  schedule(store, tool, { step }, { at: Date.now() }, { name, overlap: 'allow' })

/** Whether the schedule has no tick left, and has begun so many runs. */
async function hasBegun(store: Store, name: string, times: number): Promise<boolean> {
  const known = (await listSchedules(store)).find((one) => one.name === name)
  const { runs } = await store.runs.list()
  return known?.nextAt === undefined && runs.filter(({ id }) => id.startsWith(`${name}@`)).length === times
}

/** Calls `began` with the arguments of each task that is stored. */
function watchTasks(store: Store, began: (params: { step: string }) => void): Store {
  return {
    ...store,
    log<E>(kind: string): Log<E> {
      const log = store.log<E>(kind)
      return {
        ...log,
        create(id, stream) {
          if (kind === 'task') began((stream.about as { arguments: { step: string } }).arguments)
          return log.create(id, stream)
        },
      }
    },
  }
}

/** A schedule waits for a person who sets it again. Its steps are the runs that it begins. */
const subject: DrivenSubject = {
  kind: 'schedule',
  register(given, ran) {
    const store = watchTasks(given, ({ step }) => ran(step))
    let scheduling: Promise<Scheduling> | undefined
    return {
      async start() {
        scheduling = beginScheduled({ store, tools: () => [tool], leaseTtl: 80, scanEvery: 10, onError: console.error })
        await scheduling
      },
      async close() {
        await (await scheduling)?.close()
      },
      // A schedule is released as soon as it waits.
      isHere: () => undefined,
    }
  },
  async begin(store) {
    const name = crypto.randomUUID()
    await set(store, name, 'first')
    return name
  },
  waits: (store, name) => hasBegun(store, name, 1),
  async answer(store, name) {
    await set(store, name, 'second')
  },
  isOver: (store, name) => hasBegun(store, name, 2),
}

const KEYS = ['k'.repeat(32)]

describe.each<[string, () => Store | Promise<Store>]>([
  ['a schedule in memory', createMemoryStore],
  ['a schedule in an encrypted SQLite store', () => createEncryptedStore(createSqliteStore(':memory:'), KEYS)],
])('%s', (_, createStore) => {
  test.for(driverContract({ createStore, subject }))('$name', ({ run }) => run())
})
