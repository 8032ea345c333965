import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { answerQuestion, listQuestions } from '../../inbox/questions.ts'
import { Signals } from '../../inbox/signals.ts'
import { withLog } from '../../log/fixtures/with-log.ts'
import type { Store } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import { createMcpTool } from '../../tools/builder.ts'
import type { McpTool } from '../../tools/tool.ts'
import { Catalog } from '../core/catalog.ts'
import { EventHub, type ServerEvent } from '../core/events.ts'
import { Sampler } from '../core/sampler.ts'
import { countWrites } from '../fixtures/count-writes.ts'
import type { TaskEvent } from './task-state.ts'
import { Tasks } from './tasks.ts'

const capabilities = { elicitation: {} }
const text = { response: z.object({ text: z.string() }) }
const accept = (said: string) => ({ action: 'accept', content: { text: said } })

interface Task {
  status: string
  createdAt: string
  lastUpdatedAt: string
  statusMessage?: string
  inputRequests?: Record<string, { params: { message: string } }>
  result?: { content: { text: string }[] }
  error?: { code: number; message: string; data?: unknown }
}

interface Options {
  store?: Store
  ttl?: number
  onVersionChange?: 'restart' | 'continue'
}

const toCaller = () => ({ principal: undefined, receivedAt: Date.now(), requireScopes: () => {} })

function createTasks(tools: McpTool[], { store = createMemoryStore(), ttl = 60_000, onVersionChange }: Options = {}) {
  const errors: Error[] = []
  const published: Record<string, unknown>[] = []
  const hub = new EventHub()
  hub.subscribe((event: ServerEvent) => void (event.type === 'task_changed' && published.push(event.task)))
  const catalog = new Catalog({ tools })
  const tasks = new Tasks({
    limit: 1_000,
    store,
    leaseTtl: 10_000,
    catalog,
    sampler: new Sampler(undefined, 'client-first'),
    hub,
    ttl,
    onVersionChange,
    onError: (error) => errors.push(error as Error),
  })
  onTestFinished(() => tasks.close())
  let id = 0
  return {
    tasks,
    catalog,
    errors,
    published,
    async create(tool: McpTool, args: unknown = {}): Promise<string> {
      const taskId = `task-${++id}`
      await tasks.create({ taskId, tool, arguments: args, principal: undefined, capabilities })
      return taskId
    },
    get: async (taskId: string) => (await tasks.get(taskId, toCaller())) as unknown as Task,
    answer: (taskId: string, answers: object) => tasks.update(taskId, toCaller(), { ...answers }),
  }
}

const until = (look: () => unknown) => expect.poll(look, { timeout: 5_000, interval: 5 })

