import { createMcpTool, StoreError } from '@sweatpants/framework'
import { createChat } from '@sweatpants/framework/chat'
import { serveMcp } from '@sweatpants/framework/mcp'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createInspector } from '@sweatpants/inspector'
import { createRoundtable, createRoundtableTools } from '@sweatpants/roundtable'
import { createRoundtableRoutes } from '@sweatpants/roundtable/http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { TcpProxy } from '../faults/proxy.ts'
import { request, TASKS, toRequest } from '../mcp/rpc.ts'
import { createTemporarySchema, startPostgres } from '../postgres.ts'

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())

const problems: unknown[] = []
beforeEach(() => void problems.splice(0))
const onError = (error: unknown) => void problems.push(error)

/** A tool that asks, so that its call waits in the store. */
const toTool = (name: string, kind: { carrier: 'auto' | 'stored'; task: 'never' | 'required' }) =>
  createMcpTool(name)
    .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
    .carrier(kind.carrier)
    .task(kind.task)
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('sure', { message: 'Go on?' })).action
    })
    .build()

interface Served {
  mcp: string
  inspector: string
  chat: (path: string, init?: RequestInit) => Promise<Response>
  debates: (path: string, init?: RequestInit) => Promise<Response>
  /** What waits in the store. */
  taskId: string
  requestState: string
  sessionId: string
  session2025: string
}
let served: Served

const capabilities = { elicitation: { form: {} }, ...TASKS }
const chatId = crypto.randomUUID()
const toJson = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

beforeAll(async () => {
  const postgres = opened.adopt(await startPostgres(), ({ stop }) => stop())
  const { schema, drop } = createTemporarySchema(postgres.url)
  opened.defer(drop)
  const proxy = opened.use(await TcpProxy.openFor(postgres.url))
  const store = opened.adopt(
    await createPostgresStore({ url: proxy.through(postgres.url), schema, timeout: 1_000 }),
    (open) => open.close(),
  )
  const model = { id: 'fake', answer: async () => ({ model: 'fake', content: { type: 'text' as const, text: 'Hi' } }) }
  const roundtable = opened.adopt(createRoundtable({ store, onError }), (table) => table.close())
  const tools = [
    toTool('kept', { carrier: 'stored', task: 'never' }),
    toTool('task', { carrier: 'auto', task: 'required' }),
  ]
  const server = opened.adopt(
    serveMcp({ name: 'test', version: '1', tools: [...tools, ...createRoundtableTools(roundtable)], store, onError }),
    (open) => open.close(),
  )
  const mcp = opened.adopt(await server.listen(), ({ close }) => close()).url
  const chat = opened.use(await createChat({ store, tools: [], models: [model], onError }))
  const inspector = opened.adopt(await createInspector({ tools, store, model, onError }), (open) => open.close())
  const page = opened.adopt(await inspector.listen(), ({ close }) => close())
  const routes = createRoundtableRoutes(roundtable, { onError })
  served = {
    mcp,
    inspector: page.url,
    chat: async (path, init) => chat.fetch(new Request(`http://localhost${path}`, init)),
    debates: async (path, init) => routes.request(`http://localhost${path}`, init),
    taskId: (await request(mcp, 'tools/call', { name: 'task' }, { capabilities })).taskId!,
    requestState: (await request(mcp, 'tools/call', { name: 'kept' }, { capabilities })).requestState!,
    sessionId: '00000000-0000-4000-8000-000000000000',
    session2025: await open2025(mcp),
  }
  expect((await served.chat('/api/chat/sessions', toJson({ sessionId: chatId }))).status).toBe(201)
  proxy.target = undefined
  proxy.cut()
})

const initialize2025 = (url: string) =>
  post2025(url, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })

async function open2025(url: string): Promise<string> {
  const response = await initialize2025(url)
  await response.text()
  return response.headers.get('mcp-session-id')!
}

