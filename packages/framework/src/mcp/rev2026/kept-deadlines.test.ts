import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { answerQuestion, listQuestions } from '../../inbox/questions.ts'
import { withLog } from '../../log/fixtures/with-log.ts'
import type { Store } from '../../log/log.ts'
import type { Driven } from '../../log/machine.ts'
import { createMemoryStore } from '../../log/memory.ts'
import { Node } from '../../log/node.ts'
import { createMortalStore } from '../../testing/mortal-store.ts'
import { createMcpTool } from '../../tools/builder.ts'
import type { StepContext } from '../../tools/effects/step.ts'
import type { McpTool } from '../../tools/tool.ts'
import { createRoundsServer, type Result, refusalOf } from '../fixtures/rounds-server.ts'
import type { CallEvent } from './call-events.ts'
import { CallWork } from './call-work.ts'
import { type KeptCall, nextAt, toKeptCall } from './kept-call.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const LASTS = 80

const text = z.object({ text: z.string() })
const ok = { action: 'accept' as const, content: { text: 'ok' } }

/** The ways in which a call is stored. */
const ways = ['by its carrier', 'by a once step', 'by its size', 'by a key'] as const

/** A tool whose call is in the store when it asks, and what it has run. */
function createAsker(way: (typeof ways)[number] | 'not at all', kind: 'expires' | 'race' = 'expires', lasts = LASTS) {
  const ran: string[] = []
  const isRace = kind === 'race'
  const tool = createMcpTool('asker')
    .elicits({ first: { response: text }, sure: { response: text, ...(!isRace && { expiresIn: lasts }) } })
    .carrier(way === 'by its carrier' ? 'stored' : 'auto')
    .execute(function* (_, ctx) {
      if (way === 'by a once step') {
        yield* ctx.elicit('first', { message: 'Begin?' })
        yield* ctx.step('book', () => void ran.push('book'), { once: true })
      }
      if (way === 'by its size') yield* ctx.step('load', () => randomText(60_000))
      const late = ctx.branch(function* (inner) {
        if (isRace) yield* inner.sleep(lasts)
        return isRace ? 'cancel expired' : ''
      })
      const asked = ctx.branch(function* (inner) {
        const answer = yield* inner.elicit('sure', { message: 'Sure?' })
        return answer.action === 'cancel' ? `${answer.action} ${answer.reason}` : answer.action
      })
      const found = isRace ? yield* ctx.race([asked, late]) : (yield* ctx.all([asked, late])).join('')
      yield* ctx.step('go on', () => void ran.push('go on'), { once: true })
      return found
    })
    .build()
  /** Calls the tool until it asks. */
  const ask = async (server: ReturnType<typeof createRoundsServer>): Promise<Result> => {
    const first = await server.call(way === 'by a key' ? { key: 'k' } : {})
    if (way !== 'by a once step') return first
    return server.call({ state: first.requestState, answers: { first: ok } })
  }
  return { tool, ran, ask }
}

/** Text that compression does not make short. */
const randomText = (length: number): string => Array.from({ length: length / 36 }, () => crypto.randomUUID()).join('')

/** Accepts the questions of a result whose keys these are. */
const accept = ({ inputRequests = {} }: Result, ...keys: string[]): object =>
  Object.fromEntries(
    Object.keys(inputRequests).flatMap((id) => (keys.some((key) => id.endsWith(key)) ? [[id, ok]] : [])),
  )

const contentOf = ({ content }: Result) => content?.[0]?.text

const IGNORED = 'dev.sweatpants/ignored'

