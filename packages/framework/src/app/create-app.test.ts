import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { schedule } from '../control/schedule.ts'
import type { Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { toTaskStream } from '../mcp/rev2026/task-stream.ts'
import { createMcpTool } from '../tools/builder.ts'
import { ToolDefinitionError } from '../tools/errors.ts'
import { type App, createApp } from './create-app.ts'
import type { AppOptions } from './open-app.ts'

const whoami = createMcpTool('whoami')
  .description('Returns the caller')
  .execute(function* (_, ctx) {
    return `You are ${ctx.principal}.`
  })
  .build()

const auth: AppOptions['auth'] = ({ headers }) => /sid=(\w+)/.exec(headers.get('cookie') ?? '')?.[1]

/** An app on a store that counts how often it was opened and closed. */
function create(options: Partial<AppOptions> = {}) {
  const count = { opened: 0, closed: 0 }
  const errors: unknown[] = []
  const open = (): Store => {
    const store = createMemoryStore()
    count.opened++
    return { ...store, close: async () => void count.closed++ }
  }
  const onError = (error: unknown) => void errors.push(error)
  const app = createApp({
    name: 'test',
    version: '1',
    store: open,
    tools: [whoami],
    models: ['demo'],
    auth,
    chat: true,
    onError,
    ...options,
  })
  onTestFinished(() => app.close())
  return { app, count, errors }
}

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', cookie: 'sid=ada' }
const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'whoami',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}
const rpcHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'whoami' }

const post = (app: Pick<App, 'fetch'>, path: string, body: unknown, more: Record<string, string> = {}) =>
  app.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    }),
  )
const get = (app: Pick<App, 'fetch'>, path: string, cookie = 'sid=ada') =>
  app.fetch(new Request(`http://localhost${path}`, { headers: { cookie } }))

test('an app opens its store with the first request, once, and closes it', async () => {
  const { app, count } = create()
  expect(count).toEqual({ opened: 0, closed: 0 })
  const replies = await Promise.all([get(app, '/api/chat/sessions'), get(app, '/api/inbox'), get(app, '/healthz')])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  await Promise.all([app.close(), app.close()])
  expect(count).toEqual({ opened: 1, closed: 1 })
})

test('an app that got no request closes the store that it was given, and opens none afterwards', async () => {
  const { app, count } = create()
  await app.close()
  expect((await get(app, '/api/inbox')).status).toBe(503)
  expect(count).toEqual({ opened: 0, closed: 0 })
  const closed: string[] = []
  const store = { ...createMemoryStore(), close: async () => void closed.push('store') }
  await createApp({ name: 'a', version: '1', store }).close()
  expect(closed).toEqual(['store'])
})

test('one auth names the caller in the chat, over MCP and in the inbox', async () => {
  const { app } = create()
  const reply = await (await post(app, '/mcp', call, rpcHeaders)).text()
  expect(reply).toContain('You are ada.')
  const { sessionId } = await (await post(app, '/api/chat/sessions', {})).json()
  expect((await get(app, `/api/chat/sessions/${sessionId}`)).status).toBe(200)
  expect((await get(app, `/api/chat/sessions/${sessionId}`, 'sid=bob')).status).toBe(404)
  for (const path of ['/api/chat/sessions', '/api/inbox', '/mcp']) expect((await get(app, path, '')).status).toBe(401)
})

test('auth gets the request of Node on every path of an app that is mounted in Hono', async () => {
  const seen: unknown[] = []
  const { app } = create({
    auth: (_, incoming) => {
      seen.push(incoming)
      return 'ada'
    },
  })
  const incoming = { url: '/' }
  for (const path of ['/mcp', '/api/inbox']) await app.fetch(new Request(`http://localhost${path}`), { incoming })
  expect(seen).toEqual([incoming, incoming])
})

