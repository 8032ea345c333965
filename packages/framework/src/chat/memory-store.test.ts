import { expect, test } from 'vitest'
import { sessionLogContract } from '../testing/session-log-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createMemoryStore } from './memory-store.ts'

describeContract(
  'memory log',
  sessionLogContract(() => {
    let time = Date.UTC(2026, 0, 1)
    const store = createMemoryStore({ now: () => time })
    const open = () => store.log<{ type: string; n?: number }>('contract')
    const advance = (ms: number) => {
      time += ms
    }
    return { open, again: open, advance }
  }),
)

test('logs of different kinds are apart, and one kind is one log', async () => {
  const store = createMemoryStore()
  const chats = store.log<string>('chat')
  await chats.create('a', { about: 'a chat', events: ['hello'] })
  expect(await store.log('debate').get('a')).toBeUndefined()
  expect(await store.log('chat').read('a', 0)).toEqual([{ lsn: 1, event: 'hello' }])
})

test('of sessions that changed at the same moment, the latest begun comes first', async () => {
  const log = createMemoryStore({ now: () => 7 }).log('chat')
  for (const sessionId of ['b', 'c', 'a']) await log.create(sessionId, { about: null, events: [] })
  expect(await log.list(undefined)).toMatchObject([{ sessionId: 'a' }, { sessionId: 'c' }, { sessionId: 'b' }])
})

test('runs are kept beside the logs', async () => {
  const store = createMemoryStore()
  await store.runs.put('a', { expiresAt: 1, data: 'kept' })
  expect(await store.runs.get('a')).toEqual({ expiresAt: 1, data: 'kept' })
  await store.close()
})
