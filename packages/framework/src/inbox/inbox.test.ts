import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createApp } from '../app/create-app.ts'
import { createChat } from '../chat/create-chat.ts'
import type { Patch } from '../chat/patch.ts'
import { withLog } from '../log/fixtures/with-log.ts'
import type { Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { createRoundsServer } from '../mcp/fixtures/rounds-server.ts'
import { fromLanguageModel } from '../models/language-model.ts'
import { scriptedModel } from '../testing/index.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import { createInbox, type Delivery, type InboxOptions } from './create-inbox.ts'
import { Deliveries } from './deliveries.ts'
import { type AnswerError, answerQuestion, listQuestions } from './questions.ts'
import { sendSignal } from './signals.ts'

/** As one on disk: questions to others are asked only there. */
const createStore = (): Store => ({ ...createMemoryStore(), isDurable: true })

const KEYS = ['a secret that is long enough for a keyring']

const approve = { response: z.object({ amount: z.number().max(100), note: z.string().optional() }) }

/** Asks the managers for an amount, and says who gave it. */
const createExpense = ({ quorum, expiresIn }: { quorum?: number; expiresIn?: number } = {}) =>
  createMcpTool('expense')
    .elicits({ approve: expiresIn === undefined ? approve : { ...approve, expiresIn } })
    .task('never')
    .execute(function* (_, ctx) {
      const to = 'role:manager'
      const request = { message: 'Approve the trip?', trip: 'Oslo' }
      if (quorum !== undefined) {
        const all = yield* ctx.elicit('approve', request, { to, quorum })
        if (all.action !== 'accept') return `${all.action} by ${all.answeredBy}`
        return all.answers.map(({ content, answeredBy }) => `${content.amount} by ${answeredBy}`).join(', ')
      }
      const one = yield* ctx.elicit('approve', request, { to })
      return one.action === 'accept'
        ? `${one.content.amount} by ${one.answeredBy}`
        : `${one.action} by ${one.answeredBy}`
    })
    .build()

const manager = (principal: string) => ({ principal, names: [`user:${principal}`, 'role:manager'] })

async function firstQuestion(store: Store, who = manager('ada')) {
  const { questions } = await vi.waitFor(async () => {
    const page = await listQuestions(store, who)
    expect(page.questions).not.toEqual([])
    return page
  })
  return questions[0]!
}

const refusal = (answering: Promise<unknown>) =>
  answering.then(
    () => 'answered',
    (error: AnswerError) => error.code,
  )

const accept = (amount: number) => ({ action: 'accept' as const, content: { amount } })

describe('a call over 2026-07-28 that asks other people', () => {
  const server = (store: Store, tool: McpTool = createExpense()) => createRoundsServer(tool, { store, patience: 50 })
  const noTasks = { elicitation: {} }

  it('moves into the store, tells its client for whom it waits, and gives the result to the client that comes back', async () => {
    const store = createStore()
    const { call, notes } = server(store)
    const waiting = await call({ capabilities: noTasks })
    expect(waiting).toEqual({ resultType: 'input_required', requestState: expect.stringMatching(/^call1\..*\.1w$/) })
    expect(notes).toEqual(['Waiting for role:manager'])
    const question = await firstQuestion(store)
    expect(question).toMatchObject({ toolName: 'expense', message: 'Approve the trip?', context: { trip: 'Oslo' } })
    await answerQuestion(store, { ...manager('ada'), id: question.id, digest: question.digest, answer: accept(5) })
    expect((await listQuestions(store, manager('bob'))).questions).toEqual([])
    const state = waiting.requestState
    await vi.waitFor(async () => {
      expect(await call({ capabilities: noTasks, state })).toMatchObject({ content: [{ text: '5 by ada' }] })
    })
  })

  it('tells its client at once that it waits, also if it waits only for a signal', async () => {
    const tool = createMcpTool('order')
      .task('never')
      .execute(function* (_, ctx) {
        const url = yield* ctx.signalUrl('paid')
        yield* ctx.step('tell', () => url)
        return yield* ctx.signal('paid')
      })
      .build()
    const store = createStore()
    await using inbox = createInbox({ store, keys: KEYS, baseUrl: 'http://localhost' })
    const { call, notes } = createRoundsServer(tool, { store, inbox, patience: 1 })
    const begunAt = performance.now()
    const waiting = await call({ capabilities: noTasks })
    expect([waiting.resultType, notes]).toEqual(['input_required', ['Waiting for the signal "paid"']])
    // A request looks by itself every second.
    expect(performance.now() - begunAt).toBeLessThan(900)
  })

  it('goes on without a client, at a server that has never seen the call', async () => {
    const store = createStore()
    const first = server(store)
    const { requestState: state } = await first.call({ capabilities: noTasks })
    await first.close()
    const next = server(store)
    await next.start()
    const question = await firstQuestion(store)
    await answerQuestion(store, { ...manager('ada'), id: question.id, answer: accept(5) })
    await vi.waitFor(async () => {
      const [stream] = await store.log('call').list(undefined)
      expect((await store.log<{ type: string }>('call').read(stream!.id, 0)).at(-1)!.event.type).toBe('reply')
    })
    expect(await next.call({ capabilities: noTasks, state: state! })).toMatchObject({ content: [{ text: '5 by ada' }] })
  })

  it('becomes a task where the client has tasks, which says for whom it waits', async () => {
    const store = createStore()
    const tool = createMcpTool('expense')
      .elicits({ approve })
      .task('auto')
      .execute(function* (_, ctx) {
        const one = yield* ctx.elicit('approve', { message: 'Approve?' }, { to: ['user:ada', 'role:manager'] })
        return `${one.action} by ${one.answeredBy}`
      })
      .build()
    const { call, tasks } = server(store, tool)
    const { taskId } = await call()
    const status = () => tasks.get(taskId!, { principal: undefined, receivedAt: 0, requireScopes() {} })
    await vi.waitFor(async () =>
      expect(await status()).toMatchObject({ status: 'working', statusMessage: 'Waiting for user:ada, role:manager' }),
    )
    expect(await status()).not.toHaveProperty('inputRequests')
    const question = await firstQuestion(store, { principal: 'ada', names: ['user:ada'] })
    await answerQuestion(store, { principal: 'ada', id: question.id, answer: { action: 'decline' } })
    await vi.waitFor(async () => expect(await status()).toMatchObject({ status: 'completed' }))
    expect(JSON.stringify(await status())).toContain('decline by ada')
    expect((await listQuestions(store, manager('ada'))).questions).toEqual([])
  })

  it('asks its client and other people at once, and waits for both', async () => {
    const store = createStore()
    const tool = createMcpTool('expense')
      .elicits({ approve, reason: { response: z.object({ text: z.string() }) } })
      .task('never')
      .execute(function* (_, ctx) {
        const [one, why] = yield* ctx.all([
          ctx.elicit('approve', { message: 'Approve?' }, { to: 'role:manager' }),
          ctx.elicit('reason', { message: 'Why?' }),
        ])
        return `${one.answeredBy} ${why.action === 'accept' && why.content.text}`
      })
      .build()
    const { call } = server(store, tool)
    const asked = await call({ capabilities: noTasks })
    expect(Object.values(asked.inputRequests!).map(({ params }) => params.message)).toEqual(['Why?'])
    const id = Object.keys(asked.inputRequests!)[0]!
    expect((await listQuestions(store)).questions).toMatchObject([{ message: 'Why?' }])
    const answers = { [id]: { action: 'accept', content: { text: 'fun' } } }
    const waiting = await call({ capabilities: noTasks, state: asked.requestState!, answers })
    expect((await listQuestions(store)).questions).toEqual([])
    const question = await firstQuestion(store)
    await answerQuestion(store, { ...manager('ada'), id: question.id, answer: accept(5) })
    await vi.waitFor(async () =>
      expect(await call({ capabilities: noTasks, state: waiting.requestState! })).toMatchObject({
        content: [{ text: 'ada fun' }],
      }),
    )
  })

  it('refuses to ask other people without a durable store, and says so', async () => {
    const { call } = server(createMemoryStore())
    const failed = await call({ capabilities: noTasks })
    expect(failed).toMatchObject({ isError: true })
    expect(failed.content![0]!.text).toContain('the store of this server is not durable')
  })

  it('keeps a signal that arrives before the tool waits for it', async () => {
    const store = createStore()
    const urls: string[] = []
    const gate = Promise.withResolvers<void>()
    const tool = createMcpTool('order')
      .task('never')
      .execute(function* (_, ctx) {
        const url = yield* ctx.signalUrl('paid')
        yield* ctx.step('tell', async () => {
          urls.push(url)
          await gate.promise
        })
        const { amount } = yield* ctx.signal('paid', z.object({ amount: z.number() }))
        return `paid ${amount}`
      })
      .build()
    await using inbox = createInbox({ store, keys: KEYS, baseUrl: 'http://localhost' })
    const { call } = createRoundsServer(tool, { store, inbox })
    const calling = call({ capabilities: noTasks })
    await vi.waitFor(() => expect(urls).toHaveLength(1))
    const post = () =>
      inbox.fetch(
        new Request(urls[0]!, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
          body: '{"amount":7}',
        }),
      )
    expect([(await post()).status, (await post()).status]).toEqual([202, 202])
    gate.resolve()
    expect(await calling).toMatchObject({ content: [{ text: 'paid 7' }] })
    await expect(inbox.sendSignal('http://localhost/api/signals/signal1.forged')).rejects.toMatchObject({ status: 404 })
  })
})

