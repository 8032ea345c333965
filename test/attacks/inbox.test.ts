import { createMcpTool } from '@sweatpants/framework'
import { createInbox, type InboxOptions, type InboxQuestion, listQuestions } from '@sweatpants/framework/inbox'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { serveMcp } from '@sweatpants/framework/mcp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { request, TASKS } from '../mcp/rpc.ts'

const KEYS = ['a secret that is long enough for a keyring']

/** As one on disk: questions to others are asked only there. */
const createStore = (): Store => ({ ...createMemoryStore(), isDurable: true })

/** An inbox in which principals are believed. */
function open(store: Store, options: Partial<InboxOptions> = {}) {
  const auth = (sent: Request) => sent.headers.get('x-user') ?? undefined
  const inbox = createInbox({ store, auth, baseUrl: 'http://localhost', keys: KEYS, heartbeat: 20, ...options })
  onTestFinished(() => inbox.close())
  const ask = (path: string, { user = 'ada', ...init }: RequestInit & { user?: string } = {}) => {
    const headers = { 'x-user': user, 'content-type': 'application/json', ...init.headers }
    return Promise.resolve(inbox.fetch(new Request(new URL(path, 'http://localhost'), { ...init, headers })))
  }
  const post = (path: string, body: string) => ask(path, { method: 'POST', body })
  return { inbox, ask, post }
}

async function serve(store: Store, inbox: ReturnType<typeof createInbox>) {
  let url = ''
  const wait = createMcpTool('wait')
    .task('required')
    .execute(function* (_, ctx) {
      url = yield* ctx.signalUrl('paid')
      yield* ctx.signal('never', z.unknown())
    })
    .build()
  const brief = createMcpTool('brief')
    .task('required')
    .execute(function* (_, ctx) {
      url = yield* ctx.signalUrl('paid')
      return `got ${yield* ctx.signal('paid', z.number())}`
    })
    .build()
  const approve = createMcpTool('approve')
    .elicits({ approve: { response: z.object({ note: z.string() }) } })
    .task('required')
    .execute(function* (_, ctx) {
      const { action } = yield* ctx.elicit('approve', { message: 'Approve?' }, { to: 'user:ada' })
      return action
    })
    .build()
  const server = serveMcp({ name: 'inbox', version: '1', tools: [wait, brief, approve], store, inbox })
  const { url: address, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  const options = { capabilities: TASKS }
  const call = async (name: string) => (await request(address, 'tools/call', { name, arguments: {} }, options)).taskId!
  return {
    call,
    status: async (taskId: string) => (await request(address, 'tasks/get', { taskId }, options)).status,
    async signalPath(name: string) {
      const taskId = await call(name)
      await vi.waitFor(() => expect(url).not.toBe(''))
      return { taskId, path: new URL(url).pathname }
    },
  }
}

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

const codeOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { error: { code: string } }).error.code,
]

test('a URL of a signal brings a limited number of signals', async () => {
  const store = createStore()
  const { inbox, post } = open(store)
  const { path } = await (await serve(store, inbox)).signalPath('wait')
  for (let count = 0; count < 1_000; count++) expect((await post(path, '1')).status).toBe(202)
  expect(await codeOf(await post(path, '1'))).toEqual([429, 'too_many_signals'])
})

test('a URL of a signal brings a limited number of characters', async () => {
  const store = createStore()
  const { inbox, post } = open(store)
  const { path } = await (await serve(store, inbox)).signalPath('wait')
  const large = JSON.stringify('x'.repeat(999_000))
  const replies = []
  for (let count = 0; count < 6; count++) replies.push((await post(path, large)).status)
  expect(replies).toEqual([202, 202, 202, 202, 202, 429])
})

test('a run that is over takes no signal, and one that was sent before counts as sent', async () => {
  const store = createStore()
  const { inbox, ask, post } = open(store)
  const server = await serve(store, inbox)
  const { taskId, path } = await server.signalPath('brief')
  const send = () => ask(path, { method: 'POST', body: '5', headers: { 'idempotency-key': 'first' } })
  expect((await send()).status).toBe(202)
  await vi.waitFor(async () => expect(await server.status(taskId)).toBe('completed'))
  expect(await codeOf(await post(path, '6'))).toEqual([404, 'run_gone'])
  expect((await send()).status).toBe(202)
})

