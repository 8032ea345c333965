import { createMcpTool } from '@sweatpants/framework'
import type { Store } from '@sweatpants/framework/log'
import { createMcpPrompt, createTokenAuth, matchTokens, serveMcp } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sendRaw } from '../mcp/raw-http.ts'
import { request, type SendOptions, send, TASKS, toRequest } from '../mcp/rpc.ts'

/** Two tokens of one person: the first may do everything, the second has lost its scopes. */
const WIDE = 'token-wide-5e1f0c'
const NARROW = 'token-narrow-9a77d2'

const sure = { response: z.object({ sure: z.boolean() }) }
const ran: string[] = []

const guarded = createMcpTool('guarded')
  .elicits({ sure })
  .execute(function* (_, ctx) {
    const { action } = yield* ctx.elicit('sure', { message: 'Sure?' })
    yield* ctx.step('charge', () => ran.push(action))
    return `secret ${action}`
  })
  .build()

const stored = createMcpTool('guarded_stored')
  .elicits({ sure })
  .carrier('stored')
  .execute(function* (_, ctx) {
    const { action } = yield* ctx.elicit('sure', { message: 'Sure?' })
    yield* ctx.step('charge', () => ran.push(action))
    return `secret ${action}`
  })
  .build()

const errand = createMcpTool('guarded_errand')
  .elicits({ sure })
  .task('required')
  .execute(function* (_, ctx) {
    const { action } = yield* ctx.elicit('sure', { message: 'Sure?' })
    yield* ctx.step('charge', () => ran.push(action))
    return `secret ${action}`
  })
  .build()

const prompt = createMcpPrompt('guarded_prompt', {
  arguments: { item: { complete: () => ['secret'] } },
  *messages() {
    return [{ role: 'user', content: { type: 'text', text: 'secret' } }]
  },
})

const open = createMcpTool('open')
  .execute(function* () {
    return 'open'
  })
  .build()

const createServer = (store?: Store) =>
  serveMcp({
    ...(store && { store }),
    name: 'scoped',
    version: '1',
    tools: [guarded, stored, errand, open],
    prompts: [prompt],
    resources: [
      { name: 'guarded', uri: 'x://guarded', read: () => 'secret' },
      {
        name: 'guarded file',
        uriTemplate: 'x://guarded/{file}',
        read: () => 'secret',
        complete: { file: () => ['secret'] },
      },
      { name: 'open', uri: 'x://open', read: () => 'open' },
    ],
    auth: createTokenAuth({
      resource: 'http://127.0.0.1/mcp',
      authorizationServers: ['http://127.0.0.1/issuer'],
      verify: matchTokens({
        [WIDE]: { principal: 'ann', scopes: ['guarded'] },
        [NARROW]: { principal: 'ann', scopes: [] },
      }),
      scopesFor: (name) => (name.includes('guarded') ? ['guarded'] : []),
    }),
  })

const server = createServer()
let listening: Awaited<ReturnType<typeof server.listen>>
let url: string
beforeAll(async () => {
  listening = await server.listen()
  url = listening.url
})
afterAll(async () => {
  await server.close()
  await listening.close()
})

const capabilities = { elicitation: { form: {} }, ...TASKS }
const as = (token: string): SendOptions => ({ capabilities, headers: { authorization: `Bearer ${token}` } })
const yes = { action: 'accept', content: { sure: true } }

async function expectRefused(act: () => Promise<{ status: number; headers?: object; text: string }>): Promise<void> {
  const before = [...ran]
  const reply = await act()
  expect(reply.status).toBe(403)
  expect(JSON.stringify(reply.headers)).toContain('insufficient_scope')
  expect(reply.text).not.toContain('secret')
  expect(ran).toEqual(before)
}

const sendNarrow = (method: string, params: Record<string, unknown>) => {
  const { headers, body } = toRequest(method, params, as(NARROW))
  return sendRaw(url, { headers, body: JSON.stringify(body) })
}

describe('in 2026-07-28, a token without the scope of a tool', () => {
  test.each([
    ['calls it', 'tools/call', { name: 'guarded', arguments: {} }],
    ['gets a prompt', 'prompts/get', { name: 'guarded_prompt', arguments: {} }],
    ['reads a resource', 'resources/read', { uri: 'x://guarded' }],
    ['reads a resource of a template', 'resources/read', { uri: 'x://guarded/%61' }],
    ['follows a resource', 'subscriptions/listen', { notifications: { resourceSubscriptions: ['x://guarded'] } }],
    [
      'completes an argument of a prompt',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'guarded_prompt' }, argument: { name: 'item', value: '' } },
    ],
    [
      'completes a variable of a template',
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'x://guarded/{file}' }, argument: { name: 'file', value: '' } },
    ],
  ])('is refused when it %s', async (_, method, params) => {
    await expectRefused(() => sendNarrow(method, params))
  })

  test.each(['guarded', 'guarded_stored'])('does not answer a question of %s', async (name) => {
    const { requestState, inputRequests } = await request(
      url,
      'tools/call',
      { name, arguments: {} },
      {
        ...as(WIDE),
        capabilities: { elicitation: { form: {} } },
      },
    )
    const inputResponses = Object.fromEntries(Object.keys(inputRequests!).map((id) => [id, yes]))
    await expectRefused(() => sendNarrow('tools/call', { name, arguments: {}, requestState, inputResponses }))
  })

  test('does not read, answer or cancel a task of it, and does not hear of it', async () => {
    const { taskId } = await request(url, 'tools/call', { name: 'guarded_errand', arguments: {} }, as(WIDE))
    const abort = new AbortController()
    const listen = toRequest('subscriptions/listen', { notifications: { taskIds: [taskId] } }, as(NARROW))
    const response = await fetch(url, {
      method: 'POST',
      headers: listen.headers,
      body: JSON.stringify(listen.body),
      signal: abort.signal,
    })
    const heard: string[] = []
    const reading = (async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) heard.push(chunk)
    })().catch(() => {})
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      await expectRefused(() => sendNarrow(method, { taskId, inputResponses: {} }))
    }
    const task = async () => request(url, 'tasks/get', { taskId }, as(WIDE))
    await expect.poll(async () => (await task()).status).toBe('input_required')
    const [key] = Object.keys((await task()).inputRequests!)
    await request(url, 'tasks/update', { taskId, inputResponses: { [key!]: yes } }, as(WIDE))
    await expect.poll(async () => (await task()).status).toBe('completed')
    abort.abort()
    await reading
    expect(heard.join('')).not.toContain('notifications/tasks')
  })

  test('uses everything else', async () => {
    expect(
      (await send(url, 'tools/call', { name: 'open', arguments: {} }, as(NARROW))).result?.content?.[0]?.text,
    ).toBe('open')
    expect((await send(url, 'resources/read', { uri: 'x://open' }, as(NARROW))).status).toBe(200)
  })
})

