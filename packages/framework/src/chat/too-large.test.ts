import { expect, test } from 'vitest'
import { z } from 'zod'
import { limitStore } from '../log/fixtures/limit-store.ts'
import type { Model } from '../models/model.ts'
import { createMortalStore } from '../testing/mortal-store.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import { createDriven, type Driven, isRested } from './fixtures/driven.ts'

const LIMIT = 4_000
const LARGE = 'ü'.repeat(3_000)
const REFUSED = `and the store accepts ${LIMIT}`

/** Calls the tools that the message names, and then says `went on`. */
const calling = (...calls: string[]): Model => ({
  id: 'calling',
  async answer({ messages }) {
    const isFirst = JSON.stringify(messages.at(-1)!.content).includes('call them')
    const uses = calls.map((name) => ({ type: 'tool_use' as const, id: name, name, input: {} }))
    return { content: isFirst ? uses : { type: 'text', text: 'went on' }, model: 'calling' }
  },
})

const toolOf = (name: string) => createMcpTool(name).elicits({ sure: { response: z.object({ ok: z.boolean() }) } })

/** Drives a session on a store that takes no large patches, or no large journals. */
async function drive(model: Model, tools: McpTool[] = [], kind = 'chat') {
  const session = await createDriven()
  const driver = await session.drive({ model, tools, seen: limitStore(session.store, kind, LIMIT) })
  return { session, driver, say: (content: string) => session.command({ type: 'send', content }) }
}

/** A turn ends, and the same driver serves the next one. */
async function expectMore(session: Driven, driver: Awaited<ReturnType<typeof drive>>['driver'], turns: number) {
  await session.command({ type: 'send', content: 'More' })
  const state = await session.until((state) => isRested(state) && state.turns === turns)
  expect(state.ended).toEqual({ turn: turns, reason: 'complete' })
  expect(state.error).toBeUndefined()
  expect(driver.hasFailed).toBe(false)
  expect(session.errors).toEqual([])
}

test('a turn fails if the answer of the model is larger than the store accepts, and the next one runs', async () => {
  const model: Model = {
    id: 'long',
    async answer({ messages }, { onPart }) {
      const text = messages.length === 1 ? LARGE : 'short'
      onPart?.({ type: 'text', text })
      return { content: { type: 'text', text }, model: 'long' }
    },
  }
  const { session, driver, say } = await drive(model)
  await say('Hi')
  const state = await session.until(isRested)
  expect(state.ended).toEqual({ turn: 1, reason: 'failed' })
  expect(state.error).toEqual({
    code: 'RecordSizeError',
    message: expect.stringMatching(/^the answer of the model has \d+ bytes, and the store accepts 4000; keep /),
  })
  expect(state.messages.at(-1)).toMatchObject({ status: 'complete', content: [{ type: 'text', text: LARGE }] })
  await expectMore(session, driver, 2)
})

test('a turn that is still running is stopped if an answer is larger than the store accepts', async () => {
  const model: Model = {
    id: 'long',
    async answer({ messages }) {
      const text = messages.length === 1 ? LARGE : 'short'
      const use = { type: 'tool_use' as const, id: 'wait', name: 'wait', input: {} }
      return { content: messages.length === 1 ? [{ type: 'text', text }, use] : { type: 'text', text }, model: 'long' }
    },
  }
  const wait = toolOf('wait')
    .execute(function* (_, ctx) {
      yield* ctx.elicit('sure', { message: 'Sure?' })
    })
    .build()
  const { session, driver, say } = await drive(model, [wait])
  await say('Hi')
  const state = await session.until(isRested)
  expect(state.ended).toEqual({ turn: 1, reason: 'failed' })
  expect(state.error!.message).toContain('the answer of the model has')
  expect(state.pendingElicits).toEqual({})
  await expectMore(session, driver, 2)
})

test.each([
  ['result', 'the result of the call has', () => LARGE],
  [
    'error',
    'the error of the call has',
    () => {
      throw new Error(LARGE)
    },
  ],
] as const)('a call fails if its %s is larger than the store accepts, and its turn goes on', async (_, what, end) => {
  const tool = createMcpTool('large')
    .execute(function* (_, ctx) {
      yield* ctx.step('none', () => 0)
      return end()
    })
    .build()
  const { session, driver, say } = await drive(calling('large'), [tool])
  await say('call them')
  const state = await session.until(isRested)
  expect(state.ended).toEqual({ turn: 1, reason: 'complete' })
  const [call] = Object.values(state.toolCalls)
  expect(call).toMatchObject({ status: 'failed', error: { code: 'RecordSizeError' } })
  expect(call!.error!.message).toContain(what)
  expect(call!.error!.message).toContain(REFUSED)
  await expectMore(session, driver, 2)
})

test('a tool sees that its question is larger than the store accepts, and asks a shorter one', async () => {
  const tool = toolOf('large')
    .execute(function* (_, ctx) {
      try {
        yield* ctx.elicit('sure', { message: LARGE })
        return 'asked'
      } catch (error) {
        const { action } = yield* ctx.elicit('sure', { message: 'Sure?' })
        return `${action} after ${(error as Error).message}`
      }
    })
    .build()
  const { session, driver, say } = await drive(calling('large'), [tool])
  await say('call them')
  const asked = await session.until(({ pendingElicits }) => Object.keys(pendingElicits).length > 0)
  const [question] = Object.values(asked.pendingElicits)
  const { callId, elicitId, message } = question!
  expect(message).toBe('Sure?')
  await session.command({
    type: 'elicit_response',
    callId,
    elicitId,
    result: { action: 'accept', content: { ok: true } },
  })
  const state = await session.until(isRested)
  const [call] = Object.values(state.toolCalls)
  expect(call!.result).toMatch(new RegExp(`^accept after .*${REFUSED}`))
  await expectMore(session, driver, 2)
})