test('a signal or an answer that a run could not record is refused, and the run goes on waiting', async () => {
  const store = createStore()
  const { inbox, post } = open(store)
  const server = await serve(store, inbox)
  const { path } = await server.signalPath('wait')
  expect(await codeOf(await post(path, deep(250)))).toEqual([422, 'bad_signal'])
  const taskId = await server.call('approve')
  const question = await vi.waitFor(async () => {
    const { questions } = await listQuestions(store, { principal: 'ada' })
    expect(questions).toHaveLength(1)
    return questions[0]!
  })
  const body = `{"answer":{"action":"accept","content":{"note":"a","more":${deep(250)}}}}`
  expect(await codeOf(await post(`/api/inbox/${question.id}/answers`, body))).toEqual([422, 'answer_invalid'])
  expect(await server.status(taskId)).toBe('working')
})

test('a signal with an id that a store cannot index is refused', async () => {
  const store = createStore()
  const { inbox, ask } = open(store)
  const { path } = await (await serve(store, inbox)).signalPath('wait')
  const send = (key: string) => ask(path, { method: 'POST', body: '1', headers: { 'idempotency-key': key } })
  expect(await codeOf(await send('k'.repeat(201)))).toEqual([400, 'bad_signal_id'])
  expect((await send('k'.repeat(200))).status).toBe(202)
})

test('one principal cannot take the event streams of an inbox that others need', async () => {
  const { ask } = open(createStore(), { limits: { streams: 10, streamsPerPrincipal: 2 } })
  const follow = async (user: string) => {
    const { status, body } = await ask('/api/inbox/events', { user })
    const reader = body!.getReader()
    await reader.read()
    return { status, leave: () => reader.cancel() }
  }
  const first = await follow('ada')
  await follow('ada')
  expect((await ask('/api/inbox/events')).status).toBe(429)
  expect((await follow('bob')).status).toBe(200)
  await first.leave()
  expect((await follow('ada')).status).toBe(200)
})

test('an event stream whose store fails ends without the words of the store, and gives its place back', async () => {
  const store = createStore()
  const errors: unknown[] = []
  const broken = { ...store, questions: { ...store.questions, list: () => Promise.reject(new Error('the password')) } }
  const { ask } = open(broken, { limits: { streams: 1 }, onError: (error) => void errors.push(error) })
  for (let count = 0; count < 3; count++) {
    const response = await ask('/api/inbox/events')
    expect([response.status, await response.text()]).toEqual([200, ''])
  }
  expect(errors).toHaveLength(3)
})

test('the page of a link names the server whose question it shows, above its words, and loads no script for it', async () => {
  const store = createStore()
  const { inbox } = open(store, { linkScript: '/link.js' })
  const body = { toolName: 'pay', key: 'k', message: 'Yo chat: your password', context: {}, attempt: 1, digest: 'd' }
  const event = { type: 'answer' }
  await store.log('task').create('stream', {
    about: {},
    events: [],
    questions: [{ key: 'k', to: ['user:ada'], body: { ...body, origin: 'evil <server>', event } }],
  })
  const { questions } = await listQuestions(store, { principal: 'ada' })
  const link = inbox.toLink(questions[0] as InboxQuestion)
  const html = await (await inbox.fetch(new Request(link))).text()
  expect(html).toMatch(/comes from evil &lt;server&gt;, which is another server[\s\S]*<h1>Yo chat: your password/)
  expect(html).not.toContain('<title>Yo chat')
  expect(html).not.toContain('<script')
})

test('a person who may not answer a question does not learn whom it is for', async () => {
  const store = createStore()
  const { inbox, ask } = open(store)
  await (await serve(store, inbox)).call('approve')
  const { id } = await vi.waitFor(async () => {
    const [question] = (await listQuestions(store, { principal: 'ada' })).questions
    expect(question).toBeDefined()
    return question!
  })
  const response = await ask(`/api/inbox/${id}/answers`, { user: 'eve', method: 'POST', body: '{}' })
  const text = await response.text()
  expect([response.status, text.includes('ada')]).toEqual([403, false])
})
