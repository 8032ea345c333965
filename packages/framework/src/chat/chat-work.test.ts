import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { withLog } from '../log/fixtures/with-log.ts'
import { StreamGoneError } from '../log/log.ts'
import type { RunEvent } from '../log/run-journal.ts'
import type { Model } from '../models/model.ts'
import { createMortalStore, type MortalStoreOptions } from '../testing/mortal-store.ts'
import { createMcpTool } from '../tools/builder.ts'
import { Drained } from '../tools/drain.ts'
import { StoreError } from '../tools/errors.ts'
import type { McpTool } from '../tools/tool.ts'
import { createDriven, type Driven, isRested } from './fixtures/driven.ts'
import type { Patch } from './patch.ts'
import { openViewCalls } from './reduce-calls.ts'
import { type ChatState, emptyState, everyMessage } from './state.ts'

const text = { response: z.object({ text: z.string() }) }

const answerOf = (answer: { action: string; content?: { text: string } }) => answer.content?.text ?? answer.action

/** Answers by what was said last, so that it says the same to every driver. The answer `cutOff` reaches its limit. */
const talkative = (replies: Record<string, string | { calls: string[] }>, cutOff?: string): Model => ({
  id: 'talkative',
  async answer({ messages }, { onPart }) {
    const heard = messages.at(-1)!
    const said = JSON.stringify(heard.content)
    const [, reply] = Object.entries(replies).find(([key]) => said.includes(key)) ?? ['', `I heard ${said}`]
    if (typeof reply !== 'string') {
      const content = reply.calls.map((name) => ({ type: 'tool_use' as const, id: name, name, input: {} }))
      return { content, model: 'talkative', stopReason: 'toolUse', usage: { inputTokens: 1, outputTokens: 1 } }
    }
    for (const word of reply.split(' ')) onPart?.({ type: 'text', text: `${word} ` })
    const content = { type: 'text' as const, text: reply }
    const stopReason = reply === cutOff ? 'maxTokens' : 'endTurn'
    return { content, model: 'talkative', stopReason, usage: { inputTokens: 1, outputTokens: 1 } }
  },
})

const server = { readView: () => Promise.reject(new Error('no view is read')) }

/** A tool as `connectMcp` makes it, which views may call without consent. */
const hosted = (tool: McpTool): McpTool => {
  const app = { name: tool.name, view: undefined, visibility: ['model', 'app'] as const, server }
  return { ...tool, origin: 'shop.example', app, annotations: { readOnlyHint: true } }
}

const browse = createMcpTool('browse')
  .execute(function* () {
    return 'browsed'
  })
  .build()

/** Lets the view of a call call `ask`, until that asks. */
async function openView(session: Driven): Promise<ChatState> {
  await session.command({ type: 'send', content: 'go' })
  const { toolCalls } = await session.until(isRested)
  const callId = Object.keys(toolCalls)[0]!
  await session.command({ type: 'view_call', callId, name: 'ask', arguments: {} })
  return session.until((state) => question(state, 'second') !== undefined)
}

interface Scene {
  tools: (ran: (step: string) => string) => McpTool[]
  model: Model
  /** What the person does. */
  play: (session: Driven) => Promise<unknown>
}

const question = (state: ChatState, key: string) =>
  Object.values(state.pendingElicits).find((elicit) => elicit.key === key && elicit.status === 'pending')

async function answer(session: Driven, key: string): Promise<void> {
  const { callId, elicitId } = question(await session.until((state) => question(state, key) !== undefined), key)!
  const result = { action: 'accept' as const, content: { text: `my ${key}` } }
  await session.command({ type: 'elicit_response', callId, elicitId, result })
}

const asks = (name: string, ran: (step: string) => string) =>
  createMcpTool(name)
    .elicits({ first: text, second: text, third: text })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('before', () => ran('before'))
        const both = yield* ctx.all([
          ctx.elicit('first', { message: 'First?' }),
          ctx.elicit('second', { message: 'Second?' }),
        ])
        yield* ctx.step('after', () => ran('after'))
        return both.map(answerOf)
      } finally {
        yield* ctx.step('last', () => ran('last'))
        yield* ctx.step('very last', () => ran('very last'))
      }
    })
    .build()