describe('in 2025-11-25, a token without the scope of a tool', () => {
  const base = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const withToken = (token: string, session = {}) => ({ ...base, authorization: `Bearer ${token}`, ...session })
  const post = (headers: Record<string, string>, message: object) =>
    sendRaw(url, { headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })

  async function openSession(): Promise<Record<string, string>> {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'attacker', version: '1' },
    }
    const { headers } = await post(withToken(WIDE), { id: 'i', method: 'initialize', params })
    const session = { 'mcp-session-id': headers['mcp-session-id'] as string }
    await post(withToken(WIDE, session), { method: 'notifications/initialized' })
    return session
  }

  /** Calls the guarded tool with the wide token; returns its open question and the rest of its stream. */
  async function ask(session: Record<string, string>) {
    const response = await fetch(url, {
      method: 'POST',
      headers: withToken(WIDE, session),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'guarded', arguments: {} } }),
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const readUntil = async (found: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const match = found.exec(text)
        if (match !== null) return match
        const { value, done } = await reader.read()
        if (done) throw new Error(`the stream ended without ${found}: ${text}`)
        text += value
      }
    }
    const [, eventId, data] = await readUntil(/id: (\S+)\ndata: (\{.*elicitation.*\})\n/)
    const { id } = JSON.parse(data!) as { id: number }
    return { id, eventId: eventId!, readUntil }
  }

  test.each([
    ['calls it', 'tools/call', { name: 'guarded' }],
    ['gets a prompt', 'prompts/get', { name: 'guarded_prompt' }],
    ['reads a resource', 'resources/read', { uri: 'x://guarded' }],
    ['subscribes to a resource', 'resources/subscribe', { uri: 'x://guarded' }],
  ])('is refused when it %s', async (_, method, params) => {
    const session = await openSession()
    await expectRefused(() => post(withToken(NARROW, session), { id: 1, method, params }))
  })

  test('does not answer its question, does not cancel it and does not read its stream', async () => {
    const session = await openSession()
    const { id, eventId, readUntil } = await ask(session)
    const narrow = withToken(NARROW, session)
    await expectRefused(() => post(narrow, { id, result: yes }))
    await expectRefused(() => post(narrow, { id, error: { code: 1, message: 'no' } }))
    await expectRefused(() => post(narrow, { method: 'notifications/cancelled', params: { requestId: 1 } }))
    await expectRefused(() => sendRaw(url, { method: 'GET', headers: { ...narrow, 'last-event-id': eventId } }))
    expect((await post(withToken(WIDE, session), { id, result: yes })).status).toBe(202)
    await readUntil(/secret accept/)
    await expectRefused(() => sendRaw(url, { method: 'GET', headers: { ...narrow, 'last-event-id': eventId } }))
  })

  test('does not answer a stored call before it asks, nor read the stream of one that ended before a restart', async () => {
    const store = { ...createSqliteStore(':memory:'), isDurable: true }
    const [first, second] = [createServer(store), createServer(store)]
    const request = ({ fetch }: typeof first, headers: Record<string, string>, message?: object) => {
      const body = message && JSON.stringify({ jsonrpc: '2.0', ...message })
      return fetch(
        new Request('http://localhost/mcp', body === undefined ? { headers } : { method: 'POST', headers, body }),
      )
    }
    const clientInfo = { name: 'attacker', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo }
    const opened = await request(first, withToken(WIDE), { id: 'i', method: 'initialize', params })
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id')! }
    const call = { id: 1, method: 'tools/call', params: { name: 'guarded', arguments: {} } }
    let read = ''
    for await (const chunk of (await request(first, withToken(WIDE, session), call)).body!.pipeThrough(
      new TextDecoderStream(),
    )) {
      read += chunk
      const [, id] = /"id":"(ask-[^"]+)"/.exec(chunk) ?? []
      if (id === undefined) continue
      const later = { id: id.replace(/~\d+$/, '~2'), result: yes }
      await request(first, withToken(NARROW, session), later)
      const events = await store.log<{ type: string }>('session').read(session['mcp-session-id'], 0)
      expect(events.filter(({ event }) => event.type === 'answer')).toEqual([])
      await request(first, withToken(WIDE, session), { id, result: yes })
    }
    expect(read).toContain('secret accept')
    await first.close()
    const [, eventId] = /id: (\S+)\ndata: \{.*elicitation/.exec(read)!
    const resume = (token: string) => request(second, { ...withToken(token, session), 'last-event-id': eventId! })
    expect((await resume(NARROW)).status).toBe(403)
    expect(await (await resume(WIDE)).text()).toContain('secret accept')
    await second.close()
    await store.close()
  })
})
