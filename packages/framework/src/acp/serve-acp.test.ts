import { expect, onTestFinished, test } from 'vitest'
import { createChat } from '../chat/create-chat.ts'
import { createMemoryStore } from '../log/memory.ts'
import { fromLanguageModel } from '../models/language-model.ts'
import { scriptedModel } from '../testing/index.ts'
import { createMcpTool } from '../tools/builder.ts'
import { content } from '../tools/content.ts'
import type { AcpApp } from './protocol.ts'
import { serveAcp } from './serve-acp.ts'

/** So large that its data is kept beside the log. */
const LARGE = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(200_000)]).toString('base64')
const PDF = btoa('%PDF-1.7')

const draws = createMcpTool('draws')
  .execute(function* () {
    return content([{ type: 'image', data: LARGE, mimeType: 'image/png' }])
  })
  .build()

const works = createMcpTool('works')
  .execute(function* (_, ctx) {
    yield* ctx.sleep(60_000)
    return 'done'
  })
  .build()

type Handler = (request: { params: object }) => unknown

/** An editor that has begun a session, and the session as other clients see it. */
async function connect(replies: Parameters<typeof scriptedModel>[0]) {
  const models = [fromLanguageModel(scriptedModel(replies), { id: 'scripted' })]
  const chat = await createChat({ store: createMemoryStore(), tools: [works, draws], models, onError() {} })
  onTestFinished(() => chat.close())
  const handlers = new Map<string, Handler>()
  const updates: { sessionUpdate: string; content?: { text?: string } }[] = []
  const editor = {
    request: () => new Promise(() => {}),
    notify: async (_: string, { update }: { update: (typeof updates)[number] }) => void updates.push(update),
  }
  const onRequest = (method: string, handler: Handler) => handlers.set(method, handler)
  const onConnect = (handler: (connection: object) => void) =>
    handler({ client: editor, signal: new AbortController().signal })
  // What `agent()` of the SDK gives to its handlers.
  serveAcp({ onConnect, onRequest, onNotification: onRequest } as unknown as AcpApp, chat)
  const send = async (method: string, params: object = {}) => handlers.get(method)!({ params }) as Promise<never>
  const { sessionId } = await send('session/new')
  const prompt = (text: string, ...more: object[]) =>
    send('session/prompt', { sessionId, prompt: [{ type: 'text', text }, ...more] })
  const load = () => send('session/load', { sessionId })
  const cancel = () => send('session/cancel', { sessionId })
  return { session: chat.open(sessionId), load, cancel, prompt, updates }
}

const working = { calls: [{ name: 'works', input: {} }] }

test('a prompt ends when another client edits an earlier message', async () => {
  const { session, prompt } = await connect(['Hello.', working, 'Hello again.'])
  await prompt('First')
  const ended = prompt('Second')
  await expect.poll(async () => (await session.state()).turn?.turn).toBe(2)
  const [first] = (await session.state()).messages
  await session.command({ type: 'edit', messageId: first!.messageId, content: 'Other' })
  expect(await ended).toEqual({ stopReason: 'cancelled' })
})

test('a prompt ends when another client resets the session', async () => {
  const { session, prompt } = await connect([working])
  const ended = prompt('First')
  await expect.poll(async () => (await session.state()).turn?.turn).toBe(1)
  await session.command({ type: 'reset' })
  expect(await ended).toEqual({ stopReason: 'cancelled' })
})

test('a prompt that is queued ends when another client resets the session', async () => {
  const { session, prompt } = await connect([working])
  await session.command({ type: 'send', content: 'First' })
  await expect.poll(async () => (await session.state()).turn?.turn).toBe(1)
  const ended = prompt('Second')
  await expect.poll(async () => (await session.state()).messages.at(-1)?.status).toBe('queued')
  await session.command({ type: 'reset' })
  expect(await ended).toEqual({ stopReason: 'cancelled' })
})

test('a session that is loaded twice at once is told everything once', async () => {
  const { prompt, load, updates } = await connect(['Hello.', 'Hello again.'])
  await prompt('First')
  await Promise.all([load(), load()])
  updates.length = 0
  await prompt('Second')
  expect(updates.map(({ content }) => content?.text).join('')).toBe('Hello again.')
})

test('a session that is loaded has the images and files of its messages and results', async () => {
  const { session, prompt, load, updates } = await connect([{ calls: [{ name: 'draws', input: {} }] }, 'There.', 'Ok.'])
  const image = { type: 'image' as const, data: LARGE, mimeType: 'image/png' }
  await prompt('Draw it like this', image)
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk')).toEqual([])
  const shown = [{ type: 'content', content: image }]
  expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: 'tool_call_update', content: shown }))
  const pdf = { type: 'file' as const, data: PDF, mimeType: 'application/pdf', name: 'a plan.pdf' }
  const notes = { type: 'file' as const, data: btoa('Notes'), mimeType: 'text/plain', name: 'notes.txt' }
  await session.command({ type: 'send', content: [pdf, notes] })
  await expect.poll(async () => (await session.state()).turn).toBeUndefined()
  updates.length = 0
  await load()
  const said = updates.filter(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk')
  expect(said.map(({ content }) => content)).toEqual([
    { type: 'text', text: 'Draw it like this' },
    image,
    { type: 'resource', resource: { uri: 'attachment:a%20plan.pdf', mimeType: pdf.mimeType, blob: PDF } },
    { type: 'resource', resource: { uri: 'attachment:notes.txt', mimeType: 'text/plain', text: 'Notes' } },
  ])
  expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: 'tool_call_update', content: shown }))
})

test('a prompt that is cancelled before its turn begins is cancelled', async () => {
  const { prompt, cancel } = await connect([working])
  const ended = prompt('First')
  await cancel()
  expect(await ended).toEqual({ stopReason: 'cancelled' })
})
