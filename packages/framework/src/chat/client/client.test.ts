import { UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ClientClosedError } from '../../log/client/client-errors.ts'
import { fromLanguageModel } from '../../models/language-model.ts'
import { scriptedModel } from '../../testing/index.ts'
import { keptOf } from '../../tools/attachment.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { toText } from '../../tools/message.ts'
import { createChatPage, isAtRest } from '../fixtures/chat-page.ts'
import { createChatClient } from './client.ts'
import type { ChatSnapshot } from './client-snapshot.ts'

const wipe = createMcpTool('wipe')
  .parameters(z.object({ disk: z.string() }))
  .approval('confirm')
  .execute(function* ({ disk }) {
    return `wiped ${disk}`
  })
  .build()

const said = ({ state }: ChatSnapshot) => state.messages.map(({ role, content }) => `${role}: ${toText(content)}`)

test('the first message creates a session, is shown at once and gets its answer', async () => {
  const page = await createChatPage({ script: [{ pieces: ['Hello', ' there'] }] })
  const client = page.open()
  expect(client.getSnapshot()).toMatchObject({ sessionId: undefined, connection: 'closed', sending: [] })
  const sent = client.send('Hi')
  expect(client.getSnapshot().sending).toMatchObject([{ content: 'Hi' }])
  expect(await sent).toEqual({ type: 'taken', lsn: 2 })
  const snapshot = await client.rested()
  expect(said(snapshot)).toEqual(['user: Hi', 'assistant: Hello there'])
  expect(snapshot.state.sessionId).toBe(snapshot.sessionId)
  expect(snapshot.capabilities.models).toEqual(['scripted'])
})

test('a sent message is shown exactly once, from sending it until the log has it', async () => {
  const page = await createChatPage({ script: ['Hello.', 'Again.'] })
  const client = page.open()
  await client.send('Hi')
  await client.rested()
  client.seen.length = 0
  await client.send('Hi again')
  await client.rested()
  const shown = ({ state, sending }: ChatSnapshot) =>
    [...state.messages.map(({ content }) => toText(content)), ...sending.map(({ content }) => content)].filter(
      (text) => text === 'Hi again',
    )
  expect(client.seen.map(shown)).toEqual(client.seen.map(() => ['Hi again']))
})

test('a snapshot and each part of it stay the same object until something changes', async () => {
  const page = await createChatPage({
    tools: [wipe],
    script: [{ calls: [{ name: 'wipe', input: { disk: 'a' } }] }, 'ok'],
  })
  const client = page.open()
  await client.send('Wipe')
  const waiting = await client.until(({ pendingApprovals }) => pendingApprovals.length > 0)
  expect(client.getSnapshot()).toBe(waiting)
  client.update({ onError: () => {} })
  expect(client.getSnapshot()).toBe(waiting)
  await client.configure({ title: 'Disks' })
  const titled = await client.until(({ state }) => state.title === 'Disks')
  expect(titled).not.toBe(waiting)
  expect(titled.pendingApprovals).toBe(waiting.pendingApprovals)
  expect(titled.capabilities).toBe(waiting.capabilities)
  const all = [...client.seen]
  expect(all.every((snapshot, index) => snapshot !== all[index - 1])).toBe(true)
})

test('a command whose reply was lost is sent again and done once', async () => {
  const page = await createChatPage({ script: ['Hello.'] })
  const client = page.open()
  await client.createSession()
  let isLost = true
  page.network.losesAnswers = ({ path }) => path.endsWith('/commands') && isLost
  const outcomes = Promise.all([client.send('one', { persona: 'Ada' }), client.configure({ title: 'Numbers' })])
  await client.passUntil(() => page.network.commands().length > 2)
  isLost = false
  await client.passUntil(() => page.network.commands().at(-1)!.type === 'configure')
  await outcomes
  const snapshot = await client.until(({ state }) => state.title === 'Numbers' && state.turn === undefined)
  expect(said(snapshot)).toEqual(['user: one', 'assistant: Hello.'])
  const sent = page.network.commands().filter(({ type }) => type === 'send')
  expect(new Set(sent.map(({ commandId }) => commandId)).size).toBe(1)
  expect(page.network.commands().map(({ type }) => type)).toEqual([...sent.map(() => 'send'), 'configure'])
})

test('a message that the log has is not sending any more, with or without a reply', async () => {
  const page = await createChatPage({ script: ['Hello.'] })
  const client = page.open()
  await client.createSession()
  await client.until(({ connection }) => connection === 'open')
  page.network.losesAnswers = ({ path }) => path.endsWith('/commands')
  client.send('Hi').catch(() => {})
  const { sending } = await client.until(({ state }) => state.messages.length > 0)
  expect(sending).toEqual([])
})

