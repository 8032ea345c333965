import { expect, test } from 'vitest'
import { z } from 'zod'
import { readRun } from '../log/run-journal.ts'
import { createMcpTool } from '../tools/builder.ts'
import { content } from '../tools/content.ts'
import { toText } from '../tools/message.ts'
import { converse } from './fixtures/conversation.ts'
import type { ChatState } from './state.ts'

const add = createMcpTool('add')
  .parameters(z.object({ a: z.number(), b: z.number() }))
  .execute(function* ({ a, b }) {
    return a + b
  })
  .build()

const ask = createMcpTool('ask')
  .parameters(z.object({ what: z.string() }))
  .elicits({ answer: { response: z.object({ text: z.string().min(2) }) } })
  .execute(function* ({ what }, ctx) {
    const first = yield* ctx.elicit('answer', { message: what })
    return first.action === 'accept' ? first.content.text : first.action
  })
  .build()

const wipe = createMcpTool('wipe')
  .parameters(z.object({ disk: z.string() }))
  .approval('confirm')
  .execute(function* ({ disk }, ctx) {
    return yield* ctx.step('wipe', () => `wiped ${disk}`)
  })
  .build()

const said = ({ messages }: ChatState) =>
  messages.map(({ role, content, status }) => `${role} ${status}: ${toText(content)}`)
const calls = ({ toolCalls }: ChatState) => Object.values(toolCalls)
const question = (state: ChatState) => Object.values(state.pendingElicits).find(({ status }) => status === 'pending')
const asked = (state: ChatState) => question(state) !== undefined

test('a message is answered, piece by piece', async () => {
  await using chat = await converse({ script: [{ expect: 'Hi', pieces: ['Hello', ' there'] }] })
  await chat.command({ type: 'send', content: 'Hi' })
  const state = await chat.rested()
  expect(said(state)).toEqual(['user complete: Hi', 'assistant complete: Hello there'])
  expect(state.title).toBe('Hi')
  const types = (await chat.patches()).map(({ type }) => type)
  // Pieces may be joined, or not.
  expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
    'session_info',
    'user_message',
    'turn_start',
    'streaming_start',
    'streaming_text',
    'streaming_end',
    'assistant_message',
    'usage',
    'turn_end',
  ])
})

test('calls run side by side, and the model is shown their results in order', async () => {
  const both = {
    calls: [
      { name: 'add', input: { a: 1, b: 2 } },
      { name: 'add', input: { a: 3, b: 4 } },
    ],
  }
  await using chat = await converse({ tools: [add], script: [both, { expect: '7', text: '3 and 7' }] })
  await chat.command({ type: 'send', content: 'add' })
  const state = await chat.rested()
  expect(calls(state)).toMatchObject([
    { status: 'done', result: 3 },
    { status: 'done', result: 7 },
  ])
  expect(said(state).at(-1)).toBe('assistant complete: 3 and 7')
})

test('wrong arguments and unknown tools go back to the model', async () => {
  const wrong = {
    calls: [
      { name: 'add', input: { a: 'one' } },
      { name: 'subtract', input: {} },
    ],
  }
  await using chat = await converse({ tools: [add], script: [wrong, { expect: /subtract/, text: 'Sorry.' }] })
  await chat.command({ type: 'send', content: 'add' })
  const state = await chat.rested()
  expect(calls(state)).toMatchObject([
    { status: 'failed', error: { code: 'arguments_invalid' } },
    { status: 'failed', error: { code: 'unknown_tool' } },
  ])
  expect(said(state).at(-1)).toBe('assistant complete: Sorry.')
})

