import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setImmediate as tick, setTimeout as wait } from 'node:timers/promises'
import { createDemoModel } from '@sweatpants/demo-model'
import { expect, test, vi } from 'vitest'
import { withLog } from '../log/fixtures/with-log.ts'
import type { Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import type { RunEvent } from '../log/run-journal.ts'
import { fromLanguageModel } from '../models/language-model.ts'
import { scriptedModel } from '../testing/index.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import { createChat } from './create-chat.ts'

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

test('a chat is closed when its pending commands are answered', async () => {
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

test('a chat is closed when a session that it was claiming is released', async () => {
  const acquiring = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const memory = createMemoryStore()
  const { leases } = memory
  const store: Store = {
    ...memory,
    leases: {
      beat: (node, ttl) => leases.beat(node, ttl),
      release: (ref, fence) => leases.release(ref, fence),
      due: (kinds, limit, ahead) => leases.due(kinds, limit, ahead),
      held: (kinds, node, limit) => leases.held(kinds, node, limit),
      collect: (limit) => leases.collect(limit),
      async acquire(ref, node) {
        acquiring.resolve()
        await gate.promise
        return leases.acquire(ref, node)
      },
    },
  }
  const chat = await createChat({ store, models: ['demo'] })
  const ask = (path: string, body: string) =>
    chat.fetch(new Request(`http://127.0.0.1/api/chat/sessions${path}`, { method: 'POST', headers, body }))
  const { sessionId } = await (await ask('', '{}')).json()
  await ask(`/${sessionId}/commands`, hello)
  await acquiring.promise

  expect(await closesAfter(chat.close(), () => gate.resolve())).toBe(true)
  expect(await leases.acquire({ kind: 'chat', id: sessionId }, 'another')).toBeGreaterThan(0)
})

test('a chat with two tools of one name, or with a reserved one, is not created', async () => {
  const tool = createMcpTool('book')
    .execute(function* () {})
    .build()
  const create = (tools: (typeof tool)[]) => createChat({ store: createMemoryStore(), models: ['demo'], tools })
  await expect(create([tool, tool])).rejects.toThrow('two tools are named "book"')
  await expect(create([{ ...tool, name: '__schema__' as never }])).rejects.toThrow('reserved')
})

test('a chat whose models change offers them with the next command, and takes every model that its source finds', async () => {
  const answering = (id: string) => fromLanguageModel(createDemoModel({ pace: 'instant' }), { id })
  let ids: [string, ...string[]] = ['first']
  await using chat = await createChat({
    store: createMemoryStore(),
    models: {
      list: () => ids,
      find: async (id) => {
        if (id === 'unknown/model') throw new Error('unknown/model needs an API key. Add one in the settings.')
        return answering(id)
      },
    },
  })
  const session = chat.open('one')
  await session.create()
  const modelOfAnswer = async (content: string, model?: string) => {
    await session.command({ type: 'send', content, ...(model !== undefined && { model }) })
    const signal = AbortSignal.timeout(10_000)
    for await (const { messages, turn } of session.follow(signal)) {
      const last = messages.at(-1)
      if (turn === undefined && last?.role === 'assistant' && last.status === 'complete') return last.model
    }
    throw new Error('there is no answer')
  }
  expect(await modelOfAnswer('Hello')).toBe('first')
  ids = ['second', 'first']
  expect(await modelOfAnswer('Hello')).toBe('second')
  expect((await session.state()).capabilities.models).toEqual(['second', 'first'])
  expect(await modelOfAnswer('Hello', 'not/listed')).toBe('not/listed')
  await expect(session.command({ type: 'configure', model: 'unknown/model' })).rejects.toMatchObject({
    code: 'unknown_model',
    message: 'unknown/model needs an API key. Add one in the settings.',
  })
})

test('a chat is closed when the once step of a call whose start was being stored has run', async () => {
  const memory = createMemoryStore()
  const [starting, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const store = withLog<RunEvent>(memory, 'run', (log) => ({
    async create(id, stream) {
      if (stream.events.some(({ type }) => type === 'started')) {
        starting.resolve()
        await isHeld.promise
      }
      return log.create(id, stream)
    },
  }))
  const pay = createMcpTool('pay')
    .execute(function* (_, ctx) {
      return yield* ctx.step('pay', () => 'paid', { once: true })
    })
    .build()
  const serve = (on: Store, ...script: Parameters<typeof scriptedModel>[0]) =>
    createChat({ store: on, tools: [pay], models: [fromLanguageModel(scriptedModel(script), { id: 'scripted' })] })
  const chat = await serve(store, { calls: [{ name: 'pay', input: {} }] })
  const session = chat.open('one')
  await session.create()
  await session.command({ type: 'send', content: 'go' })
  await starting.promise
  expect(await closesAfter(chat.close(), isHeld.resolve)).toBe(true)
  await using next = await serve(memory, 'Done.')
  for await (const { toolCalls, turn } of next.open('one').follow(AbortSignal.timeout(10_000))) {
    if (turn !== undefined) continue
    return expect(Object.values(toolCalls)).toMatchObject([{ status: 'done', result: 'paid' }])
  }
  expect.unreachable()
})

test.each([
  [{ session: 5 }, 'there is no limit "session"; the limits are body, streams, streamsPerPrincipal, sessions,'],
  [{ steps: '5' }, 'limits.steps is a number from 0 on, not "5"'],
])('a chat with the limits %j is refused when it is created', async (limits, message) => {
  const store = createMemoryStore()
  await expect(createChat({ store, limits: limits as object })).rejects.toThrow(message)
})

test('a chat that cannot be started leaves no heartbeat behind', async () => {
  const store = createMemoryStore()
  const beat = vi.spyOn(store.leases, 'beat').mockImplementationOnce(() => Promise.reject(new Error('no answer')))
  await expect(createChat({ store, models: ['demo'], leaseTtl: 30 })).rejects.toThrow('no answer')
  const before = beat.mock.calls.length
  await wait(100)
  expect(beat.mock.calls).toHaveLength(before)
})

test('a hosted server that takes the name of another tool later does not stop the chat', async () => {
  const look = (description: string) =>
    createMcpTool('look')
      .description(description)
      .execute(function* () {})
      .build()
  const errors: unknown[] = []
  const listed: McpTool[] = [look('own')]
  await using chat = await createChat({
    store: createMemoryStore(),
    models: ['demo'],
    tools: () => listed,
    onError: (error) => errors.push(error),
  })
  listed.push(look('hosted'), { ...look('hosted'), name: '__schema__' })
  for (const sessionId of ['one', 'two']) {
    const body = JSON.stringify({ sessionId })
    const created = await chat.fetch(
      new Request('http://127.0.0.1/api/chat/sessions', { method: 'POST', headers, body }),
    )
    expect(created.status).toBe(201)
    const shown = await chat.fetch(new Request(`http://127.0.0.1/api/chat/sessions/${sessionId}`))
    const { capabilities } = (await shown.json()).state
    expect(capabilities.tools).toEqual([{ name: 'look', description: 'own' }])
  }
  expect(errors).toEqual([expect.objectContaining({ message: 'two tools are named "look"' })])
})

test('two models with one id are refused', async () => {
  const models = ['demo', 'demo']
  await expect(createChat({ store: createMemoryStore(), models })).rejects.toThrow('two models have the id "')
})

test('R15 a chat that is created again under its id has idempotency keys of its own', async () => {
  const keys: string[] = []
  const pay = createMcpTool('pay')
    .execute(function* (_, ctx) {
      yield* ctx.step('pay', ({ idempotencyKey }) => void keys.push(idempotencyKey))
    })
    .build()
  const call = { calls: [{ name: 'pay', input: {} }] }
  const model = fromLanguageModel(scriptedModel([call, 'Paid.', call, 'Paid.']), { id: 'scripted' })
  const chat = await createChat({ store: createMemoryStore(), models: [model], tools: [pay] })
  for (const content of ['Pay for the tea', 'Pay for the cake']) {
    const session = chat.open('table-7', 'ada')
    await session.create()
    await session.command({ type: 'send', content })
    await vi.waitFor(async () => expect((await session.state()).ended).toEqual({ turn: 1, reason: 'complete' }))
    await session.delete()
  }
  await chat.close()
  expect(keys).toHaveLength(2)
  expect(keys[1]).not.toBe(keys[0])
})

test('a chat with a budget that is no number is refused when it is created', async () => {
  const options = { store: createMemoryStore(), models: ['demo'], budget: { maxTokens: Number('unset') } }
  await expect(createChat(options)).rejects.toThrow('maxTokens of a budget is a number, not NaN')
})