test('a message that was removed before the page read it is not sending any more', async () => {
  const page = await createChatPage({ script: ['Hello.'] })
  const client = page.open()
  await client.createSession()
  await client.until(({ connection }) => connection === 'open')
  page.network.silence()
  await client.send('Hi')
  await client.reset()
  expect(client.getSnapshot().sending).toHaveLength(1)
  page.network.cut()
  const { state } = await client.passUntil(({ sending }) => sending.length === 0)
  expect(state.messages).toEqual([])
})

test('a new conversation is another one than the one that is being created', async () => {
  const page = await createChatPage({ script: ['Hello.'] })
  const client = page.open()
  page.network.isDown = true
  const sent = client.send('Hi')
  client.open()
  expect(client.getSnapshot().sending).toEqual([])
  page.network.isDown = false
  client.online.dispatchEvent(new Event('online'))
  await sent
  expect(client.getSnapshot().sessionId).toBeUndefined()
  expect(await client.listSessions()).toMatchObject([{ title: 'Hi' }])
})

test('a stop that is delivered when its turn is over does not stop the next one', async () => {
  const page = await createChatPage({
    tools: [wipe],
    script: [
      { calls: [{ name: 'wipe', input: { disk: 'a' } }] },
      'ok',
      { calls: [{ name: 'wipe', input: { disk: 'b' } }] },
    ],
  })
  const client = page.open()
  await client.send('Wipe a')
  const { state, sessionId, pendingApprovals } = await client.until((now) => now.pendingApprovals.length > 0)
  page.network.isDown = true
  const stopped = client.abort()
  const elsewhere = page.openBeside(sessionId!)
  await elsewhere.command({ type: 'approve', callId: pendingApprovals[0]!.callId })
  await expect.poll(async () => (await elsewhere.state()).turn).toBeUndefined()
  await elsewhere.command({ type: 'send', content: 'Wipe b' })
  await expect.poll(async () => (await elsewhere.state()).turn?.turn).toBe(state.turn!.turn + 1)
  page.network.isDown = false
  client.online.dispatchEvent(new Event('online'))
  expect(await stopped).toEqual({ type: 'late', code: 'nothing_running' })
  expect((await elsewhere.state()).turn).not.toHaveProperty('aborting', true)
})

test('messages that are sent without a network are delivered later, in their order', async () => {
  const page = await createChatPage({ script: ['Hello.', 'Twice.'] })
  const client = page.open()
  page.network.isDown = true
  const outcomes = Promise.all([client.send('one'), client.send('two')])
  await client.clock.advance(5_000)
  expect(client.getSnapshot()).toMatchObject({
    sessionId: undefined,
    sending: [{ content: 'one' }, { content: 'two' }],
  })
  page.network.isDown = false
  client.online.dispatchEvent(new Event('online'))
  await outcomes
  const { state } = await client.until((now) => now.sending.length === 0 && now.state.messages.length >= 2)
  expect(state.messages.filter(({ role }) => role === 'user').map(({ content }) => toText(content))).toEqual([
    'one',
    'two',
  ])
})

test('a page goes on after its server was killed in the middle of a stream', async () => {
  const page = await createChatPage({ script: [{ pieces: ['Once upon'], hang: true }] })
  const client = page.open()
  await client.send('A story')
  await client.until((now) => said(now).includes('assistant: Once upon'))
  await page.restart(['Once upon a time.'])
  expect(said(await client.passUntil(isAtRest))).toEqual(['user: A story', 'assistant: Once upon a time.'])
  expect(client.errors).toEqual([])
})

test.each<[string, (client: ReturnType<typeof createChatClient>) => Promise<unknown>, string]>([
  ['an empty message', (client) => client.send(' '), 'bad_command'],
  ['a model that is not offered', (client) => client.send('Hi', { model: 'none' }), 'unknown_model'],
  ['a message that is not there', (client) => client.edit('m', 'Hi'), 'message_not_found'],
  ['an answer to repeat that is not there', (client) => client.retry('m'), 'message_not_found'],
  ['a persona that is not there', (client) => client.configure({ persona: 'Bob' }), 'unknown_persona'],
])('the server refuses %s with a code', async (_, command, code) => {
  const page = await createChatPage()
  const client = page.open()
  await client.createSession()
  await expect(command(client)).rejects.toMatchObject({ name: 'RefusedError', code })
  expect(client.getSnapshot().sending).toEqual([])
})

