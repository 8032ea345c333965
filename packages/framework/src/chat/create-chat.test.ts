import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setImmediate as tick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createChat } from './create-chat.ts'
import { createMemoryStore } from './memory-store.ts'
import type { SessionLog, Store } from './session-log.ts'

const headers = { 'content-type': 'application/json' }
const hello = JSON.stringify({ type: 'send', commandId: 'one', content: 'Hello' })

/** Whether it is closed only after `act`; it is given time to be too early. */
async function closesAfter(closing: Promise<void>, act: () => unknown): Promise<boolean> {
  let isClosed = false
  const closed = closing.then(() => {
    isClosed = true
  })
  for (let turn = 0; turn < 20; turn++) await tick()
  const isEarly = isClosed
  await act()
  await closed
  return !isEarly
}

test('is closed when the commands that were on their way are answered', async () => {
  const arrived = Promise.withResolvers<void>()
  const chat = await createChat({
    store: createMemoryStore(),
    models: ['demo'],
    auth: ({ url }) => {
      if (url.endsWith('/commands')) arrived.resolve()
      return 'me'
    },
  })
  const { url } = await chat.listen()
  const created = await fetch(`${url}/api/chat/sessions`, { method: 'POST', headers, body: '{}' })
  const { sessionId } = await created.json()
  const sending = request(`${url}/api/chat/sessions/${sessionId}/commands`, { method: 'POST', headers, agent: false })
  sending.write(hello.slice(0, 10))
  await arrived.promise

  const isPatient = closesAfter(chat.close(), async () => {
    sending.end(hello.slice(10))
    const [{ statusCode }] = (await once(sending, 'response')) as [IncomingMessage]
    expect(statusCode).toBe(202)
  })
  expect(await isPatient).toBe(true)
})

test('is closed when a session that was being taken up has been given back', async () => {
  const acquiring = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const memory = createMemoryStore()
  const withGate = <E>(log: SessionLog<E>): SessionLog<E> => ({
    ...log,
    async acquire(sessionId, node) {
      acquiring.resolve()
      await gate.promise
      return log.acquire(sessionId, node)
    },
  })
  const store: Store = { ...memory, log: (kind) => withGate(memory.log(kind)) }
  const chat = await createChat({ store, models: ['demo'] })
  const ask = (path: string, body: string) =>
    chat.fetch(new Request(`http://127.0.0.1/api/chat/sessions${path}`, { method: 'POST', headers, body }))
  const { sessionId } = await (await ask('', '{}')).json()
  await ask(`/${sessionId}/commands`, hello)
  await acquiring.promise

  expect(await closesAfter(chat.close(), () => gate.resolve())).toBe(true)
  expect(await memory.log('chat').acquire(sessionId, 'another')).toBeGreaterThan(0)
})