it('counts signals of different names that have the same id', async () => {
  const store = createStore()
  const urls: string[] = []
  const tool = createMcpTool('order')
    .task('never')
    .execute(function* (_, ctx) {
      const paid = yield* ctx.signalUrl('paid')
      const sent = yield* ctx.signalUrl('sent')
      yield* ctx.step('tell', () => void urls.push(paid, sent))
      return `${yield* ctx.signal('paid')} ${yield* ctx.signal('sent')}`
    })
    .build()
  await using inbox = createInbox({ store, keys: KEYS, baseUrl: 'http://localhost' })
  const { call } = createRoundsServer(tool, { store, inbox, patience: 20 })
  const { requestState: state } = await call({ capabilities: { elicitation: {} } })
  for (const [i, url] of urls.entries()) await inbox.sendSignal(url, i, { id: 'event 1' })
  await vi.waitFor(async () =>
    expect(await call({ capabilities: { elicitation: {} }, state: state! })).toMatchObject({
      content: [{ text: '0 1' }],
    }),
  )
})

describe('a question to several people', () => {
  async function ask(tool: McpTool = createExpense()) {
    const store = createStore()
    const { call } = createRoundsServer(tool, { store, patience: 20 })
    const capabilities = { elicitation: {} }
    const { requestState: state } = await call({ capabilities })
    const question = await firstQuestion(store)
    const answer = (principal: string, amount: number, rest: object = {}) =>
      refusal(answerQuestion(store, { ...manager(principal), id: question.id, answer: accept(amount), ...rest }))
    const result = () =>
      vi.waitFor(
        async () => {
          const { content } = await call({ capabilities, state: state! })
          return content![0]!.text
        },
        // An expiry is found by the next look at what is due, about a second later.
        { timeout: 10_000 },
      )
    return { store, question, answer, result }
  }

  it('is answered once: the first answer counts, and later ones are refused', async () => {
    const { answer, result } = await ask()
    const answers = await Promise.all(['ada', 'bob', 'cy'].map((name, i) => answer(name, i)))
    expect(answers.sort()).toEqual(['answered', 'question_closed', 'question_closed'])
    expect(await result()).toMatch(/^[012] by (ada|bob|cy)$/)
  })

  it('takes the same answer twice if it has the same command id', async () => {
    const { answer } = await ask()
    expect(await answer('ada', 1, { commandId: 'c' })).toBe('answered')
    expect(await answer('ada', 1, { commandId: 'c' })).toBe('answered')
    expect(await answer('ada', 1, { commandId: 'd' })).toBe('question_closed')
  })

  it('counts the answers of two people that have the same command id', async () => {
    const { store, answer } = await ask(createExpense({ quorum: 2 }))
    expect(await answer('ada', 1, { commandId: 'c' })).toBe('answered')
    expect(await answer('bob', 1, { commandId: 'c' })).toBe('answered')
    expect((await listQuestions(store, manager('cy'))).questions).toEqual([])
  })

  it('acknowledges an answer of a quorum that is sent again after the question has expired', async () => {
    const { answer } = await ask(createExpense({ quorum: 2, expiresIn: 60_000 }))
    expect(await answer('ada', 1, { commandId: 'c' })).toBe('answered')
    const later = Date.now() + 60_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(await answer('ada', 1, { commandId: 'c' })).toBe('answered')
    expect(await answer('bob', 1, { commandId: 'c' })).toBe('question_closed')
  })

  it('refuses an answer of a person who is not asked, and one that does not fit its form or its digest', async () => {
    const { answer } = await ask()
    expect(await answer('eve', 1, { names: ['user:eve'] })).toBe('not_addressed')
    expect(await answer('ada', 500)).toBe('answer_invalid')
    expect(await answer('ada', 1, { digest: 'another' })).toBe('question_changed')
    expect(await answer('ada', 1, { id: 'nonsense' })).toBe('question_not_found')
    expect(await answer('ada', 1)).toBe('answered')
  })

  it('waits for its quorum, of different people, and stays out of the inbox of one who has answered', async () => {
    const { store, answer, result } = await ask(createExpense({ quorum: 2 }))
    expect(await answer('ada', 1)).toBe('answered')
    expect(await answer('ada', 2)).toBe('question_closed')
    expect((await listQuestions(store, manager('ada'))).questions).toEqual([])
    expect((await listQuestions(store, manager('bob'))).questions).toMatchObject([{ quorum: 2, answeredBy: ['ada'] }])
    expect(await answer('bob', 2)).toBe('answered')
    expect(await result()).toBe('1 by ada, 2 by bob')
  })

  it('is decided by the first of its quorum who declines', async () => {
    const { answer, result } = await ask(createExpense({ quorum: 2 }))
    expect(await answer('ada', 1)).toBe('answered')
    expect(await answer('bob', 1, { answer: { action: 'decline' } })).toBe('answered')
    expect(await answer('cy', 1)).toBe('question_closed')
    expect(await result()).toBe('decline by bob')
  })

  it('is closed when it expires, and the run goes on', async () => {
    const { store, answer, result } = await ask(createExpense({ expiresIn: 3_000 }))
    expect(await result()).toBe('cancel by undefined')
    expect(await answer('ada', 1)).toBe('question_closed')
    expect((await listQuestions(store, manager('ada'))).questions).toEqual([])
  })
})

