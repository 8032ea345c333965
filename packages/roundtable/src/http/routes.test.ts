import { expect, test } from 'vitest'
import { askFirst, createHeld, say } from '../debate/fixtures/fake-table.ts'
import { hasEnded, refusalOf, serveTable } from './fixtures/served-table.ts'

test('a started debate runs without a listener, and is shown and listed', async () => {
  const { post, get, read, until, errors } = serveTable()
  const started = await post('/sessions', { topic: 'Tabs or spaces?', rounds: 1 })
  expect(started.status).toBe(201)
  const { sessionId, round } = (await started.json()) as { sessionId: string; round: number }
  expect(round).toBe(1)
  const session = await until(sessionId, hasEnded(1))
  expect(session.responses.map(({ agentId, position }) => [agentId, position])).toEqual([
    ['ada', 'Tabs.'],
    ['bob', 'Spaces.'],
  ])
  const shown = await read(sessionId)
  expect(shown).toMatchObject({ session: { status: 'completed' }, lsn: expect.any(Number) })
  expect(await get('/sessions')).toMatchObject({ sessions: [{ id: sessionId, status: 'completed' }] })
  expect(errors).toEqual([])
})

test('every reply says the status of a debate in the same words', async () => {
  const bob = createHeld(say('Spaces.'))
  const { post, start, until, read, get } = serveTable({
    ada: askFirst('How wide?', 'required', say('Tabs.')),
    bob: bob.act,
  })
  const sessionId = await start({ rounds: 2 })
  const statuses = async () => {
    const { sessions } = (await get('/sessions')) as { sessions: { status: string }[] }
    const { session } = JSON.parse(JSON.stringify(await get(`/sessions/${sessionId}/export?format=json`)))
    return [sessions[0]!.status, (await read(sessionId)).session.status, session.status]
  }
  await bob.begun
  expect(await statuses()).toEqual(Array(3).fill('running'))
  bob.release()
  await until(sessionId, hasEnded(1))
  expect(await statuses()).toEqual(Array(3).fill('needs_context'))
  const changes: [string, object, string][] = [
    ['control', { action: 'pause' }, 'paused'],
    ['control', { action: 'resume' }, 'needs_context'],
    ['synthesis', {}, 'needs_context'],
  ]
  for (const [place, body, status] of changes)
    expect(await (await post(`/sessions/${sessionId}/${place}`, body)).json()).toMatchObject({ session: { status } })
  const { pendingContextRequests } = (await read(sessionId)).session
  const contextResults = pendingContextRequests.map(({ id }) => ({ requestId: id, success: true, result: 'Four.' }))
  await post(`/sessions/${sessionId}/context`, { contextResults })
  expect(await statuses()).toEqual(Array(3).fill('in_progress'))
})

test('a command starts one debate, named in the body or in the header, and another one for another principal', async () => {
  const auth = (request: Request) => request.headers.get('authorization') ?? undefined
  const { post } = serveTable({}, { auth })
  const start = async (body: object, headers: Record<string, string>) => {
    const response = await post('/sessions', { topic: 'Tabs or spaces?', ...body }, { authorization: 'me', ...headers })
    return ((await response.json()) as { sessionId: string }).sessionId
  }
  const first = await start({ commandId: 'c1' }, {})
  expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(await start({}, { 'idempotency-key': 'c1' })).toBe(first)
  expect(await start({ commandId: 'c2' }, {})).not.toBe(first)
  expect(await start({ commandId: 'c1' }, { authorization: 'you' })).not.toBe(first)
})

test('the next round needs all required answers, which may be given one by one', async () => {
  const { table, post, start, until, read } = serveTable({
    ada: askFirst('How wide?', 'required', say('Tabs.')),
    bob: askFirst('How old?', 'required', say('Spaces.')),
  })
  const sessionId = await start({ rounds: 2 })
  const { pendingContextRequests } = await until(sessionId, hasEnded(1))
  const [wide, old] = pendingContextRequests.map(({ id }) => id)
  const asked = table.asked.length
  expect(await refusalOf(await post(`/sessions/${sessionId}/continue`, {}))).toEqual([409, 'context_required'])
  const answered = await post(`/sessions/${sessionId}/context`, {
    contextResults: [
      { requestId: wide, success: true, result: 'Four.' },
      { requestId: 'nobody', success: true, result: 'What?' },
    ],
  })
  expect(await answered.json()).toMatchObject({
    ignored: [{ requestId: 'nobody', reason: 'unknown' }],
    pending: [{ id: old }],
  })
  expect(table.asked).toHaveLength(asked)
  const contextResults = [{ requestId: old, success: false, error: 'Nobody knows.' }]
  const continued = await post(`/sessions/${sessionId}/continue`, { contextResults })
  expect([continued.status, await continued.json()]).toEqual([202, { round: 2, ignored: [] }])
  await until(sessionId, hasEnded(2))
  expect((await read(sessionId)).session.contextRequests.map(({ answer }) => answer)).toMatchObject([
    { success: true, result: 'Four.' },
    { success: false, error: 'Nobody knows.' },
  ])
})