const races = (ran: (step: string) => string) =>
  createMcpTool('race')
    .elicits({ first: text, second: text, third: text })
    .execute(function* (_, ctx) {
      const won = yield* ctx.race([
        ctx.elicit('first', { message: 'First?' }),
        ctx.elicit('second', { message: 'Second?' }),
      ])
      const then = yield* ctx.elicit('third', { message: 'Third?' })
      yield* ctx.step('after', () => ran('after'))
      return [answerOf(won), answerOf(then)]
    })
    .build()

const pays = (ran: (step: string) => string) =>
  createMcpTool('pay')
    .approval('confirm')
    .execute(function* (_, ctx) {
      return yield* ctx.step('pay', () => ran('pay'))
    })
    .build()

const previews = (ran: (step: string) => string) =>
  createMcpTool('send')
    .parameters(z.object({ amount: z.number().default(10) }))
    .approval('confirm')
    .preview(({ amount }) => `Send ${amount} EUR`)
    .execute(function* ({ amount }, ctx) {
      return yield* ctx.step(`send ${amount}`, () => ran(`send ${amount}`))
    })
    .build()

const scenes: Record<string, Scene> = {
  'a consent with other arguments, which is asked for again with what they would do': {
    tools: (ran) => [previews(ran)],
    model: talkative({ go: { calls: ['send'] } }),
    async play(session) {
      await session.command({ type: 'send', content: 'go' })
      const asked = (preview: string) => (state: ChatState) =>
        Object.values(state.pendingApprovals).some((open) => open.status === 'pending' && open.preview === preview)
      const { pendingApprovals } = await session.until(asked('Send 10 EUR'))
      const callId = Object.keys(pendingApprovals)[0]!
      await session.command({ type: 'approve', callId, attempt: 1, arguments: { amount: 20 } })
      await session.until(asked('Send 20 EUR'))
      await session.command({ type: 'approve', callId, attempt: 2 })
      return session.until(isRested)
    },
  },
  'questions, a consent and a queued message': {
    tools: (ran) => [asks('ask', ran), pays(ran)],
    model: talkative({ go: { calls: ['ask', 'pay'] }, paid: 'All is done now.', more: 'And more to say.' }),
    async play(session) {
      await session.command({ type: 'send', content: 'go' })
      const { pendingApprovals } = await session.until((state) => Object.keys(state.pendingApprovals).length > 0)
      await answer(session, 'first')
      await session.command({ type: 'send', content: 'more' })
      await session.command({ type: 'approve', callId: Object.keys(pendingApprovals)[0]! })
      await answer(session, 'second')
      return session.until((state) => isRested(state) && state.turns === 2)
    },
  },
  'a question that is withdrawn': {
    tools: (ran) => [races(ran)],
    model: talkative({ go: { calls: ['race'] } }),
    async play(session) {
      await session.command({ type: 'send', content: 'go' })
      await session.until((state) => question(state, 'second') !== undefined)
      await answer(session, 'first')
      await session.until((state) => question(state, 'third') !== undefined && question(state, 'second') === undefined)
      await answer(session, 'third')
      return session.until(isRested)
    },
  },
  'a call that is denied': {
    tools: (ran) => [pays(ran)],
    model: talkative({ go: { calls: ['pay'] } }),
    async play(session) {
      await session.command({ type: 'send', content: 'go' })
      const { pendingApprovals } = await session.until((state) => Object.keys(state.pendingApprovals).length > 0)
      await session.command({ type: 'deny', callId: Object.keys(pendingApprovals)[0]! })
      return session.until(isRested)
    },
  },
  'an abort': {
    tools: (ran) => [asks('ask', ran)],
    model: talkative({ go: { calls: ['ask'] } }),
    async play(session) {
      await session.command({ type: 'send', content: 'go' })
      await session.until((state) => question(state, 'second') !== undefined)
      await session.command({ type: 'abort' })
      return session.until(isRested)
    },
  },
  'a message that interrupts': {
    tools: (ran) => [asks('ask', ran)],
    model: talkative({ go: { calls: ['ask'] } }),
    async play(session) {
      await session.command({ type: 'send', content: 'go' })
      await session.until((state) => question(state, 'second') !== undefined)
      await session.command({ type: 'send', content: 'Never mind', interrupt: true })
      return session.until((state) => isRested(state) && state.turns === 2)
    },
  },
  'an edit of what is being answered': {
    tools: (ran) => [asks('ask', ran)],
    model: talkative({ go: { calls: ['ask'] } }),
    async play(session) {
      await session.command({ type: 'send', content: 'go' })
      const { messages } = await session.until((state) => question(state, 'second') !== undefined)
      await session.command({ type: 'edit', messageId: messages[0]!.messageId, content: 'stay' })
      return session.until((state) => isRested(state) && state.turns === 2)
    },
  },
  'branches that are begun, left and continued': {
    tools: () => [],
    model: talkative({ go: 'Once upon a', 'cut off': ' time.', stay: 'As you like.' }, 'Once upon a'),
    async play(session) {
      const rested = (turns: number) => session.until((state) => isRested(state) && state.turns === turns)
      await session.command({ type: 'send', content: 'go' })
      const [asked, first] = (await rested(1)).messages.map(({ messageId }) => messageId)
      await session.command({ type: 'retry', messageId: first! })
      await rested(2)
      await session.command({ type: 'switch', messageId: first! })
      await session.command({ type: 'continue', messageId: first! })
      await rested(3)
      await session.command({ type: 'edit', messageId: asked!, content: 'stay' })
      await rested(4)
      await session.command({ type: 'switch', messageId: first! })
      const state = await session.until(({ messages }) => messages.at(-1)?.messageId === first)
      expect(state.messages[1]).toMatchObject({ content: [{ type: 'text', text: 'Once upon a time.' }] })
      expect(everyMessage(state)).toHaveLength(5)
      return state
    },
  },
  'a call that was stopped, and a model that goes on without it': {
    tools: (ran) => [asks('ask', ran)],
    model: talkative({ go: { calls: ['ask'] } }),
    async play(session) {
      await session.command({ type: 'send', content: 'go' })
      await session.until((state) => question(state, 'second') !== undefined)
      await session.command({ type: 'abort' })
      const { messages } = await session.until(isRested)
      await session.command({ type: 'continue', messageId: messages[1]!.messageId })
      const state = await session.until((now) => isRested(now) && now.turns === 2)
      expect(JSON.stringify(state.messages[2])).toContain('was cancelled before it had a result')
      return state
    },
  },
  'a reset': {
    tools: (ran) => [asks('ask', ran)],
    model: talkative({ go: { calls: ['ask'] } }),
    async play(session) {
      await session.command({ type: 'send', content: 'go' })
      await session.until((state) => question(state, 'second') !== undefined)
      await session.command({ type: 'reset' })
      return session.until((state) => state.turn === undefined && state.messages.length === 0 && state.turns === 1)
    },
  },
  'a reset while the call of a view asks': {
    tools: (ran) => [hosted(asks('ask', ran)), hosted(browse)],
    model: talkative({ go: { calls: ['browse'] } }),
    async play(session) {
      await openView(session)
      await session.command({ type: 'reset' })
      return session.until((state) => state.messages.length === 0 && openViewCalls(state).length === 0)
    },
  },
  'an edit while the call of a view asks': {
    tools: (ran) => [hosted(asks('ask', ran)), hosted(browse)],
    model: talkative({ go: { calls: ['browse'] } }),
    async play(session) {
      const { messages } = await openView(session)
      await session.command({ type: 'edit', messageId: messages[0]!.messageId, content: 'stay' })
      return session.until((state) => isRested(state) && state.turns === 2 && openViewCalls(state).length === 0)
    },
  },
}

