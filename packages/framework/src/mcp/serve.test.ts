import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createMemoryStore } from '../log/memory.ts'
import { createMcpTool } from '../tools/builder.ts'
import { TASKS_EXTENSION } from './core/client-capabilities.ts'
import { toTaskStream } from './rev2026/task-stream.ts'
import { type McpServer, serveMcp } from './serve.ts'

const greet = createMcpTool('greet')
  .task('required')
  .execute(function* () {
    return 'hello'
  })
  .build()

test('a server that is started takes up a task that another process has left, and needs no request for it', async () => {
  const store = createMemoryStore()
  const left = toTaskStream({
    tool: 'greet',
    version: undefined,
    arguments: {},
    principal: undefined,
    capabilities: {},
    ttl: 60_000,
    now: Date.now(),
  })
  await store.log('task').create('left', left)
  const server = serveMcp({ name: 'test', version: '1.0.0', tools: [greet], store })
  onTestFinished(() => server.close())
  server.start()
  await expect.poll(async () => (await store.runs.find('left'))?.state).toBe('completed')
})

const ask = createMcpTool('ask')
  .elicits({ name: { response: z.object({ name: z.string() }) } })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('name', { message: 'Who?' })
    return answer.action === 'accept' ? `hello ${answer.content.name}` : answer.action
  })
  .build()

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
}

async function call(server: McpServer, more: object = {}): Promise<Record<string, unknown>> {
  const params = { name: 'ask', arguments: {}, _meta, ...more }
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': params.name,
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const reply = await server.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
  return ((await reply.json()) as { result: Record<string, unknown> }).result
}

test('a subscription to a resource goes on with the resource of a replaced offer', async () => {
  const changes: Record<string, () => void> = {}
  const createOffer = (name: string) => ({
    tools: [],
    resources: [
      {
        uri: 'test://page',
        name,
        read: () => name,
        watch(_: string, changed: () => void) {
          changes[name] = changed
          return () => delete changes[name]
        },
      },
    ],
  })
  const server = serveMcp({ name: 'test', version: '1.0.0', ...createOffer('old') })
  onTestFinished(() => server.close())
  const method = 'subscriptions/listen'
  const params = { notifications: { resourceSubscriptions: ['test://page'] }, _meta }
  const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28', 'mcp-method': method }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await server.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('acknowledged')
  server.replace(createOffer('new'))
  expect(Object.keys(changes)).toEqual(['new'])
  changes.new!()
  expect((await reader.read()).value).toContain('notifications/resources/updated')
})

test('a server and its listener are closed at the end of their scope', async () => {
  const server = serveMcp({ name: 'test', version: '1.0.0', tools: [greet] })
  const check = async () => (await server.fetch(new Request('http://localhost/healthz'))).status
  let url: string
  {
    await using scoped = server
    await using listening = await scoped.listen()
    url = listening.url
    expect((await fetch(new URL('/healthz', url))).status).toBe(200)
  }
  expect(await check()).toBe(503)
  await expect(fetch(url)).rejects.toThrow()
})

test('a task that a late request begins at a server which was closed before its first one is left to other servers', async () => {
  const store = { ...createMemoryStore(), isDurable: true }
  const serve = () => serveMcp({ name: 'test', version: '1.0.0', tools: [greet], store, leaseTtl: 150 })
  const server = serve()
  await server.close()
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { extensions: { [TASKS_EXTENSION]: {} } } }
  const { taskId } = await call(server, { name: 'greet', _meta: { ..._meta, ...capabilities } })
  const beat = vi.spyOn(store.leases, 'beat')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(beat).not.toHaveBeenCalled()
  const next = serve()
  onTestFinished(() => next.close())
  next.start()
  await expect.poll(async () => (await store.runs.find(taskId as string))?.state).toBe('completed')
})

test('a call that asks goes on in the next process with a durable store and without keys', async () => {
  const store = { ...createMemoryStore(), isDurable: true }
  const serve = () => serveMcp({ name: 'test', version: '1.0.0', tools: [ask], store })
  const first = serve()
  const { requestState, inputRequests } = await call(first)
  await first.close()
  const second = serve()
  onTestFinished(() => second.close())
  const [id] = Object.keys(inputRequests as object)
  const inputResponses = { [id!]: { action: 'accept', content: { name: 'Ada' } } }
  const { content } = await call(second, { requestState, inputResponses })
  expect(content).toEqual([{ type: 'text', text: 'hello Ada' }])
})

test.each([
  [{ session: 5 }, 'there is no limit "session"; the limits are body, sessions,'],
  [{ sessions: '5' }, 'limits.sessions is a number from 0 on, not "5"'],
  [{ callWait: Number.NaN }, 'limits.callWait is a number from 0 on, not NaN'],
  [{ taskTtl: Number.POSITIVE_INFINITY }, 'limits.taskTtl is a finite number'],
])('a server with the limits %j is refused when it is created', (limits, message) => {
  expect(() => serveMcp({ name: 'limited', version: '1', tools: [], limits: limits as object })).toThrow(message)
})
