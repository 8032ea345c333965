import { expect, test } from 'vitest'
import { createChat } from './create-chat.ts'
import { createMemoryStore } from './memory-store.ts'
import type { SessionLog, Store } from './session-log.ts'

const headers = { 'content-type': 'application/json' }

/** A chat whose store fails as told, and a session in which somebody has spoken. */
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

const withLog = (memory: Store, change: (log: SessionLog<unknown>) => Partial<SessionLog<unknown>>): Store => ({
  ...memory,
  log: <E>(kind: string) => {
    const log = memory.log<E>(kind)
    return { ...log, ...(change(log as SessionLog<unknown>) as Partial<SessionLog<E>>) }
  },
})

test('a session that could not be given back is given back once the store answers again', async () => {
  const memory = createMemoryStore()
  let failures = 0
  const store = withLog(memory, (log) => ({
    async release(sessionId, fence) {
      if (++failures === 1) throw new Error('the connection was cut')
      await log.release(sessionId, fence)
    },
  }))
  const { chat, sessionId, problems } = await speak(store)
  const take = () => memory.log('chat').acquire(sessionId, 'another')
  await expect.poll(take, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(problems).toEqual([new Error('the connection was cut')])
  await chat.close()
})

test('a session that was taken without an answer of the store is driven all the same', async () => {
  const memory = createMemoryStore()
  let failures = 0
  const store = withLog(memory, (log) => ({
    async acquire(sessionId, node) {
      const fence = await log.acquire(sessionId, node)
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