test('a call fails if its question to other people is larger than the store accepts', async () => {
  const tool = toolOf('large')
    .execute(function* (_, ctx) {
      yield* ctx.elicit('sure', { message: LARGE, to: ['boss'] })
    })
    .build()
  const { session, driver, say } = await drive(calling('large'), [tool])
  await say('call them')
  const state = await session.until(isRested)
  const [call] = Object.values(state.toolCalls)
  expect(call!.error!.message).toContain(REFUSED)
  expect(state.pendingWaits).toEqual({})
  await expectMore(session, driver, 2)
})

test('progress that is larger than the store accepts is replaced, and the call goes on', async () => {
  const tool = createMcpTool('large')
    .execute(function* (_, ctx) {
      yield* ctx.notify(LARGE)
      return 'done'
    })
    .build()
  const { session, driver, say } = await drive(calling('large'), [tool])
  await say('call them')
  const state = await session.until(isRested)
  const [call] = Object.values(state.toolCalls)
  expect(call).toMatchObject({ status: 'done', result: 'done' })
  expect(call!.progress!.message).toContain(REFUSED)
  await expectMore(session, driver, 2)
})

test('patches that are too large for one write are stored in several', async () => {
  const names = ['one', 'two', 'three', 'four', 'five']
  const tools = names.map((name) =>
    createMcpTool(name)
      .execute(function* (_, ctx) {
        yield* ctx.step('none', () => 0)
        return name.repeat(500)
      })
      .build(),
  )
  const { session, driver, say } = await drive(calling(...names), tools)
  await say('call them')
  const state = await session.until(isRested)
  expect(Object.values(state.toolCalls).map(({ result }) => result)).toEqual(names.map((name) => name.repeat(500)))
  await expectMore(session, driver, 2)
})

test('a turn that fails with an error larger than the store accepts says so', async () => {
  const model: Model = {
    id: 'failing',
    async answer({ messages }) {
      if (messages.length === 1) throw new Error(LARGE)
      return { content: { type: 'text', text: 'went on' }, model: 'failing' }
    },
  }
  const { session, driver, say } = await drive(model)
  await say('Hi')
  const state = await session.until(isRested)
  expect(state.error!.message).toContain('the error of the turn has')
  expect(state.ended).toEqual({ turn: 1, reason: 'failed' })
  await expectMore(session, driver, 2)
})

test('a turn that cannot record the result of a call fails, and the cleanup of its other calls runs', async () => {
  const ended: string[] = []
  const wait = toolOf('wait')
    .execute(function* (_, ctx) {
      try {
        yield* ctx.elicit('sure', { message: 'Sure?' })
      } finally {
        yield* ctx.step('clean up', () => ended.push('cleaned up'))
      }
    })
    .build()
  const large = createMcpTool('large')
    .execute(function* (_, ctx) {
      yield* ctx.step('none', () => 0)
      return LARGE
    })
    .build()
  const { session, driver, say } = await drive(calling('wait', 'large'), [wait, large], 'run')
  await say('call them')
  const state = await session.until(isRested)
  expect(state.error!.message).toContain(REFUSED)
  expect(ended).toEqual(['cleaned up'])
  await expectMore(session, driver, 2)
})

/** Plays a turn in which a question, a result and an answer are too large; the driver is killed after `life` writes. */
async function play(life: number) {
  const session = await createDriven()
  const asking = toolOf('asking')
    .execute(function* (_, ctx) {
      try {
        yield* ctx.elicit('sure', { message: LARGE })
        return 'asked'
      } catch {
        return 'was refused'
      }
    })
    .build()
  const large = createMcpTool('large')
    .execute(function* (_, ctx) {
      yield* ctx.step('none', () => 0)
      return LARGE
    })
    .build()
  const model: Model = {
    id: 'talkative',
    async answer({ messages }) {
      const said = JSON.stringify(messages.at(-1)!.content)
      const uses = ['asking', 'large'].map((name) => ({ type: 'tool_use' as const, id: name, name, input: {} }))
      if (said.includes('call them')) return { content: uses, model: 'talkative' }
      return { content: { type: 'text', text: said.includes('More') ? 'short' : LARGE }, model: 'talkative' }
    },
  }
  const seen = createMortalStore(session.store, { life })
  const drive = (store = session.store) =>
    session.drive({ model, tools: [asking, large], seen: limitStore(store, 'chat', LIMIT) })
  await drive(seen.store)
  const takenOver = seen.dead.then(() => drive())
  await session.command({ type: 'send', content: 'call them' })
  const first = await session.until(isRested)
  await session.command({ type: 'send', content: 'More' })
  const second = await session.until((state) => isRested(state) && state.turns === 2)
  if (seen.isDead) await takenOver
  expect(session.errors, `killed after ${life} writes`).toEqual([])
  const calls = Object.values(first.toolCalls).map(({ status, result, error }) => [status, result, error?.code])
  return { ends: [first.ended, first.error?.code, second.ended, second.error], calls, writes: seen.writes }
}

test('a driver that takes over after a kill at any place ends what is too large in the same way', async () => {
  const { writes, ...undisturbed } = await play(Number.POSITIVE_INFINITY)
  expect(undisturbed).toEqual({
    ends: [{ turn: 1, reason: 'failed' }, 'RecordSizeError', { turn: 2, reason: 'complete' }, undefined],
    calls: [
      ['done', 'was refused', undefined],
      ['failed', undefined, 'RecordSizeError'],
    ],
  })
  expect(writes).toBeGreaterThan(10)
  for (let life = 0; life < writes; life++) {
    const { writes: _, ...disturbed } = await play(life)
    expect(disturbed, `killed after ${life} writes`).toEqual(undisturbed)
  }
})
