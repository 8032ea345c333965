import { expect, test } from 'vitest'
import { withLog } from '../log/fixtures/with-log.ts'
import type { Leases, Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { createChat } from './create-chat.ts'

const headers = { 'content-type': 'application/json' }

/** A chat whose store fails as told, and a session with a message. */
async function speak(store: Store) {
  const problems: unknown[] = []
  const onError = (error: unknown) => problems.push(error)
  const chat = await createChat({ store, models: ['demo'], idle: 10, leaseTtl: 1_000, onError })
  const post = (path: string, body: object) =>
    chat.fetch(
      new Request(`http://127.0.0.1/api/chat/sessions${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
  const { sessionId } = await (await post('', {})).json()
  await post(`/${sessionId}/commands`, { type: 'send', commandId: 'one', content: 'Hello' })
  return { chat, sessionId: sessionId as string, problems }
}

const withLeases = (store: Store, change: (leases: Leases) => Partial<Leases>): Store => {
  const { leases } = store
  return {
    ...store,
    leases: {
      beat: (node, ttl) => leases.beat(node, ttl),
      acquire: (ref, node) => leases.acquire(ref, node),
      release: (ref, fence) => leases.release(ref, fence),
      due: (kinds, limit, ahead) => leases.due(kinds, limit, ahead),
      held: (kinds, node, limit) => leases.held(kinds, node, limit),
      collect: (limit) => leases.collect(limit),
      ...change(leases),
    },
  }
}

test('a session whose release failed is released once the store responds again', async () => {
  const memory = createMemoryStore()
  let failures = 0
  const store = withLog(memory, 'chat', (log) => ({
    async append(id, append) {
      if (append.release && ++failures === 1) throw new Error('the connection was cut')
      return log.append(id, append)
    },
  }))
  const { chat, sessionId, problems } = await speak(store)
  const take = () => memory.leases.acquire({ kind: 'chat', id: sessionId }, 'another')
  await expect.poll(take, { timeout: 10_000 }).toBeGreaterThan(0)
  expect({ failures: failures > 0, problems }).toEqual({ failures: true, problems: [] })
  await chat.close()
})

test('a session that was acquired without a response from the store is driven all the same', async () => {
  const memory = createMemoryStore()
  let failures = 0
  const store = withLeases(memory, (leases) => ({
    async acquire(ref, node) {
      const fence = await leases.acquire(ref, node)
      if (++failures === 1) throw new Error('the answer was lost')
      return fence
    },
  }))
  const { chat, sessionId, problems } = await speak(store)
  const countEnds = async () => {
    const entries = await memory.log<{ type: string }>('chat').read(sessionId, 0)
    return entries.filter(({ event }) => event.type === 'turn_end').length
  }
  await expect.poll(countEnds, { timeout: 10_000 }).toBe(1)
  expect(problems).toEqual([new Error('the answer was lost')])
  await chat.close()
})
