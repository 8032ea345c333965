import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Broadcast } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { fromLanguageModel } from '../models/language-model.ts'
import { scriptedModel } from '../testing/index.ts'
import { createMcpTool } from '../tools/builder.ts'
import { type ChatSession, createChatSession } from './chat-session.ts'
import { createChat } from './create-chat.ts'
import type { Patch } from './patch.ts'
import type { Sessions } from './sessions.ts'
import { type ChatState, emptyState } from './state.ts'

const asks = createMcpTool('asks')
  .elicits({ name: { response: z.object({ name: z.string() }) } })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('name', { message: 'Your name?' })
    return answer.action === 'accept' ? answer.content.name : answer.action
  })
  .build()

/** A store in which every creation has a time of its own. */
const createTimedStore = () => {
  let time = 0
  return createMemoryStore({ now: () => ++time })
}

async function startChat(store = createMemoryStore()) {
  const model = scriptedModel([{ calls: [{ name: 'asks', input: {} }] }, 'Hello Ada.'])
  const models = [fromLanguageModel(model, { id: 'scripted' })]
  const chat = await createChat({ store, tools: [asks], models })
  onTestFinished(() => chat.close())
  return chat
}

async function until(session: ChatSession, wanted: (state: ChatState) => boolean): Promise<ChatState> {
  for await (const state of session.follow(AbortSignal.timeout(5_000))) if (wanted(state)) return state
  throw new Error('the session ended')
}

test('a session in process is created, asked, answered and followed to its end', async () => {
  const chat = await startChat()
  const session = chat.open('my-thread_1.a', 'ada')
  await expect(session.state()).rejects.toMatchObject({ code: 'not_found' })
  const ended = until(session, (state) => state.ended !== undefined)
  await session.create()
  await session.create()
  const lsn = await session.command({ type: 'send', content: 'Hi', commandId: 'one' })
  expect(await session.command({ type: 'send', content: 'Hi', commandId: 'one' })).toBe(lsn)
  const { pendingElicits } = await until(session, ({ turn }) => turn?.waits === true)
  const { callId, elicitId } = Object.values(pendingElicits)[0]!
  const answer = (content: unknown) =>
    session.command({ type: 'elicit_response', callId, elicitId, result: { action: 'accept', content } as never })
  await expect(answer({ name: 1 })).rejects.toMatchObject({ code: 'answer_invalid' })
  await answer({ name: 'Ada' })
  const { toolCalls, messages, ended: how } = await ended
  expect(how).toEqual({ turn: 1, reason: 'complete' })
  expect(messages[0]?.messageId).toBe('u-one')
  expect(toolCalls[callId]).toMatchObject({
    result: 'Ada',
    asked: [{ elicitId, message: 'Your name?', response: { result: { action: 'accept', content: { name: 'Ada' } } } }],
  })
})

test('a reader that does not read keeps only the pieces of text that follow the newest record', async () => {
  let hear: (broadcast: Broadcast<Patch>) => void = () => {}
  let wake = () => {}
  const unlisten = () => {}
  let lsn = 1
  const session = createChatSession(
    {
      // Only these two are called for a reader.
      sessions: { refuseForeign: async () => 1, read: async () => ({ ...emptyState, lsn }) } as unknown as Sessions,
      log: {
        watch(_, listener) {
          wake = () => listener()
          return unlisten
        },
        listen(_, listener) {
          hear = listener
          return unlisten
        },
      },
      readAttachment: async () => undefined,
    },
    's',
    undefined,
  )
  const states = session.follow(new AbortController().signal)
  await states.next()
  const kept = new Set<number>()
  for (lsn = 2; lsn < 500; lsn++) {
    const after = lsn
    const piece = {
      messageId: 'm',
      text: 'a',
      offset: 0,
      get type() {
        kept.add(after)
        return 'streaming_text' as const
      },
    }
    hear({ after, event: piece })
  }
  wake()
  await states.next()
  await states.return()
  expect([...kept]).toEqual([499])
})

test.each(['', '.', '..', 'a/b', 'a b', 'ä', 'a'.repeat(129)])(
  'a session is not created with the id %j',
  async (sessionId) => {
    const chat = await startChat()
    await expect(chat.open(sessionId).create()).rejects.toMatchObject({ code: 'bad_command' })
  },
)

test('the session of another principal looks as if it did not exist', async () => {
  const chat = await startChat()
  await chat.open('s', 'ada').create()
  const foreign = chat.open('s', 'bob')
  await expect(foreign.state()).rejects.toMatchObject({ code: 'not_found' })
  await expect(foreign.create()).rejects.toMatchObject({ code: 'not_found' })
  await expect(foreign.command({ type: 'send', content: 'Hi' })).rejects.toMatchObject({ code: 'not_found' })
})

test('following ends when the session is deleted, and when its signal aborts', async () => {
  const chat = await startChat()
  const session = chat.open('s')
  await session.create()
  const states = session.follow(new AbortController().signal)
  expect((await states.next()).value).toMatchObject({ sessionId: 's' })
  const next = states.next()
  await chat.fetch(new Request('http://127.0.0.1/api/chat/sessions/s', { method: 'DELETE' }))
  expect(await next).toEqual({ done: true, value: undefined })
  const leaving = new AbortController()
  const waiting = chat.open('not-yet').follow(leaving.signal).next()
  leaving.abort()
  expect(await waiting).toEqual({ done: true, value: undefined })
})

test('following ends also for a slow reader when the session is created again and is longer by then', async () => {
  const session = (await startChat(createTimedStore())).open('s')
  await session.create()
  await session.command({ type: 'configure', systemPrompt: 'Old' })
  const states = session.follow(new AbortController().signal)
  expect((await states.next()).value).toMatchObject({ systemPrompt: 'Old' })
  await session.delete()
  await session.create()
  for (const title of ['One', 'Two', 'Three']) await session.command({ type: 'configure', title })
  expect(await states.next()).toEqual({ done: true, value: undefined })
})

test('following ends also when the session is created again at once', async () => {
  const store = createTimedStore()
  const session = (await startChat(store)).open('s')
  await session.create()
  await session.command({ type: 'configure', systemPrompt: 'Old' })
  const states = session.follow(new AbortController().signal)
  expect((await states.next()).value).toMatchObject({ systemPrompt: 'Old' })
  const next = states.next()
  await Promise.all([store.log('chat').delete('s'), session.create()])
  expect(await next).toEqual({ done: true, value: undefined })
})