describe('a task', () => {
  it('keeps large arguments, questions and results as records, and small rows and registers', async () => {
    const long = 'x'.repeat(20_000)
    const large = createMcpTool('large')
      .parameters(z.object({ said: z.string() }))
      .elicits({ name: text })
      .task('required')
      .execute(function* ({ said }, ctx) {
        const { action } = yield* ctx.elicit('name', { message: `${said}?` })
        yield* ctx.notify(`${said} and more`)
        return `${said} ${action}`
      })
      .build()
    const store = createMemoryStore()
    const { create, get, answer } = createTasks([large], { store })
    const taskId = await create(large, { said: long })
    await until(async () => (await get(taskId)).inputRequests?.name?.params.message).toBe(`${long}?`)
    await answer(taskId, { name: accept('me') })
    await until(async () => (await get(taskId)).result?.content[0]?.text).toBe(`${long} accept`)
    const { about, register } = (await store.log('task').get(taskId))!
    expect(JSON.stringify(about).length).toBeLessThan(1_000)
    expect(JSON.stringify(register).length).toBeLessThan(4_000)
  })

  it('keeps small arguments, questions and results in its row', async () => {
    const small = createMcpTool('small')
      .parameters(z.object({ said: z.string() }))
      .task('required')
      .execute(function* ({ said }) {
        return said
      })
      .build()
    const store = createMemoryStore()
    const { create, get } = createTasks([small], { store })
    const taskId = await create(small, { said: 'hello' })
    await until(async () => (await get(taskId)).status).toBe('completed')
    expect((await store.log('task').get(taskId))!.head).toBe(0)
  })

  it('is published with a question once the question is stored, so that the answer of a client that listens counts', async () => {
    const asks = createMcpTool('asks')
      .elicits({ name: text })
      .task('required')
      .execute(function* (_, ctx) {
        yield* ctx.notify('about to ask')
        return (yield* ctx.elicit('name', { message: 'Who?' })).action
      })
      .build()
    const stored = Promise.withResolvers<void>()
    const store = withLog<TaskEvent>(createMemoryStore(), 'task', (log) => ({
      async append(id, append) {
        if (Object.keys((append.register as { open?: object } | undefined)?.open ?? {}).length > 0) await stored.promise
        return log.append(id, append)
      },
    }))
    const { create, get, answer, published } = createTasks([asks], { store })
    const taskId = await create(asks)
    const isAsked = () => published.some(({ inputRequests }) => inputRequests !== undefined)
    // Longer than a change that is not urgent waits for the next write.
    setTimeout(stored.resolve, 300)
    await until(isAsked).toBe(true)
    await answer(taskId, { name: accept('me') })
    await until(async () => (await get(taskId)).status).toBe('completed')
  })

  it('says when it last changed', async () => {
    const asks = createMcpTool('asks')
      .elicits({ name: text })
      .task('required')
      .execute(function* (_, ctx) {
        yield* ctx.sleep(5)
        return (yield* ctx.elicit('name', { message: 'Who?' })).action
      })
      .build()
    const { create, get, answer, published } = createTasks([asks])
    const taskId = await create(asks)
    await until(async () => (await get(taskId)).inputRequests).toBeDefined()
    const { createdAt, lastUpdatedAt } = await get(taskId)
    expect(Date.parse(lastUpdatedAt)).toBeGreaterThan(Date.parse(createdAt))
    expect(Date.parse(published.at(-1)!.lastUpdatedAt as string)).toBeGreaterThan(Date.parse(createdAt))
    await answer(taskId, { name: accept('me') })
    await until(async () => (await get(taskId)).status).toBe('completed')
    expect(Date.parse((await get(taskId)).lastUpdatedAt)).toBeGreaterThanOrEqual(Date.parse(lastUpdatedAt))
  })

  it('shows hundreds of questions at once', async () => {
    const many = createMcpTool('many')
      .elicits({ name: text })
      .task('required')
      .execute(function* (_, ctx) {
        const asked = Array.from({ length: 300 }, (_, i) => ctx.elicit('name', { message: `Who is number ${i}?` }))
        return (yield* ctx.all(asked)).length
      })
      .build()
    const { create, get, answer } = createTasks([many])
    const taskId = await create(many)
    const open = async () => (await get(taskId)).inputRequests ?? {}
    await until(async () => Object.keys(await open()).length).toBe(300)
    await answer(taskId, Object.fromEntries(Object.keys(await open()).map((key) => [key, accept(key)])))
    await until(async () => (await get(taskId)).result?.content[0]?.text).toBe('300')
  })

  it('tells subscribers its status message and its large result', async () => {
    const talkative = createMcpTool('talkative')
      .elicits({ name: text })
      .task('required')
      .execute(function* (_, ctx) {
        yield* ctx.notify('half way')
        yield* ctx.elicit('name', { message: 'Who?' })
        return 'x'.repeat(5_000)
      })
      .build()
    const { create, get, answer, published } = createTasks([talkative])
    const taskId = await create(talkative)
    await until(() => published).toContainEqual(expect.objectContaining({ statusMessage: 'half way' }))
    await until(async () => (await get(taskId)).statusMessage).toBe('half way')
    await answer(taskId, { name: accept('me') })
    const result = { content: [{ type: 'text', text: 'x'.repeat(5_000) }], resultType: 'complete' }
    await until(() => published.at(-1)).toMatchObject({ status: 'completed', result })
  })
})