/** Plays a scene with a driver that dies after so many writes, and another that takes over. */
async function play({ tools, model, play }: Scene, { life, isSlow }: Required<MortalStoreOptions>) {
  const session = await createDriven()
  const ran: string[] = []
  const offered = tools((step) => {
    ran.push(step)
    return `${step} paid`
  })
  const seen = createMortalStore(session.store, { life, isSlow })
  await session.drive({ tools: offered, model, seen: seen.store })
  let isOver = false
  const takenOver = seen.dead.then(
    async () =>
      isOver || session.drive({ tools: offered, model, seen: createMortalStore(session.store, { isSlow }).store }),
  )
  const state = await play(session)
  await vi.waitFor(async () => expect(await session.runs()).toEqual([]), { interval: 1 })
  isOver = true
  if (seen.isDead) await takenOver
  expect(session.errors).toEqual([])
  return { state: withoutTimes(state), ran, writes: seen.writes, patches: await session.patches() }
}

const VARIES = new Set(['timestamp', 'startedAt', 'attempt', 'lsn', 'sessionId'])
const withoutTimes = (state: unknown) =>
  JSON.parse(JSON.stringify(state, (key, value) => (VARIES.has(key) ? undefined : value)))

describe.each([
  ['at once', false],
  ['in its time', true],
])('with a journal that answers %s', (_, isSlow) => {
  test.each(Object.entries(scenes))(
    'D1 a driver that takes over after a kill at any place reaches the same end: %s',
    async (_, scene) => {
      const undisturbed = await play(scene, { life: Number.POSITIVE_INFINITY, isSlow })
      for (let life = 0; life < undisturbed.writes; life++) {
        const disturbed = await play(scene, { life, isSlow })
        expect(disturbed.state, `killed after ${life} writes`).toEqual(undisturbed.state)
        expect(new Set(disturbed.ran)).toEqual(new Set(undisturbed.ran))
        // What was in flight runs again, once.
        const again = disturbed.ran.filter((step, index) => disturbed.ran.indexOf(step) !== index)
        expect(again).toEqual([...new Set(again)])
      }
    },
    30_000,
  )
})