describe.each(ways)('a call that is stored %s and waits for its client', (way) => {
  it.each(['expires', 'race'] as const)('K5 goes on without it when its time is up (%s)', async (kind) => {
    const store = createMemoryStore()
    const { tool, ran, ask } = createAsker(way, kind)
    const one = createRoundsServer(tool, { store })
    const asked = await ask(one)
    const answers = accept(asked, 'sure')
    await one.close()
    await delay(LASTS)
    const other = createRoundsServer(tool, { store })
    await other.start()
    await expect.poll(() => ran.at(-1), { timeout: 10_000 }).toBe('go on')
    const late = await other.call({ state: asked.requestState, answers })
    expect(contentOf(late)).toBe('cancel expired')
    expect(late._meta?.[IGNORED]).toEqual([
      { id: expect.stringMatching(/sure$/), reason: 'answered', at: expect.any(Number) },
    ])
    expect(await other.call({ state: asked.requestState, answers })).toEqual(late)
    const look = await other.call({ state: asked.requestState })
    expect([contentOf(look), look._meta?.[IGNORED]]).toEqual(['cancel expired', undefined])
    expect(ran.filter((step) => step === 'go on')).toHaveLength(1)
    expect(other.errors).toEqual([])
  })
})

it('K5 an answer before the deadline wins, and the deadline does nothing', async () => {
  const store = createMemoryStore()
  const { tool, ran, ask } = createAsker('by its carrier')
  const server = createRoundsServer(tool, { store })
  const asked = await ask(server)
  const state = asked.requestState
  const answers = accept(asked, 'sure')
  const reply = await server.call({ state, answers })
  await delay(LASTS)
  const other = createRoundsServer(tool, { store })
  await other.start()
  await delay(LASTS)
  expect(contentOf(reply)).toBe('accept')
  expect(await other.call({ state, answers })).toEqual(reply)
  expect(ran).toEqual(['go on'])
})

it('K5 an answer that arrived before the deadline wins if its server is killed and the next one starts after it', async () => {
  const store = createMemoryStore()
  const { tool, ran, ask } = createAsker('by its carrier')
  const one = createRoundsServer(tool, { store })
  const asked = await ask(one)
  const state = asked.requestState
  const answers = accept(asked, 'sure')
  // It lives to store the answer, and nothing that follows from it.
  const killed = createMortalStore(store, { life: 1 })
  const two = createRoundsServer(tool, { store: killed.store, isMortal: true })
  void two.call({ state, answers })
  await killed.dead
  await releaseAll(store)
  await delay(LASTS)
  const other = createRoundsServer(tool, { store })
  await other.start()
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['go on'])
  expect(contentOf(await other.call({ state, answers }))).toBe('accept')
})

it('K5 several nodes and a late answer do what is due once', async () => {
  const store = createMemoryStore()
  const { tool, ran, ask } = createAsker('by its carrier')
  const one = createRoundsServer(tool, { store })
  const asked = await ask(one)
  const state = asked.requestState
  const answers = accept(asked, 'sure')
  await delay(LASTS)
  const others = [1, 2, 3].map(() => createRoundsServer(tool, { store }))
  await Promise.all(others.map((other) => other.start()))
  const replies = await Promise.all(others.map((other) => other.call({ state, answers })))
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect(contentOf(replies[0]!)).toBe('cancel expired')
  expect(replies[0]!._meta?.[IGNORED]).toMatchObject([{ reason: 'answered' }])
  expect(ran).toEqual(['go on'])
})

it('K5 what is due ends once, wherever the node that does it dies', async () => {
  for (let life = 0, isDone = false; !isDone; life++) {
    const store = createMemoryStore()
    const { tool, ran, ask } = createAsker('by its carrier', 'race')
    const one = createRoundsServer(tool, { store })
    const asked = await ask(one)
    const state = asked.requestState
    const answers = accept(asked, 'sure')
    await one.close()
    await delay(LASTS)
    const mortal = createMortalStore(store, { life })
    const two = createRoundsServer(tool, { store: mortal.store, isMortal: true })
    await two.start()
    const ended = expect.poll(async () => (await store.runs.count()).completed, { timeout: 10_000 }).toBe(1)
    isDone = (await Promise.race([mortal.dead.then(() => 'dead'), ended.then(() => 'ended')])) === 'ended'
    ended.catch(() => {})
    mortal.die()
    await releaseAll(store)
    const three = createRoundsServer(tool, { store })
    await three.start()
    const late = await three.call({ state, answers })
    // A step that was in flight is not run again, and says so.
    expect([life, contentOf(late)]).toEqual([life, expect.stringMatching(/cancel expired|go on/)])
    expect(ran.length).toBeLessThan(2)
    expect(await three.call({ state, answers })).toEqual(late)
    await three.close()
  }
})

