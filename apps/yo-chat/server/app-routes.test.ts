import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AppInfo } from './app-routes.ts'
import { serveElsewhere } from './fixtures/elsewhere.ts'
import { startTestApp, type TestApp } from './fixtures/test-app.ts'

const read = async ({ ask }: TestApp): Promise<AppInfo> => (await ask('/api/app')).json() as Promise<AppInfo>

const add = ({ send }: TestApp, body: unknown) => send('POST', '/api/app/servers', body)

test('the app route returns what the page can offer', async () => {
  const app = await startTestApp()
  const info = await read(app)
  expect(info).toMatchObject({ name: 'Yo chat', model: 'demo', demo: true, servers: [] })
  expect(info.models).toEqual([{ id: 'demo', label: 'Demo model (offline)', usable: true }])
  expect(info.personas).toContainEqual({ id: 'pirate', label: 'Pirate' })
  expect(info.examples[0]).toEqual({ title: expect.any(String), prompt: expect.any(String) })
  expect(JSON.stringify(info)).not.toContain('You are a pirate')
})

test('no example is about a day in the past, also when the server has run for months', async () => {
  const app = await startTestApp()
  const later = Date.now() + 100 * 86_400_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  onTestFinished(() => void vi.restoreAllMocks())
  const [day] = /\d{4}-\d\d-\d\d/.exec(JSON.stringify((await read(app)).examples))!
  expect(Date.parse(day)).toBeGreaterThan(later)
})

test('the app route is not cached, and accepts no other method', async () => {
  const { ask, send } = await startTestApp()
  expect((await ask('/api/app')).headers.get('cache-control')).toBe('no-store')
  expect((await send('POST', '/api/app', {})).status).toBe(405)
  expect((await ask('/api/app/servers')).status).toBe(405)
  expect((await ask('/api/app/nothing')).status).toBe(404)
})

test('the link of a deleted conversation does not work any more, and does not say which one it was', async () => {
  const { ask, send } = await startTestApp()
  const { sessionId } = await (await send('POST', '/api/chat/sessions', {})).json()
  const { path } = await (await send('POST', `/api/app/sessions/${sessionId}/share`, {})).json()
  expect((await ask(path)).status).toBe(200)
  await ask(`/api/chat/sessions/${sessionId}`, { method: 'DELETE' })
  const reply = await ask(path)
  expect(reply.status).toBe(404)
  expect(await reply.json()).toMatchObject({ error: { message: 'this link does not work any more' } })
})

test('a server is added by its URL, listed with its tools, and removed', async () => {
  const app = await startTestApp()
  const { url } = await serveElsewhere()
  const added = await add(app, { url })
  expect(added.status).toBe(201)
  const { server } = (await added.json()) as { server: AppInfo['servers'][number] }
  expect(server).toEqual({
    id: expect.any(String),
    name: 'else-where',
    address: url,
    state: 'connected',
    headers: [],
    tools: [
      { id: 'greet', name: 'greet', isOn: true, isAllowed: false, canAllow: true },
      { id: 'ponder', name: 'ponder', isOn: true, isAllowed: false, canAllow: true },
      { id: 'calculator', name: 'else_where_calculator', isOn: true, isAllowed: false, canAllow: true },
    ],
    refused: [],
    removable: true,
  })
  expect((await read(app)).servers).toEqual([server])

  expect((await app.ask(`/api/app/servers/${server.id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await read(app)).servers).toEqual([])
  expect((await app.ask(`/api/app/servers/${server.id}`, { method: 'DELETE' })).status).toBe(404)
})

test('a server that cannot be reached is not stored, and the reason does not repeat its address', async () => {
  const app = await startTestApp()
  const { url, close } = await serveElsewhere()
  await close()
  const refused = await add(app, { url: `${url}?token=secret` })
  const error = { code: 'server_failed', message: 'The app cannot reach this server.' }
  expect([refused.status, await refused.json()]).toEqual([422, { error }])
  expect((await read(app)).servers).toEqual([])
})

test.each([
  ['file:///etc/passwd', 'bad_url'],
  ['javascript:alert(1)', 'bad_url'],
  ['data:text/html,hello', 'bad_url'],
  ['ftp://127.0.0.1/mcp', 'bad_url'],
  ['http://', 'bad_url'],
  ['mcp', 'bad_url'],
  ['', 'bad_url'],
  ['https://user:password@127.0.0.1/mcp', 'bad_url'],
  [`http://127.0.0.1/${'a'.repeat(2_000)}`, 'bad_url'],
  [42, 'bad_server'],
  [undefined, 'bad_server'],
])('the URL %j is refused', async (url, code) => {
  const app = await startTestApp()
  const refused = await add(app, { url })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({ error: { code, message: expect.any(String) } })
  expect((await read(app)).servers).toEqual([])
})

test.each([
  { command: 'touch', args: ['/tmp/owned'] },
  { url: 'http://127.0.0.1:1/mcp', command: 'touch' },
  { url: 'http://127.0.0.1:1/mcp', headers: { authorization: 1 } },
  { url: 'http://127.0.0.1:1/mcp', approval: 'none' },
  [],
  null,
])('a request cannot ask for more than a URL: %j', async (body) => {
  const app = await startTestApp()
  const refused = await add(app, body)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { code: 'bad_server' } })
  expect((await read(app)).servers).toEqual([])
})

test('a body that is not JSON, too large or sent twice is refused with its own code', async () => {
  const app = await startTestApp()
  const { url } = await serveElsewhere()
  const codeOf = async (response: Promise<Response>) => {
    const { status, ...answer } = await response.then(async (it) => ({
      status: it.status,
      ...((await it.json()) as object),
    }))
    return [status, (answer as { error?: { code: string } }).error?.code]
  }
  expect(await codeOf(add(app, '{'))).toEqual([400, 'bad_json'])
  expect(await codeOf(add(app, { url, padding: 'a'.repeat(20_000) }))).toEqual([413, 'body_too_large'])
  expect(await codeOf(app.ask('/api/app/servers', { method: 'POST', body: 'url=x' }))).toEqual([
    415,
    'unsupported_media_type',
  ])
  expect(await codeOf(add(app, { url }))).toEqual([201, undefined])
  expect(await codeOf(add(app, { url }))).toEqual([409, 'server_exists'])
})

test('a server of the configuration cannot be removed, and its arguments are not shown', async () => {
  const app = await startTestApp({ servers: [{ command: 'no-such-command', args: ['--token', 'secret'] }] })
  const [server] = (await read(app)).servers
  expect(server).toMatchObject({ address: 'no-such-command', state: 'failed', removable: false })
  expect(server?.error).toBe('The app cannot start this command.')
  expect(JSON.stringify(server)).not.toContain('secret')
  const refused = await app.ask(`/api/app/servers/${server!.id}`, { method: 'DELETE' })
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'server_configured' } }])
})