it('a task tells its subscribers that it is over only once that is stored', async () => {
  const tells = createMcpTool('tells')
    .task('required')
    .execute(function* (_, ctx) {
      yield* ctx.notify('soon')
      return yield* ctx.step('work', () => 'done')
    })
    .build()
  const stored = Promise.withResolvers<void>()
  const store = withLog<TaskEvent>(createMemoryStore(), 'task', (log) => ({
    async append(...args) {
      if (args[1].about !== undefined) await stored.promise
      return log.append(...args)
    },
  }))
  const { create, get, published } = createTasks([tells], { store })
  const taskId = await create(tells)
  // Longer than a status message waits for the next write.
  await wait(200)
  expect(published.map(({ status }) => status)).not.toContain('completed')
  stored.resolve()
  await until(() => published.at(-1)?.status).toBe('completed')
  expect(await get(taskId)).toMatchObject({ status: 'completed' })
})

describe('a task whose time is up', () => {
  const waiting = (ran: string[], expiresIn?: number) =>
    createMcpTool('waiting')
      .elicits({ sure: { ...text, ...(expiresIn !== undefined && { expiresIn }) } })
      .task('required')
      .execute(function* (_, ctx) {
        try {
          const sure = yield* ctx.elicit('sure', { message: 'Sure?' })
          yield* ctx.step('note', () => void ran.push(sure.action))
          return sure.action
        } finally {
          yield* ctx.step('release', () => void ran.push('released'))
        }
      })
      .build()

  it('runs its finally, is reported, fails as expired, and is collected one ttl later', async () => {
    const ran: string[] = []
    const tool = waiting(ran)
    const store = createMemoryStore()
    const { create, get, errors } = createTasks([tool], { store, ttl: 300 })
    const taskId = await create(tool)
    await until(async () => (await get(taskId)).status).toBe('input_required')
    await until(async () => (await get(taskId)).status).toBe('failed')
    expect((await get(taskId)).error).toMatchObject({ code: -32603, data: { reason: 'expired' } })
    expect(ran).toEqual(['released'])
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/task-1 of waiting.* has expired/)])
    await until(async () => store.log('task').get(taskId)).toBeUndefined()
    await expect(get(taskId)).rejects.toMatchObject({ code: -32602 })
  })

  it('is kept as long as its question may be answered', async () => {
    const ran: string[] = []
    const tool = waiting(ran, 5_000)
    const { create, get, answer, errors } = createTasks([tool], { ttl: 50 })
    const taskId = await create(tool)
    await until(async () => (await get(taskId)).inputRequests).toBeDefined()
    const begunAt = Date.now()
    await until(() => Date.now() - begunAt > 200).toBe(true)
    expect((await get(taskId)).status).toBe('input_required')
    await answer(taskId, { sure: accept('yes') })
    await until(async () => (await get(taskId)).result?.content[0]?.text).toBe('accept')
    expect([ran, errors]).toEqual([['accept', 'released'], []])
  })

  it('lets its question expire first, and the tool conclude', async () => {
    const ran: string[] = []
    const tool = waiting(ran, 200)
    const { create, get, errors } = createTasks([tool], { ttl: 50 })
    const taskId = await create(tool)
    await until(async () => (await get(taskId)).result?.content[0]?.text).toBe('cancel')
    expect([ran, errors]).toEqual([['cancel', 'released'], []])
  })

  it('is not cancelled while the tool still concludes after its question has expired', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const concluding = createMcpTool('concluding')
      .elicits({ sure: { ...text, expiresIn: 60 } })
      .task('required')
      .execute(function* (_, ctx) {
        const sure = yield* ctx.elicit('sure', { message: 'Sure?' })
        yield* ctx.step('conclude', () => {
          begun.resolve()
          return gate.promise
        })
        return sure.action
      })
      .build()
    let looks = 0
    const memory = createMemoryStore()
    const { create, get, errors } = createTasks([concluding], { store: memory, ttl: 30 })
    const taskId = await create(concluding)
    await begun.promise
    const realNow = Date.now
    Date.now = () => {
      looks++
      return realNow()
    }
    onTestFinished(() => {
      Date.now = realNow
    })
    const begunAt = realNow()
    await until(() => realNow() - begunAt > 150).toBe(true)
    // The driver rests meanwhile.
    expect(looks).toBeLessThan(100)
    gate.resolve()
    await until(async () => (await get(taskId)).result?.content[0]?.text).toBe('cancel')
    expect(errors).toEqual([])
  })

  describe('that waits for longer', () => {
    const MINUTE = 60_000
    const slowly = (value: string) => () => new Promise<string>((resolve) => setTimeout(resolve, 40_000, value))
    const patient = (failures: number) =>
      createMcpTool('patient')
        .task('required')
        .execute(function* (_, ctx) {
          yield* ctx.sleep(5 * MINUTE)
          const slept = yield* ctx.step('after the sleep', slowly('slept'))
          const paid = yield* ctx.signal('paid', z.string())
          yield* ctx.step('after the signal', slowly(paid))
          const charge = ({ attempt }: { attempt: number }) => {
            if (attempt <= failures) throw new Error('busy')
            return 'charged'
          }
          const retry = { attempts: 5, backoff: { initial: 5 * MINUTE } }
          const charged = yield* ctx.step('charge', charge, { retry })
          return [slept, paid, charged].join(', ')
        })
        .build()

    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('is kept through a sleep, a signal and the pauses between attempts, and has its time again after each', async () => {
      const tool = patient(2)
      const store = createMemoryStore()
      const { create, get, errors, published } = createTasks([tool], { store, ttl: MINUTE })
      const taskId = await create(tool)
      await vi.advanceTimersByTimeAsync(15 * MINUTE)
      expect([await get(taskId), errors]).toMatchObject([{ status: 'working' }, []])
      const claims = { refs: [{ kind: 'task', id: taskId }], event: { type: 'signal', name: 'paid' } }
      await new Signals(store).send(claims, 'paid')
      await vi.advanceTimersByTimeAsync(20 * MINUTE)
      expect(published.at(-1)).toMatchObject({ result: { content: [{ text: 'slept, paid, charged' }] } })
      expect(errors).toEqual([])
    })

    it('is not ended by a server that does not have its tool', async () => {
      const tool = patient(0)
      const store = createMemoryStore()
      const first = createTasks([tool], { store, ttl: MINUTE })
      const taskId = await first.create(tool)
      const other = createTasks([], { store })
      await other.tasks.start()
      await vi.advanceTimersByTimeAsync(4 * MINUTE)
      expect([await other.get(taskId), other.errors]).toMatchObject([{ status: 'working' }, []])
      await vi.advanceTimersByTimeAsync(10 * MINUTE)
      await first.tasks.close()
      await vi.advanceTimersByTimeAsync(10 * MINUTE)
      expect([await other.get(taskId), other.errors]).toMatchObject([{ status: 'working' }, []])
    })
  })

  it('is ended by a server that does not have its tool', async () => {
    const ran: string[] = []
    const tool = waiting(ran)
    const store = createMemoryStore()
    const first = createTasks([tool], { store, ttl: 300 })
    const taskId = await first.create(tool)
    await until(async () => (await first.get(taskId)).status).toBe('input_required')
    await first.tasks.close()
    const other = createTasks([], { store })
    expect(await other.get(taskId)).toMatchObject({
      status: 'working',
      statusMessage: expect.stringMatching(/^paused/),
    })
    const { register } = (await store.log('task').get(taskId))!
    const { updatedAt } = register as { updatedAt: number }
    await until(() => Date.now() - updatedAt > 300).toBe(true)
    await other.tasks.start()
    await until(async () => (await other.get(taskId)).status).toBe('failed')
    expect(other.errors).toHaveLength(1)
  })
})