it('what is due is done once, wherever the node dies that lets the call go on as a task', async () => {
  for (let life = 2, isDone = false; !isDone; life++) {
    const store: Store = { ...createMemoryStore(), isDurable: true }
    const ran: string[] = []
    const tool = createMcpTool('approve')
      .task('auto')
      .elicits({ allow: { response: text, expiresIn: LASTS } })
      .execute(function* (_, ctx) {
        yield* ctx.step('book', () => {}, { once: true })
        yield* ctx.elicit('allow', { message: 'Allow it?' }, { to: 'role:manager' })
        yield* ctx.step('go on', () => void ran.push('go on'))
      })
      .build()
    const mortal = createMortalStore(store, { life })
    const one = createRoundsServer(tool, { store: mortal.store, isMortal: true })
    const called = one.call({ key: 'k' }).then(() => 'called')
    isDone = (await Promise.race([mortal.dead, called])) === 'called'
    mortal.die()
    await releaseAll(store)
    await delay(LASTS)
    const two = createRoundsServer(tool, { store })
    await two.start()
    await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['go on'])
    await expect.poll(async () => (await store.runs.count()).running, { timeout: 10_000 }).toBe(0)
    expect([life, ran]).toEqual([life, ['go on']])
    await two.close()
  }
})

/** As if the leases of the dead had lapsed. */
async function releaseAll(store: ReturnType<typeof createMemoryStore>): Promise<void> {
  for (const kind of ['call', 'task']) {
    for (const { id } of await store.log(kind).list(undefined)) {
      for (let fence = 1; fence < 10; fence++) await store.leases.release({ kind, id }, fence)
    }
  }
}

/** Asks two questions at once; one of them has a deadline, after which it asks another one. */
const createTwo = (message = 'Pay 1?', lasts = LASTS): McpTool =>
  createMcpTool('two')
    .elicits({
      pay: { response: text },
      hurry: { response: text, expiresIn: LASTS },
      again: { response: text, expiresIn: lasts },
    })
    .carrier('stored')
    .execute(function* (_, ctx) {
      const pay = ctx.branch(function* (inner) {
        const answer = yield* inner.elicit('pay', { message })
        return answer.action === 'cancel' ? `cancel ${answer.reason ?? 'person'}` : answer.action
      })
      const hurry = ctx.branch(function* (inner) {
        const one = yield* inner.elicit('hurry', { message: 'Hurry!' })
        return one.action === 'cancel' ? (yield* inner.elicit('again', { message: 'Hurry again!' })).action : one.action
      })
      return (yield* ctx.all([pay, hurry])).join(' ')
    })
    .build()