test('a refused call that is sent again under its name with more answers is performed with them', async () => {
  const { post, start, until, read } = serveTable({
    ada: askFirst('How wide?', 'required', say('Tabs.')),
    bob: askFirst('How old?', 'required', say('Spaces.')),
  })
  const sessionId = await start({ rounds: 2 })
  const { pendingContextRequests } = await until(sessionId, hasEnded(1))
  const results = pendingContextRequests.map(({ id }) => ({ requestId: id, success: true, result: 'Four.' }))
  const go = (contextResults: object[]) => post(`/sessions/${sessionId}/continue`, { commandId: 'c1', contextResults })
  for (let i = 0; i < 2; i++) expect(await refusalOf(await go(results.slice(0, 1)))).toEqual([409, 'context_required'])
  expect((await go(results)).status).toBe(202)
  await until(sessionId, hasEnded(2))
  expect((await go(results)).status).toBe(202)
  expect((await read(sessionId)).session).toMatchObject({ currentRound: 2, status: 'completed' })
})

test('a round that the call names is begun once, and no other round is begun in its place', async () => {
  const bob = createHeld(say('Spaces.'))
  const { post, start, until, read } = serveTable({ ada: () => say('Tabs.'), bob: bob.act })
  const sessionId = await start({ rounds: 3 })
  const go = (body: object) => post(`/sessions/${sessionId}/continue`, body)
  expect(await (await go({ round: 1 })).json()).toEqual({ round: 1, ignored: [] })
  expect(await refusalOf(await go({ round: 2 }))).toEqual([409, 'wrong_round'])
  bob.release()
  await until(sessionId, hasEnded(1))
  expect(await refusalOf(await go({ round: 1 }))).toEqual([409, 'wrong_round'])
  expect(await (await go({ round: 2 })).json()).toEqual({ round: 2, ignored: [] })
  await until(sessionId, hasEnded(2))
  const late = await go({ round: 2, focusQuestion: 'And tabs?' })
  expect(await late.json()).toEqual({
    error: { code: 'wrong_round', message: 'Round 2 has ended already, so no round was started.' },
  })
  expect((await read(sessionId)).session.currentRound).toBe(2)
})

/** What a person cannot type on a page. */
const FOR_PROGRAMS = /_|contextResults|focusQuestion|--\w|\w\.\w|call /

test('a refusal tells the person what to do, without names of tools', async () => {
  const bob = createHeld(say('Spaces.'))
  const { post, start, until } = serveTable({ ada: askFirst('How wide?', 'required', say('Tabs.')), bob: bob.act })
  const messageOf = async (response: Response): Promise<string> => {
    const { error } = (await response.json()) as { error: { message: string } }
    expect(error.message).not.toMatch(FOR_PROGRAMS)
    return error.message
  }
  const dear = await messageOf(await post('/sessions', { topic: 'Tabs or spaces?', budget: { usd: 1 } }))
  expect(dear).toBe('The price of ada, bob is unknown, so a dollar budget cannot be kept. Set a token budget instead.')
  const sessionId = await start({ rounds: 2 })
  const go = async (body: object = {}) => messageOf(await post(`/sessions/${sessionId}/continue`, body))
  const control = (action: string) => post(`/sessions/${sessionId}/control`, { action })
  await bob.begun
  expect(await go({ focusQuestion: 'And mixed?' })).toBe(
    'Round 1 has not ended yet. Wait for its end, then ask your question in the next round.',
  )
  bob.release()
  const { pendingContextRequests } = await until(sessionId, hasEnded(1))
  expect(await go()).toBe('1 required answer is missing. If you cannot answer a question, mark it as unavailable.')
  const contextResults = [{ requestId: pendingContextRequests[0]!.id, success: true, result: 'Four.' }]
  await post(`/sessions/${sessionId}/context`, { contextResults })
  await control('pause')
  expect(await go()).toBe('The debate is paused. Resume it first.')
  await control('resume')
  await post(`/sessions/${sessionId}/continue`, {})
  await until(sessionId, hasEnded(2))
  expect(await go()).toBe('The debate is over. Enter a focus question, or correct the question, for one more round.')
  expect(await messageOf(await control('pause'))).toBe('The debate is over already.')
  expect(await messageOf(await post('/sessions/none/control', { action: 'pause' }))).toBe(
    'This debate is gone. It was deleted, or the link to it is wrong.',
  )
})