test('D1 what was in flight is not done again when its turn is being stopped', async () => {
  const session = await createDriven()
  const ran: string[] = []
  const slow = createMcpTool('slow')
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('slow', () => {
          ran.push('slow')
          return new Promise(() => {})
        })
      } finally {
        yield* ctx.step('last', () => void ran.push('last'))
      }
    })
    .build()
  const model = talkative({ go: { calls: ['slow'] } })
  const seen = createMortalStore(session.store)
  await session.drive({ tools: [slow], model, seen: seen.store })
  await session.command({ type: 'send', content: 'go' })
  await vi.waitFor(() => expect(ran).toEqual(['slow']))
  seen.die()
  await session.command({ type: 'abort' })
  await session.drive({ tools: [slow], model })
  await session.until(isRested)
  expect(ran).toEqual(['slow', 'last'])
})

test('D9 a model that hangs does not hold a stream whose driver has stopped', async () => {
  const session = await createDriven()
  const asked = Promise.withResolvers<void>()
  const hanging: Model = {
    id: 'hanging',
    answer() {
      asked.resolve()
      return new Promise(() => {})
    },
  }
  const first = await session.drive({ model: hanging })
  await session.command({ type: 'send', content: 'go' })
  await asked.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  first.stop(new StoreError('the store does not answer'))
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await first.done).toBe('left')
  vi.useRealTimers()
  await session.drive({ model: talkative({ go: 'gone' }) })
  expect((await session.until(isRested)).messages.at(-1)).toMatchObject({ status: 'complete', turn: 1 })
})

test('D9 a step that hangs does not hold a stream whose driver has stopped', async () => {
  const session = await createDriven()
  const keys: string[] = []
  const aborted: unknown[] = []
  const slow = createMcpTool('slow')
    .execute(function* (_, ctx) {
      return yield* ctx.step('slow', ({ idempotencyKey, signal }) => {
        signal.addEventListener('abort', () => aborted.push(signal.reason))
        return keys.push(idempotencyKey) === 1 ? new Promise<string>(() => {}) : 'done'
      })
    })
    .build()
  const model = talkative({ go: { calls: ['slow'] } })
  const first = await session.drive({ tools: [slow], model })
  await session.command({ type: 'send', content: 'go' })
  await vi.waitFor(() => expect(keys).toHaveLength(1))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let how: string | undefined
  first.stop(new StoreError('the store does not answer'))
  void first.done.then((done) => {
    how = done
  })
  await vi.advanceTimersByTimeAsync(29_000)
  expect([how, aborted]).toEqual([undefined, []])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(how).toBe('left')
  expect(aborted).toEqual([expect.any(Drained)])
  vi.useRealTimers()
  await session.drive({ tools: [slow], model })
  const { toolCalls } = await session.until(isRested)
  expect(Object.values(toolCalls)).toMatchObject([{ status: 'done', result: 'done' }])
  expect(new Set(keys).size).toBe(1)
})

test('D9 a once step that was given up counts as interrupted, also if it ends later', async () => {
  const session = await createDriven()
  const hang = Promise.withResolvers<string>()
  let ran = 0
  const slow = createMcpTool('slow')
    .execute(function* (_, ctx) {
      return yield* ctx.step('slow', () => (++ran === 1 ? hang.promise : 'again'), { once: true })
    })
    .build()
  const model = talkative({ go: { calls: ['slow'] } })
  const first = await session.drive({ tools: [slow], model })
  await session.command({ type: 'send', content: 'go' })
  await vi.waitFor(() => expect(ran).toBe(1))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  first.stop(new StoreError('the store does not answer'))
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await first.done).toBe('left')
  vi.useRealTimers()
  hang.resolve('late')
  await new Promise((rest) => setTimeout(rest))
  await session.drive({ tools: [slow], model })
  const { toolCalls } = await session.until(isRested)
  expect(Object.values(toolCalls)).toMatchObject([{ status: 'failed', error: { message: /had started/ } }])
  expect(ran).toBe(1)
})