describe('an inbox over HTTP', () => {
  async function serve() {
    const store = createStore()
    const inbox = createInbox({
      store,
      keys: KEYS,
      baseUrl: 'http://localhost',
      auth: (request) => request.headers.get('x-user') ?? undefined,
      audience: (principal) => [`user:${principal}`, ...(principal === 'ada' ? ['role:manager'] : [])],
      heartbeat: 100,
    })
    onTestFinished(() => inbox.close())
    const { call } = createRoundsServer(createExpense(), { store, patience: 20 })
    await call({ capabilities: { elicitation: {} } })
    const question = await firstQuestion(store)
    const request = (path: string, user?: string, body?: unknown) =>
      inbox.fetch(
        new Request(`http://localhost${path}`, {
          headers: { ...(user && { 'x-user': user }), 'content-type': 'application/json' },
          ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        }),
      )
    return { store, inbox, question, request }
  }

  it('lists what a principal may answer, and takes the answer', async () => {
    const { question, request } = await serve()
    expect((await request('/api/inbox')).status).toBe(401)
    expect(await (await request('/api/inbox', 'bob')).json()).toEqual({ questions: [] })
    const listed = await (await request('/api/inbox?limit=1', 'ada')).json()
    expect(listed).toMatchObject({ questions: [{ id: question.id, to: ['role:manager'] }] })
    const path = `/api/inbox/${question.id}/answers`
    const answer = { answer: accept(3), digest: question.digest }
    expect((await request(path, 'bob', answer)).status).toBe(403)
    expect((await request(path, 'ada', { answer: accept(300) })).status).toBe(422)
    expect((await request(path, 'ada', answer)).status).toBe(202)
    expect((await request(path, 'ada', answer)).status).toBe(409)
    expect((await request('/api/inbox?limit=0', 'ada')).status).toBe(400)
    expect((await request('/api/inbox?after=x', 'ada')).status).toBe(400)
  })

  it('sends the inbox as events whenever it changes', async () => {
    const { question, request, store } = await serve()
    const { body } = await request('/api/inbox/events', 'ada')
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    const next = async () => {
      for (;;) {
        const { value } = await reader.read()
        if (value?.startsWith('data: ')) return JSON.parse(value.slice(6)).questions
      }
    }
    expect(await next()).toMatchObject([{ id: question.id }])
    await answerQuestion(store, { ...manager('ada'), id: question.id, answer: accept(1) })
    expect(await next()).toEqual([])
    await reader.cancel()
  })

  it('does not read the store for events after their reader has left or the inbox is closed', async () => {
    const { inbox, question, request, store } = await serve()
    const open = async () => {
      const { body } = await request('/api/inbox/events', 'ada')
      const reader = body!.getReader()
      await reader.read()
      void reader.read().catch(() => {})
      return reader
    }
    const reader = await open()
    await open()
    const list = vi.spyOn(store.questions, 'list')
    // The change is gathered for a moment, in which both streams end.
    await answerQuestion(store, { ...manager('ada'), id: question.id, answer: accept(1) })
    list.mockClear()
    await reader.cancel()
    await inbox.close()
    await delay(100)
    expect(list).not.toHaveBeenCalled()
  })
})

