import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AppInfo } from '../../apps/yo-chat/server/app-routes.ts'
import { Conversation } from '../../apps/yo-chat/server/fixtures/conversation.ts'
import { startTestApp } from '../../apps/yo-chat/server/fixtures/test-app.ts'
import { MortalServer } from '../yo-chat/mortal-server.ts'
import { deepValue, doubling, doublingByValue } from './hostile-schemas.ts'
import { startHostile, writeForEver } from './hostile-server.ts'

const patience = { interval: 20, timeout: 10_000 }

function createMortal(options: Pick<ConstructorParameters<typeof MortalServer>[0], 'servers' | 'heap'> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hosted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return new MortalServer({ store: join(folder, 'store.db'), dist: folder, ...options })
}

/** Sends requests to the app of a process. */
const reach = (app: MortalServer) => {
  const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, app.url), init)
  const send = (method: string, path: string, body: unknown) =>
    ask(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  return { ask, send }
}

const readServers = async ({ ask }: Pick<ReturnType<typeof reach>, 'ask'>): Promise<AppInfo['servers']> =>
  ((await (await ask('/api/app')).json()) as AppInfo).servers

test('a server is disabled if the app was killed while it connected, and a person can enable it again', async () => {
  let isHolding = false
  await using hostile = await startHostile([{ name: 'plain', inputSchema: { type: 'object' } }], () => isHolding)
  await using app = createMortal()
  await app.start()
  await reach(app).send('POST', '/api/app/servers', { url: hostile.url })
  await app.kill()

  isHolding = true
  hostile.asked.length = 0
  const starting = app.start().catch(() => 'killed')
  await vi.waitFor(() => expect(hostile.asked).not.toEqual([]), patience)
  await app.kill()
  expect(await starting).toBe('killed')

  hostile.asked.length = 0
  await app.start()
  const [server] = await readServers(reach(app))
  expect(server).toMatchObject({ state: 'disabled', error: expect.stringContaining('stopped while'), tools: [] })
  expect(hostile.asked).toEqual([])
  isHolding = false
  await reach(app).send('POST', `/api/app/servers/${server!.id}/enable`, {})
  expect(await readServers(reach(app))).toMatchObject([{ state: 'connected', tools: [{ name: 'plain' }] }])
})

/** A server whose replies to calls fill the memory of a host that accepts as much as the server sends. */
const startFilling = (annotations: object) =>
  startHostile([{ name: 'fill', inputSchema: { type: 'object' }, annotations }], ({ method, response }) => {
    if (method !== 'tools/call') return false
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    writeForEver(response, `data: ${'x'.repeat(1_000_000)}`)
  })

const withoutLimits = { message: 2 ** 40, reply: 2 ** 40 }

test('a server is disabled after its replies killed the app twice, and a person can enable it again', async () => {
  await using hostile = await startFilling({ readOnlyHint: true })
  await using app = createMortal({ heap: 160, servers: [{ url: hostile.url, limits: withoutLimits }] })
  const calls = () => hostile.asked.filter((method) => method === 'tools/call')
  await app.start()
  // A conversation only sends requests.
  const chat = await Conversation.begin(reach(app) as never)
  await chat.say('Call fill {}')
  await chat.approve()
  expect(await app.ended).toBe('SIGABRT')
  expect(calls()).toHaveLength(1)

  // The tool says that a repeated call does no harm, so the next process repeats it, once.
  await app.start()
  expect(await app.ended).toBe('SIGABRT')
  expect(calls()).toHaveLength(2)

  await app.start()
  const [server] = await readServers(reach(app))
  expect(server).toMatchObject({ state: 'disabled', error: expect.stringContaining('stopped twice while'), tools: [] })
  const again = await chat.reopen(reach(app) as never)
  expect(await again.next('tool_call_error')).toMatchObject({ message: expect.stringContaining('fill') })
  await again.say('Say: still here')
  await vi.waitFor(
    async () => expect((await again.next('assistant_message')).content).toMatchObject([{ text: 'still here' }]),
    patience,
  )
  expect(calls()).toHaveLength(2)
  await reach(app).send('POST', `/api/app/servers/${server!.id}/enable`, {})
  expect(await readServers(reach(app))).toMatchObject([{ state: 'connected', tools: [{ name: 'fill' }] }])
})

test('a call that cannot be checked fails, and the chat goes on after the app is killed and started again', async () => {
  await using hostile = await startHostile([
    { name: 'slow', inputSchema: doublingByValue },
    { name: 'frozen', inputSchema: doubling('allOf') },
  ])
  await using app = createMortal()
  await app.start()
  const before = reach(app)
  await before.send('POST', '/api/app/servers', { url: hostile.url })
  const reason = expect.stringContaining('parts with all references followed')
  expect(await readServers(before)).toMatchObject([
    { tools: [{ name: 'slow' }], refused: [{ name: 'frozen', reason }] },
  ])

  // A conversation only sends requests.
  const chat = await Conversation.begin(before as never)
  await chat.say(`Call slow ${JSON.stringify(deepValue(60))}`)
  expect(await chat.next('tool_call_error')).toMatchObject({ message: expect.stringContaining('cannot be checked') })
  await app.kill()
  await app.start()
  const again = await chat.reopen(reach(app) as never)
  await again.say('Say: still here')
  await vi.waitFor(
    async () => expect((await again.next('assistant_message')).content).toMatchObject([{ text: 'still here' }]),
    patience,
  )
})

test('a server whose reply never ends is not stored, and the app says why in its own words', async () => {
  await using hostile = await startHostile([], ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    writeForEver(response, `"${'secret of the network'.repeat(1_000)}`)
  })
  const app = await startTestApp()
  const refused = await app.send('POST', '/api/app/servers', { url: hostile.url })
  expect([refused.status, await refused.json()]).toEqual([
    422,
    { error: { code: 'server_failed', message: 'This server sends more than the app accepts.' } },
  ])
  expect(await readServers(app)).toEqual([])
})

test('the app uses a hundred tools of a server, and keeps twenty servers', async () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ name: `tool_${index}`, inputSchema: { type: 'object' } }))
  await using hostile = await startHostile(many)
  const app = await startTestApp()
  const add = (number: number) => app.send('POST', '/api/app/servers', { url: `${hostile.url}?${number}` })
  for (let number = 0; number < 20; number++) expect((await add(number)).status).toBe(201)
  const [server] = await readServers(app)
  expect(server).toMatchObject({
    tools: { length: 100 },
    refused: [{ name: 'tool_100', reason: 'there are more than 100' }],
  })
  const refused = await add(20)
  expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'too_many_servers' } }])
})

test.each([
  ['a redirect', 307, { location: 'http://10.0.0.1/inner' }],
  ['an error', 500, {}],
  ['a page', 200, { 'content-type': 'text/html' }],
])('the page receives the same error for an address that responds with %s', async (_, status, headers) => {
  await using hostile = await startHostile([], ({ response }) => void response.writeHead(status, headers).end('inner'))
  const app = await startTestApp()
  const refused = await app.send('POST', '/api/app/servers', { url: hostile.url })
  expect(await refused.json()).toEqual({
    error: { code: 'server_failed', message: 'This address does not answer as an MCP server.' },
  })
})