describe('a task that meets other code', () => {
  const tool = (version: string, step: string) =>
    createMcpTool('work')
      .elicits({ sure: text })
      .task('required')
      .version(version)
      .execute(function* (_, ctx) {
        yield* ctx.step(step, () => step)
        const { action } = yield* ctx.elicit('sure', { message: 'Sure?' })
        return `${step} ${action}`
      })
      .build()

  async function begin(store: Store, begun: McpTool): Promise<string> {
    const first = createTasks([begun], { store })
    const taskId = await first.create(begun)
    await until(async () => (await first.get(taskId)).inputRequests).toBeDefined()
    await first.tasks.close()
    return taskId
  }

  const paused = {
    status: 'working',
    statusMessage: 'paused until a server version that can continue it is running',
  }

  it('is paused, keeps its answers, and goes on with the right code', async () => {
    const store = createMemoryStore()
    const taskId = await begin(store, tool('1', 'old'))
    const wrong = createTasks([tool('1', 'new')], { store })
    await wrong.answer(taskId, { sure: accept('yes') })
    await until(async () => wrong.get(taskId)).toMatchObject(paused)
    expect(wrong.errors.map(({ name }) => name)).toEqual(['DivergenceError'])
    await wrong.tasks.close()
    const right = createTasks([tool('1', 'old')], { store })
    await right.tasks.start()
    await until(async () => (await right.get(taskId)).result?.content[0]?.text).toBe('old accept')
  })

  it('is left to servers with its version, which is reported once, unless this one may continue it', async () => {
    const store = createMemoryStore()
    const taskId = await begin(store, tool('1', 'old'))
    const wrong = createTasks([tool('2', 'old')], { store })
    await wrong.answer(taskId, { sure: accept('yes') })
    expect(await wrong.get(taskId)).toMatchObject(paused)
    expect(wrong.errors).toEqual([expect.objectContaining({ name: 'VersionError', begun: '1', current: '2' })])
    const right = createTasks([tool('2', 'old')], { store, onVersionChange: 'continue' })
    await right.tasks.start()
    await until(async () => (await right.get(taskId)).result?.content[0]?.text).toBe('old accept')
  })

  it('is paused, and has not expired, if its tool is removed while the task is created', async () => {
    const plain = createMemoryStore()
    const work = tool('1', 'old')
    const store = withLog<TaskEvent>(plain, 'task', (log) => ({
      async create(...args) {
        const created = await log.create(...args)
        first.catalog.replace({ tools: [] })
        return created
      },
    }))
    const first = createTasks([work], { store })
    const taskId = await first.create(work)
    await until(async () => (await plain.runs.find(taskId))?.state).toBe('blocked')
    expect(await first.get(taskId)).toMatchObject(paused)
    await first.tasks.close()
    const next = createTasks([work], { store: plain })
    await next.tasks.start()
    await until(async () => (await next.get(taskId)).inputRequests).toBeDefined()
  })

  it('is started over where that is allowed', async () => {
    const store = createMemoryStore()
    const taskId = await begin(store, tool('1', 'old'))
    const right = createTasks([tool('2', 'new')], { store, onVersionChange: 'restart' })
    await right.tasks.start()
    const asksAgain = { register: { header: { version: '2' } } }
    await until(async () => store.log('task').get(taskId)).toMatchObject(asksAgain)
    const key = await vi.waitFor(async () => Object.keys((await right.get(taskId)).inputRequests!)[0]!)
    await right.answer(taskId, { [key]: accept('yes') })
    await until(async () => (await right.get(taskId)).result?.content[0]?.text).toBe('new accept')
  })

  it('R14 asks again when it is started over, and counts no answer to a question of the code before', async () => {
    const createPay = (version: string, message: string) =>
      createMcpTool('pay')
        .elicits({ sure: text, more: text })
        .task('required')
        .version(version)
        .execute(function* (_, ctx) {
          const sure = yield* ctx.elicit('sure', { message })
          yield* ctx.elicit('more', { message: 'More?' })
          return sure.action
        })
        .build()
    const store = createMemoryStore()
    const [old, changed] = [createPay('1', 'Pay 1?'), createPay('2', 'Pay 1,000?')]
    const first = createTasks([old], { store })
    const taskId = await first.create(old)
    await until(async () => (await first.get(taskId)).inputRequests?.sure).toBeDefined()
    await first.answer(taskId, { sure: accept('yes') })
    await until(async () => (await first.get(taskId)).inputRequests?.more).toBeDefined()
    await first.tasks.close()
    const answers: [string, object][] = [
      ['Pay 1,000?', { action: 'decline' }],
      ['More?', accept('yes')],
    ]
    for (const [message, answer] of answers) {
      // Each server takes over from the one before.
      const next = createTasks([changed], { store, onVersionChange: 'restart' })
      await next.tasks.start()
      const key = await vi.waitFor(async () => {
        const asked = Object.entries((await next.get(taskId)).inputRequests ?? {})
        expect(asked).toMatchObject([[expect.any(String), { params: { message } }]])
        return asked[0]![0]
      })
      await next.tasks.close()
      await next.answer(taskId, { [key]: answer })
    }
    const last = createTasks([changed], { store, onVersionChange: 'restart' })
    await last.tasks.start()
    await until(async () => (await last.get(taskId)).result?.content[0]?.text).toBe('decline')
  })
})