describe('a link to a question', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  async function deliver(
    onQuestion?: (delivery: Delivery) => void,
    tool: McpTool = createExpense(),
    options: Pick<InboxOptions, 'linkTtl'> = {},
  ) {
    const store = createStore()
    const deliveries: Delivery[] = []
    const inbox = createInbox({
      store,
      keys: KEYS,
      baseUrl: 'http://localhost',
      retryPauses: [10],
      ...options,
      onQuestion(delivery) {
        deliveries.push(delivery)
        return onQuestion?.(delivery)
      },
      onError: () => {},
    })
    onTestFinished(() => inbox.close())
    const { call } = createRoundsServer(tool, { store, patience: 20 })
    const capabilities = { elicitation: {} }
    const { requestState: state } = await call({ capabilities })
    await vi.waitFor(() => expect(deliveries).not.toEqual([]), { timeout: 3_000 })
    const open = async (url: string, fields?: Record<string, string>) => {
      const init = fields && { method: 'POST', body: new URLSearchParams(fields) }
      const response = await inbox.fetch(new Request(url, init))
      return { status: response.status, html: await response.text(), headers: response.headers }
    }
    const result = () =>
      vi.waitFor(
        async () => {
          const { content } = await call({ capabilities, state: state! })
          return content![0]!.text
        },
        // An expiry is found by the next look at what is due, about a second later.
        { timeout: 10_000 },
      )
    return { store, inbox, deliveries, open, result }
  }

  it('shows a form that answers once, as the person it was made for', async () => {
    const { deliveries, open, result } = await deliver()
    const url = deliveries[0]!.link('bob')
    for (let i = 0; i < 3; i++) {
      const shown = await open(url)
      expect(shown.status).toBe(200)
      expect(shown.html).toContain('Approve the trip?')
      expect(shown.html).toContain('Oslo')
      expect(shown.html).toContain('name="field.amount"')
      expect(shown.headers.get('referrer-policy')).toBe('same-origin')
      expect(shown.headers.get('cache-control')).toBe('no-store')
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const wrong = await open(url, { action: 'accept', 'field.amount': '500' })
    expect([wrong.status, wrong.html.includes('value="500"')]).toEqual([422, true])
    expect(await open(url, { action: 'accept', 'field.amount': '50' })).toMatchObject({
      status: 200,
      html: expect.stringContaining('Thank you'),
    })
    expect(await open(url, { action: 'accept', 'field.amount': '60' })).toMatchObject({
      status: 410,
      html: expect.stringContaining('This question is closed'),
    })
    expect((await open(url)).status).toBe(410)
    expect(await result()).toBe('50 by bob')
  })

  it('leaves out an optional list of which nothing is chosen', async () => {
    const days = z.array(z.enum(['Mon', 'Tue'])).min(1)
    const tool = createMcpTool('plan')
      .elicits({ ask: { response: z.object({ days: days.optional() }) } })
      .task('never')
      .execute(function* (_, ctx) {
        const answer = yield* ctx.elicit('ask', { message: 'When?' }, { to: 'user:bob' })
        return answer.action === 'accept' ? JSON.stringify(answer.content) : answer.action
      })
      .build()
    const { deliveries, open, result } = await deliver(undefined, tool)
    expect((await open(deliveries[0]!.link(), { action: 'accept' })).status).toBe(200)
    expect(await result()).toBe('{}')
  })

  it('declines, with no field filled in', async () => {
    const { deliveries, open, result } = await deliver()
    expect((await open(deliveries[0]!.link('bob'), { action: 'decline' })).status).toBe(200)
    expect(await result()).toBe('decline by bob')
  })

  it('expires, and cannot be forged or posted from another page', async () => {
    const { deliveries, open, inbox } = await deliver()
    const url = deliveries[0]!.link('bob')
    expect((await open(`${url.slice(0, -2)}xx`)).status).toBe(404)
    expect((await open('http://localhost/q/anything', { action: 'accept' })).status).toBe(404)
    const body = new URLSearchParams({ action: 'decline' })
    const foreign = new Request(url, { method: 'POST', headers: { origin: 'https://evil.example' }, body })
    expect((await inbox.fetch(foreign)).status).toBe(403)
    vi.setSystemTime(Date.now() + 8 * 86_400_000)
    expect(await open(url, { action: 'decline' })).toMatchObject({
      status: 410,
      html: expect.stringContaining('This link has expired'),
    })
  })

  it('expires after linkTtl, and a new one can be made', async () => {
    const { deliveries, open } = await deliver(undefined, undefined, { linkTtl: 60_000 })
    const url = deliveries[0]!.link('bob')
    vi.setSystemTime(Date.now() + 61_000)
    expect((await open(url)).status).toBe(410)
    expect((await open(deliveries[0]!.link('bob'))).status).toBe(200)
  })

  it('escapes everything that it shows', async () => {
    const tool = createMcpTool('evil')
      .elicits({ approve: { response: z.object({ '"><script>': z.enum(['<b>', 'c']) }) } })
      .task('never')
      .execute(function* (_, ctx) {
        yield* ctx.elicit('approve', { message: '<script>1</script>', '<i>': ['<img src=x>'] }, { to: 'user:<u>' })
      })
      .build()
    const { deliveries, open } = await deliver(undefined, tool)
    const { html } = await open(deliveries[0]!.link())
    expect(html).not.toMatch(/<script|<img|<b>|<i>|<u>/)
    expect(html).toContain('&lt;script&gt;1&lt;/script&gt;')
  })

  it('is delivered again after a pause if that failed, and not once it was delivered', async () => {
    let failures = 2
    const { deliveries } = await deliver(() => {
      if (failures-- > 0) throw new Error('the mail server is away')
    })
    vi.setSystemTime(Date.now() + 60_000)
    await vi.waitFor(() => expect(deliveries).toHaveLength(2), { timeout: 3_000 })
    vi.setSystemTime(Date.now() + 60_000)
    await vi.waitFor(() => expect(deliveries).toHaveLength(3), { timeout: 3_000 })
    vi.setSystemTime(Date.now() + 60_000)
    await delay(1_500)
    expect(deliveries).toHaveLength(3)
  })
})

