import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createInbox } from '../../inbox/create-inbox.ts'
import { answerQuestion, listQuestions } from '../../inbox/questions.ts'
import { sendSignal } from '../../inbox/signals.ts'
import { limitStore } from '../../log/fixtures/limit-store.ts'
import { withLog } from '../../log/fixtures/with-log.ts'
import type { Store } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import { CONTRACT_TTL, carrierContract } from '../../testing/carrier-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { type Binding, type Carrier, toHandle } from '../core/carrier.ts'
import { countWrites } from '../fixtures/count-writes.ts'
import { createRoundsServer, refusalOf } from '../fixtures/rounds-server.ts'
import { CallStreams } from './call-streams.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

describeContract(
  'the handle on a kept call',
  carrierContract(() => {
    let time = 0
    let bound: Binding
    const calls = new CallStreams({
      store: createMemoryStore(),
      limit: 1_000,
      ttl: CONTRACT_TTL,
      bind: () => bound,
      now: () => time,
    })
    const carrier: Carrier = {
      async pack({ recording, rounds, claims }, binding) {
        bound = binding
        const claim = { from: 'before', answers: '' }
        const round = { claim, rounds: rounds - 1, claims, answers: {}, receivedAt: 0, capabilities: {} }
        const state = toHandle(recording.header.runId, rounds)
        await calls.store(binding, round, recording, { result: {}, state })
        return state
      },
      async unpack(state, binding) {
        const call = await calls.unpack(state, binding)
        // That of the round itself was not in what was packed.
        return { ...call, claims: call.claims.slice(0, -1) }
      },
    }
    const setTime = (to: number) => {
      time = to
    }
    return { carrier, setTime }
  }),
)

const text = { response: z.object({ text: z.string() }) }
const YES = { sure: { action: 'accept', content: { text: 'yes' } } }

/** A tool that asks, and then runs a step that a test holds. */
function createHeld(carrier: 'auto' | 'stored' = 'auto', { version = '1', step = 'book' } = {}) {
  const ran: string[] = []
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const tool = createMcpTool('held')
    .elicits({ sure: text, rating: text })
    .carrier(carrier)
    .version(version)
    .execute(function* (_, ctx) {
      const sure = yield* ctx.elicit('sure', { message: 'Sure?' })
      try {
        yield* ctx.step(
          step,
          async () => {
            ran.push(step)
            begun.resolve()
            await gate.promise
          },
          { once: true },
        )
        yield* ctx.notify('booked')
        yield* ctx.step('mail', () => void ran.push('mail'))
        return sure.action
      } finally {
        yield* ctx.step('release', () => void ran.push('released'))
      }
    })
    .build()
  return { tool, ran, begun: begun.promise, release: () => gate.resolve() }
}

/** A memory store that answers the first creation of a call only when a test lets it, after it has stored it. */
function createSlowStore() {
  const store = createMemoryStore()
  const gate = Promise.withResolvers<void>()
  const refused = Promise.withResolvers<void>()
  const log = store.log('call')
  const slow: typeof log = {
    ...log,
    async create(id, stream) {
      try {
        const created = await log.create(id, stream)
        await gate.promise
        return created
      } catch (error) {
        refused.resolve()
        throw error
      }
    },
  }
  const changed = { ...store, log: (kind: string) => (kind === 'call' ? slow : store.log(kind)) } as Store
  return { store: changed, refused: refused.promise, answer: () => gate.resolve() }
}

it('K1 the round of the request that kept the call goes on when another request of this server was refused meanwhile', async () => {
  const slow = createSlowStore()
  const { tool, ran, release } = createHeld()
  const server = createRoundsServer(tool, slow)
  const { requestState: state } = await server.call()
  const replies = [server.call({ state, answers: YES }), server.call({ state, answers: YES })]
  await slow.refused
  // The other request has given up by then.
  await new Promise((resolve) => setImmediate(resolve))
  slow.answer()
  release()
  const [first, second] = await Promise.all(replies)
  expect(second).toEqual(first)
  expect(first?.isError).toBeUndefined()
  expect(ran).toEqual(['book', 'mail', 'released'])
  expect(server.errors).toEqual([])
})

