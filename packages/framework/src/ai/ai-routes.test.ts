import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createChat } from '../chat/create-chat.ts'
import { createMemoryStore } from '../log/memory.ts'
import { fromLanguageModel } from '../models/language-model.ts'
import { scriptedModel } from '../testing/index.ts'
import { createMcpTool } from '../tools/builder.ts'
import { createAiRoutes } from './ai-routes.ts'
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

async function serve(called = 'asks') {
  const model = scriptedModel([{ calls: [{ name: called, input: {} }] }, 'Hello Ada.', 'Again.'])
  const models = [fromLanguageModel(model, { id: 'scripted' })]
  const auth = ({ headers }: Request) => headers.get('authorization') ?? undefined
  const chat = await createChat({ store: createMemoryStore(), tools: [asks, wipes], models, auth })
  onTestFinished(() => chat.close())
  const routes = createAiRoutes(chat)
  const headers = { 'content-type': 'application/json', authorization: 'ada' }
  const get = (path: string, authorization = 'ada') =>
    routes.fetch(new Request(`http://127.0.0.1/api/ai/${path}`, { headers: { authorization } }))
  return {
    get,
    load: async (id: string, caller?: string): Promise<UiMessage[]> => (await get(id, caller)).json(),
    post: (body: unknown) =>
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