describe('a chat whose tool asks other people', () => {
  it('shows for whom it waits and not the question, and goes on with their answer', async () => {
    const store = createStore()
    const scripted = scriptedModel([{ calls: [{ name: 'expense', input: {} }] }, 'Done.'])
    await using chat = await createChat({
      store,
      tools: [createExpense()],
      models: [fromLanguageModel(scripted, { id: 'scripted' })],
    })
    const request = async (path: string, body?: unknown) => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const headers = { 'content-type': 'application/json' }
      return (await chat.fetch(new Request(`http://localhost/api/chat${path}`, { headers, ...init }))).json()
    }
    const { sessionId } = await request('/sessions', {})
    await request(`/sessions/${sessionId}/commands`, { type: 'send', commandId: 'c1', content: 'go' })
    const read = async () => (await request(`/sessions/${sessionId}`)).state
    const question = await firstQuestion(store)
    const waiting = await read()
    expect(Object.values(waiting.pendingWaits)).toMatchObject([{ to: ['role:manager'], answers: [] }])
    expect(JSON.stringify(waiting)).not.toContain('Approve the trip?')
    expect(waiting.pendingElicits).toEqual({})
    await answerQuestion(store, { ...manager('ada'), id: question.id, answer: accept(5) })
    await vi.waitFor(async () => {
      const { toolCalls, turn } = await read()
      expect(turn).toBeUndefined()
      expect(Object.values(toolCalls)).toMatchObject([{ status: 'done', result: '5 by ada' }])
    })
    const events = await store.log('chat').read(sessionId, 0)
    expect(JSON.stringify(events)).toContain('"amount":5')
  })
})

