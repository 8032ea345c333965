import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { Log } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { refusalOf, serveChat } from './fixtures/served-chat.ts'
import type { Patch } from './patch.ts'
import { reduce } from './reduce.ts'
import { type ChatState, emptyState } from './state.ts'

const send = (commandId: string, content = 'hello') => ({ type: 'send', commandId, content })

/** A turn is running, and a call of it has asked. */
const asked: Patch[] = [
  { type: 'user_message', messageId: 'u', content: 'book it', timestamp: 1 },
  { type: 'turn_start', turn: 1, messageIds: ['u'], model: 'demo' },
  {
    type: 'assistant_message',
    messageId: 'a',
    turn: 1,
    content: [{ type: 'tool_use', id: 't1', name: 'book', input: {} }],
    model: 'demo',
    stopReason: 'toolUse',
    usage: { inputTokens: 1, outputTokens: 1 },
    timestamp: 1,
  },
  {
    type: 'tool_call_start',
    callId: 'c1',
    toolUseId: 't1',
    messageId: 'a',
    toolName: 'book',
    arguments: {},
    timestamp: 1,
  },
  {
    type: 'elicit',
    callId: 'c1',
    toolName: 'book',
    elicitId: 'c1:confirm',
    key: 'confirm',
    message: 'Sure?',
    context: {},
    attempt: 1,
    timestamp: 1,
    schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  },
]

const answer = (commandId: string, content: unknown) => ({
  type: 'elicit_response',
  commandId,
  callId: 'c1',
  elicitId: 'c1:confirm',
  result: { action: 'accept', content },
})

const texts = (from: number, to: number): Patch[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ type: 'streaming_text', messageId: 'm', text: `${from + i}` }))

it('the chat routes create a session, list it, return its state, take commands and delete it', async () => {
  const { ask, post, command } = await serveChat()
  const created = await post('', {})
  expect(created.status).toBe(201)
  const { sessionId } = (await created.json()) as { sessionId: string }

  const taken = await command(sessionId, send('a', 'Book me a flight'))
  expect([taken.status, await taken.json()]).toEqual([202, { lsn: 2 }])

  const read = await ask('GET', `/${sessionId}`)
  const { state, lsn } = (await read.json()) as { state: ChatState; lsn: number }
  expect([read.status, lsn, state.lsn, state.title]).toEqual([200, 2, 2, 'Book me a flight'])
  expect(state.messages).toMatchObject([{ role: 'user', commandId: 'a', status: 'queued' }])

  const list = await ask('GET', '')
  expect(list.status).toBe(200)
  expect(await list.json()).toEqual({
    sessions: [{ sessionId, title: 'Book me a flight', createdAt: expect.any(Number), updatedAt: expect.any(Number) }],
  })

  const gone = await ask('DELETE', `/${sessionId}`)
  expect([gone.status, await gone.text()]).toEqual([204, ''])
  expect(await (await ask('GET', '')).json()).toEqual({ sessions: [] })
})

it.each([7, '"x"', [], null, { sessionId: 7 }])('a session is not created by the body %j', async (body) => {
  const { post } = await serveChat()
  expect(await refusalOf(await post('', body))).toEqual([400, 'bad_command'])
})

it('responses of a chat forbid caching and content sniffing, and have no CORS header', async () => {
  const { ask, create } = await serveChat()
  const sessionId = await create()
  const stream = await ask('GET', `/${sessionId}/events`)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  const answers = [stream, await ask('GET', ''), await ask('GET', '/missing'), await ask('DELETE', `/${sessionId}`)]
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toMatch(/^no-store/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect([...headers.keys()].filter((name) => name.startsWith('access-control') || name === 'vary')).toEqual([])
  }
  await stream.body!.cancel()
})

