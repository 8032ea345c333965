import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createChatMachine } from '../chat/chat-work.ts'
import { createChatStates } from '../chat/create-chat.ts'
import type { Patch } from '../chat/patch.ts'
import { Sessions } from '../chat/sessions.ts'
import { withLog } from '../log/fixtures/with-log.ts'
import type { Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { Node } from '../log/node.ts'
import { createMcpPrompt } from '../mcp/core/prompt.ts'
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

test('a cancel of a call in a chat is refused while the start of the call is not stored yet', async () => {
  const did: string[] = []
  const store = createMemoryStore()
  const isRefused = Promise.withResolvers<void>()
  // The start is written together with the answer that makes the call, while the call runs already.
  const slow = withLog<Patch>(store, 'chat', (log) => ({
    async append(id, append) {
      if (append.events.some(({ type }) => type === 'tool_call_start')) await isRefused.promise
      return log.append(id, append)
    },
  }))
  const { load } = await startChat(slow, createAsk(did))
  await until(async () => (await rows(store))[0]?.state).toBe('waiting')
  const [row] = await rows(store)
  const controls = createRunControls({ store: slow })
  await expect(controls.cancel(row!.id)).rejects.toMatchObject({
    code: 'run_running',
    message: expect.stringMatching(/cancel it again in a moment$/),
  })
  isRefused.resolve()
  await until(async () => Object.values((await load()).toolCalls)[0]?.status).toBe('waiting')
  await controls.cancel(row!.id)
  await until(async () => Object.values((await load()).toolCalls)[0]?.error?.code).toBe('cancelled')
  expect(did).toEqual(['before', 'close'])
})

test('a call that failed in a chat stays listed after its turn', async () => {
  const store = createMemoryStore()
  const { load } = await startChat(store, createAsk([], 'auto', true))
  await until(async () => (await load()).turns === 1 && (await load()).turn).toBeUndefined()
  await until(() => rows(store)).toMatchObject([{ tool: 'ask', state: 'failed', detail: { problem: 'no paper' } }])
})

test('a call that has ended in a chat is forgotten only once its turn has recorded the outcome', async () => {
  const did: string[] = []
  const inner = createMemoryStore()
  const recording = Promise.withResolvers<void>()
  const store = withLog<{ type: string; key?: string }>(inner, 'run', (log) => ({
    async append(id, append) {
      if (append.events.some(({ key }) => key === 'call')) await recording.promise
      return log.append(id, append)
    },
  }))
  const { load } = await startChat(store, createAsk(did, 'auto', true))
  await until(async () => (await rows(store))[0]?.state).toBe('failed')
  const [row] = await rows(store)
  const controls = createRunControls({ store })
  // A kill now lets the next node begin the turn from its journal, and the call from its own.
  await expect(controls.forget(row!.id)).rejects.toMatchObject({
    code: 'run_running',
    message: expect.stringMatching(/has not recorded its outcome yet; forget it again in a moment$/),
  })
  expect(await rows(store)).toHaveLength(1)
  recording.resolve()
  await until(async () => (await load()).turn).toBeUndefined()
  await controls.forget(row!.id)
  expect(await rows(store)).toEqual([])
  expect(did).toEqual(['before', 'close'])
})

test('a call of a hosted tool is not retried or forked, because no server runs the tool as a task', async () => {
  const store = createMemoryStore()
  const { load } = await startChat(store, { ...createAsk([], 'auto', true), origin: 'shop.example' })
  await until(async () => (await load()).turns === 1 && (await load()).turn).toBeUndefined()
  const [row] = await rows(store)
  const controls = createRunControls({ store })
  const refusal = {
    code: 'not_supported',
    message: expect.stringMatching(/of the server shop\.example.*only own tools/),
  }
  await expect(controls.retry(row!.id)).rejects.toMatchObject(refusal)
  await expect(controls.fork(row!.id, 0, { action: 'decline' })).rejects.toMatchObject(refusal)
  expect(await controls.show(row!.id)).toMatchObject({ arguments: { to: 'Ada' }, actions: ['forget'] })
  expect(await rows(store)).toHaveLength(1)
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

test('a stored call of a prompt is not retried or forked, because no task runs a prompt', async () => {
  const store = createMemoryStore()
  const prompt = createMcpPrompt('greet', {
    elicits: { name: { response: z.object({ name: z.string() }) } },
    *messages(_, ctx) {
      const { action } = yield* ctx.elicit('name', { message: 'Name?' })
      yield* ctx.step('once', () => {}, { once: true })
      return [{ role: 'user', content: { type: 'text', text: action } }]
    },
  })
  const server = createRoundsServer(createAsk([]), { store, prompt })
  const { requestState: state } = await server.call()
  await server.call({ state, answers: { name: { action: 'accept', content: { name: 'Ada' } } } })
  const [row] = await rows(store)
  const controls = createRunControls({ store })
  const { entries, actions } = await controls.show(row!.id)
  const at = entries.findIndex(({ isAnswered }) => isAnswered)
  const refusal = { code: 'not_supported', message: expect.stringMatching(/prompt "greet".*; get the prompt again$/) }
  await expect(controls.retry(row!.id, 0)).rejects.toMatchObject(refusal)
  await expect(controls.fork(row!.id, at, { action: 'decline' })).rejects.toMatchObject(refusal)
  expect(actions).toEqual(['forget'])
  expect(await rows(store)).toHaveLength(1)
})