describe('a chat whose tool waits for a signal', () => {
  it('refuses signals to a call that is over, during its turn and after it, and stores nothing of them', async () => {
    const store = createStore()
    const urls: Record<string, string> = {}
    const create = (name: string) =>
      createMcpTool(name)
        .execute(function* (_, ctx) {
          const url = yield* ctx.signalUrl('paid')
          yield* ctx.step('tell', () => {
            urls[name] = url
          })
          return yield* ctx.signal('paid')
        })
        .build()
    const calls = ['first', 'second'].map((name) => ({ name, input: {} }))
    const model = fromLanguageModel(scriptedModel([{ calls }, 'Done.']), { id: 'scripted' })
    await using inbox = createInbox({ store, keys: KEYS, baseUrl: 'http://localhost' })
    await using chat = await createChat({ store, tools: [create('first'), create('second')], models: [model], inbox })
    const post = async (path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await chat.fetch(new Request(`http://localhost/api/chat${path}`, init))).json()
    }
    const { sessionId } = await post('/sessions', {})
    await post(`/sessions/${sessionId}/commands`, { type: 'send', commandId: 'c1', content: 'go' })
    await vi.waitFor(() => expect(Object.keys(urls)).toHaveLength(2))
    const log = store.log('chat')
    const stored = async () => JSON.stringify(await log.read(sessionId, 0))
    const gone = { status: 404, code: 'run_gone', message: expect.stringContaining('is over') }

    await inbox.sendSignal(urls.first!, 'in time')
    await vi.waitFor(async () => expect((await store.runs.list({ tool: 'first' })).runs[0]?.state).toBe('completed'))
    await expect(inbox.sendSignal(urls.first!, 'late')).rejects.toMatchObject(gone)
    // As a process that has only the store and the keys.
    await expect(sendSignal(store, urls.second!, 'forged', { keys: ['x'.repeat(32)] })).rejects.toThrow('not valid')
    await sendSignal(store, urls.second!, 'in time too', { keys: KEYS })
    await vi.waitFor(async () => expect((await store.runs.list()).runs).toEqual([]))
    await expect(inbox.sendSignal(urls.second!, 'late')).rejects.toMatchObject(gone)
    expect(await stored()).not.toContain('late')
    expect(await stored()).toContain('in time too')
  })

  it('refuses a signal to a call of a chat that was deleted, also if the chat was created again under its id', async () => {
    const store = createStore()
    const urls: string[] = []
    const tool = createMcpTool('pay')
      .execute(function* (_, ctx) {
        const url = yield* ctx.signalUrl('paid')
        yield* ctx.step('pay', () => void urls.push(url))
        return yield* ctx.signal('paid')
      })
      .build()
    const call = { calls: [{ name: 'pay', input: {} }] }
    const model = fromLanguageModel(scriptedModel([call, call, 'Done.']), { id: 'scripted' })
    await using inbox = createInbox({ store, keys: KEYS, baseUrl: 'http://localhost' })
    await using chat = await createChat({ store, tools: [tool], models: [model], inbox })
    const session = chat.open('table-7', 'ada')
    const order = async () => {
      await session.create()
      await session.command({ type: 'send', content: 'go' })
    }
    await order()
    await vi.waitFor(() => expect(urls).toHaveLength(1))
    await session.delete()
    await order()
    await vi.waitFor(() => expect(urls).toHaveLength(2))
    const gone = { status: 404, code: 'run_gone' }
    await expect(inbox.sendSignal(urls[0]!, 'for the first order')).rejects.toMatchObject(gone)
    await inbox.sendSignal(urls[1]!, 'for the second order')
    await vi.waitFor(async () => expect((await session.state()).turn).toBeUndefined())
    const { toolCalls } = await session.state()
    expect(Object.values(toolCalls)).toMatchObject([{ status: 'done', result: 'for the second order' }])
  })

  it('hands in a signal that is stored before the start of its call', async () => {
    const isSent = Promise.withResolvers<void>()
    // The start is written together with the answer that makes the call, while the call runs already.
    const store = withLog<Patch>(createStore(), 'chat', (log) => ({
      async append(id, append) {
        if (append.events.some(({ type }) => type === 'tool_call_start')) await isSent.promise
        return log.append(id, append)
      },
    }))
    const tool = createMcpTool('pay')
      .execute(function* (_, ctx) {
        const url = yield* ctx.signalUrl('paid')
        yield* ctx.step('pay', () => inbox.sendSignal(url, 'at once'))
        isSent.resolve()
        return yield* ctx.signal('paid')
      })
      .build()
    const model = fromLanguageModel(scriptedModel([{ calls: [{ name: 'pay', input: {} }] }, 'Done.']), {
      id: 'scripted',
    })
    await using inbox = createInbox({ store, keys: KEYS, baseUrl: 'http://localhost' })
    await using chat = await createChat({ store, tools: [tool], models: [model], inbox })
    const session = chat.open('one')
    await session.create()
    await session.command({ type: 'send', content: 'go' })
    for await (const { toolCalls, turn } of session.follow(AbortSignal.timeout(10_000))) {
      const [call] = Object.values(toolCalls)
      if (call?.status === 'done' && turn === undefined) return expect(call.result).toBe('at once')
    }
    expect.unreachable()
  })
})

