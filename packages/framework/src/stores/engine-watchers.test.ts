import { expect, test, vi } from 'vitest'
import { createMemoryEngine } from '../testing/memory-engine.ts'
import { broadcastOf } from './engine-entry.ts'
import { createEngineStore } from './engine-store.ts'

test('a look at many watched streams is one request, and finds those that changed without a signal', async () => {
  const { open } = createMemoryEngine()
  const near = createEngineStore({ ...open(), signal() {} }).log<string>('chat')
  const engine = open()
  const reconnected: (() => void)[] = []
  const [last, lasts] = [vi.fn(engine.last), vi.fn(engine.lasts)]
  const onReconnect = (listener: () => void) => void reconnected.push(listener)
  const far = createEngineStore({ ...engine, last, lasts, onReconnect }).log<string>('chat')
  const woken: string[] = []
  for (let i = 0; i < 50; i++) {
    await near.create(`${i}`, { about: null, events: [] })
    far.watch(`${i}`, () => void woken.push(`${i}`))
  }
  await vi.waitFor(() => expect(woken).toHaveLength(50))
  await near.append('7', { events: ['one'] })
  await near.delete('8')
  woken.splice(0)
  for (const mock of [last, lasts]) mock.mockClear()
  for (const call of reconnected) call()
  await vi.waitFor(() => expect(woken.toSorted()).toEqual(['7', '8']))
  expect([lasts.mock.calls.length, last.mock.calls.length]).toEqual([1, 2])
})

test('a signal that no node has sent is ignored, and the next broadcast is received', async () => {
  const { open } = createMemoryEngine()
  const stranger = open()
  const near = createEngineStore(open()).log<string>('chat')
  const far = createEngineStore(open()).log<string>('chat')
  const heard = new Promise((resolve) => far.listen('a', resolve))
  for (const text of ['', '[', 'null', '5', '{}']) stranger.signal(broadcastOf({ kind: 'chat', id: 'a' }), text)
  near.broadcast('a', { after: 1, event: 'hi' })
  expect(await heard).toEqual({ after: 1, event: 'hi' })
})
