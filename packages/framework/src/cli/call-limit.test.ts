import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../log/memory.ts'
import { createSqliteStore } from '../stores/sqlite.ts'
import { CallLimit } from './call-limit.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a limit counts the calls of each caller, and only of the tools that it names', async () => {
  const limit = new CallLimit('delete_*=2/minute', createMemoryStore())
  expect(['delete_file', 'read_file'].map(limit.covers)).toEqual([true, false])
  const taken = await Promise.all(['ada', 'ada', 'ada', 'bob', undefined].map((caller) => limit.take(caller)))
  expect(taken.filter((problem) => problem !== undefined)).toHaveLength(1)
  expect(await limit.take('bob')).toBeUndefined()
  expect(() => new CallLimit('many', createMemoryStore())).toThrow('--limit takes calls per second')
})

test('a limit allows the next call when the oldest of as many is one period old, whenever that is', async () => {
  const limit = new CallLimit('2/minute', createMemoryStore())
  const start = 60_000 * 1_000
  const takeAt = async (seconds: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: start + seconds * 1_000 })
    return limit.take('ada')
  }
  expect(await takeAt(50)).toBeUndefined()
  expect(await takeAt(55)).toBeUndefined()
  expect(await takeAt(100)).toBe('the limit of 2/minute is reached; try again in 10 s')
  expect(await takeAt(110)).toBeUndefined()
  expect(await takeAt(114)).toBe('the limit of 2/minute is reached; try again in 1 s')
  expect(await takeAt(115)).toBeUndefined()
  expect(await takeAt(169)).toMatch('try again in 1 s')
  expect(await takeAt(300)).toBeUndefined()
  expect(await new CallLimit('0/day', createMemoryStore()).take('ada')).toBe('the limit of 0/day is reached')
})

test('a limit goes on after a restart, and is one for all processes of a store', async () => {
  const store = createSqliteStore(':memory:')
  const take = () => new CallLimit('3/day', store).take('ada')
  const taken = await Promise.all([take(), take(), take(), take(), take()])
  expect(taken.filter((problem) => problem === undefined)).toHaveLength(3)
  expect(await take()).toMatch('the limit of 3/day is reached; try again in 86400 s')
  await store.close()
})