test('D1 a withdrawn question is closed by the next driver, even if it is busy at first', async () => {
  const session = await createDriven()
  const busy = Promise.withResolvers<void>()
  const race = createMcpTool('race')
    .elicits({ first: text, second: text, third: text })
    .execute(function* (_, ctx) {
      yield* ctx.race([ctx.elicit('first', { message: 'First?' }), ctx.elicit('second', { message: 'Second?' })])
      yield* ctx.all([ctx.elicit('third', { message: 'Third?' }), ctx.step('busy', () => busy.promise)])
    })
    .build()
  const model = talkative({ go: { calls: ['race'] } })
  const seen = createMortalStore(session.store)
  const store = withLog<Patch>(seen.store, 'chat', (log) => ({
    append(id, append) {
      if (append.events.some(({ type }) => type === 'elicit_complete')) seen.die()
      return log.append(id, append)
    },
  }))
  await session.drive({ tools: [race], model, seen: store })
  await session.command({ type: 'send', content: 'go' })
  await session.until((state) => question(state, 'second') !== undefined)
  await answer(session, 'first')
  await seen.dead
  await session.drive({ tools: [race], model, idle: 20 })
  expect(question(await session.until((state) => question(state, 'third') !== undefined), 'second')).toBeDefined()
  busy.resolve()
  await session.until((state) => question(state, 'second') === undefined)
})

test('D1 a turn keeps the settings that it began with', async () => {
  const session = await createDriven()
  const told: unknown[] = []
  const model: Model = {
    id: 'attentive',
    answer(request, call) {
      told.push(request.systemPrompt)
      return talkative({ go: { calls: ['ask'] } }).answer(request, call)
    },
  }
  const tools = [asks('ask', (step) => step)]
  const first = await session.drive({ tools, model })
  await session.command({ type: 'send', content: 'go' })
  await session.until((state) => question(state, 'second') !== undefined)
  first.stop()
  await first.done
  await session.command({ type: 'configure', persona: 'Bob' })
  await session.drive({ tools, model })
  await answer(session, 'first')
  await answer(session, 'second')
  await session.until(isRested)
  expect(told).toEqual(['You are Ada.', 'You are Ada.'])
})

test('D1 an answer that was recorded is continued, even if its driver died before it appended anything of it', async () => {
  const session = await createDriven()
  const first = await session.drive({ model: talkative({ go: 'Once upon a' }, 'Once upon a') })
  await session.command({ type: 'send', content: 'go' })
  const { messageId } = (await session.until(isRested)).messages[1]!
  first.stop()
  await first.done
  const model = talkative({ 'cut off': ' time.' })
  const seen = createMortalStore(session.store)
  const slow = withLog<Patch>(seen.store, 'chat', (log) => ({
    append: (id, append) =>
      append.events.some(({ type }) => type === 'streaming_start') ? new Promise(() => {}) : log.append(id, append),
  }))
  const recorded = withLog<RunEvent>(slow, 'run', (log) => ({
    async append(id, append) {
      const appended = await log.append(id, append)
      if (JSON.stringify(append.events).includes(' time.')) seen.die()
      return appended
    },
  }))
  await session.command({ type: 'continue', messageId })
  await session.drive({ model, seen: recorded })
  await seen.dead
  await session.drive({ model })
  const { messages } = await session.until((state) => isRested(state) && state.turns === 2)
  expect(messages[1]).toMatchObject({ messageId, content: [{ type: 'text', text: 'Once upon a time.' }] })
})