describe('the commits of a task', () => {
  const steps = (count: number) =>
    createMcpTool('steps')
      .elicits({ sure: text })
      .task('required')
      .execute(function* (_, ctx) {
        for (let i = 0; i < count; i++) yield* ctx.step(`step ${i}`, () => i)
        return 'done'
      })
      .build()

  it.each([
    [0, 2],
    [3, 6],
  ])('with %i steps are %i', async (count, commits) => {
    const { store, writes } = countWrites(createMemoryStore(), 'task')
    const tool = steps(count)
    const { create, get } = createTasks([tool], { store })
    const taskId = await create(tool)
    await until(async () => (await get(taskId)).status).toBe('completed')
    expect(writes()).toBe(commits)
  })

  it('with a step, a question and a step are nine', async () => {
    const tool = createMcpTool('waits')
      .elicits({ sure: text })
      .task('required')
      .execute(function* (_, ctx) {
        yield* ctx.step('first', () => 1)
        yield* ctx.elicit('sure', { message: 'Sure?' })
        return yield* ctx.step('second', () => 2)
      })
      .build()
    const { store, writes } = countWrites(createMemoryStore(), 'task')
    const { create, get, answer } = createTasks([tool], { store })
    const taskId = await create(tool)
    await until(async () => (await get(taskId)).inputRequests).toBeDefined()
    await answer(taskId, { sure: accept('yes') })
    await until(async () => (await get(taskId)).status).toBe('completed')
    expect(writes()).toBe(9)
  })
})