test('a page of another site cannot use the cookie', async () => {
  const { app } = create()
  for (const [path, body] of [
    ['/mcp', call],
    ['/api/chat/sessions', {}],
  ] as const) {
    expect((await post(app, path, body, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(app, path, body, { 'content-type': 'text/plain' })).status).toBe(415)
  }
})

test('only operators see the runs of everyone', async () => {
  const { app } = create({ operators: (principal) => principal === 'ada' })
  expect((await get(app, '/api/runs')).status).toBe(200)
  expect((await get(app, '/api/runs', 'sid=bob')).status).toBe(403)
  expect((await get(app, '/api/runs', '')).status).toBe(401)
  expect((await get(create().app, '/api/runs')).status).toBe(404)
})

test('an app serves MCP at the path that it is told, and nothing that it was told not to', async () => {
  const { app } = create({ mcp: { path: '/api/tools' }, chat: false })
  expect(await (await post(app, '/api/tools', call, rpcHeaders)).text()).toContain('You are ada.')
  expect((await post(app, '/mcp', call, rpcHeaders)).status).toBe(404)
  expect((await get(app, '/api/chat/sessions')).status).toBe(404)
  expect((await post(create({ mcp: false }).app, '/mcp', call, rpcHeaders)).status).toBe(404)
})

test('an error of the fallback is told to onError, and the client learns no detail', async () => {
  const { app, errors } = create({
    fallback() {
      throw new Error('the template is missing')
    },
  })
  const response = await app.fetch(new Request('http://localhost/about'))
  expect([response.status, await response.json()]).toMatchObject([500, { error: { code: 'internal' } }])
  expect(errors).toMatchObject([{ message: 'the template is missing' }])
})

test('the fallback answers every other path', async () => {
  const { app } = create({ fallback: ({ url }) => new Response(`page of ${new URL(url).pathname}`) })
  expect(await (await get(app, '/hello')).text()).toBe('page of /hello')
  expect((await get(app, '/api/chat/sessions')).status).toBe(200)
})

test('a store that cannot be opened is tried again with the next request', async () => {
  let attempts = 0
  const { app, errors } = create({
    store: () => {
      if (attempts++ === 0) throw new Error('no database')
      return createMemoryStore()
    },
  })
  expect((await get(app, '/api/inbox')).status).toBe(500)
  expect(errors).toEqual([new Error('no database')])
  expect((await get(app, '/api/inbox')).status).toBe(200)
})

test('links lead to where an app listens, also after an attempt to listen at another address failed', async () => {
  const stores = [
    () => {
      throw new Error('no database')
    },
    createMemoryStore,
  ]
  const app = createApp({ name: 'a', version: '1', store: () => stores.shift()!(), onError: () => {} })
  onTestFinished(() => app.close())
  await expect(app.listen()).rejects.toThrow('no database')
  const { url } = await app.listen()
  const { inbox } = await app.start()
  expect(inbox.toSignalUrl([{ kind: 'task', id: 'a' }], { type: 'signal' })).toContain(`${url}/api/signals/`)
})

test.each(['inbox', 'chat', 'mcp'])('a store is closed if the %s on it cannot be created', async (part) => {
  const { app, count, errors } = create({ [part]: { limits: { body: -1 } } })
  expect((await get(app, '/healthz')).status).toBe(500)
  expect(errors).toEqual([expect.objectContaining({ message: 'limits.body is a number from 0 on, not -1' })])
  expect(count).toEqual({ opened: 1, closed: 1 })
})

test.each([true, false, { tools: [] }])(
  'an app begins the runs of a schedule in its store, with MCP: %j',
  async (mcp) => {
    const store = createMemoryStore()
    await schedule(store, whoami, {}, { at: new Date(Date.now() - 1) }, { principal: 'ada' })
    const { app } = create({ store, mcp })
    await app.start()
    await expect
      .poll(async () => (await store.runs.list({ tool: 'whoami' })).runs[0])
      .toMatchObject({ state: 'completed' })
  },
)

test('other parts are closed before the store', async () => {
  const order: string[] = []
  const store = { ...createMemoryStore(), close: async () => void order.push('store') }
  const app = createApp({ name: 'a', version: '1', store, parts: [{ close: () => void order.push('part') }] })
  await get(app, '/healthz')
  await app.close()
  expect(order).toEqual(['part', 'store'])
})

test('the store is closed although another part cannot be', async () => {
  const order: string[] = []
  const store = { ...createMemoryStore(), close: async () => void order.push('store') }
  const failing = () => Promise.reject(new Error('the part is stuck'))
  const parts = [{ close: failing }, { close: () => void order.push('part') }]
  const app = createApp({ name: 'a', version: '1', store, parts })
  await app.start()
  await expect(app.close()).rejects.toThrow('the part is stuck')
  expect(order).toEqual(['part', 'store'])
})

test('an app that is closed while it begins to listen does not listen', async () => {
  const { app } = create()
  await app.start()
  const listening = app.listen()
  await app.close()
  await expect(listening).rejects.toThrow('the server is shutting down')
})

test('the listener serves after a body parser as a middleware, and leaves other paths alone', async () => {
  const { app, errors } = create()
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request)
    if (body !== '') Object.assign(request, { body: JSON.parse(body) })
    app.listener(request, response, () => void response.end('next'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = (path: string, body: unknown, more = {}) =>
    fetch(`${origin}${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  expect(await (await send('/mcp', call, rpcHeaders)).text()).toContain('You are ada.')
  expect((await send('/api/chat/sessions', {})).status).toBe(201)
  expect(await (await fetch(`${origin}/api/runs`)).text()).toBe('next')
  expect(await (await fetch(`${origin}/other`)).text()).toBe('next')
  expect(errors).toEqual([])
})

const OPENINGS: Record<string, (app: App) => Promise<unknown>> = {
  'that is started': (app) => app.start(),
  'that listens': (app) => app.listen(),
  'with a request to another part': (app) => get(app, '/api/inbox'),
}

test.for(Object.keys(OPENINGS))('an app %s takes up a task that another process has left', async (name) => {
  const greet = createMcpTool('greet')
    .task('required')
    .execute(function* () {
      return 'hello'
    })
    .build()
  const store = createMemoryStore()
  const left = { tool: 'greet', version: undefined, arguments: {}, principal: 'ada', capabilities: {} }
  await store.log('task').create('left', toTaskStream({ ...left, ttl: 60_000, now: Date.now() }))
  const { app } = create({ store, tools: [greet], chat: false })
  await OPENINGS[name]!(app)
  await expect.poll(async () => (await store.runs.find('left'))?.state).toBe('completed')
})

test('two tools of one name, and reserved names, are refused when the app is created', () => {
  const twice = [whoami, whoami]
  const refusal = new ToolDefinitionError('two tools are named "whoami"')
  const parts: Partial<AppOptions>[] = [{ tools: twice }, { mcp: { tools: twice } }, { chat: { tools: twice } }]
  for (const part of parts) expect(() => create(part)).toThrow(refusal)
  expect(() => create({ tools: [{ ...whoami, name: '__schema__' }] })).toThrow('"__schema__" is reserved')
})

test.each(['allowedHosts', 'allowedOrigins'])('a URL in %s is refused when the app is created', (option) => {
  expect(() => create({ [option]: ['https://app.example'] })).toThrow(
    `${option} takes names of hosts without scheme and port, like app.example, not "https://app.example"`,
  )
})