test('D2 what is said is in the log in its order; only pieces of one text are joined', async () => {
  const session = await createDriven()
  const model: Model = {
    id: 'thoughtful',
    async answer(_request, { onPart }) {
      for (const said of ['a', 'b']) onPart?.({ type: 'text', text: said })
      onPart?.({ type: 'reasoning', text: 'c' })
      onPart?.({ type: 'text', text: 'd' })
      return { content: { type: 'text', text: 'abd' }, model: 'thoughtful' }
    },
  }
  await session.drive({ model })
  await session.command({ type: 'send', content: 'go' })
  await session.until(isRested)
  const log = (await session.patches()).map((patch) => ('text' in patch ? `${patch.type} ${patch.text}` : patch.type))
  expect(log).toEqual([
    'session_info',
    'user_message',
    'turn_start',
    'streaming_start',
    'streaming_text ab',
    'streaming_reasoning c',
    'streaming_text d',
    'streaming_end',
    'assistant_message',
    'usage',
    'turn_end',
  ])
})

/** Says numbered words, each after a time. */
const steady = (words: number, ms: number): Model => ({
  id: 'steady',
  async answer(_request, { onPart }) {
    const text = Array.from({ length: words }, (_, i) => `${i} `)
    for (const word of text) {
      onPart?.({ type: 'text', text: word })
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
    return { content: { type: 'text', text: text.join('') }, model: 'steady' }
  },
})

const textOf = (state: ChatState) =>
  state.messages
    .at(-1)!
    .content.map((block) => ('text' in block ? block.text : ''))
    .join('')

test('an answer of ten seconds is appended twelve times at most, while readers have each word within a moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const session = await createDriven()
  let appends = 0
  const counted = withLog<Patch>(session.store, 'chat', (log) => ({
    append(id, append) {
      appends++
      return log.append(id, append)
    },
  }))
  await session.drive({ model: steady(200, 50), seen: counted })
  let shown = emptyState
  const stop = new AbortController()
  const shownAt: number[] = []
  const reading = (async () => {
    for await (const state of session.follow(stop.signal)) {
      shown = state
      if (state.ended) return
    }
  })()
  await session.command({ type: 'send', content: 'go' })
  for (let ms = 0; ms < 11_000; ms += 25) {
    await vi.advanceTimersByTimeAsync(25)
    await new Promise(setImmediate)
    if (shown.messages.at(-1)?.status === 'streaming') shownAt.push(textOf(shown).split(' ').length - 1)
  }
  await reading
  expect(appends).toBeLessThanOrEqual(12)
  // A new word every 50 ms, and a look every 25 ms: at each second look there is one word more.
  const steps = shownAt.slice(2).map((words, i) => words - shownAt[i]!)
  expect(Math.max(...steps)).toBeLessThanOrEqual(2)
  expect(textOf(shown)).toBe(textOf(await session.until(isRested)))
})

test('a node that is killed loses at most the text since the last checkpoint of an answer, which another one begins anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const session = await createDriven()
  const mortal = createMortalStore(session.store)
  await session.drive({ model: steady(100, 50), seen: mortal.store })
  await session.command({ type: 'send', content: 'go' })
  for (let ms = 0; ms < 2_800; ms += 25) {
    await vi.advanceTimersByTimeAsync(25)
    await new Promise(setImmediate)
  }
  mortal.die()
  const left = await session.sessions.read(session.sessionId)
  expect(left.messages.at(-1)).toMatchObject({ attempt: 1, status: 'streaming' })
  // Of the 56 words that were said, those of the first 2.6 seconds.
  expect(textOf(left).split(' ').length).toBeGreaterThan(48)
  vi.useRealTimers()
  await session.drive({ model: steady(3, 1) })
  const { messages } = await session.until(isRested)
  expect(messages.at(-1)).toMatchObject({ attempt: 2, content: [{ type: 'text', text: '0 1 2 ' }] })
})

test('D3 a driver that another has come after stops, and leaves it all that was recorded', async () => {
  const session = await createDriven()
  let asked = 0
  const reply = Promise.withResolvers<void>()
  const slow: Model = {
    id: 'slow',
    async answer() {
      asked++
      await reply.promise
      return { content: { type: 'text', text: 'at last' }, model: 'slow' }
    },
  }
  const first = await session.drive({ model: slow })
  await session.command({ type: 'send', content: 'go' })
  await session.until(({ messages }) => messages.some(({ status }) => status === 'streaming'))
  await session.acquire('another')
  const { length } = await session.patches()
  reply.resolve()
  expect(await first.done).toBe('lost')
  expect(await session.patches()).toHaveLength(length)

  await session.drive({ model: slow })
  const { messages } = await session.until(isRested)
  expect(messages.at(-1)).toMatchObject({ status: 'complete', content: [{ type: 'text', text: 'at last' }] })
  expect({ asked, errors: session.errors }).toEqual({ asked: 1, errors: [] })
})

