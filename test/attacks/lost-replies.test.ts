import { createMcpTool } from '@sweatpants/framework'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { serveMcp } from '@sweatpants/framework/mcp'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { send, TASKS } from '../mcp/rpc.ts'
import { createStoreFile } from '../mcp/scene.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from '../postgres.ts'

const META = 'dev.sweatpants/idempotencyKey'
const USED = { code: -32602, message: expect.stringMatching(/^this idempotency key was used .* other arguments/) }

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const stores: Record<string, () => Promise<[Store, Store]>> = {
  async memory() {
    const store = createMemoryStore()
    return [store, store]
  },
  async SQLite() {
    const path = createStoreFile()
    return [createSqliteStore(path), createSqliteStore(path)]
  },
  async Postgres() {
    const { schema, drop } = createTemporarySchema(postgres.url)
    onTestFinished(drop)
    const openOne = () => createPostgresStore({ url: postgres.url, schema })
    return [await openOne(), await openOne()]
  },
}

/** Tools that count what they do, without `once`: the key alone must keep it from being done again. */
function createTools(done: string[]) {
  const parameters = z.object({ to: z.string() })
  const mail = createMcpTool('mail')
    .parameters(parameters)
    .execute(function* ({ to }, ctx) {
      return `mail ${yield* ctx.step('send', () => done.push(to))}`
    })
    .build()
  const ask = createMcpTool('ask')
    .parameters(parameters)
    .elicits({ sure: { response: z.object({}) } })
    .execute(function* ({ to }, ctx) {
      yield* ctx.step('hold', () => done.push(to))
      yield* ctx.elicit('sure', { message: 'Sure?' })
      return `mail ${yield* ctx.step('send', () => done.push(`${to} again`))}`
    })
    .build()
  const count = createMcpTool('count')
    .parameters(parameters)
    .execute(function* ({ to }) {
      return `count ${done.push(to)}`
    })
    .build()
  const later = createMcpTool('later')
    .parameters(parameters)
    .task('required')
    .execute(function* ({ to }, ctx) {
      return `mail ${yield* ctx.step('send', () => done.push(to))}`
    })
    .build()
  return [mail, ask, count, later]
}

/** Two servers on one store. */
async function serveTwo(open: () => Promise<[Store, Store]>) {
  const done: string[] = []
  const handles = await open()
  const urls: string[] = []
  for (const store of handles) {
    const server = serveMcp({
      name: 'post',
      version: '1',
      tools: createTools(done),
      keys: ['a key that both servers have in common'],
      store,
      onError: () => {},
    })
    const { url, close } = await server.listen()
    urls.push(url)
    onTestFinished(async () => {
      await server.close()
      await close()
    })
  }
  onTestFinished(async () => {
    for (const store of new Set(handles)) await store.close()
  })
  return { done, urls: urls as [string, string] }
}

const params = (name: string, to = 'ada') => ({ name, arguments: { to } })

