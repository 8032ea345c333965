import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStore } from '../log/memory.ts'
import { fromLanguageModel } from '../models/language-model.ts'
import type { Model } from '../models/model.ts'
import { scriptedModel } from '../testing/index.ts'
import type { ChatSession } from './chat-session.ts'
import { createChat } from './create-chat.ts'
import type { ChatState } from './state.ts'

async function startScripted(...script: Parameters<typeof scriptedModel>[0]) {
  const model = scriptedModel(script)
  return { ...(await startChat(fromLanguageModel(model, { id: 'scripted' }))), model }
}

async function startChat(model: Model) {
  const errors: unknown[] = []
  const chat = await createChat({
    store: createMemoryStore(),
    models: [model],
    titles: true,
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => chat.close())
  const session = chat.open('s')
  await session.create()
  return { chat, session, errors }
}

async function until(session: ChatSession, wanted: (state: ChatState) => boolean): Promise<ChatState> {
  for await (const state of session.follow(AbortSignal.timeout(5_000))) if (wanted(state)) return state
  throw new Error('the session ended')
}

const say = (session: ChatSession, content: string) => session.command({ type: 'send', content })

test('a session is named by its model after the first answer, once, and the request is counted', async () => {
  const { chat, session, model } = await startScripted(
    'Lisbon is sunny.',
    { text: '# "A trip to Lisbon."\n\nOr another.', usage: { inputTokens: 1_000, outputTokens: 1 } },
    'Yes.',
  )
  await say(session, 'Where is it sunny?')
  const named = await until(session, (state) => state.named === 'model')
  expect(named.title).toBe('A trip to Lisbon')
  expect(named.usage.inputTokens).toBeGreaterThan(1_000)
  await expect.poll(async () => (await chat.list())[0]?.title).toBe('A trip to Lisbon')
  await say(session, 'Really?')
  await until(session, ({ ended }) => ended?.turn === 2)
  expect(model.calls.length).toBe(3)
})

test('a title that a person gave is not replaced', async () => {
  const { session, model } = await startScripted('Lisbon is sunny.')
  await session.command({ type: 'configure', title: 'Mine' })
  await say(session, 'Where is it sunny?')
  expect(await until(session, ({ ended }) => ended !== undefined)).toMatchObject({ title: 'Mine', named: 'person' })
  expect(model.calls.length).toBe(1)
})

test('the first message stays the title if the model gives none, until the next turn', async () => {
  const { session } = await startScripted('Lisbon is sunny.', '…', 'Yes.', 'Sunny places')
  await say(session, 'Where is it sunny?')
  expect((await until(session, ({ ended }) => ended !== undefined)).title).toBe('Where is it sunny?')
  await say(session, 'Really?')
  expect((await until(session, ({ named }) => named === 'model')).title).toBe('Sunny places')
})

test('a session that is reset while it is being named gets the title of what is said next', async () => {
  const isAsked = Promise.withResolvers<void>()
  const isReset = Promise.withResolvers<void>()
  const model: Model = {
    id: 'namer',
    async answer({ systemPrompt, messages }) {
      const isFirst = JSON.stringify(messages).includes('sunny')
      if (systemPrompt !== undefined && isFirst) {
        isAsked.resolve()
        await isReset.promise
      }
      const text = systemPrompt === undefined ? 'Yes.' : isFirst ? 'Sunny places' : 'Rainy places'
      return { content: { type: 'text', text }, model: 'namer' }
    },
  }
  const { session } = await startChat(model)
  await say(session, 'Where is it sunny?')
  await isAsked.promise
  await session.command({ type: 'reset' })
  await say(session, 'Where does it rain?')
  await until(session, ({ ended }) => ended?.turn === 2)
  isReset.resolve()
  expect((await until(session, ({ named }) => named === 'model')).title).toBe('Rainy places')
})