it('K1 a state that a server returned while it shut down stands for its round, which another server has kept', async () => {
  const store = createMemoryStore()
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const ran: string[] = []
  const tool = createMcpTool('held')
    .elicits({ sure: text })
    .execute(function* (_, ctx) {
      const sure = yield* ctx.elicit('sure', { message: 'Sure?' })
      yield* ctx.step('prepare', async () => {
        begun.resolve()
        await gate.promise
      })
      yield* ctx.step('book', () => void ran.push('book'), { once: true })
      return sure.action
    })
    .build()
  const first = createRoundsServer(tool, { store })
  const second = createRoundsServer(tool, { store })
  const { requestState: state } = await first.call()
  const drained = first.call({ state, answers: YES })
  await begun.promise
  const kept = second.call({ state, answers: YES })
  const closing = first.close()
  gate.resolve()
  const { requestState: reached } = await drained
  expect(reached).not.toBe(state)
  const reply = await kept
  await closing
  expect(await second.call({ state: reached })).toEqual(reply)
  expect(ran).toEqual(['book'])
  expect(await refusalOf(second.call({ state: reached, answers: YES }))).toContain('answered otherwise')
})

describe.each(['auto', 'stored'] as const)('a round of a kept call (%s)', (carrier) => {
  it('K3 has its reply stored before it is sent', async () => {
    const store = createMemoryStore()
    const held = createHeld(carrier)
    held.release()
    const server = createRoundsServer(held.tool, { store })
    const { requestState } = await server.call()
    await server.call({ state: requestState, answers: YES })
    const [stream] = await store.log('call').list(undefined)
    const { events } = (await store.log<{ type: string }>('call').open(stream!.id))!
    expect(events.at(-1)!.event).toMatchObject({ type: 'reply', reply: { result: { content: [{ text: 'accept' }] } } })
  })

  it('tells its progress to every request of the process that waits for it', async () => {
    const held = createHeld(carrier)
    const server = createRoundsServer(held.tool)
    const { requestState: state } = await server.call()
    const calls = [server.call({ state, answers: YES })]
    await held.begun
    calls.push(server.call({ state, answers: YES }), server.call({ state, answers: YES }))
    await new Promise(setImmediate)
    held.release()
    const replies = await Promise.all(calls)
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(server.notes).toEqual(['booked', 'booked', 'booked'])
  })

  it('R10 is cancelled, and runs its finally, when the last request that waits for it is', async () => {
    const held = createHeld(carrier)
    const server = createRoundsServer(held.tool)
    const { requestState: state } = await server.call()
    const [one, other] = [new AbortController(), new AbortController()]
    const first = refusalOf(server.call({ state, answers: YES, signal: one.signal }))
    await held.begun
    const second = refusalOf(server.call({ state, answers: YES, signal: other.signal }))
    await new Promise(setImmediate)
    one.abort()
    expect(await first).toMatch(/^-32603/)
    expect(held.ran).toEqual(['book'])
    other.abort()
    expect(await second).toMatch(/^-32603/)
    await expect.poll(() => held.ran).toEqual(['book', 'released'])
    held.release()
    expect(await refusalOf(server.call({ state, answers: YES }))).toBe('-32603 cancelled')
  })

  it('goes on at another server when its own shuts down, for the same state without answers', async () => {
    const store = createMemoryStore()
    const held = createHeld(carrier)
    const [one, other] = [createRoundsServer(held.tool, { store }), createRoundsServer(held.tool, { store })]
    const { requestState: state } = await one.call()
    const waiting = one.call({ state, answers: YES })
    await held.begun
    const closed = one.close()
    held.release()
    expect(await waiting).toEqual({ resultType: 'input_required', requestState: state })
    await closed
    expect(held.ran).toEqual(['book'])
    // The answers that the first server recorded in this round are not reported as ignored.
    expect(await other.call({ state })).toEqual({ content: [{ type: 'text', text: 'accept' }] })
    expect(held.ran).toEqual(['book', 'mail', 'released'])
  })

  it('does not begin a once step while its server shuts down', async () => {
    const store = createMemoryStore()
    const held = createHeld(carrier)
    held.release()
    const [one, other] = [createRoundsServer(held.tool, { store }), createRoundsServer(held.tool, { store })]
    const { requestState: state } = await one.call()
    await one.close()
    const drained = await one.call({ state, answers: YES })
    expect(drained).toEqual({ resultType: 'input_required', requestState: expect.any(String) })
    expect(held.ran).toEqual([])
    const answers = drained.requestState === state ? YES : undefined
    const { content } = await other.call({ state: drained.requestState, ...(answers && { answers }) })
    expect(content).toEqual([{ type: 'text', text: 'accept' }])
    expect(held.ran).toEqual(['book', 'mail', 'released'])
  })
})

