import { createMemoryStore } from '@sweatpants/framework/log'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTrip } from './fixtures/trip.ts'
import { Project } from './project.ts'
import { createInspectorRoutes } from './routes.ts'
import { Runs } from './runs.ts'

const base = 'http://127.0.0.1:4400'

function serve() {
  const project = new Project()
  project.load([createTrip().tool], undefined)
  const onError = vi.fn<(error: unknown) => void>()
  const model = { id: 'test', answer: () => Promise.reject(new Error('no model')) }
  const runs = new Runs({
    store: createMemoryStore(),
    model,
    tools: () => project.tools,
    onChange() {},
    onError,
  })
  onTestFinished(() => runs.close())
  const page = new Map([['/', { type: 'text/html', text: '<p>the page' }]])
  const closing = new AbortController()
  const routes = createInspectorRoutes({ project, runs, model: 'test', page, signal: closing.signal, onError })
  return {
    project,
    runs,
    onError,
    get: (path: string, headers: Record<string, string> = {}) => routes.request(base + path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      routes.request(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

test.each([
  ['a page of the web', { origin: 'https://example.com' }],
  ['a page at another port of this machine', { origin: 'http://127.0.0.1:3000' }],
  ['a page without an origin', { origin: 'null' }],
  ['a page at a hostname that points here', { host: 'example.com' }],
  ['a frame or script of another site', { 'sec-fetch-site': 'cross-site' }],
])('a request of %s is refused', async (_, headers) => {
  const { get, post, runs } = serve()
  expect((await get('/api/project', headers)).status).toBe(403)
  expect((await get('/', headers)).status).toBe(403)
  expect((await post('/api/runs', { tool: 'trip', params: {} }, headers)).status).toBe(403)
  expect(await runs.list()).toEqual([])
})

test('a form of another page cannot start a run', async () => {
  const { post } = serve()
  const body = JSON.stringify({ tool: 'trip' })
  expect((await post('/api/runs', body, { 'content-type': 'text/plain' })).status).toBe(415)
})

test('the page loads only its own files and cannot be framed', async () => {
  const { get } = serve()
  const policy = (await get('/')).headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test('the page itself may call the API', async () => {
  const { get, post } = serve()
  const headers = { origin: base, 'sec-fetch-site': 'same-origin' }
  expect(await (await get('/api/project', headers)).json()).toMatchObject({
    model: 'test',
    tools: [{ name: 'trip', inputSchema: { required: ['to'] }, questions: { when: { type: 'object' } } }],
  })
  const started = await post('/api/runs', { tool: 'trip', params: {} }, headers)
  expect(started.status).toBe(201)
})

test.each([
  ['/api/runs', 'not JSON', 400],
  ['/api/runs', [], 400],
  ['/api/runs', { params: {} }, 400],
  ['/api/runs', { tool: 'nothing' }, 404],
  ['/api/runs/none/answers', { id: 'when', attempt: 1, answer: 1 }, 404],
  ['/api/runs/none/answers', { id: 'when', answer: 1 }, 400],
  ['/api/runs/none/cancel', {}, 404],
  ['/api/runs/none/resume', {}, 404],
  ['/api/runs/none/fork', { at: 0 }, 404],
  ['/api/runs/none/fork', { at: -1 }, 400],
])('a POST to %s with %j is refused with %i and is not an error of the inspector', async (path, body, status) => {
  const { post, onError } = serve()
  const response = await post(path, body)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } })
  expect(onError).not.toHaveBeenCalled()
})

test.each([
  ['/api/runs/none/events', 404],
  ['/api/runs/none/events?after=x', 404],
  ['/api/runs/none/replay?at=-1', 400],
  ['/api/runs/none/replay?at=1', 404],
  ['/api/events?epoch=another&after=0', 404],
  ['/api/nothing', 404],
  ['/../package.json', 404],
])('a GET of %s is answered with %i', async (path, status) => {
  expect((await serve().get(path)).status).toBe(status)
})

test('an event stream has the news of the project after the given place', async () => {
  const { project, get } = serve()
  project.refuse('it has a syntax error')
  const response = await get(`/api/events?epoch=${project.epoch}&after=1`)
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toBe(
    'id: 2\ndata: {"type":"tools_refuse","problem":"it has a syntax error"}\n\n',
  )
  await reader.cancel()
})