describe('an answer to a state that a deadline has replaced', () => {
  it('K5 counts for a question that is still open, and is reported for one that has expired', async () => {
    const store = createMemoryStore()
    const server = createRoundsServer(createTwo(), { store })
    const asked = await server.call()
    const { requestState: state } = asked
    await server.start()
    // Both deadlines pass: the second question is one that the client has not seen.
    await expect.poll(() => askedIn(store), { timeout: 10_000 }).toEqual(['pay'])
    const late = await server.call({ state, answers: accept(asked, 'pay', 'hurry') })
    expect(contentOf(late)).toBe('accept cancel')
    expect(late._meta?.[IGNORED]).toMatchObject([{ id: expect.stringMatching(/hurry$/), reason: 'answered' }])
    expect(await server.call({ state, answers: accept(asked, 'pay', 'hurry') })).toEqual(late)
    expect(await refusalOf(server.call({ state, answers: accept(asked, 'hurry') }))).toMatch(/answered otherwise/)
  })

  it('K5 is a cancel of the person, however soon after the deadline', async () => {
    const store = createMemoryStore()
    const server = createRoundsServer(createTwo(), { store })
    const asked = await server.call()
    await server.start()
    // Longer than a cancel takes that no person sent.
    await delay(300)
    await expect.poll(() => askedIn(store), { timeout: 10_000, interval: 5 }).toEqual(['pay'])
    const [pay] = Object.keys(accept(asked, 'pay'))
    const cancelled = await server.call({ state: asked.requestState, answers: { [pay!]: { action: 'cancel' } } })
    expect(contentOf(cancelled)).toBe('cancel person cancel')
  })

  it('K5 does not count for a question that has changed since', async () => {
    const store = createMemoryStore()
    const old = createRoundsServer(createTwo(), { store })
    const asked = await old.call()
    const { requestState: state } = asked
    await old.close()
    await delay(LASTS)
    const server = createRoundsServer(createTwo('Pay 1,000?'), { store })
    await server.start()
    await expect.poll(() => askedIn(store), { timeout: 10_000 }).not.toContain('hurry')
    const late = await server.call({ state, answers: accept(asked, 'pay') })
    expect(Object.values(late.inputRequests!)[0]?.params.message).toContain('Pay 1,000?')
    expect(late._meta?.[IGNORED]).toEqual([{ id: expect.stringMatching(/pay$/), reason: 'changed' }])
  })

  it('K5 is not an early answer to a question that was asked later', async () => {
    const store = createMemoryStore()
    const server = createRoundsServer(createTwo('Pay 1?', 60_000), { store })
    const asked = await server.call()
    const { requestState: state } = asked
    await delay(LASTS)
    await server.start()
    await expect.poll(() => askedIn(store), { timeout: 10_000 }).toEqual(['pay', 'again'])
    const [again] = Object.keys((await server.call({ state })).inputRequests!).filter((id) => id.endsWith('again'))
    const late = await server.call({ state, answers: { [again!]: ok } })
    expect(late._meta?.[IGNORED]).toEqual([{ id: again, reason: 'changed' }])
    expect(Object.keys(late.inputRequests!)).toHaveLength(2)
  })

  it('K2 refuses the state that the deadline gave, and does not say to start the call again', async () => {
    const store = createMemoryStore()
    const server = createRoundsServer(createTwo('Pay 1?', 60_000), { store })
    const asked = await server.call()
    await expect.poll(() => askedIn(store), { timeout: 10_000 }).toEqual(['pay', 'again'])
    const look = await server.call({ state: asked.requestState })
    await server.call({ state: asked.requestState, answers: accept(asked, 'pay') })
    const other = server.call({ state: look.requestState, answers: accept(look, 'pay', 'again') })
    expect(await refusalOf(other)).toMatch(/was already answered otherwise/)
  })
})

/** Returns the keys of what the newest reply asks. */
async function askedIn(store: ReturnType<typeof createMemoryStore>): Promise<string[]> {
  const log = store.log<{ type: string; asked?: object }>('call')
  const [stream] = await log.list(undefined)
  const { events } = (await log.open(stream!.id))!
  const { asked = {} } = events.findLast(({ event }) => event.type === 'reply')!.event
  return Object.keys(asked).map((id) => id.split('/').at(-1)!)
}

it.each([...ways, 'not at all'] as const)(
  'a state of a call that is stored %s is valid as long as its question may be answered',
  async (way) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const hour = 3_600_000
    const { tool, ask } = createAsker(way, 'expires', 5 * hour)
    const server = createRoundsServer(tool)
    const asked = await ask(server)
    const state = asked.requestState
    const answers = accept(asked, 'sure')
    vi.setSystemTime(Date.now() + 4 * hour)
    expect(contentOf(await server.call({ state, answers }))).toBe('accept')
  },
)

