import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type ChatOptions, createChat } from '../chat/create-chat.ts'
import type { ChatMessage } from '../chat/state.ts'
import { EventReader } from '../log/fixtures/event-reader.ts'
import { createMemoryStore } from '../log/memory.ts'
import { fromLanguageModel } from '../models/language-model.ts'
import { scriptedModel } from '../testing/index.ts'
import { createMcpTool } from '../tools/builder.ts'
import { createAiRoutes } from './ai-routes.ts'
import { createChatTransport } from './chat-transport.ts'
import type { UiChunk, UiMessage } from './ui-message.ts'

const asks = createMcpTool('asks')
  .elicits({ name: { response: z.object({ name: z.string() }) } })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('name', { message: 'Your name?' })
    return answer.action === 'accept' ? answer.content.name : answer.action
  })
  .build()

const wipes = createMcpTool('wipes')
  .approval('confirm')
  .execute(function* () {
    return 'wiped'
  })
  .build()

const works = createMcpTool('works')
  .execute(function* (_, ctx) {
    yield* ctx.sleep(60_000)
    return 'done'
  })
  .build()

async function serve(called = 'asks', options: Partial<ChatOptions> = {}) {
  const model = scriptedModel([{ calls: [{ name: called, input: {} }] }, 'Hello Ada.', 'Again.'])
  const models = [fromLanguageModel(model, { id: 'scripted' })]
  const auth = ({ headers }: Request) => headers.get('authorization') ?? undefined
  const chat = await createChat({ store: createMemoryStore(), tools: [asks, wipes, works], models, auth, ...options })
  onTestFinished(() => chat.close())
  const routes = createAiRoutes(chat)
  const headers = { 'content-type': 'application/json', authorization: 'ada' }
  const get = (path: string, authorization = 'ada') =>
    routes.fetch(new Request(`http://127.0.0.1/api/ai/${path}`, { headers: { authorization } }))
  return {
    chat,
    get,
    load: async (id: string, caller?: string): Promise<UiMessage[]> => (await get(id, caller)).json(),
    post: async (body: unknown) =>
      routes.fetch(new Request('http://127.0.0.1/api/ai', { method: 'POST', headers, body: JSON.stringify(body) })),
  }
}

async function chunksOf(response: Response): Promise<(UiChunk & { errorText?: string })[]> {
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  const events = (await response.text()).split('\n\n').filter(Boolean)
  expect(events.pop()).toBe('data: [DONE]')
  return events.map((event) => JSON.parse(event.slice('data: '.length)))
}

const user = { id: 'one', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }

test('the endpoint sends a message, ends at the question, takes the answer and ends with the turn', async () => {
  const { post, load, get } = await serve()
  const first = await chunksOf(await post({ id: 'thread', messages: [user], trigger: 'submit-message' }))
  expect(first[0]).toEqual({ type: 'start', messageId: 'turn-1' })
  expect(first.at(-1)).toEqual({ type: 'finish' })
  expect((await get('thread/stream')).status).toBe(204)

  const messages = await load('thread')
  const question = messages.at(-1)!.parts.find(({ type }) => type === 'tool-asks.name')!
  Object.assign(question, { state: 'output-available', output: { action: 'accept', content: { name: 'Ada' } } })
  const second = await chunksOf(await post({ id: 'thread', messages, trigger: 'submit-message', messageId: 'turn-1' }))
  expect(second).toContainEqual(expect.objectContaining({ type: 'tool-output-available', output: 'Ada' }))
  expect(second.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { turn: 1, model: 'scripted' } })
  expect((await load('thread')).map(({ id }) => id)).toEqual(['one', 'turn-1'])
})

test.each([
  [true, 'tool-output-available'],
  [false, 'tool-output-denied'],
])('a call whose approval is %s ends as %s', async (approved, type) => {
  const { post, load } = await serve('wipes')
  const asked = await chunksOf(await post({ id: 'thread', messages: [user], trigger: 'submit-message' }))
  expect(asked.map((chunk) => chunk.type)).toContain('tool-approval-request')
  const messages = await load('thread')
  const call = messages.at(-1)!.parts.find((part) => part.type === 'tool-wipes')!
  Object.assign(call, { state: 'approval-responded', approval: { ...call.approval, approved } })
  const ended = await chunksOf(await post({ id: 'thread', messages, trigger: 'submit-message', messageId: 'turn-1' }))
  expect(ended.map((chunk) => chunk.type)).toContain(type)
  expect(ended.at(-1)).toMatchObject({ type: 'finish' })
})

test('a message that is sent twice is there once', async () => {
  const { post, load } = await serve()
  const body = { id: 'thread', messages: [user], trigger: 'submit-message' }
  await Promise.all([post(body), post(body)].map(async (sent) => chunksOf(await sent)))
  expect((await load('thread')).map(({ id }) => id)).toEqual(['one', 'turn-1'])
})