test.each([
  ['approved', 'approve' as const, 'done'],
  ['denied', 'deny' as const, 'failed'],
])('a call is %s, and a second verdict is late', async (_, verdict, status) => {
  const page = await createChatPage({
    tools: [wipe],
    script: [{ calls: [{ name: 'wipe', input: { disk: 'a' } }] }, 'ok'],
  })
  const client = page.open()
  await client.send('Wipe')
  const { pendingApprovals } = await client.until((now) => now.pendingApprovals.length > 0)
  const { callId } = pendingApprovals[0]!
  expect(await client[verdict](callId)).toMatchObject({ type: 'taken' })
  expect(await client.deny(callId, 'no')).toMatchObject({ type: 'late' })
  expect(Object.values((await client.rested()).state.toolCalls)).toMatchObject([{ status }])
  expect(await client.abort()).toEqual({ type: 'late', code: 'nothing_running' })
})

test('edit and retry begin branches, switchTo returns to one, and reset removes all messages', async () => {
  const page = await createChatPage({ script: ['1', '2', '3'] })
  const client = page.open()
  await client.send('one')
  const [message] = (await client.rested()).state.messages
  await client.edit(message!.messageId, 'two')
  const edited = await client.until((now) => said(now).includes('assistant: 2') && now.state.turn === undefined)
  expect(said(edited)).toEqual(['user: two', 'assistant: 2'])
  await client.retry(edited.state.messages[1]!.messageId)
  expect(said(await client.until((now) => said(now).includes('assistant: 3')))).toEqual(['user: two', 'assistant: 3'])
  await client.until(({ state }) => state.turn === undefined)
  await client.switchTo(message!.messageId)
  expect(said(await client.until((now) => said(now).includes('assistant: 1')))).toEqual(['user: one', 'assistant: 1'])
  await client.reset()
  await client.until(({ state }) => state.messages.length === 0)
})

test('only send and configure create a session', async () => {
  const page = await createChatPage()
  const client = page.open()
  await expect(client.abort()).rejects.toMatchObject({ code: 'no_session' })
  expect(page.network.requests).toEqual([])
  await client.configure({ persona: 'Ada' })
  expect((await client.until(({ state }) => state.persona === 'Ada')).sessionId).toBeDefined()
})

test('a client lists, opens and deletes conversations', async () => {
  const page = await createChatPage({ script: ['Hello.', 'Again.'] })
  const client = page.open()
  expect(client.getSnapshot().sessions).toBeUndefined()
  expect(await client.listSessions()).toEqual([])
  await client.send('First')
  const first = (await client.rested()).sessionId!
  expect(client.getSnapshot().sessions).toMatchObject([{ sessionId: first, title: 'First' }])
  client.open()
  expect(client.getSnapshot()).toMatchObject({ sessionId: undefined, connection: 'closed', state: { messages: [] } })
  await client.send('Second')
  const second = (await client.rested()).sessionId!
  expect((await client.listSessions()).map(({ title }) => title)).toEqual(['Second', 'First'])
  client.open(first)
  await expect.poll(() => client.getSnapshot().connection).toBe('open')
  expect(said(await client.rested())).toEqual(['user: First', 'assistant: Hello.'])
  await client.deleteSession(second)
  expect(client.getSnapshot()).toMatchObject({ sessionId: first, sessions: [{ sessionId: first }] })
  await client.deleteSession(first)
  expect(client.getSnapshot()).toMatchObject({ sessionId: undefined, sessions: [] })
})

test('a message to a conversation that is no longer open is still delivered', async () => {
  const page = await createChatPage({ script: ['Hello.'] })
  const client = page.open()
  const sessionId = await client.createSession()
  page.network.isDown = true
  page.network.cut()
  const sent = client.send('Hi')
  client.open()
  expect(client.getSnapshot()).toMatchObject({ sessionId: undefined, sending: [] })
  client.open(sessionId)
  expect(client.getSnapshot()).toMatchObject({ sessionId, sending: [{ content: 'Hi' }] })
  client.open()
  page.network.isDown = false
  client.online.dispatchEvent(new Event('online'))
  await sent
  client.open(sessionId)
  expect(said(await client.rested())).toEqual(['user: Hi', 'assistant: Hello.'])
})

test('a closed client rejects the commands without a reply', async () => {
  const page = await createChatPage()
  const client = page.open()
  page.network.isDown = true
  const sent = client.send('Hi')
  client.close()
  await expect(sent).rejects.toThrow(ClientClosedError)
  expect(client.getSnapshot().sending).toEqual([])
})