it.each(['its deadline', 'other people'] as const)(
  'the end that %s led to is kept as long as a state is valid',
  async (who) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const minute = 60_000
    const store: Store = { ...createMemoryStore({ now: () => Date.now() }), isDurable: true }
    const tool = createMcpTool('approve')
      .elicits({ allow: { response: text, expiresIn: minute } })
      .task('never')
      .carrier('stored')
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('allow', { message: 'Allow it?' }, who === 'other people' ? { to: 'role:ada' } : {}))
          .action
      })
      .build()
    const server = createRoundsServer(tool, { store, patience: 1 })
    const { requestState: state } = await server.call()
    vi.setSystemTime(Date.now() + 2 * minute)
    await expect.poll(async () => (await store.runs.count()).completed, { timeout: 10_000 }).toBe(1)
    vi.setSystemTime(Date.now() + 50 * minute)
    await store.leases.collect(10)
    expect(contentOf(await server.call({ state }))).toBe('cancel')
  },
)

it('a stored call whose server shuts down in the middle goes on at another one without its client', async () => {
  const store = createMemoryStore()
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const ran: string[] = []
  const tool = createMcpTool('walk')
    .elicits({ sure: { response: text } })
    .carrier('stored')
    .execute(function* (_, ctx) {
      yield* ctx.step('first', async () => {
        begun.resolve()
        await gate.promise
      })
      yield* ctx.step('second', () => void ran.push('second'))
      return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
    })
    .build()
  const one = createRoundsServer(tool, { store })
  const drained = one.call()
  await begun.promise
  const closing = one.close()
  gate.resolve()
  const { requestState: state } = await drained
  await closing
  const other = createRoundsServer(tool, { store })
  await other.start()
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['second'])
  const asked = await other.call({ state })
  expect(Object.keys(asked.inputRequests ?? {})).toEqual(['sure'])
  const answers = accept(asked, 'sure')
  expect(contentOf(await other.call({ state: asked.requestState, answers }))).toBe('accept')
})

it('K5 what other people answer while the call waits for its client makes it go on', async () => {
  const store: Store = { ...createMemoryStore(), isDurable: true }
  const ran: string[] = []
  const tool = createMcpTool('approve')
    .elicits({ sure: { response: text }, allow: { response: text } })
    .execute(function* (_, ctx) {
      const sure = ctx.branch(function* (inner) {
        return (yield* inner.elicit('sure', { message: 'Sure?' })).action
      })
      const allow = ctx.branch(function* (inner) {
        const { action } = yield* inner.elicit('allow', { message: 'Allow it?' }, { to: 'role:manager' })
        yield* inner.step('note', () => void ran.push(action))
        return action
      })
      return (yield* ctx.all([sure, allow])).join(' ')
    })
    .build()
  const server = createRoundsServer(tool, { store })
  const asked = await server.call()
  const manager = { principal: 'ada', names: ['role:manager'] }
  const [question] = (await listQuestions(store, manager)).questions
  await answerQuestion(store, { ...manager, id: question!.id, answer: ok })
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['accept'])
  const answers = accept(asked, 'sure')
  expect(await server.call({ state: asked.requestState, answers })).toEqual({
    content: [{ type: 'text', text: 'accept accept' }],
  })
})

it('an answer in the inbox counts if a request with another one is stored after it', async () => {
  const plain = createMemoryStore()
  const answered = Promise.withResolvers<void>()
  const store = withLog<CallEvent>(plain, 'call', (log) => ({
    async append(id, written) {
      // Another process has the inbox.
      if (written.events[0]?.type === 'round') {
        const [question] = (await listQuestions(plain)).questions
        const answer = { action: 'decline' as const }
        if (question !== undefined) await answerQuestion(plain, { id: question.id, answer }).then(answered.resolve)
      }
      return log.append(id, written)
    },
  }))
  const { tool, ask } = createAsker('by its carrier', 'expires', 60_000)
  const server = createRoundsServer(tool, { store })
  const asked = await ask(server)
  const reply = await server.call({ state: asked.requestState, answers: accept(asked, 'sure') })
  await answered.promise
  expect(contentOf(reply)).toBe('decline')
  expect(reply._meta?.[IGNORED]).toMatchObject([{ id: expect.stringMatching(/sure$/), reason: 'answered' }])
})