test('an answer that does not fit is asked again with the reason', async () => {
  const { post, load } = await serve()
  await chunksOf(await post({ id: 'thread', messages: [user], trigger: 'submit-message' }))
  const messages = await load('thread')
  const question = messages.at(-1)!.parts.find(({ type }) => type === 'tool-asks.name')!
  Object.assign(question, { state: 'output-available', output: { action: 'accept', content: { name: 7 } } })
  const again = await chunksOf(await post({ id: 'thread', messages, trigger: 'submit-message', messageId: 'turn-1' }))
  const asked = again.find(({ type }) => type === 'tool-input-available')!
  expect(asked).toMatchObject({ toolCallId: question.toolCallId, providerExecuted: false })
  expect((asked.input as { refusal: string }).refusal).toContain('name')
  expect(again.at(-1)).toEqual({ type: 'finish' })
})

test('the chat of another principal looks empty, and a body of another shape is refused', async () => {
  const { post, load } = await serve()
  await chunksOf(await post({ id: 'thread', messages: [user], trigger: 'submit-message' }))
  expect(await load('thread', 'bob')).toEqual([])
  for (const body of [null, {}, { id: 'a', messages: [{}] }, { id: 'a', messages: [], trigger: 'x' }]) {
    const refused = await post(body)
    expect([refused.status, (await refused.json()).error.code]).toEqual([400, 'bad_message'])
  }
  const link = { ...user, parts: [{ type: 'file', mediaType: 'image/png', url: 'https://example.org/a.png' }] }
  const linked = await post({ id: 'a', messages: [link], trigger: 'submit-message' })
  expect((await linked.json()).error.message).toContain('data URL')
})

test('a stream that is silent receives heartbeats, and ends with an error when the server shuts down', async () => {
  const { chat, post } = await serve('works', { heartbeat: 20 })
  const response = await post({ id: 'thread', messages: [user], trigger: 'submit-message' })
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  const reader = new EventReader(response.body!)
  while ((await reader.blocks(1))[0] !== ': ');
  const rest = reader.rest()
  await chat.close()
  const last = (await rest).split('\n\n').slice(-3)
  expect(last).toEqual([
    'data: {"type":"error","errorText":"the server is shutting down; reload the page"}',
    'data: [DONE]',
    '',
  ])
})

test('a stream counts as one of the chat, and one too many is refused before its message is stored', async () => {
  const { chat, post, load } = await serve('works', { limits: { streamsPerPrincipal: 1 } })
  const first = await post({ id: 'thread', messages: [user], trigger: 'submit-message' })
  const reader = new EventReader(first.body!)
  await reader.blocks(1)
  const refused = await post({ id: 'other', messages: [user], trigger: 'submit-message' })
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'too_many_streams'])
  expect(await load('other')).toEqual([])
  const headers = { authorization: 'ada' }
  const events = 'http://127.0.0.1/api/chat/sessions/thread/events'
  expect((await chat.fetch(new Request(events, { headers }))).status).toBe(429)
  await reader.cancel()
  expect((await chat.fetch(new Request(events, { headers }))).status).toBe(200)
})