test('servers that were added are there after the next start', async () => {
  const first = await startTestApp()
  const { url } = await serveElsewhere()
  await add(first, { url })
  await first.close()
  const second = await startTestApp({}, first.folder)
  expect((await read(second)).servers).toMatchObject([{ address: url, state: 'connected' }])
})

test('headers are sent to the server, stored encrypted, and shown by name only', async () => {
  const app = await startTestApp()
  const tools = await serveElsewhere({ token: 'secret-token' })
  const refused = await add(app, { url: tools.url, headers: { Authorization: 'Bearer wrong-token' } })
  expect(await refused.json()).toMatchObject({ error: { message: 'This server does not accept these headers.' } })
  await add(app, { url: tools.url, headers: { Authorization: 'Bearer secret-token' } })
  const [server] = (await read(app)).servers
  expect(server).toMatchObject({ state: 'connected', headers: ['Authorization'] })
  expect(JSON.stringify(server)).not.toContain('secret-token')
  await app.close()
  expect(readFileSync(join(app.folder, 'store.db'), 'latin1')).not.toContain('secret-token')
  const again = await startTestApp({}, app.folder)
  expect((await read(again)).servers[0]).toMatchObject({ state: 'connected' })
})

test.each([
  [{ Host: 'x' }, 'cannot be set'],
  [{ 'Mcp-Session-Id': 'x' }, 'cannot be set'],
  [{ 'bad name': 'x' }, 'is not the name of a header'],
  [{ 'X-Key': 'a\r\nb' }, 'characters that a header cannot have'],
])('the headers %j are refused', async (headers, problem) => {
  const refused = await add(await startTestApp(), { url: 'http://127.0.0.1:1/mcp', headers })
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([400, expect.stringContaining(problem)])
})

test('a server that asks for a sign-in is stored, and its address to sign in at is not invented', async () => {
  const app = await startTestApp()
  const { url } = await serveElsewhere({ token: 'secret-token' })
  expect((await add(app, { url })).status).toBe(201)
  const [server] = (await read(app)).servers
  expect(server).toMatchObject({ state: 'failed', signIn: { type: 'needed' }, tools: [] })
  const begun = await app.send('POST', `/api/app/servers/${server!.id}/sign-in`, {})
  expect([begun.status, await begun.json()]).toMatchObject([502, { error: { code: 'sign_in_failed' } }])
  const back = await app.ask(`/api/app/servers/${server!.id}/signed-in?code=x&state=y`, { redirect: 'manual' })
  expect([back.status, back.headers.get('location')]).toEqual([303, '/?servers'])
  expect((await read(app)).servers[0]).toMatchObject({ error: 'Signing in to this server did not work. Try again.' })
})

test('authorization servers can read about the app in a document whose address is its client id', async () => {
  const app = await startTestApp()
  const { url } = await serveElsewhere()
  await add(app, { url })
  const [server] = (await read(app)).servers
  const path = `/api/app/servers/${server!.id}`
  const described = await app.ask(`${path}/client.json`)
  const { client_id: id, ...document } = (await described.json()) as Record<string, string>
  expect(described.headers.get('content-type')).toContain('application/json')
  expect(new URL(id!).pathname).toBe(`${path}/client.json`)
  expect(document).toEqual({
    client_name: 'Yo chat',
    redirect_uris: [`${new URL(id!).origin}${path}/signed-in`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
  expect((await app.ask('/api/app/servers/nothing/client.json')).status).toBe(404)
})