it('a cancel that is stored while a reply is runs `finally`', async () => {
  const store = createMemoryStore()
  const ran: string[] = []
  const tool = createMcpTool('asks')
    .elicits({ first: { response: text }, second: { response: text } })
    .carrier('stored')
    .execute(function* (_, ctx) {
      try {
        yield* ctx.elicit('first', { message: 'First?' })
        return (yield* ctx.elicit('second', { message: 'Second?' })).action
      } finally {
        yield* ctx.step('tidy', () => void ran.push('tidied'))
      }
    })
    .build()
  const log = store.log<{ type: string }>('call')
  // Another node stores a cancel just before the reply of the second round.
  let isFirst = true
  const append: typeof log.append = async (id, written) => {
    if (written.events[0]?.type === 'reply' && isFirst) {
      isFirst = false
      await log.append(id, { events: [{ type: 'cancel', time: 0 } as never], commandId: 'cancel', dueAt: 0 })
    }
    return log.append(id, written)
  }
  const slow = { ...store, log: (kind: string) => (kind === 'call' ? { ...log, append } : store.log(kind)) } as Store
  const server = createRoundsServer(tool, { store: slow })
  const asked = await server.call()
  await server.call({ state: asked.requestState, answers: accept(asked, 'first') }).catch(() => {})
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['tidied'])
  expect((await store.runs.count()).cancelled).toBe(1)
})

it('rounds that no request began do not count for the ten after which a call becomes a task', async () => {
  const store = createMemoryStore()
  let reminded = 0
  const tool = createMcpTool('remind')
    .elicits({ sure: { response: text }, really: { response: text } })
    .carrier('stored')
    .task('auto')
    .execute(function* (_, ctx) {
      const remind = ctx.branch(function* (inner) {
        for (let i = 0; i < 12; i++) {
          yield* inner.sleep(1)
          yield* inner.step('remind', () => void reminded++)
        }
      })
      const ask = ctx.branch(function* (inner) {
        yield* inner.elicit('sure', { message: 'Sure?' })
        return (yield* inner.elicit('really', { message: 'Really?' })).action
      })
      return (yield* ctx.all([ask, remind]))[0]
    })
    .build()
  const server = createRoundsServer(tool, { store })
  const asked = await server.call()
  const [stream] = await store.log('call').list(undefined)
  const wake = () => {
    // A node looks once a second by itself.
    Node.wake(store, { kind: 'call', id: stream!.id })
    return reminded
  }
  await expect.poll(wake, { timeout: 10_000, interval: 5 }).toBe(12)
  const second = await server.call({ state: asked.requestState, answers: accept(asked, 'sure') })
  expect(second.taskId).toBeUndefined()
  expect(contentOf(await server.call({ state: second.requestState, answers: accept(second, 'really') }))).toBe('accept')
})

it('a round that waits for other people and becomes due after it was looked at is played, and not begun again', async () => {
  const store: Store = { ...createMemoryStore(), isDurable: true }
  const tool = createMcpTool('approve')
    .elicits({ allow: { response: text, expiresIn: LASTS } })
    .task('never')
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('allow', { message: 'Allow it?' }, { to: 'role:manager' })).action
    })
    .build()
  await createRoundsServer(tool, { store, patience: 1 }).call()
  const log = store.log<CallEvent>('call')
  const [stream] = await log.list(undefined)
  const state = toKeptCall((await log.open(stream!.id))!)
  let now = nextAt(state)! - 1
  let played = 0
  const work = new CallWork({ state, now: () => now } as unknown as Driven<KeptCall, CallEvent>, {
    ttl: 1,
    expiresAt: () => 1,
    play: () => {
      played++
      return new Promise(() => {})
    },
    cancel: () => {},
    onWait: () => {},
    isLetGo: () => true,
  })
  now++
  expect(work.take()).toEqual({})
  work.reconcile()
  expect(played).toBe(1)
})

