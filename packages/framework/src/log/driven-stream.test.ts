import { expect, test } from 'vitest'
import { DrivenStream } from './driven-stream.ts'
import { withLog } from './fixtures/with-log.ts'
import { FenceError, LogConflictError } from './log.ts'
import { createMemoryStore } from './memory.ts'
import type { RunChange } from './run-index.ts'

type Count = { type: 'add' }

/** A stream that is driven, and listed as a running run. */
async function drive() {
  let writes = 0
  /** How many of the next reads are cut off before they are answered. */
  let cuts = 0
  const store = withLog<Count>(createMemoryStore(), 'count', (log) => ({
    append(id, append) {
      writes++
      return log.append(id, append)
    },
    read(id, after, limit) {
      if (cuts-- > 0) throw new Error('the connection was cut')
      return log.read(id, after, limit)
    },
  }))
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
  const cutReads = (count: number) => {
    cuts = count
  }
  return { store, log, stream, cutReads, writes: () => writes }
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

test('D3 a write that waits behind one with a lost fence is refused without asking the store', async () => {
  const { log, stream, writes } = await drive()
  await log.open('a', Number.MAX_SAFE_INTEGER)
  const add = () => stream.append({ events: [{ type: 'add' }] }, undefined)
  const refused = await Promise.allSettled([add(), add()])
  expect(refused.map((result) => result.status === 'rejected' && result.reason)).toEqual([
    expect.any(FenceError),
    expect.any(FenceError),
  ])
  expect(writes()).toBe(1)
})

test('a read that the store did not answer is tried again, so that what runs goes on', async () => {
  const { log, stream, cutReads } = await drive()
  await log.append('a', { events: [{ type: 'add' }] })
  cutReads(2)
  await stream.catchUp()
  expect(stream.state).toBe(1)
})