it.each(['app.example', 'app.example:3000', '/inbox', ''])(
  'an inbox at "%s" is refused when it is created',
  (baseUrl) => {
    const problem = `baseUrl is a public address like https://app.example, not "${baseUrl}"`
    expect(() => createInbox({ store: createMemoryStore(), baseUrl })).toThrow(problem)
    expect(() => createApp({ name: 'a', version: '1', baseUrl })).toThrow(problem)
  },
)

it.each([[[]], [[0]], [[60_000, Number.NaN]]])(
  'an inbox with the pauses %j is refused when it is created',
  (retryPauses) => {
    expect(() => createInbox({ store: createMemoryStore(), retryPauses })).toThrow(
      /^retryPauses is a list of at least one number of milliseconds above 0, not \[/,
    )
  },
)

it('an inbox with a limit that does not exist is refused when it is created', () => {
  const limits = { stream: 5 } as object
  expect(() => createInbox({ store: createMemoryStore(), limits })).toThrow(
    'there is no limit "stream"; the limits are body,',
  )
})

describe('deliveries', () => {
  it('fail a delivery that does not settle in time, and try it again', async () => {
    const store = createStore()
    const body = { toolName: 't', key: 'k', message: 'm', context: {}, attempt: 1, digest: 'd', event: { type: 'e' } }
    const questions = [{ key: 'q', to: ['role:manager'], isOutgoing: true, body }]
    await store.log('task').create('one', { about: {}, events: [], questions })
    const signals: AbortSignal[] = []
    const errors: unknown[] = []
    const deliveries = new Deliveries({
      store,
      deliver: async (_, signal) => {
        if (signals.push(signal) === 1) await new Promise(() => {})
      },
      timeout: 10,
      pauses: [10],
      onError: (error) => errors.push(error),
    })
    deliveries.start()
    await vi.waitFor(() => expect(signals).toHaveLength(2), { timeout: 5_000 })
    await deliveries.close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    const problem = 'the question "k" of t was not delivered within 0.01 s; onQuestion is called again after a pause'
    expect(errors).toMatchObject([{ message: problem }])
    expect(await store.questions.claim(10, [10])).toEqual([])
  })

  it('are made on one node at a time, also if a pause is shorter than a delivery', async () => {
    const store = createStore()
    const body = { toolName: 't', key: 'k', message: 'm', context: {}, attempt: 1, digest: 'd', event: { type: 'e' } }
    const questions = [{ key: 'q', to: ['role:manager'], isOutgoing: true, body }]
    await store.log('task').create('one', { about: {}, events: [], questions })
    let running = 0
    const seen: number[] = []
    const options = {
      store,
      async deliver(_: unknown, signal: AbortSignal) {
        seen.push(++running)
        await delay(3_000, undefined, { signal }).catch(() => {})
        running--
      },
      timeout: 30_000,
      pauses: [100, 200],
      onError: () => {},
    }
    const nodes = [new Deliveries(options), new Deliveries(options)]
    for (const node of nodes) node.start()
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(2), { timeout: 10_000 })
    await Promise.all(nodes.map((node) => node.close()))
    expect(new Set(seen)).toEqual(new Set([1]))
  })

  it('begins no further deliveries once it is closed', async () => {
    const store = createStore()
    const body = { toolName: 't', key: 'k', message: 'm', context: {}, attempt: 1, digest: 'd', event: { type: 'e' } }
    const questions = Array.from({ length: 25 }, (_, index) => ({
      key: `q${index}`,
      to: ['role:manager'],
      isOutgoing: true,
      body,
    }))
    await store.log('task').create('one', { about: {}, events: [], questions })
    let delivered = 0
    const held = Promise.withResolvers<void>()
    const inbox = createInbox({
      store,
      keys: KEYS,
      baseUrl: 'http://localhost',
      async onQuestion() {
        delivered++
        await held.promise
      },
    })
    await vi.waitFor(() => expect(delivered).toBe(10))
    const closed = inbox.close()
    held.resolve()
    await closed
    expect(delivered).toBe(10)
  })
})
