import { describe, expect, it, onTestFinished } from 'vitest'
import { FenceError, type Store } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import type { Message } from './message.ts'
import { StoredSessions } from './stored-sessions.ts'

const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} } as unknown as Message
const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'asks' } }

/** The sessions of one process. */
function createProcess(store: Store, idle = 60_000) {
  const errors: unknown[] = []
  const sessions = new StoredSessions({ store, leaseTtl: 300, idle, onError: (error) => errors.push(error) })
  onTestFinished(() => sessions.close())
  return { sessions, errors }
}

describe('a stored session', () => {
  it('V1 is taken over when its process is dead, which then writes nothing more', async () => {
    const store = createMemoryStore()
    const [first, second] = [createProcess(store), createProcess(store)]
    const stored = await first.sessions.create('s', 'ada', hello)
    const lost = Promise.withResolvers<void>()
    stored.onLost = () => lost.resolve()
    expect(await second.sessions.restore('s', 'ada')).toBeUndefined()
    // Its heartbeat ends.
    first.sessions.close()
    const restored = (await second.sessions.restore('s', 'ada'))!
    expect(restored).toMatchObject({ messages: [hello], calls: [], sent: [], answers: [] })
    await stored.append({ type: 'answer', message: {} })
    await lost.promise
    expect(first.errors).toEqual([expect.any(FenceError)])
    await restored.stored.release()
    expect((await second.sessions.restore('s', 'ada'))!.answers).toEqual([])
  })

  it('is restored with what its calls sent and were told, and without those that ended', async () => {
    const store = createMemoryStore()
    const { sessions } = createProcess(store)
    const stored = await sessions.create('s', undefined, hello)
    await stored.append({ type: 'call', runId: 'a', stream: 1, request: call })
    await stored.append({ type: 'sent', stream: 1, seq: 1, text: '{"id":"ask-a"}' })
    await stored.append({ type: 'answer', message: { id: 'ask-a' } })
    await stored.append({ type: 'call', runId: 'b', stream: 2, request: call })
    await stored.append({ type: 'done', runId: 'b', stream: 2, seq: 2, text: '{"id":7}' })
    await stored.release()
    expect(await sessions.restore('s', 'ada')).toBeUndefined()
    expect(await sessions.restore('t', undefined)).toBeUndefined()
    expect(await sessions.restore('s', undefined)).toMatchObject({
      calls: [{ runId: 'a', stream: 1, request: call }],
      sent: [{ seq: 1 }, { seq: 2 }],
      answers: [{ id: 'ask-a' }],
    })
  })

  it('expires when it is not used, and is gone when it ends', async () => {
    let now = Date.now()
    const store = createMemoryStore({ now: () => now })
    const { sessions } = createProcess(store, 1_000)
    await sessions.create('s', undefined, hello)
    const ended = await sessions.create('t', undefined, hello)
    await ended.end()
    expect(await store.log('session').get('t')).toBeUndefined()
    now += 3_000
    await store.leases.collect(10)
    expect(await store.log('session').get('s')).toBeUndefined()
  })
})