describe('a request that leaves while a stored call goes on without it', () => {
  /** Asks two questions at once. One expires and is followed by `work`; an answer to the other one is followed by `paying`. */
  const createWorker = (work: () => Promise<void>, paying: (step: StepContext) => Promise<void>): McpTool =>
    createMcpTool('worker')
      .elicits({ pay: { response: text }, hurry: { response: text, expiresIn: LASTS } })
      .carrier('stored')
      .execute(function* (_, ctx) {
        const pay = ctx.branch(function* (inner) {
          const { action } = yield* inner.elicit('pay', { message: 'Pay?' })
          yield* inner.step('paying', paying)
          return action
        })
        const hurry = ctx.branch(function* (inner) {
          const { action } = yield* inner.elicit('hurry', { message: 'Hurry!' })
          yield* inner.step('work', work)
          return action
        })
        return (yield* ctx.all([pay, hurry])).join(' ')
      })
      .build()

  it('K5 does not cancel what a deadline has led to', async () => {
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const store = createMemoryStore()
    const work = () => {
      begun.resolve()
      return gate.promise
    }
    const server = createRoundsServer(
      createWorker(work, async () => {}),
      { store },
    )
    const asked = await server.call()
    const leaves = new AbortController()
    await begun.promise
    const look = server.call({ state: asked.requestState, signal: leaves.signal })
    await delay(20)
    leaves.abort()
    expect(await refusalOf(look)).toMatch(/cancelled/)
    gate.resolve()
    await expect.poll(() => askedIn(store), { timeout: 10_000 }).toEqual(['pay'])
    const late = await server.call({ state: asked.requestState, answers: accept(asked, 'pay') })
    expect(contentOf(late)).toBe('accept cancel')
  })

  it('K5 R10 cancels the round that its own answers began, and hears its progress', async () => {
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const paying = Promise.withResolvers<void>()
    const store = createMemoryStore()
    const work = () => {
      begun.resolve()
      return gate.promise
    }
    const pay = async ({ report, signal }: StepContext) => {
      report('paying')
      paying.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', reject))
    }
    const server = createRoundsServer(createWorker(work, pay), { store })
    const asked = await server.call()
    const leaves = new AbortController()
    const { signal } = leaves
    await begun.promise
    const late = server.call({ state: asked.requestState, answers: accept(asked, 'pay'), signal })
    await delay(20)
    gate.resolve()
    await paying.promise
    await expect.poll(() => server.notes).toEqual(['paying'])
    leaves.abort()
    expect(await refusalOf(late)).toMatch(/cancelled/)
    await expect.poll(async () => (await store.runs.count()).cancelled).toBe(1)
  })

  it('K5 does not cancel what other people answer in that moment', async () => {
    const plain: Store = { ...createMemoryStore(), isDurable: true }
    const gate = Promise.withResolvers<void>()
    let isSlow = false
    const store = withLog(plain, 'call', (log) => ({
      async open(id, fence) {
        if (isSlow && fence === undefined) await gate.promise
        return log.open(id, fence)
      },
    }))
    const ran: string[] = []
    const tool = createMcpTool('approve')
      .elicits({ allow: { response: text } })
      .task('never')
      .execute(function* (_, ctx) {
        const { action } = yield* ctx.elicit('allow', { message: 'Allow it?' }, { to: 'role:manager' })
        yield* ctx.step('note', () => void ran.push(action))
      })
      .build()
    const server = createRoundsServer(tool, { store })
    const leaves = new AbortController()
    const call = server.call({ signal: leaves.signal }).catch(() => {})
    await expect.poll(() => server.notes).toHaveLength(1)
    isSlow = true
    leaves.abort()
    const manager = { principal: 'ada', names: ['role:manager'] }
    const [question] = (await listQuestions(store, manager)).questions
    await answerQuestion(store, { ...manager, id: question!.id, answer: ok })
    await expect.poll(() => ran).toEqual(['accept'])
    gate.resolve()
    await call
  })
})
