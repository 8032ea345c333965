import { createMcpTool } from '@sweatpants/framework'
import { createChat } from '@sweatpants/framework/chat'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { createTokenAuth, matchTokens, type ServeLimits, serveMcp } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { sendRaw } from '../mcp/raw-http.ts'
import { type SendOptions, TASKS, toRequest } from '../mcp/rpc.ts'

const sure = { response: z.object({ sure: z.boolean() }) }

const stored = createMcpTool('stored')
  .elicits({ sure })
  .carrier('stored')
  .execute(function* (_, ctx) {
    yield* ctx.elicit('sure', { message: 'Sure?' })
    return 'done'
  })
  .build()

const plain = createMcpTool('plain')
  .execute(function* (_, ctx) {
    return yield* ctx.step('work', () => 'done')
  })
  .build()

const look = createMcpTool('look')
  .annotations({ readOnlyHint: true })
  .execute(function* (_, ctx) {
    return yield* ctx.step('look', () => 'seen')
  })
  .build()

const errand = createMcpTool('errand')
  .elicits({ sure })
  .task('required')
  .execute(function* (_, ctx) {
    yield* ctx.elicit('sure', { message: 'Sure?' })
    return 'done'
  })
  .build()

const auth = createTokenAuth({
  resource: 'http://127.0.0.1/mcp',
  authorizationServers: ['http://127.0.0.1/issuer'],
  verify: matchTokens({
    'token-of-alice-5e1f0c': { principal: 'alice', scopes: [] },
    'token-of-bob-9a77d2': { principal: 'bob', scopes: [] },
  }),
})
const TOKENS = { alice: 'token-of-alice-5e1f0c', bob: 'token-of-bob-9a77d2' }