describe('the commits of a call with a once step', () => {
  it.each([
    ['auto', 3],
    // The first state, the claim, the answer, the start, the outcome and the reply.
    ['stored', 6],
  ] as const)('%s are %i', async (carrier, commits) => {
    const { store, writes } = countWrites(createMemoryStore(), 'call')
    const booking = createMcpTool('booking')
      .elicits({ sure: text })
      .carrier(carrier)
      .execute(function* (_, ctx) {
        yield* ctx.elicit('sure', { message: 'Sure?' })
        return yield* ctx.step('book', () => 'booked', { once: true })
      })
      .build()
    const { call } = createRoundsServer(booking, { store })
    const { requestState: state } = await call()
    await call({ state, answers: YES })
    expect(writes()).toBe(commits)
  })
})

describe('a call that meets other code', () => {
  const OTHER_CODE =
    '-32602 this call cannot be continued by the version of the server that is running; try again later, or start the call again'

  it('is refused in general words, reported once, and goes on with the right code (sealed)', async () => {
    const right = createRoundsServer(asker('old'))
    const wrong = createRoundsServer(asker('new'))
    const { requestState: state } = await right.call()
    for (let i = 0; i < 3; i++) expect(await refusalOf(wrong.call({ state, answers: YES }))).toBe(OTHER_CODE)
    expect(wrong.errors.map(({ name }) => name)).toEqual(['DivergenceError'])
    expect((await right.call({ state, answers: YES })).content).toEqual([{ type: 'text', text: 'old accept' }])
  })

  it('is refused in general words, reported once, and goes on with the right code (stored)', async () => {
    const store = createMemoryStore()
    const right = createRoundsServer(asker('old', 'stored'), { store })
    const wrong = createRoundsServer(asker('new', 'stored'), { store })
    const { requestState: state } = await right.call()
    for (let i = 0; i < 3; i++) expect(await refusalOf(wrong.call({ state, answers: YES }))).toBe(OTHER_CODE)
    expect(wrong.errors.map(({ name }) => name)).toEqual(['DivergenceError'])
    expect((await right.call({ state, answers: YES })).content).toEqual([{ type: 'text', text: 'old accept' }])
  })

  it.each(['auto', 'stored'] as const)('is left to servers with its version (%s)', async (carrier) => {
    const store = createMemoryStore()
    const right = createRoundsServer(asker('old', carrier, '1'), { store })
    const wrong = createRoundsServer(asker('old', carrier, '2'), { store })
    const able = createRoundsServer(asker('old', carrier, '2'), { store, onVersionChange: 'continue' })
    const { requestState: state } = await right.call()
    expect(await refusalOf(wrong.call({ state, answers: YES }))).toBe(OTHER_CODE)
    expect((await able.call({ state, answers: YES })).content).toEqual([{ type: 'text', text: 'old accept' }])
  })

  function asker(step: string, carrier: 'auto' | 'stored' = 'auto', version = '1') {
    return createMcpTool('asker')
      .elicits({ sure: text })
      .carrier(carrier)
      .version(version)
      .execute(function* (_, ctx) {
        yield* ctx.step(step, () => step)
        const { action } = yield* ctx.elicit('sure', { message: 'Sure?' })
        return `${step} ${action}`
      })
      .build()
  }
})