test('D4 a command that comes just as a session is let go is not overlooked', async () => {
  const session = await createDriven()
  let isSent = false
  const seen = withLog<Patch>(session.store, 'chat', (log) => ({
    async append(id, append) {
      if (append.events.length === 0 && !isSent) {
        isSent = true
        await session.command({ type: 'send', content: 'wait' })
      }
      return log.append(id, append)
    },
  }))
  const driver = await session.drive({ model: talkative({}), seen, idle: 1 })
  expect(await driver.done).toBe('settled')
  const { turns, lsn } = await session.until(isRested)
  expect({ turns, lsn }).toEqual({ turns: 1, lsn: (await session.log.get(session.sessionId))?.head })
})

test('D5 a driver that was away while others ended the turn does nothing of it again', async () => {
  const session = await createDriven()
  let ran = 0
  const model = talkative({ Go: { calls: ['pay'] } })
  const tools = [pays(() => `paid ${++ran} times`)]
  const isAway = Promise.withResolvers<void>()
  const back = Promise.withResolvers<void>()
  let standing: Promise<void> | undefined
  // It stands still from the moment at which it opens the journal of the call.
  const deaf = withLog<Patch>(session.store, 'chat', (log) => ({
    watch: () => () => {},
    async append(id, append) {
      await standing
      return log.append(id, append)
    },
  }))
  const seen = withLog(deaf, 'run', (log) => ({
    async open(runId, fence) {
      if (runId.endsWith('/c1_0_0')) {
        standing = back.promise
        isAway.resolve()
      }
      await standing
      return log.open(runId, fence)
    },
  }))
  await session.command({ type: 'send', content: 'Go' })
  const first = await session.drive({ tools, model })
  const { pendingApprovals } = await session.until((state) => Object.keys(state.pendingApprovals).length > 0)
  first.stop()
  await first.done
  await session.command({ type: 'approve', callId: Object.keys(pendingApprovals)[0]! })
  const away = await session.drive({ tools, model, seen })
  await isAway.promise
  await session.drive({ tools, model })
  await session.until(isRested)
  await vi.waitFor(async () => expect(await session.runs()).toEqual([]))

  back.resolve()
  expect(await away.done).toBe('lost')
  expect(ran).toBe(1)
  await vi.waitFor(async () => expect(await session.runs()).toEqual([]))
  expect(session.errors).toEqual([])
})

/** A tool that asks its question after a step: one of another name is other code. */
const asksAfter = (step: string, ran: string[]) =>
  createMcpTool('ask')
    .elicits({ first: text })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step(step, () => void ran.push(step))
        return answerOf(yield* ctx.elicit('first', { message: 'First?' }))
      } finally {
        yield* ctx.step('last', () => void ran.push('last'))
      }
    })
    .build()

/** A session whose turn waits for an answer, and was then driven by other code. */
async function block(now = Date.now) {
  const session = await createDriven()
  const ran: string[] = []
  const model = talkative({ go: { calls: ['ask'] } })
  await session.command({ type: 'send', content: 'go' })
  const first = await session.drive({ tools: [asksAfter('old', ran)], model })
  await session.until((state) => question(state, 'first') !== undefined)
  first.stop()
  await first.done
  const other = await session.drive({ tools: [asksAfter('new', ran)], model, now })
  expect(await other.done).toBe('settled')
  return { session, ran, model }
}

test('D7 a turn that meets other code is blocked, and goes on where it was with the right code', async () => {
  const { session, ran, model } = await block()
  expect(await session.sessions.read(session.sessionId)).toMatchObject({ turn: { turn: 1, blocked: true } })
  expect(session.errors).toMatchObject([{ name: 'DivergenceError' }])

  await session.drive({ tools: [asksAfter('old', ran)], model })
  await session.until(({ turn }) => turn !== undefined && turn.blocked === undefined)
  await answer(session, 'first')
  expect(await session.until(isRested)).toMatchObject({ toolCalls: { c1_0_0: { status: 'done', result: 'my first' } } })
  expect(ran).toEqual(['old', 'last'])
})

test('D7 a blocked turn that is aborted ends without its finally, which is reported', async () => {
  const { session, ran, model } = await block()
  await session.command({ type: 'abort' })
  await session.drive({ tools: [asksAfter('new', ran)], model })
  await session.until(isRested)
  expect(ran).toEqual(['old'])
  expect(session.errors).toMatchObject([{ name: 'DivergenceError' }, { name: 'DivergenceError' }])
})

