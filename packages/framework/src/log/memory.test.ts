import { expect, test } from 'vitest'
import { journalContract } from '../testing/journal-contract.ts'
import { logContract } from '../testing/log-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createMcpTool } from '../tools/builder.ts'
import { callTool } from '../tools/call-tool.ts'
import { createMemoryStore } from './memory.ts'
import { createRunJournal, createRuns, readRun } from './run-journal.ts'

describeContract(
  'a memory store',
  logContract(() => {
    let time = Date.UTC(2026, 0, 1)
    const store = createMemoryStore({ now: () => time })
    const advance = (ms: number) => {
      time += ms
    }
    return { open: () => store, again: () => store, advance }
  }),
)

test('a memory store is not durable, and has one log for each kind', async () => {
  const store = createMemoryStore()
  await store.log<string>('chat').create('a', { about: 'a chat', events: ['hello'] })
  expect(await store.log('debate').get('a')).toBeUndefined()
  expect(await store.log('chat').read('a', 0)).toEqual([{ lsn: 1, event: 'hello' }])
  expect(store.isDurable).toBe(false)
})

test('a memory store lists streams that changed at the same moment in the reverse order of their creation', async () => {
  const log = createMemoryStore({ now: () => 7 }).log('chat')
  for (const id of ['b', 'c', 'a']) await log.create(id, { about: null, events: [] })
  expect(await log.list(undefined)).toMatchObject([{ id: 'a' }, { id: 'c' }, { id: 'b' }])
})

describeContract(
  'the journal of a run in memory',
  journalContract(() => {
    const store = createMemoryStore()
    return { open: () => createRunJournal(store, 'run-1') }
  }),
)

test('the journal of a call expires some time after its last write', async () => {
  const store = createMemoryStore()
  const order = createMcpTool('order')
    .execute(function* (_, ctx) {
      return yield* ctx.step('pay', () => 'paid')
    })
    .build()
  const call = (keepFor: number) =>
    callTool(order, {}, { runs: createRuns(store, { keepFor }), runId: `kept ${keepFor}` })
  await call(60_000)
  await call(-1)
  expect(await store.leases.collect(10)).toBe(1)
  expect(await readRun(store, 'kept 60000')).toBeDefined()
  expect(await readRun(store, 'kept -1')).toBeUndefined()
})