const post2025 = (url: string, method: string, params: object, session?: string) =>
  send2025(url, 'POST', session, { jsonrpc: '2.0', id: 1, method, params })

const send2025 = (url: string, method: string, session: string | undefined, message?: object) =>
  fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    ...(message !== undefined && { body: JSON.stringify(message) }),
  })

const post2026 = (method: string, params: Record<string, unknown>) => {
  const { headers, body } = toRequest(method, params, { capabilities })
  return fetch(served.mcp, { method: 'POST', headers, body: JSON.stringify(body) })
}

const inputResponses = { sure: { action: 'accept', content: { ok: true } } }

/** Every way on which a request of a client reaches the store. */
const PATHS: Record<string, () => Promise<Response>> = {
  'a tool of the roundtable over MCP 2025': () =>
    post2025(
      served.mcp,
      'tools/call',
      { name: 'get_session', arguments: { sessionId: served.sessionId } },
      served.session2025,
    ),
  'a new session of MCP 2025': () => initialize2025(served.mcp),
  'a call in a session of another process': () =>
    post2025(served.mcp, 'tools/call', { name: 'kept' }, crypto.randomUUID()),
  'the stream of a session of another process': () => send2025(served.mcp, 'GET', crypto.randomUUID()),
  'the end of a session of another process': () => send2025(served.mcp, 'DELETE', crypto.randomUUID()),
  'a tool of the roundtable over MCP 2026': () =>
    post2026('tools/call', { name: 'get_session', arguments: { sessionId: served.sessionId } }),
  'a list of the roundtable over MCP 2026': () => post2026('tools/call', { name: 'list_sessions', arguments: {} }),
  'the next round of a stored call': () =>
    post2026('tools/call', { name: 'kept', requestState: served.requestState, inputResponses }),
  'the start of a task': () => post2026('tools/call', { name: 'task' }),
  'tasks/get': () => post2026('tasks/get', { taskId: served.taskId }),
  'tasks/update': () => post2026('tasks/update', { taskId: served.taskId, inputResponses }),
  'tasks/cancel': () => post2026('tasks/cancel', { taskId: served.taskId }),
  'the list of chats': () => served.chat('/api/chat/sessions'),
  'the state of a chat': () => served.chat(`/api/chat/sessions/${chatId}`),
  'the events of a chat': () => served.chat(`/api/chat/sessions/${chatId}/events`),
  'a message to a chat': () =>
    served.chat(
      `/api/chat/sessions/${chatId}/commands`,
      toJson({ type: 'send', commandId: crypto.randomUUID(), content: 'Hi' }),
    ),
  'the list of debates': () => served.debates('/sessions'),
  'a debate': () => served.debates(`/sessions/${served.sessionId}`),
  'the start of a run in the inspector': () => fetch(`${served.inspector}/api/runs`, toJson({ tool: 'kept' })),
  'the runs of the inspector': () => fetch(`${served.inspector}/api/project`),
}

/** Words of Postgres, of its driver and of the network. */
const RAW = /ECONN|EPIPE|terminated|postgres|socket|sql|relation|timeout|127\.0\.0\.1|:\d{4,5}\b|\.ts\b/i

test.each(Object.keys(PATHS))('%s tells nothing about the database that failed, and onError is told', async (path) => {
  const response = await PATHS[path]!()
  const text = await response.text()
  expect(text).not.toMatch(RAW)
  expect(text).toContain('the store cannot be reached; try again later')
  const reported = problems.filter((error) => error instanceof StoreError)
  expect(reported.length).toBeGreaterThan(0)
  for (const error of reported) expect(error.cause).toBeInstanceOf(Error)
})

/** The replies whose errors a client finds by their ids. */
const REQUESTS = Object.keys(PATHS).filter((path) => /MCP|round of a stored call|a call in|a task|^tasks/.test(path))

test.each(REQUESTS)('%s fails with the id of its request', async (path) => {
  expect(await (await PATHS[path]!()).text()).toContain('"id":1')
})