test('D7 a turn that stays blocked for a week fails', async () => {
  const { session, ran, model } = await block()
  const later = Date.now() + 7 * 86_400_000
  await session.drive({ tools: [asksAfter('new', ran)], model, now: () => later })
  expect(await session.until(isRested)).toMatchObject({ error: { code: 'DivergenceError' } })
})

test('a session is let go while a question is open, even if other calls of its turn are over', async () => {
  const session = await createDriven()
  const tools = [
    asks('ask', (step) => step),
    createMcpTool('quick')
      .execute(function* () {})
      .build(),
  ]
  await session.command({ type: 'send', content: 'go' })
  const driver = await session.drive({ tools, model: talkative({ go: { calls: ['ask', 'quick'] } }), idle: 1 })
  expect(await driver.done).toBe('settled')
  const { toolCalls } = await session.sessions.read(session.sessionId)
  expect(Object.values(toolCalls).map(({ status }) => status)).toEqual(['waiting', 'done'])
})

test('the runs of a session that is deleted go with it', async () => {
  const session = await createDriven()
  const driver = await session.drive({
    tools: [asks('ask', (step) => step)],
    model: talkative({ go: { calls: ['ask'] } }),
  })
  await session.command({ type: 'send', content: 'go' })
  await session.until((state) => question(state, 'second') !== undefined)
  await session.log.delete(session.sessionId)
  driver.stop(new StreamGoneError(session.sessionId))
  expect(await driver.done).toBe('left')
  expect(await session.runs()).toEqual([])
})

describe('a turn that waits for people', () => {
  const drive = async (tools: readonly McpTool[], model = talkative({ go: { calls: [tools[0]!.name] } })) => {
    const session = await createDriven()
    await session.drive({ tools, model })
    await session.command({ type: 'send', content: 'go' })
    return session
  }

  test('the state says that the turn waits from its question to its answer', async () => {
    const session = await drive([races(() => '')])
    await session.until(({ turn }) => turn?.waits === true)
    await answer(session, 'first')
    await session.until((state) => state.turn?.waits === true && question(state, 'third') !== undefined)
    await answer(session, 'third')
    await session.until(isRested)
    const types = (await session.patches()).map(({ type }) => type)
    expect(types.filter((type) => type === 'turn_wait')).toHaveLength(2)
  })

  test('the list of sessions counts the second question of a call', async () => {
    const inTurn = createMcpTool('inTurn')
      .elicits({ first: text, second: text })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('first', { message: 'First?' })
        yield* ctx.elicit('second', { message: 'Second?' })
      })
      .build()
    const session = await drive([inTurn])
    const waiting = async () => (await session.sessions.list(undefined))[0]?.waiting
    for (const key of ['first', 'second']) {
      await session.until((state) => state.turn?.waits === true && question(state, key) !== undefined)
      expect(await waiting(), key).toBe(1)
      await answer(session, key)
    }
    await session.until(isRested)
    expect(await waiting()).toBeUndefined()
  })

  test('a tool that asks and works at the same time does not wait until the work is done', async () => {
    const working = Promise.withResolvers<string>()
    const both = createMcpTool('both')
      .elicits({ first: text })
      .execute(function* (_, ctx) {
        const [said] = yield* ctx.all([
          ctx.elicit('first', { message: 'First?' }),
          ctx.step('work', () => working.promise),
        ])
        return answerOf(said)
      })
      .build()
    const session = await drive([both])
    const asking = await session.until((state) => question(state, 'first') !== undefined)
    expect(asking.turn?.waits).toBeUndefined()
    // Written by the driver after it has seen the question.
    await session.command({ type: 'configure', title: 'T' })
    expect((await session.until(({ title }) => title === 'T')).turn?.waits).toBeUndefined()
    working.resolve('done')
    await session.until(({ turn }) => turn?.waits === true)
    await answer(session, 'first')
    expect((await session.until(isRested)).ended).toEqual({ turn: 1, reason: 'complete' })
  })

  test('a sleep is no wait for people', async () => {
    const sleeps = createMcpTool('sleeps')
      .execute(function* (_, ctx) {
        yield* ctx.sleep(50)
        return 'awake'
      })
      .build()
    const session = await drive([sleeps])
    await session.until(isRested)
    expect((await session.patches()).some(({ type }) => type === 'turn_wait')).toBe(false)
  })
})