test('a question waits for the person, and an answer that the tool refuses is asked for again', async () => {
  const strict = createMcpTool('strict')
    .elicits({ n: { response: z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') }) } })
    .execute(function* (_, ctx) {
      const given = yield* ctx.elicit('n', { message: 'Even?' })
      return given.action === 'accept' ? given.content.n : null
    })
    .build()
  await using chat = await converse({
    tools: [strict],
    script: [{ calls: [{ name: 'strict', input: {} }] }, 'Thanks.'],
  })
  await chat.command({ type: 'send', content: 'go' })
  const { callId, elicitId } = question(await chat.until(asked))!
  const answer = (n: number) =>
    chat.command({ type: 'elicit_response', callId, elicitId, result: { action: 'accept', content: { n } } })
  await answer(1)
  const again = question(await chat.until((state) => question(state)?.attempt === 2))!
  expect(again).toMatchObject({ elicitId, refusal: expect.stringContaining('must be even') })
  await answer(2)
  expect(calls(await chat.rested())).toMatchObject([{ status: 'done', result: 2 }])
})

test('a second answer is told that the first counts', async () => {
  await using chat = await converse({
    tools: [ask],
    script: [{ calls: [{ name: 'ask', input: { what: 'Name?' } }] }, 'ok'],
  })
  await chat.command({ type: 'send', content: 'go' })
  const { callId, elicitId } = question(await chat.until(asked))!
  const answer = (text: string) =>
    chat.command({ type: 'elicit_response', callId, elicitId, result: { action: 'accept', content: { text } } })
  const both = await Promise.allSettled([answer('Ada'), answer('Bob')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const state = await chat.rested()
  expect(['Ada', 'Bob']).toContain(calls(state)[0]!.result)
})

test.each([
  ['approved', { type: 'approve' as const }, { status: 'done', result: 'wiped a' }],
  [
    'approved with other arguments',
    { type: 'approve' as const, arguments: { disk: 'b' } },
    { status: 'done', result: 'wiped b' },
  ],
  ['denied', { type: 'deny' as const, reason: 'no backup' }, { status: 'failed', error: { code: 'denied' } }],
])('a call that needs consent is %s', async (_, verdict, ended) => {
  await using chat = await converse({
    tools: [wipe],
    script: [{ calls: [{ name: 'wipe', input: { disk: 'a' } }] }, 'ok'],
  })
  await chat.command({ type: 'send', content: 'wipe' })
  const state = await chat.until(({ pendingApprovals }) => Object.keys(pendingApprovals).length > 0)
  const [callId] = Object.keys(state.pendingApprovals) as [string]
  await chat.command({ ...verdict, callId })
  expect(calls(await chat.rested())).toMatchObject([ended])
})

test('a message that is sent while a question is open waits, and is given to the model after the turn', async () => {
  const script = [
    { calls: [{ name: 'ask', input: { what: 'Name?' } }] },
    'Hello Ada',
    { expect: 'And you?', text: 'Fine' },
  ]
  await using chat = await converse({ tools: [ask], script })
  await chat.command({ type: 'send', content: 'go' })
  const { callId, elicitId } = question(await chat.until(asked))!
  await chat.command({ type: 'send', content: 'And you?' })
  const queued = await chat.until(({ messages }) => messages.some(({ status }) => status === 'queued'))
  expect(said(queued).at(-1)).toBe('user queued: And you?')
  await chat.command({
    type: 'elicit_response',
    callId,
    elicitId,
    result: { action: 'accept', content: { text: 'Ada' } },
  })
  expect(said(await chat.rested())).toEqual([
    'user complete: go',
    'assistant complete: ',
    'assistant complete: Hello Ada',
    'user complete: And you?',
    'assistant complete: Fine',
  ])
})

test('a message that interrupts withdraws the question', async () => {
  const script = [{ calls: [{ name: 'ask', input: { what: 'Name?' } }] }, { expect: 'Never mind', text: 'ok' }]
  await using chat = await converse({ tools: [ask], script })
  await chat.command({ type: 'send', content: 'go' })
  await chat.until(asked)
  await chat.command({ type: 'send', content: 'Never mind', interrupt: true })
  const state = await chat.rested()
  expect(state.pendingElicits).toEqual({})
  expect(calls(state)).toMatchObject([{ status: 'cancelled' }])
  expect(said(state).at(-1)).toBe('assistant complete: ok')
})

test('aborting keeps what was streamed, and says that it is not all', async () => {
  await using chat = await converse({
    script: [
      { pieces: ['One', ' two'], hang: true },
      { expect: 'go on', text: 'three' },
    ],
  })
  await chat.command({ type: 'send', content: 'count' })
  await chat.until(({ messages }) => toText(messages.at(-1)!.content) === 'One two')
  await chat.command({ type: 'abort' })
  expect(said(await chat.rested()).at(-1)).toBe('assistant interrupted: One two')
  await chat.command({ type: 'send', content: 'go on' })
  expect(said(await chat.rested()).at(-1)).toBe('assistant complete: three')
})

test('a call whose finally never settles does not lock the chat after an abort, and is reported', async () => {
  const stuck = createMcpTool('stuck')
    .limits({ cleanup: 20 })
    .elicits({ name: { response: z.object({}) } })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.elicit('name', { message: 'Name?' })
      } finally {
        yield* ctx.step('unlock', () => new Promise(() => {}))
      }
    })
    .build()
  await using chat = await converse({ tools: [stuck], script: [{ calls: [{ name: 'stuck', input: {} }] }, 'free'] })
  await chat.command({ type: 'send', content: 'go' })
  await chat.until(asked)
  await chat.command({ type: 'abort' })
  await chat.rested()
  await chat.command({ type: 'send', content: 'again' })
  expect(said(await chat.rested()).at(-1)).toBe('assistant complete: free')
  expect(chat.errors).toMatchObject([{ name: 'CleanupError', limit: 20 }])
})

test('the model is asked so many times and no more', async () => {
  const call = { calls: [{ name: 'add', input: { a: 1, b: 1 } }] }
  await using chat = await converse({ tools: [add], script: [call, call], stepLimit: 2 })
  await chat.command({ type: 'send', content: 'go' })
  await chat.rested()
  expect((await chat.patches()).at(-1)).toMatchObject({ type: 'turn_end', reason: 'step_limit' })
})

test('a model that fails ends the turn with its reason', async () => {
  await using chat = await converse({ script: [{ status: 401, error: 'bad key' }] })
  await chat.command({ type: 'send', content: 'go' })
  const state = await chat.rested()
  expect(state.error).toMatchObject({ code: 'configuration', message: expect.stringContaining('bad key') })
  expect((await chat.patches()).at(-1)).toMatchObject({ type: 'turn_end', reason: 'failed' })
})

test('the model sees the branch that it is on, and each branch goes on where it was left', async () => {
  await using chat = await converse({ script: ['one', 'two', 'three', 'four', 'five'] })
  await chat.command({ type: 'send', content: 'a' })
  await chat.rested()
  await chat.command({ type: 'send', content: 'x' })
  const { messages } = await chat.rested()
  await chat.command({ type: 'edit', messageId: messages[0]!.messageId, content: 'b' })
  expect(said(await chat.rested())).toEqual(['user complete: b', 'assistant complete: three'])
  await chat.command({ type: 'switch', messageId: messages[3]!.messageId })
  await chat.command({ type: 'retry', messageId: messages[3]!.messageId })
  expect(said(await chat.rested()).slice(2)).toEqual(['user complete: x', 'assistant complete: four'])
  await chat.command({ type: 'switch', messageId: messages[3]!.messageId })
  await chat.command({ type: 'send', content: 'y' })
  const state = await chat.rested()
  const shown = ['a', 'one', 'x', 'two', 'y', 'five']
  expect(state.messages.map(({ content }) => toText(content))).toEqual(shown)
  const told = JSON.stringify(chat.scripted.calls.at(-1)?.prompt)
  for (const text of shown.slice(0, -1)) expect(told).toContain(`"${text}"`)
  for (const text of ['b', 'three', 'four']) expect(told).not.toContain(`"${text}"`)
})

test('a stopped answer goes on in the same message, also on another node', async () => {
  const first = await converse({ script: [{ pieces: ['One, '], hang: true }] })
  await first.command({ type: 'send', content: 'count' })
  await first.until(({ messages }) => toText(messages.at(-1)!.content) === 'One, ')
  await first.command({ type: 'abort' })
  const stopped = await first.rested()
  const { messageId } = stopped.messages[1]!
  await first.node.close()
  await using second = await converse({ script: ['two, three.'], store: first.store })
  await second.command({ type: 'continue', messageId })
  const state = await second.rested()
  expect(said(state)).toEqual(['user complete: count', 'assistant complete: One, two, three.'])
  expect(state.messages[1]).toMatchObject({ messageId, stopReason: 'endTurn', turn: 2 })
  expect(JSON.stringify(second.scripted.calls.at(-1)?.prompt)).toMatch(/One, .*Continue it exactly where it ends/)
  await expect(second.command({ type: 'continue', messageId })).rejects.toMatchObject({ code: 'nothing_to_continue' })
})

test('a branch is not switched while a turn runs or waits', async () => {
  await using chat = await converse({ tools: [ask], script: [{ calls: [{ name: 'ask', input: { what: 'Name?' } }] }] })
  await chat.command({ type: 'send', content: 'go' })
  const { messages } = await chat.until(asked)
  const { messageId } = messages[0]!
  await expect(chat.command({ type: 'switch', messageId })).rejects.toMatchObject({ code: 'turn_running', status: 409 })
})

test('a reset forgets the conversation and stops what runs', async () => {
  await using chat = await converse({ script: [{ pieces: ['One'], hang: true }, 'fresh'] })
  await chat.command({ type: 'send', content: 'count' })
  await chat.until(({ messages }) => toText(messages.at(-1)!.content) === 'One')
  await chat.command({ type: 'reset' })
  expect((await chat.rested()).messages).toEqual([])
  await chat.command({ type: 'send', content: 'again' })
  expect(said(await chat.rested())).toEqual(['user complete: again', 'assistant complete: fresh'])
})

test('another node goes on where one left off: with open questions, and with answers that came meanwhile', async () => {
  const script = [{ calls: [{ name: 'ask', input: { what: 'Name?' } }] }]
  const first = await converse({ tools: [ask], script })
  await first.command({ type: 'send', content: 'go' })
  const { callId, elicitId } = question(await first.until(asked))!
  await first.node.close()
  await first.command({
    type: 'elicit_response',
    callId,
    elicitId,
    result: { action: 'accept', content: { text: 'Ada' } },
  })
  await using second = await converse({
    tools: [ask],
    script: [{ expect: 'Ada', text: 'Hello Ada' }],
    store: first.store,
  })
  expect(said(await second.rested()).at(-1)).toBe('assistant complete: Hello Ada')
  expect([first.errors, second.errors]).toEqual([[], []])
})

test('a session in which nothing happens is let go, and taken up again when something does', async () => {
  const script = [{ calls: [{ name: 'ask', input: { what: 'Name?' } }] }, 'Hello']
  await using chat = await converse({ tools: [ask], script, idle: 1 })
  await chat.command({ type: 'send', content: 'go' })
  const { callId, elicitId } = question(await chat.until(asked))!
  await expect
    .poll(async () => chat.store.leases.acquire({ kind: 'chat', id: chat.sessionId }, 'another'))
    .toBeGreaterThan(1)
  await chat.store.leases.release({ kind: 'chat', id: chat.sessionId }, 2)
  await chat.command({
    type: 'elicit_response',
    callId,
    elicitId,
    result: { action: 'accept', content: { text: 'Ada' } },
  })
  expect(said(await chat.rested()).at(-1)).toBe('assistant complete: Hello')
})

test('nothing is left of the runs of a turn that is over', async () => {
  await using chat = await converse({
    tools: [add],
    script: [{ calls: [{ name: 'add', input: { a: 1, b: 1 } }] }, 'ok'],
  })
  await chat.command({ type: 'send', content: 'go' })
  await chat.rested()
  const turn = `chat/${chat.sessionId}/1`
  await expect.poll(() => readRun(chat.store, turn)).toBeUndefined()
  expect(await readRun(chat.store, `${turn}/c1_0_0`)).toBeUndefined()
})

test('a question that expires is closed in the page too', async () => {
  const brief = createMcpTool('brief')
    .elicits({ name: { response: z.object({ name: z.string() }), expiresIn: 30 } })
    .execute(function* (_, ctx) {
      const given = yield* ctx.elicit('name', { message: 'Name?' })
      const later = yield* ctx.elicit('name', { message: 'And now?' })
      return [given.action, later.action]
    })
    .build()
  await using chat = await converse({ tools: [brief], script: [{ calls: [{ name: 'brief', input: {} }] }, 'ok'] })
  await chat.command({ type: 'send', content: 'go' })
  await chat.until((state) => question(state)?.message === 'And now?')
  expect(calls(await chat.rested())).toMatchObject([{ status: 'done', result: ['cancel', 'cancel'] }])
  const closed = (await chat.patches()).filter(({ type }) => type === 'elicit_complete')
  expect(closed.length).toBeGreaterThan(0)
})

test('an answer that was acknowledged in time counts, even if the run resumes late', async () => {
  const brief = createMcpTool('brief')
    .elicits({ name: { response: z.object({ name: z.string() }), expiresIn: 4_000 } })
    .execute(function* (_, ctx) {
      const given = yield* ctx.elicit('name', { message: 'Name?' })
      return given.action === 'accept' ? given.content.name : given.action
    })
    .build()
  const first = await converse({ tools: [brief], script: [{ calls: [{ name: 'brief', input: {} }] }] })
  await first.command({ type: 'send', content: 'go' })
  const { callId, elicitId, expiresAt } = question(await first.until(asked))!
  await first.node.close()
  await first.command({
    type: 'elicit_response',
    callId,
    elicitId,
    result: { action: 'accept', content: { name: 'Ada' } },
  })
  await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(expiresAt!)
  await using second = await converse({ tools: [brief], script: ['Hello'], store: first.store })
  expect(calls(await second.rested())).toMatchObject([{ status: 'done', result: 'Ada' }])
})

test('what a tool chose to show reaches the model in this turn and the next, and its failure is one', async () => {
  const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }
  const paint = createMcpTool('paint')
    .parameters(z.object({ well: z.boolean() }))
    .execute(function* ({ well }) {
      return content([{ type: 'text', text: well ? 'a cat' : 'no paint' }, image], { isError: !well })
    })
    .build()
  const both = {
    calls: [
      { name: 'paint', input: { well: true } },
      { name: 'paint', input: { well: false } },
    ],
  }
  await using chat = await converse({ tools: [paint], script: [both, 'There.', 'Again.'] })
  await chat.command({ type: 'send', content: 'paint' })
  expect(calls(await chat.rested())).toMatchObject([
    { status: 'done', result: 'a cat', content: [{ type: 'text' }, image] },
    { status: 'failed', error: { code: 'tool_error', message: 'no paint' } },
  ])
  await chat.command({ type: 'send', content: 'more' })
  await chat.rested()
  const [, now, later] = chat.scripted.calls.map(({ prompt }) => prompt.find(({ role }) => role === 'tool'))
  expect(now).toMatchObject({
    content: [{ output: { type: 'content' } }, { output: { type: 'error-text', value: 'no paint' } }],
  })
  expect(later).toEqual(now)
})