describe('the idempotency key of a client', () => {
  it('names one call: it is refused with other answers', async () => {
    const quick = createMcpTool('quick')
      .execute(function* (_, ctx) {
        return yield* ctx.step('book', () => 'booked', { once: true })
      })
      .build()
    const server = createRoundsServer(quick)
    expect((await server.call({ key: 'k' })).content).toEqual([{ type: 'text', text: 'booked' }])
    expect(await refusalOf(server.call({ key: 'k', answers: { x: 1 } }))).toMatch(/^-32602 .*answered otherwise/)
  })
})

it('a first request with a key does not begin its once step while its server shuts down', async () => {
  const ran: string[] = []
  const quick = createMcpTool('quick')
    .execute(function* (_, ctx) {
      return yield* ctx.step('book', () => `booked ${ran.push('book')}`, { once: true })
    })
    .build()
  const store = createMemoryStore()
  const [one, other] = [createRoundsServer(quick, { store }), createRoundsServer(quick, { store })]
  await one.close()
  const { resultType, requestState: state } = await one.call({ key: 'k' })
  expect([resultType, ran]).toEqual(['input_required', []])
  expect((await other.call({ state })).content).toEqual([{ type: 'text', text: 'booked 1' }])
})

it('a first request with a key runs the once step whose start was being stored when its server shuts down', async () => {
  const quick = createMcpTool('quick')
    .execute(function* (_, ctx) {
      return yield* ctx.step('book', () => 'booked', { once: true })
    })
    .build()
  const memory = createMemoryStore()
  const [storing, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const store = withLog(memory, 'call', (log) => ({
    async create(id, stream) {
      storing.resolve()
      await isHeld.promise
      return log.create(id, stream)
    },
  }))
  const [one, other] = [createRoundsServer(quick, { store }), createRoundsServer(quick, { store: memory })]
  const first = one.call({ key: 'k' })
  await storing.promise
  const closed = one.close()
  isHeld.resolve()
  const [{ requestState: state }] = await Promise.all([first, closed])
  expect((await other.call({ state })).content).toEqual([{ type: 'text', text: 'booked' }])
})

describe('a call that goes on as a task', () => {
  it('goes on as one task, however often the same request is sent', async () => {
    const detaching = createMcpTool('detaching')
      .elicits({ sure: text })
      .task('auto')
      .execute(function* (_, ctx) {
        const { action } = yield* ctx.elicit('sure', { message: 'Sure?' })
        yield* ctx.detach()
        return action
      })
      .build()
    const server = createRoundsServer(detaching)
    const { requestState: state } = await server.call()
    const tasks = await Promise.all([1, 2, 3].map(() => server.call({ state, answers: YES })))
    expect(new Set(tasks.map((task) => task.taskId)).size).toBe(1)
    const other = { sure: { action: 'decline' } }
    expect(await refusalOf(server.call({ state, answers: other }))).toBe(
      '-32602 this requestState was already answered otherwise',
    )
  })

  it('is named only to a client that declares tasks', async () => {
    const detaching = createMcpTool('detaching')
      .elicits({ sure: text })
      .task('auto')
      .carrier('stored')
      .execute(function* (_, ctx) {
        yield* ctx.elicit('sure', { message: 'Sure?' })
        return yield* ctx.detach()
      })
      .build()
    const server = createRoundsServer(detaching)
    const { requestState: state } = await server.call()
    const { taskId } = await server.call({ state, answers: YES })
    const without = server.call({ state, answers: YES, capabilities: { elicitation: {} } })
    expect(await refusalOf(without)).toMatch(/^-32021 this request needs the tasks extension/)
    expect((await server.call({ state, answers: YES })).taskId).toBe(taskId)
  })

  it('takes a signal with it that was sent before the task began', async () => {
    const store: Store = { ...createMemoryStore(), isDurable: true }
    const keys = ['a secret that is long enough for a keyring']
    await using inbox = createInbox({ store, keys, baseUrl: 'http://localhost' })
    const tool = createMcpTool('order')
      .task('auto')
      .execute(function* (_, ctx) {
        const url = yield* ctx.signalUrl('paid')
        yield* ctx.step('pay', () => sendSignal(store, url, 'yes', { keys, id: '1' }))
        return `${yield* ctx.signal('paid')}`
      })
      .build()
    const { call, tasks } = createRoundsServer(tool, { store, inbox })
    const { taskId } = await call()
    const caller = { principal: undefined, receivedAt: 0, requireScopes: () => {} }
    const done = { status: 'completed', result: { content: [{ text: 'yes' }] } }
    await expect.poll(() => tasks.get(taskId!, caller)).toMatchObject(done)
  })

  it('gives the task a signal that is stored with the call when the task has begun', async () => {
    const store: Store = { ...createMemoryStore(), isDurable: true }
    const [storing, handed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = withLog(store, 'call', (log) => ({
      async append(id, append) {
        storing.resolve()
        await handed.promise
        return log.append(id, append)
      },
    }))
    const keys = ['a secret that is long enough for a keyring']
    await using inbox = createInbox({ store, keys, baseUrl: 'http://localhost' })
    let sending: Promise<void> | undefined
    const tool = createMcpTool('order')
      .task('auto')
      .execute(function* (_, ctx) {
        const url = yield* ctx.signalUrl('paid')
        yield* ctx.step('pay', () => {
          sending = sendSignal(slow, url, 'yes', { keys, id: '1' })
          return storing.promise
        })
        return `${yield* ctx.signal('paid')}`
      })
      .build()
    const { call, tasks } = createRoundsServer(tool, { store, inbox })
    const { taskId } = await call()
    handed.resolve()
    await sending
    const caller = { principal: undefined, receivedAt: 0, requireScopes: () => {} }
    const done = { status: 'completed', result: { content: [{ text: 'yes' }] } }
    await expect.poll(() => tasks.get(taskId!, caller)).toMatchObject(done)
  })
})

it('K1 a reply that is too large for the store is the same error for the request that began the call and for the next one', async () => {
  const store = limitStore(createMemoryStore(), 'call', 10_000)
  const tool = createMcpTool('large')
    .execute(function* (_, ctx) {
      yield* ctx.step('book', () => {})
      return 'x'.repeat(20_000)
    })
    .build()
  const server = createRoundsServer(tool, { store })
  const first = await refusalOf(server.call({ key: 'k' }))
  expect(first).toMatch(/the store accepts 10000/)
  expect(await refusalOf(server.call({ key: 'k' }))).toBe(first)
})

it('a first call that waits for other people counts for the limit of stored calls', async () => {
  const store: Store = { ...createMemoryStore(), isDurable: true }
  const tool = createMcpTool('approve')
    .elicits({ sure: text })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('sure', { message: 'Allow it?' }, { to: 'role:manager' })).action
    })
    .build()
  const capabilities = { elicitation: {} }
  const server = createRoundsServer(tool, { store, patience: 10, keptCalls: 1 })
  await server.call({ capabilities })
  await expect(server.call({ capabilities })).rejects.toThrow('one caller may have 1 kept calls')
  expect(await store.log('call').count(undefined)).toBe(1)
})

