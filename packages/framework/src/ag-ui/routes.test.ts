import { expect, onTestFinished, test } from 'vitest'
import { type ChatOptions, createChat } from '../chat/create-chat.ts'
import { EventReader } from '../log/fixtures/event-reader.ts'
import { limitStore } from '../log/fixtures/limit-store.ts'
import { createMemoryStore } from '../log/memory.ts'
import { fromLanguageModel } from '../models/language-model.ts'
import { scriptedModel } from '../testing/index.ts'
import { createMcpTool } from '../tools/builder.ts'
import { toMessages } from './messages.ts'
import { createAgUiRoutes } from './routes.ts'

const works = createMcpTool('works')
  .execute(function* (_, ctx) {
    yield* ctx.sleep(60_000)
    return 'done'
  })
  .build()

const pays = createMcpTool('pays')
  .approval('confirm')
  .execute(function* () {
    return 'paid'
  })
  .build()

async function open(
  replies: Parameters<typeof scriptedModel>[0] = ['Hello.', 'Hello again.'],
  options: Partial<ChatOptions> = {},
) {
  const model = fromLanguageModel(scriptedModel(replies), { id: 'scripted' })
  const auth = (request: Request) => request.headers.get('x-user') ?? undefined
  const chat = await createChat({
    store: createMemoryStore(),
    tools: [works, pays],
    models: [model],
    auth,
    onError() {},
    ...options,
  })
  onTestFinished(() => chat.close())
  const routes = createAgUiRoutes(chat, { path: '/agents/travel' })
  const post = async (body: unknown, headers: Record<string, string> = { 'x-user': 'ada' }, path = '') =>
    routes.request(`http://127.0.0.1/agents/travel${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return { chat, post }
}

const hello = { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'Hi' }] }

const eventsOf = async (response: Response) =>
  (await response.text())
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.slice('data: '.length)))

test('a run is let in by the auth of the chat, and belongs to its caller', async () => {
  const { chat, post } = await open()
  expect((await post(hello, {})).status).toBe(401)
  expect((await eventsOf(await post(hello))).at(-1)).toMatchObject({
    type: 'RUN_FINISHED',
    outcome: { type: 'success' },
  })
  expect((await chat.open('t', 'ada').state()).messages).toHaveLength(2)
  const foreign = await eventsOf(await post({ ...hello, runId: 'r2' }, { 'x-user': 'bob' }))
  expect(foreign.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'not_found' })
})

test('a run says that its message is larger than the store accepts', async () => {
  const errors: unknown[] = []
  const store = limitStore(createMemoryStore(), 'chat', 5_000)
  const { post } = await open(undefined, { store, onError: (error) => errors.push(error) })
  const large = { ...hello, messages: [{ id: 'm', role: 'user', content: 'x'.repeat(6_000) }] }
  const message = expect.stringMatching(/ and the store accepts 5000; keep large data elsewhere/)
  expect((await eventsOf(await post(large))).at(-1)).toEqual({ type: 'RUN_ERROR', code: 'body_too_large', message })
  expect(errors).toEqual([])
})

test('a large image is in the messages that a page is given after a reload', async () => {
  const { post } = await open()
  const value = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(30_000)]).toString('base64')
  const content = [{ type: 'image', source: { type: 'data', value, mimeType: 'image/png' } }]
  await eventsOf(await post({ ...hello, messages: [{ id: 'm', role: 'user', content }] }))
  const events = await eventsOf(await post({ ...hello, runId: 'r2', messages: [] }))
  const snapshot = events.find(({ type }) => type === 'MESSAGES_SNAPSHOT')
  expect(snapshot.messages[0]).toEqual({ id: 'm', role: 'user', content })
})

test('a run that is sent twice sends its message once', async () => {
  const { chat, post } = await open()
  await eventsOf(await post(hello))
  const again = await eventsOf(await post(hello))
  expect(again.map(({ type }) => type)).toEqual(['RUN_STARTED', 'MESSAGES_SNAPSHOT', 'RUN_FINISHED'])
  expect((await chat.open('t', 'ada').state()).messages).toHaveLength(2)
})

test.each([
  ['no thread', { runId: 'r', messages: [] }],
  ['messages without ids', { threadId: 't', runId: 'r', messages: [{ role: 'user' }] }],
  ['a resume without a status', { threadId: 't', runId: 'r', messages: [], resume: [{ interruptId: 'i' }] }],
])('a run with %s is refused with 400', async (_, body) => {
  const { post } = await open()
  const response = await post(body)
  expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'bad_input' } }])
})

test('a thread whose id cannot be the id of a session ends with an error', async () => {
  const { post } = await open()
  const events = await eventsOf(await post({ ...hello, threadId: '../t' }))
  expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'bad_command' })
})

test('stopping a thread in which nothing runs is no error', async () => {
  const { post } = await open()
  await eventsOf(await post(hello))
  expect((await post({}, undefined, '/t/abort')).status).toBe(204)
})

test('an image of a message is kept and shown again', async () => {
  const { chat, post } = await open()
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image', source: { type: 'data', value: 'iVBORw0KGgo=', mimeType: 'image/png' } },
    { type: 'image', source: { type: 'url', value: 'https://example.com/a.png' } },
  ]
  await eventsOf(await post({ ...hello, messages: [{ id: 'm', role: 'user', content }] }))
  const [message] = toMessages(await chat.open('t', 'ada').state())
  expect(message).toEqual({ id: 'm', role: 'user', content: content.slice(0, 2) })
})

test('a run that is silent receives heartbeats, counts as a stream of the chat, and fails when the server shuts down', async () => {
  const options = { heartbeat: 20, limits: { streamsPerPrincipal: 1 } }
  const { chat, post } = await open([{ calls: [{ name: 'works', input: {} }] }], options)
  const reader = new EventReader((await post(hello)).body!)
  while ((await reader.blocks(1))[0] !== ': ');
  const refused = await post({ ...hello, threadId: 'other' })
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'too_many_streams'])
  const rest = reader.rest()
  await chat.close()
  const last = (await rest).split('\n\n').at(-2)
  expect(last).toBe(
    'data: {"type":"RUN_ERROR","code":"closing","message":"the server is shutting down; connect again"}',
  )
})

const next = { threadId: 't', runId: 'r2', messages: [{ id: 'm2', role: 'user', content: 'And now?' }] }

test('a run ends when another client resets the session', async () => {
  const { chat, post } = await open([{ calls: [{ name: 'works', input: {} }] }])
  const session = chat.open('t', 'ada')
  const events = post(hello).then(eventsOf)
  await expect.poll(async () => (await session.state().catch(() => undefined))?.turn?.turn).toBe(1)
  await session.command({ type: 'reset' })
  expect((await events).at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
})

test.each([
  ['resets', { type: 'RUN_FINISHED' }],
  ['deletes', { type: 'RUN_ERROR', code: 'not_found' }],
])('a run of a message that is queued ends when another client %s the session', async (way, last) => {
  const { chat, post } = await open([{ calls: [{ name: 'works', input: {} }] }])
  const session = chat.open('t', 'ada')
  await session.create()
  await session.command({ type: 'send', content: 'Hi' })
  await expect.poll(async () => (await session.state()).turn?.turn).toBe(1)
  const events = post(next).then(eventsOf)
  await expect.poll(async () => (await session.state()).messages.at(-1)?.status).toBe('queued')
  await (way === 'resets' ? session.command({ type: 'reset' }) : session.delete())
  expect((await events).at(-1)).toMatchObject(last)
})

test('a run of a message that is queued tells what the turn before it asks', async () => {
  const { chat, post } = await open([{ calls: [{ name: 'pays', input: {} }] }])
  const session = chat.open('t', 'ada')
  await session.create()
  await session.command({ type: 'send', content: 'Hi' })
  const events = await eventsOf(await post(next))
  expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'interrupt', interrupts: [{}] } })
})
