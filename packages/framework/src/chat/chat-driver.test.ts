import { afterAll, beforeAll, describe, test } from 'vitest'
import { z } from 'zod'
import { findNatsServerOrError, startNats, type TestNats } from '../../../../test/nats.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from '../../../../test/postgres.ts'
import type { Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { Node } from '../log/node.ts'
import type { Model } from '../models/model.ts'
import { createEncryptedStore } from '../stores/encrypted.ts'
import { createNatsStore } from '../stores/nats.ts'
import { createPostgresStore } from '../stores/postgres.ts'
import { createSqliteStore } from '../stores/sqlite.ts'
import { type DrivenSubject, driverContract } from '../testing/driver-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createMcpTool } from '../tools/builder.ts'
import { createChatMachine } from './chat-work.ts'
import { createChatStates } from './create-chat.ts'
import type { Patch } from './patch.ts'
import { Sessions } from './sessions.ts'
import type { ChatState } from './state.ts'

/** Calls the tool once, then ends the turn. */
const model: Model = {
  id: 'caller',
  async answer({ messages }) {
    const isFirst = messages.length === 1
    const content = isFirst
      ? { type: 'tool_use' as const, id: 'ask', name: 'ask', input: {} }
      : { type: 'text' as const, text: 'done' }
    return { content, model: 'caller', usage: { inputTokens: 1, outputTokens: 1 } }
  },
}

const createAsk = (ran: (step: string) => void) =>
  createMcpTool('ask')
    .elicits({ name: { response: z.object({ name: z.string() }) } })
    .execute(function* (_, ctx) {
      yield* ctx.step('before', () => ran('before'))
      yield* ctx.elicit('name', { message: 'Name?' })
      yield* ctx.step('after', () => ran('after'))
    })
    .build()

const statesOf = (store: Store) => createChatStates(store.log<Patch>('chat'))

const createSessions = (store: Store) =>
  new Sessions({
    log: store.log<Patch>('chat'),
    states: statesOf(store),
    capabilities: () => ({ tools: [], models: [], personas: [] }),
    messageLimit: 1_000,
    fileLimit: 10_000,
    attachmentLimit: 10_000,
    sessionLimit: 100,
    refuseArguments: async () => undefined,
    onDue: () => {},
  })

const openQuestion = ({ pendingElicits }: ChatState) =>
  Object.values(pendingElicits).find(({ status }) => status === 'pending')

const subject: DrivenSubject = {
  kind: 'chat',
  register: (store, ran) =>
    Node.register(
      store,
      createChatMachine({
        isDurable: true,
        states: statesOf(store),
        tools: () => [createAsk(ran)],
        model: async () => model,
        defaultModel: () => model.id,
        systemPrompt: () => undefined,
        stepLimit: 8,
        idle: 20,
        now: Date.now,
        onError: console.error,
      }),
      { leaseTtl: 80, scanEvery: 10 },
    ),
  async begin(store) {
    const sessions = createSessions(store)
    const sessionId = await sessions.create(undefined)
    await sessions.command(sessionId, { type: 'send', commandId: 'send', content: 'go' })
    return sessionId
  },
  waits: async (store, id) => openQuestion(await statesOf(store).load(id)) !== undefined,
  async answer(store, id) {
    const { callId, elicitId } = openQuestion(await statesOf(store).load(id))!
    const result = { action: 'accept' as const, content: { name: 'Ada' } }
    await createSessions(store).command(id, { type: 'elicit_response', commandId: 'answer', callId, elicitId, result })
  },
  async isOver(store, id) {
    const { turn, turns } = await statesOf(store).load(id)
    return turn === undefined && turns === 1
  },
}

const KEY = 'k'.repeat(32)

describeContract('a chat in memory', driverContract({ createStore: createMemoryStore, subject }))
describeContract('a chat in SQLite', driverContract({ createStore: () => createSqliteStore(':memory:'), subject }))
describeContract(
  'a chat in an encrypted store in memory',
  driverContract({ createStore: () => createEncryptedStore(createMemoryStore(), [KEY]), subject }),
)
describeContract(
  'a chat in an encrypted SQLite store',
  driverContract({ createStore: () => createEncryptedStore(createSqliteStore(':memory:'), [KEY]), subject }),
)

describe('on Postgres', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  const createStore = async () => {
    const { url } = postgres
    const { schema, drop } = createTemporarySchema(url)
    const inner = await createPostgresStore({ url, schema, poolSize: 4 })
    const store = await createEncryptedStore(inner, [KEY])
    const close = async () => {
      await inner.close()
      await drop()
    }
    return { ...store, close }
  }
  describeContract('a chat in an encrypted store', driverContract({ createStore, subject }))
})

const program =
  process.env.MODE === 'matrix' ? await findNatsServerOrError() : new Error('on NATS only in npm run test:matrix')

test.runIf(program instanceof Error)('the tests find a nats-server', (context) => context.skip(String(program)))

describe.skipIf(program instanceof Error)('on NATS', () => {
  let nats: TestNats
  beforeAll(async () => {
    nats = await startNats({ program: program as string, servers: 1 })
  })
  afterAll(() => nats.stop())

  const createStore = async () => {
    const prefix = `test_${crypto.randomUUID()}`
    return createEncryptedStore(await createNatsStore(nats.url, { replicas: 1, prefix }), [KEY])
  }
  describeContract('a chat in an encrypted store', driverContract({ createStore, subject }))
})
