import { expect, test } from 'vitest'
import { appendOrCreate } from './append-or-create.ts'
import { StreamGoneError } from './log.ts'
import { createMemoryStore } from './memory.ts'

test('a stream is created or appended to where it ends, and a slower writer stores nothing', async () => {
  const log = createMemoryStore().log<string>('list')
  const write = (head: number | undefined, event: string) =>
    appendOrCreate(log, 'a', head, { principal: 'ada', about: event, register: event, events: [event] })
  expect(await write(undefined, 'one')).toBe(true)
  expect(await write(undefined, 'late')).toBe(false)
  expect(await write(1, 'two')).toBe(true)
  expect(await write(1, 'late')).toBe(false)
  expect(await log.read('a', 0)).toEqual([
    { lsn: 1, event: 'one' },
    { lsn: 2, event: 'two' },
  ])
  expect(await log.get('a')).toMatchObject({ principal: 'ada', about: 'two', register: 'two' })
})

test('a stream that was deleted is not created again by a writer that has read it', async () => {
  const log = createMemoryStore().log<string>('list')
  await expect(appendOrCreate(log, 'a', 1, { about: null, events: ['one'] })).rejects.toThrow(StreamGoneError)
})
