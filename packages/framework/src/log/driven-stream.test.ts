import { expect, test } from 'vitest'
import { DrivenStream } from './driven-stream.ts'
import { LogConflictError } from './log.ts'
import { createMemoryStore } from './memory.ts'
import type { RunChange } from './run-index.ts'

type Count = { type: 'add' }

/** A stream that is driven, and listed as a running run. */
async function drive() {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  const run = { tool: 'count', startedAt: Date.now(), state: 'running' as const }
  await store.leases.beat('here', 10_000)
  const { fence } = await log.create('a', { about: null, events: [], node: 'here', run })
  const stream = new DrivenStream<number, Count>({
    machine: {
      kind: 'count',
      idle: 0,
      now: Date.now,
      load: () => expect.unreachable(),
      reduce: (state) => state + 1,
      begin: () => expect.unreachable(),
      onError: () => {},
    },
    store,
    record: (await log.get('a'))!,
    fence: fence!,
    loaded: { state: 0, lsn: 0 },
  })
  return { store, log, stream }
}

test('the state of a run whose write was refused, because a command came first, is listed with the next write', async () => {
  const { store, log, stream } = await drive()
  const waiting: RunChange = { state: 'waiting' }
  await log.append('a', { events: [{ type: 'add' }] })
  const release = { events: [], head: stream.lsn, release: true }
  await expect(stream.append(release, waiting)).rejects.toThrow(LogConflictError)
  await stream.catchUp()
  await stream.append({ ...release, head: stream.lsn }, waiting)
  expect(await store.runs.find('a')).toMatchObject({ state: 'waiting' })
})