describe.each(Object.entries(stores))(
  'the first request of a call on %s, sent again because its reply was lost,',
  (_, open) => {
    test.each(['mail', 'count'])('is not run again: %s', async (name) => {
      const { urls, done } = await serveTwo(open)
      const call = (url: string) => send(url, 'tools/call', params(name), { headers: { 'idempotency-key': 'order 1' } })
      const replies = [await call(urls[0]), await call(urls[0]), await call(urls[1])]
      expect(replies[0]!.result?.content).toEqual([{ type: 'text', text: `${name} 1` }])
      expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
      expect(done).toEqual(['ada'])
    })

    test('is run once if it arrives several times at once', async () => {
      const { urls, done } = await serveTwo(open)
      const call = (url: string) => send(url, 'tools/call', params('mail'), { meta: { [META]: 'order 2' } })
      const replies = await Promise.all([...urls, ...urls].map(call))
      expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
      expect(done).toEqual(['ada'])
    })

    test('gets the same question and state, which can be answered once', async () => {
      const { urls, done } = await serveTwo(open)
      const headers = { 'idempotency-key': '"order 3"' }
      const call = (url: string) => send(url, 'tools/call', params('ask'), { headers })
      const [first, second] = [await call(urls[0]), await call(urls[1])]
      expect(second).toEqual(first)
      const { requestState, inputRequests } = second.result!
      const [question] = Object.keys(inputRequests!)
      const inputResponses = { [question!]: { action: 'accept', content: {} } }
      const answer = (url: string) => send(url, 'tools/call', { ...params('ask'), requestState, inputResponses })
      const replies = [await answer(urls[0]), await answer(urls[1])]
      expect(replies[0]!.result?.content).toEqual([{ type: 'text', text: 'mail 2' }])
      expect(replies[1]).toEqual(replies[0])
      expect(done).toEqual(['ada', 'ada again'])
    })

    test('gets the same task', async () => {
      const { urls, done } = await serveTwo(open)
      const options = { capabilities: TASKS, headers: { 'idempotency-key': 'order 4' } }
      const create = (url: string) => send(url, 'tools/call', params('later'), options)
      const created = [await create(urls[0]), await create(urls[1]), await create(urls[0])]
      const ids = created.map(({ result }) => result?.taskId)
      expect(new Set(ids).size).toBe(1)
      await expect
        .poll(
          async () => (await send(urls[0], 'tasks/get', { taskId: ids[0] }, { capabilities: TASKS })).result?.status,
        )
        .toBe('completed')
      expect(done).toEqual(['ada'])
      expect((await send(urls[1], 'tools/call', params('later', 'bob'), options)).error).toEqual(USED)
    })

    test.each(['mail', 'count', 'ask'])('is refused with other arguments: %s', async (name) => {
      const { urls, done } = await serveTwo(open)
      const options = { headers: { 'idempotency-key': 'order 5' } }
      await send(urls[0], 'tools/call', params(name), options)
      expect((await send(urls[1], 'tools/call', params(name, 'bob'), options)).error).toEqual(USED)
      expect(done).toEqual(['ada'])
    })
  },
)

test('a header and a _meta that name different keys are refused', async () => {
  const { urls, done } = await serveTwo(stores.memory!)
  const options = { headers: { 'idempotency-key': 'one' }, meta: { [META]: 'other' } }
  const { status, error } = await send(urls[0], 'tools/call', params('mail'), options)
  expect([status, error?.code, done]).toEqual([400, -32020, []])
})

test('a key of more than 512 characters is refused', async () => {
  const { urls } = await serveTwo(stores.memory!)
  const { status, error } = await send(urls[0], 'tools/call', params('mail'), {
    headers: { 'idempotency-key': 'x'.repeat(513) },
  })
  expect([status, error]).toEqual([400, { code: -32602, message: 'Idempotency-Key must have 1 to 512 characters' }])
})

describe('in a session of 2025', () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

  async function openSession(url: string) {
    const clientInfo = { name: 'test', version: '1' }
    const body = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: body }),
    })
    await response.text()
    const session = { ...headers, 'mcp-session-id': response.headers.get('mcp-session-id')! }
    let id = 0
    return async (key: string, to = 'ada') => {
      const call = { jsonrpc: '2.0', id: ++id, method: 'tools/call', params: params('mail', to) }
      const reply = await fetch(url, {
        method: 'POST',
        headers: { ...session, 'idempotency-key': key },
        body: JSON.stringify(call),
      })
      const text = await reply.text()
      const data = text.startsWith('{')
        ? text
        : text
            .split('\n')
            .findLast((line) => line.startsWith('data: {'))!
            .slice(6)
      const { result, error } = JSON.parse(data) as { result?: { content: unknown }; error?: object }
      return error ?? result!.content
    }
  }

  test('the same request again gets the result of the first, and is refused with other arguments', async () => {
    const { urls, done } = await serveTwo(stores.memory!)
    const [one, other] = [await openSession(urls[0]), await openSession(urls[0])]
    const content = [{ type: 'text', text: 'mail 1' }]
    expect(await Promise.all([one('order 6'), one('order 6'), other('order 6')])).toEqual([content, content, content])
    expect(await one('order 6', 'bob')).toEqual(USED)
    expect(done).toEqual(['ada'])
    await one('order 7')
    expect(done).toEqual(['ada', 'ada'])
  })
})