it('an event stream replays the log, and then follows it', async () => {
  const { ask, create, command, events } = await serveChat()
  const sessionId = await create()
  await command(sessionId, send('a'))
  const reader = await events(sessionId)
  const seen = await reader.take<Patch>(2)
  const next = reader.take<Patch>(1)
  await command(sessionId, { type: 'configure', commandId: 'b', title: 'Renamed' })
  seen.push(...(await next))
  expect(seen.map(({ lsn }) => lsn)).toEqual([1, 2, 3])
  const { state } = (await (await ask('GET', `/${sessionId}`)).json()) as { state: ChatState }
  expect(seen.reduce((current, { lsn, event }) => reduce(current, event, lsn), emptyState)).toEqual(state)
  await reader.cancel()
})

it('an event stream resumes after the Last-Event-ID, or else after the place in the address', async () => {
  const { create, say, events } = await serveChat()
  const sessionId = await create()
  await say(sessionId, ...texts(2, 10))
  const first = async (after?: number, lastEventId?: string) => {
    const reader = await events(sessionId, after, lastEventId === undefined ? {} : { 'last-event-id': lastEventId })
    const [event] = await reader.take(1)
    await reader.cancel()
    return event!.lsn
  }
  expect([await first(), await first(0), await first(4), await first(undefined, '6'), await first(4, '9')]).toEqual([
    1, 1, 5, 7, 10,
  ])
})

it('a reader that reconnects receives each patch once', async () => {
  const { create, say, events } = await serveChat()
  const sessionId = await create()
  const seen: number[] = []
  for (let head = 2; head < 600; head += 40) {
    const reader = await events(sessionId, 0, { 'last-event-id': String(seen.length) })
    await say(sessionId, ...texts(head, head + 39))
    for (const { lsn } of await reader.take(head + 20 - seen.length)) seen.push(lsn)
    await reader.cancel()
  }
  expect(seen).toEqual(Array.from(seen, (_, i) => i + 1))
})

it.each([['x'], ['-1'], ['1.5'], ['1e3'], [''], ['99999999999999999999'], [' 1']])(
  'an event stream cannot resume after "%s"',
  async (after) => {
    const { ask, create } = await serveChat()
    const path = `/${await create()}/events`
    expect(await refusalOf(await ask('GET', `${path}?after=${encodeURIComponent(after)}`))).toEqual([400, 'bad_place'])
    if (after === after.trim() && after !== '') {
      const response = await ask('GET', path, { headers: { 'last-event-id': after } })
      expect(await refusalOf(response)).toEqual([400, 'bad_place'])
    }
  },
)

it('an event stream cannot resume after a place that the log has not reached', async () => {
  const { ask, create } = await serveChat()
  expect(await refusalOf(await ask('GET', `/${await create()}/events?after=2`))).toEqual([400, 'bad_place'])
})

it('a slow reader catches up from the log, and a fast reader does not wait for it', async () => {
  const kept = createMemoryStore().log<Patch>('chat')
  let entries = 0
  const log = {
    ...kept,
    async read(sessionId: string, after: number, limit?: number) {
      const page = await kept.read(sessionId, after, limit)
      entries += page.length
      return page
    },
  }
  const { create, say, events } = await serveChat({ log })
  const sessionId = await create()
  const [slow, fast] = [await events(sessionId), await events(sessionId)]
  const before = await slow.take(1)
  // More than the buffers of a connection hold.
  const large = texts(2, 3_000).map((patch) => ({ ...patch, text: 'x'.repeat(10_000) }) as Patch)
  await say(sessionId, ...large)
  const quick = await fast.take<Patch>(3_000)
  expect(entries).toBeLessThan(2 * 3_000)
  expect([...before, ...(await slow.take<Patch>(2_999))]).toEqual(quick)
  await Promise.all([slow.cancel(), fast.cancel()])
})

it('two readers receive the same log, also for their own commands', async () => {
  const { create, command, events } = await serveChat()
  const sessionId = await create()
  const readers = [await events(sessionId), await events(sessionId)]
  const seen = Promise.all(readers.map((reader) => reader.take<Patch>(41)))
  await Promise.all(Array.from({ length: 40 }, (_, i) => command(sessionId, send(`command ${i}`, `message ${i}`))))
  const [one, other] = await seen
  expect(one).toEqual(other)
  expect(one!.map(({ lsn }) => lsn)).toEqual(Array.from({ length: 41 }, (_, i) => i + 1))
  await Promise.all(readers.map((reader) => reader.cancel()))
})

