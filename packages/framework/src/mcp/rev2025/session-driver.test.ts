import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { answerQuestion, listQuestions } from '../../inbox/questions.ts'
import type { Store } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import { createEncryptedStore } from '../../stores/encrypted.ts'
import { createSqliteStore } from '../../stores/sqlite.ts'
import { type DrivenSubject, driverContract } from '../../testing/driver-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { mintId } from '../../tools/uuid.ts'
import { serveMcp } from '../serve.ts'
import type { SessionEvent } from './restore.ts'
import { KIND } from './stored-session.ts'

const manager = { principal: 'mia', names: ['role:manager'] }

/** A tool of two steps around a question to other people, whose answer is in the store as in one that any node took. */
const createWork = (ran: (step: string) => void) =>
  createMcpTool('work')
    .elicits({ sure: { response: z.object({ text: z.string() }) } })
    .parameters(z.object({ session: z.string() }))
    .execute(function* ({ session }, ctx) {
      yield* ctx.step('first', () => ran('first'))
      yield* ctx.elicit('sure', { message: `Sure, ${session}?` }, { to: 'role:manager' })
      yield* ctx.step('second', () => ran('second'))
      return 'done'
    })
    .build()

const hello = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo: { name: 'c', version: '1' } },
}
const callOf = (session: string) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'work', arguments: { session } },
})

const readEvents = async (store: Store, id: string) =>
  (await store.log<SessionEvent>(KIND).read(id, 0)).map(({ event }) => event)

async function findQuestion(store: Store, session: string) {
  const { questions } = await listQuestions(store, manager)
  return questions.find(({ message }) => message === `Sure, ${session}?`)
}

const sessions: DrivenSubject = {
  kind: KIND,
  register(store, ran) {
    const server = serveMcp({ name: 'x', version: '1', tools: [createWork(ran)], store, leaseTtl: 100, onError() {} })
    let left: Promise<void> | undefined
    const request = (id: string, method: string) =>
      server.fetch(
        new Request('http://localhost/mcp', {
          method,
          headers: { accept: 'text/event-stream', 'mcp-session-id': id },
        }),
      )
    return {
      start: async () => {},
      close: () => server.close(),
      isHere: () => left,
      // A session goes on where its client asks for it.
      async goOn(id) {
        for (;;) {
          const response = await request(id, 'GET')
          left = response.text().then(() => {})
          if (response.status === 200) return
          await wait(20)
        }
      },
    }
  },
  async begin(store) {
    const id = mintId()
    const events: SessionEvent[] = [
      { type: 'message', message: hello },
      { type: 'call', runId: mintId(), stream: 1, request: callOf(id) },
    ]
    await store.log<SessionEvent>(KIND).create(id, { about: { type: KIND }, events })
    return id
  },
  waits: async (store, session) => (await findQuestion(store, session)) !== undefined,
  async answer(store, session) {
    const { id, digest } = (await findQuestion(store, session))!
    await answerQuestion(store, { ...manager, id, digest, answer: { action: 'accept', content: { text: 'yes' } } })
  },
  isOver: async (store, id) => (await readEvents(store, id)).some(({ type }) => type === 'done'),
}

/** Sessions are stored where a store is durable. */
const toDurable = (store: Store): Store => ({ ...store, isDurable: true })
const createMemory = () => toDurable(createMemoryStore())
const createSqlite = () => toDurable(createSqliteStore(':memory:'))
const createEncrypted = () => createEncryptedStore(createSqlite(), ['k'.repeat(32)])
describeContract('a session in memory', driverContract({ createStore: createMemory, subject: sessions }))
describeContract('a session in SQLite', driverContract({ createStore: createSqlite, subject: sessions }))
describeContract('a session in an encrypted store', driverContract({ createStore: createEncrypted, subject: sessions }))