it('a first call that asks for the URL of a signal counts for the limit of stored calls', async () => {
  const store: Store = { ...createMemoryStore(), isDurable: true }
  await using inbox = createInbox({ store, baseUrl: 'http://localhost' })
  const ran: string[] = []
  const tool = createMcpTool('order')
    .task('never')
    .execute(function* (_, ctx) {
      const url = yield* ctx.signalUrl('paid')
      yield* ctx.step('tell', () => void ran.push(url))
      yield* ctx.signal('paid')
    })
    .build()
  const server = createRoundsServer(tool, { store, inbox, keptCalls: 1, patience: 1 })
  await server.call()
  expect(await refusalOf(server.call())).toMatch(/kept calls/)
  expect(ran).toHaveLength(1)
})

it('a call goes on when the one who gave an answer that did not fit gives another one', async () => {
  const store: Store = { ...createMemoryStore(), isDurable: true }
  const isYes = z.object({ text: z.string().refine((said) => said === 'yes', 'say yes') })
  const tool = createMcpTool('approve')
    .elicits({ sure: { response: isYes } })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('sure', { message: 'Allow it?' }, { to: 'role:manager' })).action
    })
    .build()
  const manager = { principal: 'ada', names: ['role:manager'] }
  const server = createRoundsServer(tool, { store, patience: 10 })
  const capabilities = { elicitation: {} }
  const { requestState } = await server.call({ capabilities })
  for (const [attempt, said] of [
    [1, 'no'],
    [2, 'yes'],
  ] as const) {
    const { id } = await vi.waitFor(async () => {
      const { questions } = await listQuestions(store, manager)
      expect(questions).toMatchObject([{ attempt }])
      return questions[0]!
    })
    await answerQuestion(store, { ...manager, id, answer: { action: 'accept', content: { text: said } } })
  }
  await vi.waitFor(async () =>
    expect(await server.call({ state: requestState, capabilities })).toMatchObject({ content: [{ text: 'accept' }] }),
  )
})