it('a closed page closes only its own stream', async () => {
  const { create, command, events } = await serveChat({ limits: { streams: 2 } })
  const sessionId = await create()
  const [closed, open] = [await events(sessionId), await events(sessionId)]
  await Promise.all([closed.take(1), open.take(1)])
  await closed.cancel()
  await command(sessionId, send('a'))
  expect(await open.take(1)).toMatchObject([{ lsn: 2 }])
  // The place that it had is free again, once the server has heard of it.
  await expect.poll(async () => (await events(sessionId)).take(1).catch(() => [])).toHaveLength(1)
  await open.cancel()
})

it('a stream above the limit is refused', async () => {
  const { ask, create, events } = await serveChat({ limits: { streams: 1 } })
  const sessionId = await create()
  const reader = await events(sessionId)
  await reader.take(1)
  expect(await refusalOf(await ask('GET', `/${sessionId}/events`))).toEqual([429, 'too_many_streams'])
  await reader.cancel()
})

it('the streams of a deleted session end', async () => {
  const { ask, create, events } = await serveChat()
  const sessionId = await create()
  const reader = await events(sessionId)
  await reader.take(1)
  await ask('DELETE', `/${sessionId}`)
  expect(await reader.rest()).toBe('')
})

it('every stream ends cleanly when the server shuts down', async () => {
  const { create, events, close } = await serveChat()
  const readers = await Promise.all([await create(), await create()].map((sessionId) => events(sessionId)))
  await Promise.all(readers.map((reader) => reader.take(1)))
  await close()
  expect(await Promise.all(readers.map((reader) => reader.rest()))).toEqual(['', ''])
})

it('a silent stream receives heartbeats', async () => {
  const { create, events } = await serveChat({ heartbeat: 5 })
  const reader = await events(await create(), 1)
  expect(await reader.blocks(2)).toEqual([': ', ': '])
  await reader.cancel()
})

const whole = (log: Log<Patch>, sessionId: string) => log.read(sessionId, 0)