test('a paused round aborts its model calls, and continues after it is resumed', async () => {
  const asked = Promise.withResolvers<void>()
  let isSlow = true
  const { post, start, until } = serveTable({
    ada: () => say('Tabs.'),
    bob: async (_, signal) => {
      asked.resolve()
      if (isSlow) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return say('Spaces.')
    },
  })
  const sessionId = await start({ rounds: 2 })
  await asked.promise
  const joined = await post(`/sessions/${sessionId}/continue`, {})
  expect([joined.status, await joined.json()]).toEqual([202, { round: 1, ignored: [] }])
  const paused = await post(`/sessions/${sessionId}/control`, { action: 'pause' })
  expect([paused.status, await paused.json()]).toMatchObject([200, { session: { status: 'paused' } }])
  expect(await refusalOf(await post(`/sessions/${sessionId}/continue`, {}))).toEqual([409, 'paused'])
  isSlow = false
  await post(`/sessions/${sessionId}/control`, { action: 'resume' })
  const continued = await post(`/sessions/${sessionId}/continue`, {})
  expect(await continued.json()).toEqual({ round: 1, ignored: [] })
  const { responses } = await until(sessionId, hasEnded(1))
  expect(responses.map(({ agentId }) => agentId).sort()).toEqual(['ada', 'bob'])
  await post(`/sessions/${sessionId}/control`, { action: 'stop' })
  expect(await refusalOf(await post(`/sessions/${sessionId}/continue`, {}))).toEqual([409, 'completed'])
})

test('a debate is written up once, and exported for people and for import', async () => {
  const { send, post, start, until, read } = serveTable()
  const sessionId = await start({ rounds: 1 })
  await until(sessionId, hasEnded(1))
  const written = await post(`/sessions/${sessionId}/synthesis`, {})
  expect(await written.json()).toMatchObject({ session: { id: sessionId, synthesis: { answer: expect.any(String) } } })

  const markdown = await send(`/sessions/${sessionId}/export`)
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(markdown.headers.get('content-disposition')).toBe(`attachment; filename="debate-${sessionId}.md"`)
  expect(await markdown.text()).toContain('Tabs or spaces?')

  const html = await send(`/sessions/${sessionId}/export?format=html`)
  expect(html.headers.get('content-disposition')).toBe(`attachment; filename="debate-${sessionId}.html"`)
  expect(await html.text()).toMatch(/^<!doctype html>.*Tabs or spaces\?/is)

  const json = await (await send(`/sessions/${sessionId}/export?format=json`)).text()
  const elsewhere = serveTable()
  const imported = await elsewhere.post('/sessions/import', json)
  expect([imported.status, await imported.json()]).toEqual([201, { sessionId }])
  expect((await elsewhere.read(sessionId)).session).toEqual((await read(sessionId)).session)
  expect(await refusalOf(await elsewhere.post('/sessions/import', '{"id":"x"}'))).toEqual([400, 'invalid'])
  expect(await refusalOf(await send(`/sessions/${sessionId}/export?format=toString`))).toEqual([400, 'invalid'])
})

