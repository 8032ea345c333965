import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { follow } from './follow.ts'
import { createMemoryStore } from './memory.ts'

test('a reader that stops following a log leaves no listener at its signal', async () => {
  const log = createMemoryStore().log<string>('chat')
  await log.create('a', { about: null, events: ['first'] })
  const { signal } = new AbortController()
  for await (const page of follow(log, 'a', 0, signal)) {
    expect(page.map(({ event }) => event)).toEqual(['first'])
    break
  }
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a reader that follows a log reads on until the log is deleted', async () => {
  const log = createMemoryStore().log<string>('chat')
  await log.create('a', { about: null, events: ['first'] })
  const reader = follow(log, 'a', 0, new AbortController().signal)
  expect((await reader.next()).value).toHaveLength(1)
  const end = reader.next()
  await log.delete('a')
  expect(await end).toEqual({ done: true, value: undefined })
})