it('a call whose tool is removed while it runs gets its result, and so does the same request again', async () => {
  const ran: string[] = []
  const tool = createMcpTool('pay')
    .execute(function* () {
      server.catalog.replace({ tools: [] })
      ran.push('pay')
      return 'paid'
    })
    .build()
  const server = createRoundsServer(tool)
  const paid = { content: [{ text: 'paid' }] }
  expect(await server.call({ key: 'k' })).toMatchObject(paid)
  expect(await server.call({ key: 'k' })).toMatchObject(paid)
  expect(ran).toEqual(['pay'])
})

it('a call that is deleted while an answer to it arrives has expired for its client', async () => {
  const store = withLog(createMemoryStore(), 'call', (log) => ({
    async append(id, append) {
      if (append.commandId?.startsWith('round/')) await log.delete(id)
      return log.append(id, append)
    },
  }))
  const server = createRoundsServer(createHeld('stored').tool, { store })
  const { requestState: state } = await server.call()
  expect(await refusalOf(server.call({ state, answers: YES }))).toMatch(/^-32602 this requestState has expired/)
  expect(server.errors).toEqual([])
})

it('a call does not grow without end by what its client sends', async () => {
  const server = createRoundsServer(createHeld('stored').tool)
  let { requestState: state } = await server.call()
  const send = (other: number) => server.call({ state, answers: { [`other${other}`]: 'x'.repeat(4_000_000) } })
  for (let i = 1; i <= 5; i++) ({ requestState: state } = await send(i))
  expect(await refusalOf(send(6))).toBe(
    '-32602 this requestState belongs to a call with too many or too large requests; start the call again without it',
  )
  expect(await refusalOf(server.call({ state, answers: YES }))).toMatch(/^-32602 this requestState belongs to a call/)
})

it('K1 a request without answers gets the same question again, and the answer to it counts afterwards', async () => {
  const store = createMemoryStore()
  const { tool, release } = createHeld('stored')
  const server = createRoundsServer(tool, { store })
  const asked = await server.call()
  const state = asked.requestState
  const looks = [await server.call({ state }), await createRoundsServer(tool, { store }).call({ state })]
  expect(looks).toEqual([asked, asked])
  release()
  expect((await server.call({ state, answers: YES })).content).toEqual([{ type: 'text', text: 'accept' }])
})

it.each([true, false])(
  'K5 an answer counts although another client looked in between that cannot be asked (mustAsk: %s)',
  async (mustAsk) => {
    const tool = createMcpTool('ask')
      .elicits({ sure: { ...text, mustAsk } })
      .carrier('stored')
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
      })
      .build()
    const server = createRoundsServer(tool)
    const { requestState: state } = await server.call()
    expect(await refusalOf(server.call({ state, capabilities: {} }))).toMatch(/^-32021/)
    expect((await server.call({ state, answers: YES })).content).toEqual([{ type: 'text', text: 'accept' }])
    expect(await refusalOf(server.call({ state, answers: { sure: { action: 'decline' } } }))).toMatch(
      /answered otherwise/,
    )
  },
)
