import { expect, test } from 'vitest'
import type { Log } from './log.ts'
import { createMemoryStore } from './memory.ts'
import { States } from './states.ts'

interface Sum {
  lsn: number
  total: number
}

/** States over a log whose reads are counted. */
function createSums(cached?: number) {
  const log = createMemoryStore().log<number>('sum')
  const reads: string[] = []
  const counted: Log<number> = {
    ...log,
    read(id, after, limit) {
      if (after === 0) reads.push(id)
      return log.read(id, after, limit)
    },
    snapshot: () => undefined,
    keepSnapshot: () => {},
  }
  const states = new States<Sum, number>({
    log: counted,
    initial: { lsn: 0, total: 0 },
    reduce: ({ total }, event, lsn) => ({ lsn, total: total + event }),
    shape: 1,
    ...(cached !== undefined && { cached }),
  })
  const create = (id: string, length: number) =>
    log.create(id, { about: null, events: Array.from({ length }, () => 1) })
  return { states, log, reads, create, append: (id: string) => log.append(id, { events: [1] }) }
}

test('a cached state is completed with the events that follow it', async () => {
  const { states, reads, create, append } = createSums()
  await create('one', 3)
  expect(await states.load('one')).toEqual({ lsn: 3, total: 3 })
  await append('one')
  expect(await states.load('one')).toEqual({ lsn: 4, total: 4 })
  expect(reads).toEqual(['one'])
})

test('the state that was loaded least recently leaves the cache when there are too many', async () => {
  const { states, reads, create } = createSums(2)
  for (const id of ['one', 'two', 'three']) await create(id, 2)
  for (const id of ['one', 'two', 'one', 'three', 'one', 'two']) await states.load(id)
  expect(reads).toEqual(['one', 'two', 'three', 'two'])
})

test('states of long logs leave the cache before there are many, and the newest stays', async () => {
  const { states, reads, create } = createSums()
  await create('short', 10)
  await create('long', 60_000)
  await states.load('short')
  for (const id of ['long', 'long', 'short', 'short', 'long']) await states.load(id)
  expect(reads).toEqual(['short', 'long', 'short', 'long'])
  expect((await states.load('long')).total).toBe(60_000)
})

test.each([1, 3, 5])(
  'a stream that was deleted elsewhere and created again with %d events has its own state',
  async (length) => {
    const { states, log, create, append } = createSums()
    await create('one', 3)
    await states.load('one')
    await log.delete('one')
    await log.create('one', { about: null, events: Array.from({ length }, () => 7) })
    expect(await states.load('one')).toEqual({ lsn: length, total: 7 * length })
    await append('one')
    expect(await states.load('one')).toEqual({ lsn: length + 1, total: 7 * length + 1 })
  },
)