async function serve(limits: Partial<ServeLimits>, more: { store?: Store; isOpen?: boolean } = {}) {
  const { store, isOpen = false } = more
  const server = serveMcp({
    name: 'limited',
    version: '1',
    tools: [stored, plain, look, errand],
    limits,
    ...(!isOpen && { auth }),
    ...(store !== undefined && { store }),
  })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  const post = (who: keyof typeof TOKENS, headers: object, body: object) =>
    sendRaw(url, {
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${TOKENS[who]}` },
      body: JSON.stringify(body),
    })
  return {
    url,
    server,
    send(who: keyof typeof TOKENS, method: string, params: Record<string, unknown>, options: SendOptions = {}) {
      const { headers, body } = toRequest(method, params, options)
      return post(who, headers, body)
    },
    initialize(who: keyof typeof TOKENS) {
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      return post(who, headers, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
    },
  }
}

const withTasks = { capabilities: { elicitation: { form: {} }, ...TASKS } }

function expectLimit({ status, headers, text }: Awaited<ReturnType<typeof sendRaw>>, limit: object): void {
  expect([status, headers['retry-after']]).toEqual([429, '30'])
  expect(JSON.parse(text).error).toMatchObject({ code: -32029, data: { limit: { per: 'caller', ...limit } } })
}

describe('one caller cannot take what others need:', () => {
  test('2025 sessions', async () => {
    const { initialize } = await serve({ sessions: 10, sessionsPerCaller: 4 })
    const replies = await Promise.all(Array.from({ length: 10 }, () => initialize('alice')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
    expectLimit(replies.find(({ status }) => status !== 200)!, { name: 'sessions', max: 4 })
    expect((await initialize('bob')).status).toBe(200)
  })

  test('2025 sessions without auth, which are counted by address, and without an address in one smaller allowance', async () => {
    const { url, server } = await serve({ sessions: 10, sessionsPerCaller: 3 }, { isOpen: true })
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const local = await Promise.all(Array.from({ length: 6 }, () => sendRaw(url, { headers, body })))
    expect(local.filter(({ status }) => status === 200)).toHaveLength(3)
    const unknown = await Promise.all(
      Array.from({ length: 8 }, () => server.fetch(new Request(url, { method: 'POST', headers, body }))),
    )
    expect(unknown.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  })

  test.each([
    ['memory', () => createMemoryStore()],
    ['SQLite', () => createSqliteStore(':memory:')],
  ])('tasks, in %s', async (_, createStore) => {
    const { send } = await serve({ tasks: 5 }, { store: createStore() })
    for (let i = 0; i < 5; i++) {
      expect((await send('alice', 'tools/call', { name: 'errand', arguments: {} }, withTasks)).status).toBe(200)
    }
    const refused = await send('alice', 'tools/call', { name: 'errand', arguments: {} }, withTasks)
    expectLimit(refused, { name: 'tasks', max: 5 })
    expect((await send('bob', 'tools/call', { name: 'errand', arguments: {} }, withTasks)).status).toBe(200)
  })

  test('stored states, and a call that is stored goes on', async () => {
    const { send } = await serve({ keptCalls: 3 })
    const call = { name: 'stored', arguments: {} }
    const replies = []
    for (let i = 0; i < 3; i++) replies.push(await send('alice', 'tools/call', call))
    expectLimit(await send('alice', 'tools/call', call), { name: 'kept calls', max: 3 })
    expect((await send('bob', 'tools/call', call)).status).toBe(200)
    const { requestState, inputRequests } = JSON.parse(replies[0]!.text).result
    const [id] = Object.keys(inputRequests)
    const inputResponses = { [id!]: { action: 'accept', content: { sure: true } } }
    const { text } = await send('alice', 'tools/call', { ...call, requestState, inputResponses })
    expect(JSON.parse(text).result.content[0].text).toBe('done')
  })

  test('calls that have ended do not count', async () => {
    const store = createMemoryStore()
    const { send } = await serve({ keptCalls: 3 }, { store })
    const call = (key: string, name: string) =>
      send('alice', 'tools/call', { name, arguments: {} }, { meta: { 'dev.sweatpants/idempotencyKey': key } })
    for (let i = 0; i < 8; i++) expect((await call(`key ${i}`, 'plain')).status).toBe(200)
    expect(await store.log('call').count('alice')).toBe(8)
    expect((await call('key', 'look')).status).toBe(200)
    expect(await store.log('call').count('alice'), 'a tool that changes nothing is not stored').toBe(8)
  })

  test('subscriptions', async () => {
    const { url, send } = await serve({ subscriptions: 10, subscriptionsPerCaller: 2 })
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const listen = { notifications: { toolsListChanged: true } }
    const open = async (who: keyof typeof TOKENS) => {
      const { headers, body } = toRequest('subscriptions/listen', listen)
      return fetch(url, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${TOKENS[who]}` },
        body: JSON.stringify(body),
        signal: leaving.signal,
      })
    }
    for (let i = 0; i < 2; i++) expect((await open('alice')).status).toBe(200)
    expectLimit(await send('alice', 'subscriptions/listen', listen), { name: 'subscriptions', max: 2 })
    expect((await open('bob')).headers.get('content-type')).toBe('text/event-stream')
  })

  test('chat sessions and event streams', async () => {
    await using chat = await createChat({
      store: createMemoryStore(),
      models: [{ id: 'silent', answer: () => Promise.reject(new Error('no one asks')) }],
      auth: (request) => request.headers.get('x-user') ?? undefined,
      limits: { sessions: 2, streamsPerPrincipal: 2 },
    })
    const ask = (who: string, path: string, method = 'GET') =>
      chat.fetch(
        new Request(`http://localhost/api/chat/sessions${path}`, {
          method,
          headers: { 'x-user': who, 'content-type': 'application/json' },
          ...(method === 'POST' && { body: '{}' }),
        }),
      )
    const { sessionId } = (await (await ask('ann', '', 'POST')).json()) as { sessionId: string }
    await ask('ann', '', 'POST')
    const refused = await ask('ann', '', 'POST')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toMatchObject({
      error: { code: 'too_many_sessions', limit: { name: 'sessions', max: 2, per: 'caller' } },
    })
    expect((await ask('bob', '', 'POST')).status).toBe(201)
    for (let i = 0; i < 2; i++) await (await ask('ann', `/${sessionId}/events`)).body!.getReader().read()
    const third = await ask('ann', `/${sessionId}/events`)
    expect(third.status).toBe(429)
    expect(await third.json()).toMatchObject({ error: { code: 'too_many_streams', limit: { max: 2, per: 'caller' } } })
  })
})

test('a session may watch so many resources, and a subscription may name so many', async () => {
  const { send } = await serve({})
  const notifications = { resourceSubscriptions: Array.from({ length: 1_001 }, (_, i) => `x://${i}`) }
  const { text } = await send('alice', 'subscriptions/listen', { notifications })
  expect(JSON.parse(text).error.message).toContain('at most 1000 resources')
})