it.each<[string, unknown, [number, string]]>([
  ['malformed JSON', '{"type":"send",', [400, 'bad_json']],
  ['an abyss', `{"type":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, [400, 'bad_json']],
  ['an empty body', '', [400, 'bad_command']],
  ['something that is no command', [1], [400, 'bad_command']],
  ['an unknown command', { type: 'explode', commandId: 'x' }, [400, 'bad_command']],
  ['a command without an id', { type: 'send', content: 'hello' }, [400, 'bad_command']],
  ['a command whose id is half a character', send('\ud800'), [400, 'bad_command']],
  ['a wrong type', { ...send('x'), content: 7 }, [400, 'bad_command']],
  ['a field that is not there', { ...send('x'), colour: 'red' }, [400, 'bad_command']],
  ['an empty message', send('x', '  '), [400, 'bad_command']],
  ['a message that is too long', send('x', 'x'.repeat(1_001)), [413, 'message_too_long']],
  ['a message of 10 MB', send('x', 'x'.repeat(10_000_000)), [413, 'body_too_large']],
  ['an unknown model', { ...send('x'), model: 'other' }, [422, 'unknown_model']],
  ['an unknown message', { type: 'edit', commandId: 'x', messageId: 'm', content: 'y' }, [404, 'message_not_found']],
  ['an answer to a question that is not open', { ...answer('x', {}), elicitId: 'y' }, [404, 'question_not_found']],
  ['an answer that does not fit its schema', answer('x', { ok: 'yes' }), [422, 'answer_invalid']],
  ['an answer that is none', { ...answer('x', {}), result: { action: 'maybe' } }, [422, 'answer_invalid']],
  ['consent to an unknown call', { type: 'approve', commandId: 'x', callId: 'c9' }, [404, 'call_not_found']],
])('a chat refuses %s, and does not change the log', async (_, body, refusal) => {
  const { log, errors, create, say, command } = await serveChat()
  const sessionId = await create()
  await say(sessionId, ...asked)
  const before = await whole(log, sessionId)
  expect(await refusalOf(await command(sessionId, body))).toEqual(refusal)
  expect(await whole(log, sessionId)).toEqual(before)
  expect(errors).toEqual([])
})

it('a second answer to a question is refused, and does not change the log', async () => {
  const { log, create, say, command } = await serveChat()
  const sessionId = await create()
  await say(sessionId, ...asked)
  expect((await command(sessionId, answer('first', { ok: true }))).status).toBe(202)
  const before = await whole(log, sessionId)
  expect(await refusalOf(await command(sessionId, answer('second', { ok: false })))).toEqual([409, 'question_closed'])
  expect(await whole(log, sessionId)).toEqual(before)
})

it('a stop without a running turn is refused', async () => {
  const { create, command } = await serveChat()
  const refused = await command(await create(), { type: 'abort', commandId: 'x' })
  expect(await refusalOf(refused)).toEqual([409, 'nothing_running'])
})

it('a repeated command returns the first reply, and appends nothing', async () => {
  const { log, create, command } = await serveChat()
  const sessionId = await create()
  const first = await (await command(sessionId, send('a'))).json()
  await command(sessionId, send('b'))
  const before = await whole(log, sessionId)
  const again = await command(sessionId, send('a'))
  expect([again.status, await again.json()]).toEqual([202, first])
  expect(await whole(log, sessionId)).toEqual(before)
})

it('a body without a declared length is refused as soon as it is too large', async () => {
  const { create, url, ask } = await serveChat({ limits: { body: 1_000 } })
  const sessionId = await create()
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      sent++
      controller.enqueue(new TextEncoder().encode('x'.repeat(600)))
      await new Promise(setImmediate)
    },
  })
  const response = await ask('POST', `/${sessionId}/commands`, {
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as RequestInit)
  expect(await refusalOf(response)).toEqual([413, 'body_too_large'])
  expect(response.headers.get('connection')).toBe('close')
  expect(sent).toBeGreaterThan(1)

  const chunked = await fetch(`${url}/api/chat/sessions/${sessionId}/commands`, {
    method: 'POST',
    body: new Blob([JSON.stringify(send('a'))]).stream(),
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as RequestInit)
  expect(await chunked.json()).toEqual({ lsn: 2 })
})

it('a body that breaks off is refused, and is not reported as an error of the server', async () => {
  const { create, routes, errors } = await serveChat()
  const sessionId = await create()
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('connection reset')) })
  const response = await routes.request(`/api/chat/sessions/${sessionId}/commands`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as RequestInit)
  expect(await refusalOf(response)).toEqual([400, 'body_incomplete'])
  expect(errors).toEqual([])
})

it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data; boundary=x']])(
  'a body of %s is refused',
  async (type) => {
    const { create, post } = await serveChat()
    const path = `/${await create()}/commands`
    expect(await refusalOf(await post(path, send('a'), { 'content-type': type }))).toEqual([
      415,
      'unsupported_media_type',
    ])
  },
)

it.each([
  ['PUT', '', 'GET, POST'],
  ['OPTIONS', '', 'GET, POST'],
  ['POST', '/s', 'GET, DELETE'],
  ['HEAD', '/s/events', 'GET'],
  ['DELETE', '/s/events', 'GET'],
  ['GET', '/s/commands', 'POST'],
])('%s "%s" is refused with the allowed methods', async (method, path, allow) => {
  const { ask } = await serveChat()
  const response = await ask(method, path)
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
})

it.each(['/s/unknown', '/s/events/more', '/', 'x'])('the path "%s" is not found', async (path) => {
  expect(await refusalOf(await (await serveChat()).ask('GET', path))).toEqual([404, 'no_such_route'])
})

it('an internal error is not shown to the client', async () => {
  const broken = new Error('password of the database: 1234')
  const log = {
    ...createMemoryStore().log<Patch>('chat'),
    list: () => {
      throw broken
    },
  }
  const { ask, errors } = await serveChat({ log })
  const response = await ask('GET', '')
  expect(await response.clone().text()).not.toContain('1234')
  expect(await refusalOf(response)).toEqual([500, 'internal'])
  expect(errors).toEqual([broken])
})

it('a session above the limit of a principal is refused', async () => {
  const { create, post } = await serveChat({ sessionLimit: 1 })
  await create()
  expect(await refusalOf(await post('', {}))).toEqual([429, 'too_many_sessions'])
  expect(await refusalOf(await post('', 'not JSON'))).toEqual([400, 'bad_json'])
})

it('a session is not found for other principals, on any route', async () => {
  const auth = (request: Request) => request.headers.get('authorization') ?? undefined
  const { log, ask, post, create } = await serveChat({ auth })
  const [ada, bob] = [{ authorization: 'ada' }, { authorization: 'bob' }]
  const sessionId = await create(ada)
  const before = await whole(log, sessionId)
  const missing = `/${crypto.randomUUID()}`
  for (const path of [`/${sessionId}`, missing]) {
    for (const response of [
      await ask('GET', path, { headers: bob }),
      await ask('GET', `${path}/events`, { headers: bob }),
      await post(`${path}/commands`, send('a'), bob),
      await ask('DELETE', path, { headers: bob }),
    ]) {
      expect(await refusalOf(response)).toEqual([404, 'not_found'])
    }
    const asked = await ask('GET', `${path}?missing=none`, { headers: bob })
    expect([asked.status, await asked.text()]).toEqual([204, ''])
  }
  expect(await whole(log, sessionId)).toEqual(before)
  expect(await (await ask('GET', '', { headers: bob })).json()).toEqual({ sessions: [] })
  expect(await (await ask('GET', '', { headers: ada })).json()).toMatchObject({ sessions: [{ sessionId }] })
})

it.each<[string, () => Response | string | undefined, number]>([
  ['nothing', () => undefined, 401],
  ['nobody', () => '', 401],
  ['a response', () => new Response(null, { status: 418 }), 418],
  [
    'a response that is thrown',
    () => {
      throw new Response(null, { status: 403 })
    },
    403,
  ],
])('a caller is refused when the auth hook returns %s', async (_, auth, status) => {
  const { ask, post, errors } = await serveChat({ auth: async () => auth() })
  expect([(await ask('GET', '')).status, (await post('/s/commands', send('a'))).status]).toEqual([status, status])
  expect(errors).toEqual([])
})

it('a search finds the messages of its principal as they are now, with the words marked', async () => {
  const chat = await serveChat({ auth: { authenticate: (request) => request.headers.get('x-user') ?? '' } })
  const search = async (user: string, q: string) => {
    const response = await fetch(`${chat.url}/api/chat/search?${new URLSearchParams({ q })}`, {
      headers: { 'x-user': user },
    })
    return response.ok ? ((await response.json()) as { messages: object[] }).messages : refusalOf(response)
  }
  const ada = { 'x-user': 'ada' }
  const sessionId = await chat.create(ada)
  await chat.post(`/${sessionId}/commands`, send('a', 'A flight to Lisbon'), ada)
  await chat.say(
    sessionId,
    { type: 'turn_start', turn: 1, messageIds: ['u-a'], model: 'demo' },
    { type: 'streaming_start', messageId: 'm', turn: 1, attempt: 1, timestamp: 2 },
    { type: 'streaming_text', messageId: 'm', text: 'To Lisbon, then' },
  )
  const excerpt = { text: 'A flight to Lisbon', marks: [[12, 18]] }
  const hit = { sessionId, title: 'A flight to Lisbon', messageId: 'u-a', timestamp: expect.any(Number), excerpt }
  expect(await search('ada', 'lisb')).toEqual([hit])
  expect(await search('bob', 'lisb')).toEqual([])
  expect(await search('ada', '?')).toEqual([])
  expect(await search('ada', 'a'.repeat(201))).toEqual([400, 'bad_query'])
  const edit = { type: 'edit', commandId: 'b', messageId: 'u-a', content: 'A train to Porto' }
  await chat.post(`/${sessionId}/commands`, edit, ada)
  // What was said before is on another branch, and can be found there.
  expect(await search('ada', 'lisb')).toEqual([hit])
  expect(await search('ada', 'porto')).toMatchObject([{ messageId: 'u-b', title: 'A flight to Lisbon' }])
})

it('every caller is refused while the auth hook throws', async () => {
  const { ask, errors } = await serveChat({ auth: () => Promise.reject(new Error('no database')) })
  expect(await refusalOf(await ask('GET', ''))).toEqual([500, 'internal'])
  expect(errors).toHaveLength(1)
})

/** With headers that `fetch` does not let one choose. */
async function raw(url: string, method: string, headers: Record<string, string>) {
  const asked = request(`${url}/api/chat/sessions`, { method, headers }).end()
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    asked.once('response', resolve).once('error', reject),
  )
  return { status: response.statusCode, body: await text(response), headers: response.headers }
}

it('a request for another host is refused', async () => {
  const { url } = await serveChat()
  expect(await raw(url, 'GET', { host: 'evil.example.com' })).toMatchObject({
    status: 403,
    body: expect.stringContaining('host_refused'),
  })
  const named = await serveChat({ allowedHosts: ['chat.example.com'] })
  expect((await raw(named.url, 'GET', { host: 'chat.example.com' })).status).toBe(200)
  expect((await raw(named.url, 'GET', { host: 'localhost' })).status).toBe(403)
})

it('requests of pages of other hosts are refused', async () => {
  const { url } = await serveChat({ allowedHosts: ['chat.example.com'] })
  const from = async (origin: string) => (await raw(url, 'GET', { host: 'chat.example.com', origin })).status
  expect(await from('https://chat.example.com')).toBe(200)
  expect(await from('https://evil.example.com')).toBe(403)
  expect(await from('null')).toBe(403)
  expect((await raw((await serveChat()).url, 'GET', { origin: 'http://localhost:5173' })).status).toBe(200)
})

it('only pages of the configured origins can call and read', async () => {
  const { ask, url } = await serveChat({ allowedOrigins: ['app.example.com'] })
  const origin = 'https://app.example.com'
  const preflight = await ask('OPTIONS', '/s/commands', {
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  expect([preflight.status, Object.fromEntries(preflight.headers)]).toMatchObject([
    204,
    {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type, last-event-id, idempotency-key',
      vary: 'Origin',
    },
  ])
  const read = async (from?: string) => {
    const { status, headers } = await raw(url, 'GET', from === undefined ? {} : { origin: from })
    return [status, headers['access-control-allow-origin'], headers.vary]
  }
  expect(await read(origin)).toEqual([200, origin, 'Origin'])
  expect(await read()).toEqual([200, undefined, 'Origin'])
  expect(await read('http://localhost:1')).toEqual([200, undefined, 'Origin'])
  expect(await read('https://evil.example.com')).toEqual([403, undefined, 'Origin'])
  const missing = await ask('GET', '/missing', { headers: { origin } })
  expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, origin])
})

it('a mounted chat leaves the other routes of the application alone', async () => {
  const { routes } = await serveChat({ auth: () => undefined })
  const app = new Hono()
  app.route('/', routes)
  app.get('/hello', (c) => c.text('hello'))
  app.notFound((c) => c.text('not here', 404))
  expect((await app.request('/api/chat/sessions')).status).toBe(401)
  expect(await refusalOf(await app.request('/api/chat/other'))).toEqual([404, 'no_such_route'])
  expect(await (await app.request('/hello')).text()).toBe('hello')
  expect(await (await app.request('/other')).text()).toBe('not here')
})
