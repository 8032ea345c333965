import { setTimeout as delay } from 'node:timers/promises'
import { describe } from 'vitest'
import { createRunJournal } from '../log/run-journal.ts'
import { createEngineStore } from '../stores/engine-store.ts'
import { engineContract } from './engine-contract.ts'
import { journalContract } from './journal-contract.ts'
import { logContract } from './log-contract.ts'
import { createMemoryEngine } from './memory-engine.ts'
import { describeContract } from './vitest.ts'

describe.each([true, false])('an engine in memory, ordered: %s', (isOrdered) => {
  const create = () => {
    let time = Date.UTC(2026, 0, 1)
    const { open } = createMemoryEngine({ isOrdered, now: () => time })
    // A signal arrives in a microtask.
    const advance = (ms: number) => {
      time += ms
      return delay(0)
    }
    return { open, advance }
  }

  describeContract(
    'two engines',
    engineContract(() => {
      const { open, advance } = create()
      return { engine: open(), other: open(), advance }
    }),
  )

  describeContract(
    'two stores',
    logContract(() => {
      const { open, advance } = create()
      const stores = [createEngineStore(open()), createEngineStore(open())] as const
      const close = () => Promise.all(stores.map((store) => store.close())).then(() => {})
      return { open: () => stores[0], again: () => stores[1], advance, close }
    }),
  )

  describeContract(
    'the journal of a run',
    journalContract(() => {
      const store = createEngineStore(create().open())
      return { open: () => createRunJournal(store, 'run-1'), close: () => store.close() }
    }),
  )
})