test('a client sends no request before it has a subscriber or a command', async () => {
  const fetch = vi.fn(async () => Response.json({}))
  const client = createChatClient({ sessionId: 's', fetch })
  expect(client.getSnapshot()).toMatchObject({ sessionId: 's', connection: 'connecting' })
  await Promise.resolve()
  expect(fetch).not.toHaveBeenCalled()
})

test('a listener that throws does not keep the others from being called', async () => {
  const page = await createChatPage()
  const client = page.open()
  const told = vi.fn()
  client.subscribe(() => {
    throw new Error('bad listener')
  })
  client.subscribe(told)
  await client.createSession()
  expect(told).toHaveBeenCalled()
  expect(client.errors).toContainEqual(new Error('bad listener'))
})

test('a client waits for a session that does not exist yet and creates it with the first message', async () => {
  const page = await createChatPage({ script: ['Hello.'] })
  const options = { sessionId: 'my-thread', createIfMissing: true }
  const [first, second] = [page.open(options), page.open(options)]
  await first.until(({ connection }) => connection === 'absent')
  expect(first.getSnapshot()).toMatchObject({ connection: 'absent', refusal: undefined })
  await first.send('Hi', { commandId: 'mine' })
  expect((await first.rested()).state.messages[0]).toMatchObject({ messageId: 'u-mine', commandId: 'mine' })
  await second.passUntil((snapshot) => said(snapshot).length === 2)
  expect(first.errors).toEqual([])
  // Browsers print failed requests in the console.
  expect(page.network.statuses.filter((status) => status >= 400)).toEqual([])
})

test('an edited message says which one it was, and a retried one is the same', async () => {
  const page = await createChatPage({ script: ['One.', 'Two.', 'Three.'] })
  const client = page.open()
  await client.send('Hi')
  const { messageId } = (await client.rested()).state.messages[0]!
  await client.edit(messageId, 'Hello')
  const edited = await client.until((snapshot) => isAtRest(snapshot) && snapshot.state.turns === 2)
  expect(said(edited)).toEqual(['user: Hello', 'assistant: Two.'])
  await client.retry(edited.state.messages[1]!.messageId)
  const retried = await client.until((snapshot) => isAtRest(snapshot) && snapshot.state.turns === 3)
  expect(said(retried)).toEqual(['user: Hello', 'assistant: Three.'])
  expect([edited, retried].map(({ state }) => state.messages[0]!.edits)).toEqual([messageId, messageId])
  expect(retried.state.messages[0]!.messageId).toBe(edited.state.messages[0]!.messageId)
})

test('an image and a text file are given to the model, and readers of the conversation get the image by reference', async () => {
  const seen: unknown[] = []
  const model = scriptedModel(['A cat.'])
  const stream = model.doStream
  model.doStream = async (call) => {
    seen.push(call.prompt.at(-1)?.content)
    return stream.call(model, call)
  }
  const page = await createChatPage({ models: [fromLanguageModel(model, { id: 'seeing' })] })
  const client = page.open()
  // Larger than an entry of a journal may be.
  const image = { type: 'image' as const, data: `iVBORw0KGgoA${'aGlo'.repeat(500_000)}`, mimeType: 'image/png' }
  const notes = { type: 'file' as const, data: btoa('milk'), mimeType: 'text/plain', name: 'notes.txt' }
  await client.send([{ type: 'text', text: 'What is this?' }, image, notes])
  const { state } = await client.rested()
  const [, shown] = state.messages[0]!.content
  expect(shown).toMatchObject({ type: 'image', data: '', mimeType: 'image/png' })
  expect(keptOf(shown!)).toMatchObject({ size: 1_500_009 })
  expect(seen).toEqual([
    [
      { type: 'text', text: 'What is this?' },
      { type: 'file', data: { type: 'data', data: image.data }, mediaType: 'image/png' },
      { type: 'text', text: 'notes.txt:\n\nmilk' },
    ],
  ])
})

test('a turn whose model takes no images ends with an error that says so', async () => {
  const model = scriptedModel(['never'])
  model.doStream = async () => {
    throw new UnsupportedFunctionalityError({ functionality: 'image/png' })
  }
  const page = await createChatPage({ models: [fromLanguageModel(model, { id: 'blind' })] })
  const client = page.open()
  await client.send([{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }])
  const { state } = await client.rested()
  expect(state.ended).toEqual({ turn: 1, reason: 'failed' })
  expect(state.error?.message).toMatch(/blind: 'image\/png' functionality not supported/)
})
