import { expect, test, vi } from 'vitest'
import { createMemoryStore } from '../log/memory.ts'
import { createRunRoutes, type RunRoutesOptions } from './routes.ts'
import { RunChanges } from './run-changes.ts'

const OPERATOR = { authorization: 'Bearer ops', 'content-type': 'application/json' }

const ID = 'chat/s 1/2/call-3'

async function createOperator(limits?: RunRoutesOptions['limits']) {
  const store = createMemoryStore()
  const run = { tool: 'book', principal: 'ada', startedAt: 1, state: 'failed', detail: { problem: 'no' } } as const
  await store.log('task').create(ID, { about: { arguments: { to: 'Lisbon' } }, events: [], run })
  const auth = (request: Request) => request.headers.get('authorization')?.replace('Bearer ', '')
  const routes = createRunRoutes({ store, auth, onError: () => {}, ...(limits && { limits }) })
  const ask = (method: string, path: string, headers: Record<string, string> = OPERATOR, body?: string) =>
    Promise.resolve(routes.request(`http://localhost${path}`, { method, headers, ...(body && { body }) }))
  return { store, ask }
}

test('the routes of runs refuse a request without an operator', async () => {
  const { ask } = await createOperator()
  for (const [method, path] of [
    ['GET', '/api/runs'],
    ['GET', '/api/runs/events'],
    ['DELETE', `/api/runs/${encodeURIComponent(ID)}`],
  ] as const) {
    expect((await ask(method, path, {})).status, path).toBe(401)
  }
})

test('the routes of runs list, show and delete runs, also those whose ids have slashes', async () => {
  const { store, ask } = await createOperator()
  const listed = await (await ask('GET', '/api/runs?state=failed&search=ADA&limit=5')).json()
  expect(listed).toMatchObject({ runs: [{ id: ID, detail: { problem: 'no' } }] })
  const path = `/api/runs/${encodeURIComponent(ID)}`
  expect(await (await ask('GET', path)).json()).toMatchObject({ id: ID, problem: 'no', arguments: { to: 'Lisbon' } })
  expect((await ask('DELETE', path)).status).toBe(204)
  expect(await store.runs.find(ID)).toBeUndefined()
  expect((await ask('GET', path)).status).toBe(404)
})

test.each([
  ['after=zz', 'after is the `next` of a page; this is "zz"'],
  ['limit=0', 'limit is a whole number from 1, not "0"'],
  ['olderThan=1d', 'olderThan is a whole number from 0, not "1d"'],
  ['state=lost', 'state is one of running, waiting, blocked, failed, completed, cancelled, not "lost"'],
])('a list of runs with the filter %s is refused', async (filter, message) => {
  const { ask } = await createOperator()
  const response = await ask('GET', `/api/runs?${filter}`)
  expect([response.status, await response.json()]).toEqual([400, { error: { code: 'bad_request', message } }])
})

test('a page of runs does not wait until all runs are counted, and the event stream has the counts', async () => {
  const { store, ask } = await createOperator()
  const { count } = store.runs
  const counting = Promise.withResolvers<void>()
  store.runs.count = async () => {
    await counting.promise
    return count()
  }
  expect(await (await ask('GET', '/api/runs')).json()).toMatchObject({ runs: [{ id: ID }] })
  const reader = (await ask('GET', '/api/runs/events')).body!.getReader()
  counting.resolve()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('"counts":{"running":0,"waiting":0')
  await reader.cancel()
})

test.each([
  ['retry', { from: null }],
  ['retry', { from: [] }],
  ['fork', { at: '', answer: 1 }],
  ['fork', { answer: 1 }],
])('the routes of runs refuse a %s of %j, which names no entry', async (action, body) => {
  const { store, ask } = await createOperator()
  const response = await ask('POST', `/api/runs/${encodeURIComponent(ID)}/${action}`, OPERATOR, JSON.stringify(body))
  expect([response.status, (await response.json()).error.code]).toEqual([400, 'bad_request'])
  expect((await store.runs.list()).runs).toHaveLength(1)
})

test('the routes of runs say what is wrong with a request', async () => {
  const { ask } = await createOperator()
  const wrong = async (method: string, path: string) => (await (await ask(method, path)).json()).error.code
  expect(await wrong('GET', '/api/runs?state=sad')).toBe('bad_request')
  expect(await wrong('GET', '/api/runs?limit=many')).toBe('bad_request')
  expect(await wrong('POST', `/api/runs/${encodeURIComponent(ID)}/cancel`)).toBe('run_ended')
  expect(await wrong('POST', '/api/runs/task/a/cancel')).toBe('no_such_route')
})

test('the event stream of runs tells of a change', async () => {
  const { store, ask } = await createOperator()
  const reader = (await ask('GET', '/api/runs/events')).body!.getReader()
  const decoder = new TextDecoder()
  const read = async () => decoder.decode((await reader.read()).value)
  expect(await read()).toContain('event: runs_change')
  await store.log('task').append(ID, { events: [], run: { state: 'completed' } })
  let text = ''
  while (!text.includes('"completed":1')) text = await read()
  await reader.cancel()
})

test('an operator has a limited number of event streams of runs, and a place is free again when one is closed', async () => {
  const { ask } = await createOperator({ streamsPerPrincipal: 2 })
  const open = async (who = 'ops') => {
    const response = await ask('GET', '/api/runs/events', { authorization: `Bearer ${who}` })
    const reader = response.body!.getReader()
    const text = new TextDecoder().decode((await reader.read()).value)
    return { response, reader, text }
  }
  const [first] = await Promise.all([open(), open()])
  const { response, text } = await open()
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('30')
  expect(JSON.parse(text).error).toMatchObject({
    code: 'too_many_streams',
    limit: { name: 'streams', max: 2, per: 'caller' },
  })
  expect((await open('other')).response.status).toBe(200)
  await first.reader.cancel()
  expect((await open()).response.status).toBe(200)
})

test('many event streams of runs cost one look at the store', async () => {
  const { store, ask } = await createOperator()
  let looks = 0
  const { list } = store.runs
  store.runs.list = (...args) => {
    looks++
    return list.apply(store.runs, args)
  }
  const readers = await Promise.all(
    Array.from({ length: 50 }, async () => (await ask('GET', '/api/runs/events')).body!.getReader()),
  )
  await Promise.all(readers.map((reader) => reader.read()))
  expect(looks).toBeLessThanOrEqual(2)
  await Promise.all(readers.map((reader) => reader.cancel()))
})

test('routes of runs with a limit that does not exist are refused when they are created', () => {
  const options = { store: createMemoryStore(), auth: () => 'ops', limits: { stream: 5 } as object }
  expect(() => createRunRoutes(options)).toThrow(
    'there is no limit "stream"; the limits are streams, streamsPerPrincipal',
  )
})

test('a stream of changes looks at the store only once if its pause is longer than a timer', async () => {
  const store = createMemoryStore()
  const count = vi.spyOn(store.runs, 'count')
  const lookEvery = Number.POSITIVE_INFINITY
  const limits = { streams: 1, streamsPerPrincipal: 1 }
  const reader = new RunChanges({ store, limits, lookEvery, signal: undefined, onError: console.error })
    .open('ops')
    .getReader()
  await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(count).toHaveBeenCalledTimes(1)
  await reader.cancel()
})