test('a debate is renamed for lists, and its title can be removed', async () => {
  const { send, start, until, read, get } = serveTable()
  const rename = async (sessionId: string, body: unknown) =>
    send(`/sessions/${sessionId}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  const sessionId = await start({ rounds: 1 })
  await until(sessionId, hasEnded(1))
  expect((await rename(sessionId, { title: ' Indentation ' })).status).toBe(200)
  expect((await read(sessionId)).session).toMatchObject({ title: 'Indentation', topic: 'Tabs or spaces?' })
  expect(await get('/sessions?search=indent')).toMatchObject({ sessions: [{ id: sessionId, title: 'Indentation' }] })
  expect(await refusalOf(await rename(sessionId, { title: 'x'.repeat(201) }))).toEqual([400, 'invalid'])
  expect(await refusalOf(await rename(sessionId, { title: 7 }))).toEqual([400, 'invalid'])
  expect(await refusalOf(await rename('nothing', { title: 'x' }))).toEqual([404, 'not_found'])
  await rename(sessionId, { title: '' })
  expect((await read(sessionId)).session).not.toHaveProperty('title')
})

test('a debate is deleted while a round is played, and its models are not asked any more', async () => {
  const asked = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  const { send, start, get, log, store, errors } = serveTable({
    ada: async (_, signal) => {
      asked.resolve()
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          aborted.resolve()
          reject(signal.reason)
        }),
      )
      return say('Tabs.')
    },
  })
  const sessionId = await start({ rounds: 2 })
  await asked.promise
  expect((await send(`/sessions/${sessionId}`, { method: 'DELETE' })).status).toBe(204)
  await aborted.promise
  expect(await refusalOf(await send(`/sessions/${sessionId}`))).toEqual([404, 'not_found'])
  expect(await refusalOf(await send(`/sessions/${sessionId}`, { method: 'DELETE' }))).toEqual([404, 'not_found'])
  expect(await get('/sessions')).toEqual({ sessions: [] })
  expect(await log.get(sessionId)).toBeUndefined()
  await expect.poll(async () => (await store.runs.list({})).runs).toEqual([])
  expect(errors).toEqual([])
})

test('the models, modes and personas are listed without asking a model', async () => {
  const { table, get } = serveTable()
  const offer = await get<{ personas: { title: string }[] }>('/agents')
  expect(offer).toMatchObject({
    candidates: [],
    modes: expect.arrayContaining([expect.objectContaining({ name: 'delphi', summary: expect.any(String) })]),
    limits: { topic: 20_000, rounds: 10 },
  })
  expect(offer.personas.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Generalist', 'Systems thinker', 'Advocate']),
  )
  expect(table.asked).toEqual([])
})

test('the debate of another principal is not found, and a request without credentials is refused', async () => {
  const auth = (request: Request) => request.headers.get('authorization') ?? undefined
  const { send, post } = serveTable({}, { auth })
  const as = (authorization: string) => ({ headers: { authorization } })
  const started = await post('/sessions', { topic: 'Mine?', rounds: 1 }, { authorization: 'me' })
  const { sessionId } = (await started.json()) as { sessionId: string }
  expect((await send(`/sessions/${sessionId}`, as('me'))).status).toBe(200)
  for (const path of ['', '/events', '/export']) {
    expect(await refusalOf(await send(`/sessions/${sessionId}${path}`, as('you')))).toEqual([404, 'not_found'])
  }
  for (const [path, body] of [
    ['continue', {}],
    ['context', { contextResults: [] }],
    ['control', { action: 'stop' }],
    ['outcome', { outcome: 'right' }],
    ['synthesis', {}],
  ] as const) {
    const response = await post(`/sessions/${sessionId}/${path}`, body, { authorization: 'you' })
    expect(await refusalOf(response)).toEqual([404, 'not_found'])
  }
  for (const [method, body] of [['PATCH', '{"title":"Yours"}'], ['DELETE']] as const) {
    const headers = { authorization: 'you', 'content-type': 'application/json' }
    const response = await send(`/sessions/${sessionId}`, { method, headers, ...(body && { body }) })
    expect(await refusalOf(response)).toEqual([404, 'not_found'])
  }
  expect((await send(`/sessions/${sessionId}`, as('me'))).status).toBe(200)
  expect(await (await send('/sessions', as('you'))).json()).toEqual({ sessions: [] })
  expect(await refusalOf(await send('/sessions'))).toEqual([401, 'unauthorized'])
})

test.for<[string, string, RequestInit, [number, string]]>([
  ['without a topic', '/sessions', { body: '{}' }, [400, 'invalid']],
  ['that is not JSON', '/sessions', { body: '{"topic":' }, [400, 'bad_json']],
  ['that is no object', '/sessions', { body: '[]' }, [400, 'invalid']],
  ['with a command that is no text', '/sessions', { body: '{"topic":"x","commandId":7}' }, [400, 'invalid']],
  ['for an unknown action', '/sessions/x/control', { body: '{"action":"burn"}' }, [400, 'invalid']],
  ['with an unknown key', '/sessions/x/control', { body: '{"action":"stop","acton":1}' }, [400, 'invalid']],
  ['with an unknown key for a write-up', '/sessions/x/synthesis', { body: '{"model":"ada"}' }, [400, 'invalid']],
  ['with an unknown parameter of a list', '/sessions?stats=completed', { method: 'GET' }, [400, 'invalid']],
  ['for debates of an unknown mode', '/sessions?mode=delphy', { method: 'GET' }, [400, 'invalid']],
  ['with an unknown parameter of an export', '/sessions/x/export?formt=html', { method: 'GET' }, [400, 'invalid']],
  ['for an unknown outcome', '/sessions/x/outcome', { body: '{"outcome":"maybe"}' }, [400, 'invalid']],
  ['about an unknown debate', '/sessions/x/control', { body: '{"action":"stop"}' }, [404, 'not_found']],
  ['that is too large', '/sessions', { body: JSON.stringify({ topic: 'x'.repeat(2_000) }) }, [413, 'body_too_large']],
  [
    'for a form',
    '/sessions',
    { body: 'x', headers: { 'content-type': 'text/plain' } },
    [415, 'unsupported_media_type'],
  ],
  ['by another method', '/sessions', { method: 'PUT', body: '{}' }, [405, 'method_not_allowed']],
  [
    'of a page elsewhere',
    '/sessions',
    { body: '{}', headers: { origin: 'http://evil.test' } },
    [403, 'origin_refused'],
  ],
  ['for another host', '/sessions', { body: '{}', headers: { host: 'evil.test' } }, [403, 'host_refused']],
  ['for what is not there', '/nothing', { body: '{}' }, [404, 'no_such_route']],
])('a request %s is refused', async ([, path, { headers, ...init }, expected]) => {
  const { send, errors } = serveTable({}, { limits: { body: 1_000 } })
  const json = { 'content-type': 'application/json' }
  const response = await send(path, { method: 'POST', ...init, headers: { ...json, ...headers } })
  expect(await refusalOf(response)).toEqual(expected)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(errors).toEqual([])
})

test('the client does not see the text of an internal error', async () => {
  const { table, send, errors } = serveTable()
  table.list = () => Promise.reject(new Error('the password is 1234'))
  const response = await send('/sessions')
  expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('1234')])
  expect(errors).toEqual([new Error('the password is 1234')])
})

test('the event stream continues after the last seen place', async () => {
  const { send, start, until, log } = serveTable()
  const sessionId = await start({ rounds: 1 })
  const session = await until(sessionId, hasEnded(1))
  const events = await send(`/sessions/${sessionId}/events?after=1`, { headers: { 'last-event-id': '2' } })
  expect(events.headers.get('content-type')).toBe('text/event-stream')
  const reader = events.body!.getReader()
  const text = new TextDecoder().decode((await reader.read()).value)
  const entries = await log.read(sessionId, 2)
  expect(text).toBe(entries.map(({ lsn, event }) => `id: ${lsn}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
  expect(text).toContain(session.consensus!.recommendation.slice(0, 20))
  await reader.cancel()
  for (const after of ['99', '-1', 'x', '1.5']) {
    const refused = await refusalOf(await send(`/sessions/${sessionId}/events?after=${after}`))
    expect(refused).toEqual([400, 'bad_place'])
  }
})

test('a user has as many debates and open event streams as the limits say, and another user has as many', async () => {
  const auth = ({ headers }: Request) => headers.get('x-user') ?? undefined
  const { send, post } = serveTable({}, { sessions: 1, auth, limits: { streamsPerPrincipal: 1 } })
  const start = (user: string) => post('/sessions', { topic: 'Tabs or spaces?' }, { 'x-user': user })
  const { sessionId } = (await (await start('ann')).json()) as { sessionId: string }
  const refused = await start('ann')
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    error: { code: 'too_many_sessions', limit: { name: 'sessions', max: 1, per: 'caller' } },
  })
  expect((await start('bob')).status).toBe(201)
  const open = () => send(`/sessions/${sessionId}/events`, { headers: { 'x-user': 'ann' } })
  const reader = (await open()).body!.getReader()
  await reader.read()
  expect(await refusalOf(await open())).toEqual([429, 'too_many_streams'])
  await reader.cancel()
})

test('routes of debates with a limit that does not exist are refused when they are created', () => {
  const limits = { stream: 5 } as object
  expect(() => serveTable({}, { limits })).toThrow('there is no limit "stream"; the limits are body,')
})
