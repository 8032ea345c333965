import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createChatMachine } from '../chat/chat-work.ts'
import { createChatStates } from '../chat/create-chat.ts'
import type { Patch } from '../chat/patch.ts'
import { Sessions } from '../chat/sessions.ts'
import type { Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { Node } from '../log/node.ts'
import { createRoundsServer, refusalOf } from '../mcp/fixtures/rounds-server.ts'
import type { Model } from '../models/model.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import { checkRuns } from './check-runs.ts'
import { createRunControls } from './run-controls.ts'

const until = (look: () => unknown) => expect.poll(look, { timeout: 5_000, interval: 5 })

/** Asks, and says what it did. */
const createAsk = (did: string[], carrier: 'auto' | 'stored' = 'auto', isBroken = false) =>
  createMcpTool('ask')
    .parameters(z.object({ to: z.string().optional() }))
    .elicits({ name: { response: z.object({ name: z.string() }) } })
    .carrier(carrier)
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('before', () => void did.push('before'))
        if (isBroken) throw new Error('no paper')
        return (yield* ctx.elicit('name', { message: 'Name?' })).action
      } finally {
        yield* ctx.step('close', () => void did.push('close'))
      }
    })
    .build()

/** Calls the tool once, then ends the turn with what the model was told. */
const model: Model = {
  id: 'caller',
  async answer({ messages }) {
    const content =
      messages.length === 1
        ? { type: 'tool_use' as const, id: 'call', name: 'ask', input: { to: 'Ada' } }
        : { type: 'text' as const, text: JSON.stringify(messages.at(-1)) }
    return { content, model: 'caller', usage: { inputTokens: 1, outputTokens: 1 } }
  },
}

async function startChat(store: Store, tool: McpTool) {
  const log = store.log<Patch>('chat')
  const states = createChatStates(log)
  const kind = Node.register(
    store,
    createChatMachine({
      isDurable: true,
      states,
      tools: () => [tool],
      model: async () => model,
      defaultModel: () => model.id,
      systemPrompt: () => undefined,
      stepLimit: 8,
      idle: 20,
      now: Date.now,
      onError: () => {},
    }),
    { leaseTtl: 500, scanEvery: 10 },
  )
  await kind.start()
  onTestFinished(() => kind.close())
  const sessions = new Sessions({
    log,
    states,
    capabilities: () => ({ tools: [], models: [], personas: [] }),
    messageLimit: 1_000,
    fileLimit: 10_000,
    attachmentLimit: 10_000,
    sessionLimit: 100,
    refuseArguments: async () => undefined,
    onDue: () => {},
  })
  const sessionId = await sessions.create('ada')
  await sessions.command(sessionId, { type: 'send', commandId: 'send', content: 'go' })
  return { sessionId, load: () => createChatStates(log).load(sessionId) }
}

const rows = async (store: Store) => (await store.runs.list()).runs

test('a call in a chat is listed while it waits, is checked, and is cancelled without its turn', async () => {
  const did: string[] = []
  const store = createMemoryStore()
  const ask = createAsk(did)
  const { sessionId, load } = await startChat(store, ask)
  await until(async () => (await rows(store))[0]?.state).toBe('waiting')
  const [row] = await rows(store)
  const owner = { kind: 'chat', id: sessionId }
  expect(row).toMatchObject({
    tool: 'ask',
    principal: 'ada',
    owner,
    detail: { waits: [{ kind: 'elicit', key: 'name' }] },
  })
  const controls = createRunControls({ store })
  expect(await controls.show(row!.id)).toMatchObject({ arguments: { to: 'Ada' }, entries: [{ key: 'before' }] })
  expect(await checkRuns(store, [ask])).toMatchObject({ fit: 1, diverge: [] })
  await expect(controls.forget(row!.id)).rejects.toMatchObject({ code: 'run_running' })

  await controls.cancel(row!.id)
  await until(async () => (await load()).turn).toBeUndefined()
  const { messages, toolCalls } = await load()
  expect(did).toEqual(['before', 'close'])
  expect(Object.values(toolCalls)[0]).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  expect(messages.at(-1)?.stopReason).toBeDefined()
  // The runs of a turn are deleted with its end.
  await until(() => rows(store)).toEqual([])
})

test('a call that failed in a chat stays listed after its turn', async () => {
  const store = createMemoryStore()
  const { load } = await startChat(store, createAsk([], 'auto', true))
  await until(async () => (await load()).turns === 1 && (await load()).turn).toBeUndefined()
  await until(() => rows(store)).toMatchObject([{ tool: 'ask', state: 'failed', detail: { problem: 'no paper' } }])
})

test('a stored MCP call is listed while it waits for its client, and its finally runs when it is cancelled', async () => {
  const did: string[] = []
  const store = createMemoryStore()
  const server = createRoundsServer(createAsk(did, 'stored'), { store })
  await server.start()
  const { requestState: state } = await server.call()
  const [row] = await rows(store)
  expect(row).toMatchObject({ kind: 'call', tool: 'ask', state: 'waiting', detail: { waits: [{ key: 'name' }] } })
  await createRunControls({ store }).cancel(row!.id)
  await until(async () => (await rows(store))[0]?.state).toBe('cancelled')
  expect(did).toEqual(['before', 'close'])
  const answers = { name: { action: 'accept', content: { name: 'Ada' } } }
  expect(await refusalOf(server.call({ state, answers }))).toMatch(/cancelled/)
  expect(did).toEqual(['before', 'close'])
})

test('a stored MCP call is listed as completed after its last reply', async () => {
  const store = createMemoryStore()
  const server = createRoundsServer(createAsk([], 'stored'), { store })
  const { requestState: state } = await server.call()
  await server.call({ state, answers: { name: { action: 'accept', content: { name: 'Ada' } } } })
  expect(await rows(store)).toMatchObject([{ kind: 'call', state: 'completed' }])
})