test('a large image is in the messages that a page loads, and can be sent again with an edited message', async () => {
  const { chat, post, load } = await serve()
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(30_000)]).toString('base64')
  const image = { type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${png}` }
  const message = { ...user, parts: [...user.parts, image] }
  await chunksOf(await post({ id: 'thread', messages: [message], trigger: 'submit-message' }))
  const [loaded] = await load('thread')
  expect(loaded!.parts).toEqual(message.parts)
  const transport = createChatTransport({
    baseUrl: 'http://127.0.0.1/',
    headers: { authorization: 'ada' },
    fetch: async (url, init) => chat.fetch(new Request(url, init)),
  })
  expect((await transport.load('thread'))[0]!.parts).toEqual(message.parts)
  for await (const state of transport.follow('thread', AbortSignal.timeout(60_000))) {
    expect(state.messages[0]!.content[1]).toEqual({ type: 'image', data: png, mimeType: 'image/png' })
    break
  }
  const edited = { ...loaded!, parts: [{ type: 'text', text: 'Hello' }, loaded!.parts[1]] }
  const again = await post({ id: 'thread', messages: [edited], trigger: 'submit-message', messageId: loaded!.id })
  expect((await chunksOf(again)).at(-1)).toEqual({ type: 'finish', messageMetadata: expect.anything() })
})

const second = { id: 'two', role: 'user', parts: [{ type: 'text', text: 'And now?' }] }

test('the stream of a turn ends when another client resets the chat', async () => {
  const { chat, post } = await serve('works')
  const session = chat.open('thread', 'ada')
  const stream = post({ id: 'thread', messages: [user], trigger: 'submit-message' }).then(chunksOf)
  await expect.poll(async () => (await session.state()).turn?.turn).toBe(1)
  await session.command({ type: 'reset' })
  expect((await stream).at(-1)).toEqual({ type: 'abort' })
})

test('the stream of a message that is queued ends when another client resets the chat', async () => {
  const { chat, post } = await serve('works')
  const session = chat.open('thread', 'ada')
  await session.create()
  await session.command({ type: 'send', content: 'Hi' })
  await expect.poll(async () => (await session.state()).turn?.turn).toBe(1)
  const stream = post({ id: 'thread', messages: [second], trigger: 'submit-message' }).then(chunksOf)
  await expect.poll(async () => (await session.state()).messages.at(-1)?.status).toBe('queued')
  await session.command({ type: 'reset' })
  expect(await stream).toEqual([{ type: 'abort' }])
})

test('a message that is queued withdraws what the turn before it asks', async () => {
  const { chat, post } = await serve('asks')
  const session = chat.open('thread', 'ada')
  await session.create()
  await session.command({ type: 'send', content: 'Hi' })
  const chunks = await chunksOf(await post({ id: 'thread', messages: [second], trigger: 'submit-message' }))
  expect(chunks).toContainEqual(expect.objectContaining({ type: 'text-delta', delta: 'Hello Ada.' }))
  expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { turn: 2 } })
})

test('an answer that goes on with another one can be regenerated', async () => {
  const { chat, post, load } = await serve('works')
  const session = chat.open('thread', 'ada')
  const stream = post({ id: 'thread', messages: [user], trigger: 'submit-message' }).then(chunksOf)
  await expect.poll(async () => Object.keys((await session.state()).toolCalls)).toHaveLength(1)
  await session.command({ type: 'abort' })
  await stream
  await session.command({ type: 'continue', messageId: (await session.state()).messages.at(-1)!.messageId })
  await expect.poll(async () => (await session.state()).ended?.turn).toBe(2)
  const messages = await load('thread')
  expect(messages.map(({ id }) => id)).toEqual(['one', 'turn-1', 'turn-2'])
  // As `regenerate` of the SDK sends it, which takes away the answer.
  const again = await post({ id: 'thread', messages: messages.slice(0, 2), trigger: 'regenerate-message' })
  expect((await chunksOf(again))[0]).toEqual({ type: 'start', messageId: 'turn-3' })
})

test.each(['reset', 'edit', 'send'] as const)(
  'an answer to a question that another client has ended with %s is withdrawn, so that the page sends it once',
  async (type) => {
    const { chat, post, load } = await serve()
    const session = chat.open('thread', 'ada')
    await chunksOf(await post({ id: 'thread', messages: [user], trigger: 'submit-message' }))
    const messages = await load('thread')
    const question = messages.at(-1)!.parts.find((part) => part.type === 'tool-asks.name')!
    const [{ messageId }] = (await session.state()).messages as [ChatMessage]
    if (type === 'reset') await session.command({ type })
    else if (type === 'edit') await session.command({ type, messageId, content: 'Other' })
    else await session.command({ type, content: 'Other', interrupt: true })
    await expect.poll(async () => (await session.state()).turn).toBeUndefined()
    Object.assign(question, { state: 'output-available', output: { action: 'accept', content: { name: 'Ada' } } })
    const chunks = await chunksOf(await post({ id: 'thread', messages, messageId: 'turn-1' }))
    expect(chunks[0]).toEqual({ type: 'start', messageId: 'turn-1' })
    const { toolCallId } = question
    const withdrawn = { type: 'tool-output-error', toolCallId, errorText: 'withdrawn', providerExecuted: true }
    expect(chunks).toContainEqual(withdrawn)
  },
)

test('an answer in a chat that was deleted is refused', async () => {
  const { post } = await serve()
  const answered = { type: 'tool-asks.name', toolCallId: 'q', state: 'output-available', output: {} }
  const messages = [user, { id: 'turn-1', role: 'assistant', parts: [answered] }]
  expect((await post({ id: 'thread', messages })).status).toBe(400)
})

test.each([
  { type: 'text', text: 5 },
  { type: 'file', mediaType: 5, url: 'data:image/png;base64,AAAA' },
  { type: 'file', mediaType: 'image/png', url: 5 },
  { type: 'tool-asks.name', state: null },
])('the part %j is refused as a mistake of the page', async (part) => {
  const errors: unknown[] = []
  const { post } = await serve('asks', { onError: (error) => errors.push(error) })
  const role = part.type === 'tool-asks.name' ? 'assistant' : 'user'
  const response = await post({ id: 'thread', messages: [{ id: 'one', role, parts: [part] }] })
  expect([response.status, errors]).toEqual([400, []])
})

test('a page stops waiting for a server that cannot be reached', async () => {
  const stopping = new AbortController()
  const asked = Promise.withResolvers<void>()
  const transport = createChatTransport({
    baseUrl: 'http://127.0.0.1/',
    async fetch() {
      asked.resolve()
      throw new TypeError('fetch failed')
    },
  })
  const sent = transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'thread',
    messages: [user],
    abortSignal: stopping.signal,
  })
  const resumed = transport.reconnectToStream({ chatId: 'thread', abortSignal: stopping.signal })
  await asked.promise
  stopping.abort()
  await expect(sent).rejects.toThrow('aborted')
  await expect(resumed).rejects.toThrow('aborted')
})