it('an answer that arrives while a deploy asks its question anew does not count for the new question', async () => {
  const plain: Store = { ...createMemoryStore(), isDurable: true }
  const createPay = (message: string) =>
    createMcpTool('pay')
      .elicits({ sure: text })
      .task('required')
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('sure', { message }, { to: 'role:manager' })).action
      })
      .build()
  const manager = { principal: 'ada', names: ['role:manager'] }
  const asked = async () => (await listQuestions(plain, manager)).questions[0]
  const old = createTasks([createPay('Pay 1?')], { store: plain })
  const taskId = await old.create(createPay('Pay 1?'))
  await until(asked).toBeDefined()
  await old.tasks.close()
  const { id } = (await asked())!
  const store = withLog<TaskEvent>(plain, 'task', (log) => ({
    async append(...args) {
      const isNew = args[1].questions?.closes?.includes('sure')
      if (isNew) await answerQuestion(plain, { ...manager, id, answer: { action: 'accept', content: { text: 'yes' } } })
      return log.append(...args)
    },
  }))
  const { tasks, get } = createTasks([createPay('Pay 1,000?')], { store })
  await tasks.start()
  await until(async () => (await asked())?.message).toBe('Pay 1,000?')
  const log = store.log<TaskEvent>('task')
  const answers = async () => (await log.open(taskId))!.events.filter(({ event }) => event.type === 'answer')
  expect(await answers()).toHaveLength(1)
  await answerQuestion(plain, { ...manager, id: (await asked())!.id, answer: { action: 'decline' } })
  await until(async () => (await get(taskId)).result).toMatchObject({ content: [{ text: 'decline' }] })
})
