import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createInbox, type Inbox } from '../../inbox/create-inbox.ts'
import { answerQuestion, listQuestions } from '../../inbox/questions.ts'
import { limitStore } from '../../log/fixtures/limit-store.ts'
import { withLog } from '../../log/fixtures/with-log.ts'
import { type Append, FenceError, type Log, type Store, UnreadableError } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import { createRunJournal } from '../../log/run-journal.ts'
import { journalContract } from '../../testing/journal-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { Drained } from '../../tools/drain.ts'
import { RecordSizeError, StoreError } from '../../tools/errors.ts'
import type { Journal } from '../../tools/journal.ts'
import type { McpTool } from '../../tools/tool.ts'
import { IDEMPOTENCY_META } from '../core/idempotency.ts'
import { createMcpPrompt, type McpPrompt } from '../core/prompt.ts'
import { serveMcp } from '../serve.ts'
import type { Message } from './message.ts'
import type { SessionEvent } from './restore.ts'
import { SessionJournal } from './session-journal.ts'
import { StoredSessions } from './stored-sessions.ts'

const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} } as unknown as Message
const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'asks' } }

/** The sessions of one process. */
function createProcess(given: Store, idle = 60_000) {
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const { store, die, isDead } = createMortalProcess(given)
  const sessions = new StoredSessions({ store, leaseTtl: 300, idle, heartbeat: 5_000, onError })
  onTestFinished(() => (isDead() ? undefined : sessions.close()))
  return { sessions, errors, die }
}

/** Its heartbeats end when it dies, and not its writes. */
function createMortalProcess(given: Store) {
  let isDead = false
  const beat: Store['leases']['beat'] = (node, ttl) => (isDead ? undefined : given.leases.beat(node, ttl))
  const die = () => {
    isDead = true
  }
  return { store: { ...given, leases: { ...given.leases, beat } }, die, isDead: () => isDead }
}

describe('a stored session', () => {
  it('V1 is taken over when the heartbeats of its process end, which then writes nothing more', async () => {
    const store = createMemoryStore()
    const [first, second] = [createProcess(store), createProcess(store)]
    const stored = await first.sessions.create('s', 'ada', hello)
    const lost = Promise.withResolvers<void>()
    stored.serve(async () => lost.resolve())
    await expect(second.sessions.restore('s', 'ada')).rejects.toThrow(Drained)
    first.die()
    const taken = (await second.sessions.restore('s', 'ada'))!
    expect(taken.takeRestored()).toEqual({ messages: [hello], calls: [], requests: [], sent: [] })
    await expect(stored.append({ type: 'answer', message: {} })).rejects.toThrow(FenceError)
    await lost.promise
    await second.sessions.close()
    const { events } = (await store.log<SessionEvent>('session').open('s'))!
    expect(events.map(({ event }) => event.type)).toEqual(['message'])
    expect([...first.errors, ...second.errors]).toEqual([])
  })

  it('is restored with what its calls asked and were told, and without those that ended', async () => {
    const store = createMemoryStore()
    const [first, second] = [createProcess(store), createProcess(store)]
    const stored = await first.sessions.create('s', undefined, hello)
    await stored.append({ type: 'call', runId: 'a', stream: 1, request: call })
    await stored.append({ type: 'sent', stream: 1, seq: 1, text: '{"id":"ask-a-1~1"}' })
    await stored.append({ type: 'answer', message: { id: 'ask-a-1~1' } })
    await stored.append({ type: 'call', runId: 'b', stream: 2, request: call })
    await stored.append({ type: 'done', runId: 'b', stream: 2, seq: 2, text: '{"id":7}' })
    for (const runId of ['c', 'd']) {
      await stored.append({ type: 'call', runId, stream: 3, request: call })
      await stored.append({ type: 'cancel', runId })
    }
    await stored.append({ type: 'over', runId: 'd' })
    await first.sessions.close()
    expect(await second.sessions.restore('s', 'ada')).toBeUndefined()
    expect(await second.sessions.restore('t', undefined)).toBeUndefined()
    const question = { id: 'ask-a-1~1' }
    expect((await second.sessions.restore('s', undefined))!.takeRestored()).toMatchObject({
      calls: [
        {
          runId: 'a',
          stream: 1,
          request: call,
          isCancelled: false,
          questions: new Map([[question.id, question]]),
          answers: [question],
        },
        { runId: 'c', stream: 3, request: call, isCancelled: true },
      ],
      sent: [{ seq: 1 }, { seq: 2 }],
    })
  })

  it('is restored with a call whose key was used by one that was cancelled, and not with the answers to that one', async () => {
    const store = createMemoryStore()
    const [first, second] = [createProcess(store), createProcess(store)]
    const stored = await first.sessions.create('s', undefined, hello)
    await stored.append({ type: 'call', runId: 'a', stream: 1, request: call })
    await stored.append({ type: 'sent', stream: 1, seq: 1, text: '{"id":"ask-a-1~1"}' })
    await stored.append({ type: 'answer', message: { id: 'ask-a-1~1' } })
    await stored.append({ type: 'cancel', runId: 'a' })
    await stored.append({ type: 'over', runId: 'a' })
    await stored.append({ type: 'call', runId: 'a', stream: 2, request: call })
    await first.sessions.close()
    expect((await second.sessions.restore('s', undefined))!.takeRestored().calls).toEqual([
      {
        runId: 'a',
        stream: 2,
        request: call,
        isCancelled: false,
        progress: undefined,
        questions: new Map(),
        answers: [],
      },
    ])
  })

  it('whose acquisition got no answer is released, so that its client may reach another process', async () => {
    const store = createMemoryStore()
    const [first, second] = [createProcess(store), createProcess(store)]
    await first.sessions.create('s', undefined, hello)
    await first.sessions.close()
    const { leases } = store
    let isDown = true
    const acquire: typeof leases.acquire = (ref, node) => {
      const fence = leases.acquire(ref, node)
      return isDown ? down() : fence
    }
    const get: ReturnType<Store['log']>['get'] = (id) =>
      isDown && faulty.errors.length > 0 ? down() : store.log('session').get(id)
    const faulty = createProcess({
      ...store,
      leases: { ...leases, acquire },
      log: <E>(kind: string): Log<E> => ({ ...store.log<E>(kind), get }),
    })
    await expect(faulty.sessions.restore('s', undefined)).rejects.toThrow(StoreError)
    isDown = false
    // Its heartbeats go on, but the next scan releases it.
    await vi.waitUntil(async () => !(await store.log('session').get('s'))!.isDriven)
    expect(await second.sessions.restore('s', undefined)).toBeDefined()
  })

  it('is not taken over or begun by a process that was closed before it had one', async () => {
    const store = createMemoryStore()
    const first = createProcess(store)
    await first.sessions.create('s', undefined, hello)
    await first.sessions.close()
    const reading = Promise.withResolvers<void>()
    const slow = withLog(store, 'session', (log) => ({
      async get(id) {
        await reading.promise
        return log.get(id)
      },
    }))
    const beat = vi.spyOn(store.leases, 'beat')
    const { sessions } = createProcess(slow)
    const restored = sessions.restore('s', undefined)
    await sessions.close()
    reading.resolve()
    await expect(restored).rejects.toThrow(Drained)
    await expect(sessions.create('t', undefined, hello)).rejects.toThrow(Drained)
    expect(beat).not.toHaveBeenCalled()
    expect((await store.log('session').get('s'))!.isDriven).toBe(false)
  })

  it('expires when it is not used, and is gone when it ends', async () => {
    let now = Date.now()
    const store = createMemoryStore({ now: () => now })
    const { sessions } = createProcess(store, 1_000)
    await sessions.create('s', undefined, hello)
    const ended = await sessions.create('t', undefined, hello)
    await ended.end()
    expect(await store.log('session').get('t')).toBeUndefined()
    now += 3_000
    await store.leases.collect(10)
    expect(await store.log('session').get('s')).toBeUndefined()
  })

  it('does not expire while the process that took it over uses it', async () => {
    let now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
    onTestFinished(() => void clock.mockRestore())
    const store = createMemoryStore()
    const [first, second] = [createProcess(store, 1_000), createProcess(store, 1_000)]
    await first.sessions.create('s', undefined, hello)
    await first.sessions.close()
    now += 1_900
    const stored = (await second.sessions.restore('s', undefined))!
    stored.extend()
    await new Promise(setImmediate)
    now += 400
    await store.leases.collect(10)
    expect(await store.log('session').get('s')).toBeDefined()
  })
})

type SessionAppend = Append<SessionEvent>

/** A durable store that calls `before` before each write to a session. */
function createFaultyStore(before: (append: SessionAppend) => unknown, now?: () => number): Store {
  const memory = createMemoryStore(now && { now })
  return {
    ...memory,
    isDurable: true,
    log<E>(kind: string): Log<E> {
      const log = memory.log<E>(kind)
      if (kind !== 'session') return log
      return {
        ...log,
        async append(id, append) {
          await before(append as SessionAppend)
          return log.append(id, append)
        },
      }
    },
  }
}

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: { form: {} } },
  clientInfo: { name: 'c', version: '1' },
}

/** A server, and a client of it without a library. */
function serve(
  store: Store,
  tools: McpTool[],
  prompts: McpPrompt[] = [],
  leaseTtl = 10_000,
  inbox?: Pick<Inbox, 'toSignalUrl'>,
) {
  const errors: unknown[] = []
  const server = serveMcp({
    name: 'x',
    version: '1',
    tools,
    prompts,
    store,
    leaseTtl,
    onError: (e) => errors.push(e),
    ...(inbox && { inbox }),
  })
  onTestFinished(() => server.close())
  const send = (session: string | undefined, init: RequestInit, headers: Record<string, string> = {}) =>
    server.fetch(
      new Request('http://localhost/mcp', {
        ...init,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session !== undefined && { 'mcp-session-id': session }),
          ...headers,
        },
      }),
    )
  const post = (session: string | undefined, message: object) =>
    send(session, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
  return {
    errors,
    notify: server.notify,
    fetch: (request: Request) => server.fetch(request),
    close: () => server.close(),
    post,
    postAll: (session: string, messages: object[]) => send(session, { method: 'POST', body: JSON.stringify(messages) }),
    async open(protocolVersion = initialize.protocolVersion): Promise<string> {
      const params = { ...initialize, protocolVersion }
      return (await post(undefined, { id: 0, method: 'initialize', params })).headers.get('mcp-session-id')!
    },
    callTool: (session: string, name: string) => post(session, { id: 7, method: 'tools/call', params: { name } }),
    answer: (session: string, id: string) =>
      post(session, { id, result: { action: 'accept', content: { text: 'yes' } } }),
    end: (session: string) => send(session, { method: 'DELETE' }),
    listen: (session: string) => send(session, { method: 'GET' }),
    resume: (session: string, lastEventId: string) =>
      send(session, { method: 'GET' }, { 'last-event-id': lastEventId }),
  }
}

/** Reads the events of a response until they have all of these texts, or to its end. */
async function readUntil(response: Response, ...texts: string[]): Promise<{ read: string; lastEventId: string }> {
  let read = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()).values({ preventCancel: true })) {
    read += chunk
    if (texts.length > 0 && texts.every((text) => read.includes(text))) break
  }
  return { read, lastEventId: [...read.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '' }
}

const questionsIn = (read: string): string[] => [...read.matchAll(/"id":"(ask-[^"]+)"/g)].map(([, id]) => id!)

const questionIn = (read: string): string => questionsIn(read)[0]!

const text = { response: z.object({ text: z.string() }) }

const down = (): never => {
  throw new StoreError('the store cannot be reached; try again later')
}

const asks = createMcpTool('asks')
  .elicits({ sure: text })
  .execute(function* (_, ctx) {
    yield* ctx.elicit('sure', { message: 'Sure?' })
    return yield* ctx.step('after', () => 'went on')
  })
  .build()

const asksTwice = createMcpTool('asks-twice')
  .elicits({ one: text, other: text })
  .execute(function* (_, ctx) {
    const answers = yield* ctx.all([
      ctx.elicit('one', { message: 'First?' }),
      ctx.elicit('other', { message: 'Second?' }),
    ])
    return answers.map(({ action }) => action).join(' and ')
  })
  .build()

const asksManager = createMcpTool('asks-manager')
  .elicits({ sure: text })
  .execute(function* (_, ctx) {
    const { action } = yield* ctx.elicit('sure', { message: 'Sure?' }, { to: 'role:manager' })
    return action
  })
  .build()

const manager = { principal: 'mia', names: ['role:manager'] }

const findQuestion = async (store: Store) => (await listQuestions(store, manager)).questions[0]

const ASKED = '"method":"elicitation/create"'

it('sessions, tasks and kept calls of a server share one node and its heartbeat', async () => {
  const store = createFaultyStore(() => {})
  const beat = vi.spyOn(store.leases, 'beat')
  const { open } = serve(store, [asks])
  await open()
  expect(new Set(beat.mock.calls.map(([node]) => node)).size).toBe(1)
})

it('a request to a stored session that is being deleted does not find it', async () => {
  const memory = createFaultyStore(() => {})
  const [deleting, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const store = withLog(memory, 'session', (log) => ({
    async delete(...args) {
      deleting.resolve()
      await deleted.promise
      await log.delete(...args)
    },
  }))
  const { open, end, post, errors } = serve(store, [asks])
  const session = await open()
  const ended = end(session)
  await deleting.promise
  const late = post(session, { id: 8, method: 'ping' })
  setTimeout(deleted.resolve, 300)
  expect((await late).status).toBe(404)
  expect((await ended).status).toBe(200)
  expect(errors).toEqual([])
})

/** Leads a client to one of two processes: what it resumes goes to the second one a few times, and everything else to the first. */
function createDetour(first: ReturnType<typeof serve>, second: ReturnType<typeof serve>) {
  let detours = 3
  return async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init)
    if (request.headers.has('last-event-id') && detours-- > 0) return second.fetch(request)
    const isCall = request.method === 'POST' && (await request.clone().text()).includes('tools/call')
    const response = await first.fetch(request)
    if (!isCall) return response
    // Its connection is lost after the first event.
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk)
        controller.terminate()
      },
    })
    return new Response(response.body!.pipeThrough(cut), response)
  }
}

const sayYes = async () => ({ action: 'accept' as const, content: { text: 'yes' } })
const capabilities = { elicitation: { form: {} } }

const officialClients = {
  async today(url: URL, fetch: ReturnType<typeof createDetour>) {
    const client = new Client({ name: 'v2', version: '1' }, { capabilities })
    client.setRequestHandler('elicitation/create', sayYes)
    await client.connect(new StreamableHTTPClientTransport(url, { fetch }))
    return client
  },
  async yesterday(url: URL, fetch: ReturnType<typeof createDetour>) {
    const client = new ClientV1({ name: 'v1', version: '1' }, { capabilities })
    client.setRequestHandler(ElicitRequestSchema, sayYes)
    // The types of its own transport are not exact about optional properties.
    await client.connect(new TransportV1(url, { fetch }) as Parameters<ClientV1['connect']>[0])
    return client
  },
}

it.each(['today', 'yesterday'] as const)(
  'a call goes on whose client, the official one of %s, resumes its stream at a process that does not serve its session',
  async (name) => {
    const store = createFaultyStore(() => {})
    const [first, second] = [serve(store, [asks], [], 600), serve(store, [asks], [], 600)]
    const client = await officialClients[name](new URL('http://localhost/mcp'), createDetour(first, second))
    onTestFinished(() => client.close())
    expect(await client.callTool({ name: 'asks' })).toMatchObject({ content: [{ type: 'text', text: 'went on' }] })
  },
)

it.each(['today', 'yesterday'] as const)(
  'a call goes on whose client, the official one of %s, resumes its stream while the store cannot be reached',
  async (name) => {
    const store = createFaultyStore(() => {})
    const first = serve(store, [asks])
    const second = serve(
      withLog(store, 'session', () => ({ get: async () => down() })),
      [asks],
    )
    const client = await officialClients[name](new URL('http://localhost/mcp'), createDetour(first, second))
    onTestFinished(() => client.close())
    expect(await client.callTool({ name: 'asks' })).toMatchObject({ content: [{ type: 'text', text: 'went on' }] })
    expect(second.errors).toEqual(Array(3).fill(expect.any(StoreError)))
  },
)

it.each(['today', 'yesterday'] as const)(
  'V2 takes the answer of the official client of %s, which sends it once, after an outage that is longer than a write waits',
  async (name) => {
    let downUntil = Number.POSITIVE_INFINITY
    const store = createFaultyStore(({ events: [event] }) => {
      if (event?.type !== 'answer') return
      if (downUntil === Number.POSITIVE_INFINITY) downUntil = performance.now() + 5_000
      if (performance.now() < downUntil) down()
    })
    const { fetch } = serve(store, [asks])
    const client = await officialClients[name](new URL('http://localhost/mcp'), async (url, init) =>
      fetch(new Request(url, init)),
    )
    onTestFinished(() => client.close())
    expect(await client.callTool({ name: 'asks' })).toMatchObject({ content: [{ type: 'text', text: 'went on' }] })
  },
)

it('an answer does not wait for a session that the store cannot decrypt', async () => {
  const memory = createFaultyStore(() => {})
  const other = withLog(memory, 'session', () => ({
    async get() {
      throw new UnreadableError('the store was encrypted with other keys')
    },
  }))
  const session = await serve(memory, [asks]).open()
  const refused = await serve(other, [asks]).answer(session, 'ask-r-sure~1')
  expect(await refused.text()).toContain('other keys')
})

it('an answer that waits for the store ends when its server closes', async () => {
  let isDown = false
  const failed = Promise.withResolvers<void>()
  const memory = createFaultyStore(({ events: [event] }) => {
    if (event?.type !== 'answer') return
    isDown = true
    failed.resolve()
    down()
  })
  const store = withLog(memory, 'session', (log) => ({ get: async (id) => (isDown ? down() : log.get(id)) }))
  const { open, callTool, answer, close } = serve(store, [asks])
  const session = await open()
  const { read } = await readUntil(await callTool(session, 'asks'), ASKED)
  const refused = answer(session, questionIn(read))
  await failed.promise
  await close()
  expect(await (await refused).text()).toContain('shutting down')
})

it('a client that resumes its GET stream after a restart gets what has changed since its session was restored', async () => {
  const store = createFaultyStore(() => {})
  const [first, second] = [serve(store, [asks]), serve(store, [asks])]
  const session = await first.open()
  const listening = await first.listen(session)
  const { lastEventId } = await readUntil(listening, 'id: ')
  await first.close()
  await second.post(session, { id: 8, method: 'ping' })
  second.notify.toolsChanged()
  const { read } = await readUntil(await second.resume(session, lastEventId), 'data: {')
  expect(read).toContain('notifications/tools/list_changed')
})

it('a request of another principal does not keep the client of a session from going on after a restart', async () => {
  const store = createFaultyStore(() => {})
  const slow = withLog(store, 'session', (log) => ({
    async get(id) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return log.get(id)
    },
  }))
  const auth = (request: Request) => request.headers.get('x-principal')!
  const create = (given: Store) => {
    const server = serveMcp({ name: 'x', version: '1', tools: [asks], store: given, auth })
    onTestFinished(() => server.close())
    const send = (principal: string, session: string | undefined, message: object) =>
      server.fetch(
        new Request('http://localhost/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'x-principal': principal,
            ...(session !== undefined && { 'mcp-session-id': session }),
          },
          body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        }),
      )
    return { send, close: () => server.close() }
  }
  const [first, second] = [create(store), create(slow)]
  const clientInfo = { name: 'c', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const session = (await first.send('ada', undefined, { id: 0, method: 'initialize', params })).headers.get(
    'mcp-session-id',
  )!
  const ping = { id: 1, method: 'ping' }
  await first.close()
  const [refused, found] = await Promise.all([second.send('bob', session, ping), second.send('ada', session, ping)])
  expect([refused.status, found.status]).toEqual([404, 200])
})

it('a request to a process that does not serve its session is told to come back', async () => {
  const store = createFaultyStore(() => {})
  const [first, second] = [serve(store, [asks], [], 600), serve(store, [asks], [], 600)]
  const session = await first.open()
  const { lastEventId } = await readUntil(await first.callTool(session, 'asks'), ASKED)
  const responses = [await second.post(session, { id: 8, method: 'ping' }), await second.resume(session, lastEventId)]
  for (const { status, headers } of responses) {
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  }
})

it('a request that reaches a server which was closed before its first one takes no session', async () => {
  const store = createFaultyStore(() => {})
  const [first, second, third] = [serve(store, [asks], [], 600), serve(store, [asks]), serve(store, [asks])]
  const session = await first.open()
  await first.close()
  await second.close()
  const beat = vi.spyOn(store.leases, 'beat')
  const responses = [
    await second.post(session, { id: 8, method: 'ping' }),
    await second.post(undefined, { id: 0, method: 'initialize', params: initialize }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([503, 503])
  expect(beat).not.toHaveBeenCalled()
  expect((await third.post(session, { id: 9, method: 'ping' })).status).toBe(200)
})

it('V2 a stored session does not acknowledge a message for the rest of it that could not be stored', async () => {
  let isDown = true
  const store = createFaultyStore(({ events: [event] }) => {
    if (isDown && event?.type === 'message') throw new RecordSizeError(2, 1)
  })
  const [first, second] = [serve(store, [asks]), serve(store, [asks])]
  const session = await first.open()
  const silence = { id: 1, method: 'logging/setLevel', params: { level: 'emergency' } }
  expect(await (await first.post(session, silence)).json()).toMatchObject({ error: { message: expect.any(String) } })
  isDown = false
  expect(await (await first.post(session, silence)).json()).toMatchObject({ result: {} })
  await first.close()
  await second.post(session, { id: 2, method: 'ping' })
  const events = await store.log<SessionEvent>('session').read(session, 0)
  expect(events.map(({ event }) => event.type)).toEqual(['message', 'message'])
})

describe('a call of a stored session', () => {
  it('whose process died while it was cancelled leaves no answer of other people for a call with its key', async () => {
    const store = createFaultyStore(() => {})
    const [first, second] = [serve(store, [asksManager]), serve(store, [asksManager])]
    const params = { name: 'asks-manager', _meta: { [IDEMPOTENCY_META]: 'k' } }
    const session = await first.open()
    void first.post(session, { id: 7, method: 'tools/call', params })
    const { id, digest } = await vi.waitUntil(() => findQuestion(store))
    await first.close()
    await answerQuestion(store, { ...manager, id, digest, answer: { action: 'accept', content: { text: 'yes' } } })
    const log = store.log<SessionEvent>('session')
    const call = (await log.read(session, 0)).map(({ event }) => event).find(({ type }) => type === 'call')
    const { runId } = call as Extract<SessionEvent, { type: 'call' }>
    await log.append(session, { events: [{ type: 'cancel', runId }] })
    await second.post(session, { id: 8, method: 'ping' })
    await vi.waitUntil(async () => (await log.read(session, 0)).some(({ event }) => event.type === 'over'))
    void second.post(session, { id: 9, method: 'tools/call', params })
    expect(await vi.waitUntil(() => findQuestion(store))).toBeDefined()
    expect((await log.read(session, 0)).some(({ event }) => event.type === 'done')).toBe(false)
  })

  it('that ends because the store does not accept a result withdraws its question to other people, and says why', async () => {
    const store = createFaultyStore(() => {})
    const big = createMcpTool('big')
      .elicits({ sure: text })
      .execute(function* (_, ctx) {
        const asked = ctx.elicit('sure', { message: 'Sure?' }, { to: 'role:manager' })
        const read = ctx.step('read', async () => {
          await vi.waitUntil(() => findQuestion(store))
          return 'x'.repeat(10_000)
        })
        const [{ action }] = yield* ctx.all([asked, read])
        return action
      })
      .build()
    const { open, callTool } = serve(limitStore(store, 'run', 5_000), [big])
    const { read } = await readUntil(await callTool(await open(), 'big'))
    expect(read).toContain('and the store accepts 5000')
    expect(await findQuestion(store)).toBeUndefined()
  })

  it('fails a question whose answer is too large for the store', async () => {
    const tries = createMcpTool('tries')
      .elicits({ sure: text })
      .execute(function* (_, ctx) {
        try {
          return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
        } catch (error) {
          return `went on: ${(error as Error).message}`
        }
      })
      .build()
    const memory = createFaultyStore(() => {})
    const { open, callTool, post } = serve(limitStore(memory, 'session', 3_000), [tries])
    const session = await open()
    const [asking, answering] = (await callTool(session, 'tries')).body!.tee()
    const { read } = await readUntil(new Response(asking), ASKED)
    const result = { action: 'accept', content: { text: 'x'.repeat(5_000) } }
    expect((await post(session, { id: questionIn(read), result })).status).toBe(202)
    const rest = await readUntil(new Response(answering), 'went on')
    expect(rest.read).toContain('and the store accepts 3000')
  })

  it('V1 goes on after an outage in which its process could not make sure of the lease', async () => {
    let isDown = false
    const store = createFaultyStore(({ events }) => isDown && events.length === 0 && down())
    const { open, callTool, answer, resume, errors } = serve(store, [asks])
    const session = await open()
    const { read, lastEventId } = await readUntil(await callTool(session, 'asks'), ASKED)
    isDown = true
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 9_000)
    onTestFinished(() => void clock.mockRestore())
    await answer(session, questionIn(read))
    await vi.waitUntil(() => errors.length > 0)
    expect(errors).toEqual([expect.any(StoreError)])
    isDown = false
    expect((await readUntil(await resume(session, lastEventId), 'went on')).read).toContain('"id":7')
  })

  it('goes on after an outage in which what its tool did could not be stored', async () => {
    let isDown = false
    const store = withLog(
      createFaultyStore(() => {}),
      'run',
      (log) => ({
        async append(...args) {
          if (isDown) down()
          return log.append(...args)
        },
      }),
    )
    const { open, callTool, answer, resume, errors } = serve(store, [asks])
    const session = await open()
    const [asking, rest] = (await callTool(session, 'asks')).body!.tee()
    const { read } = await readUntil(new Response(asking), ASKED)
    isDown = true
    expect((await answer(session, questionIn(read))).status).toBe(202)
    const { read: left, lastEventId } = await readUntil(new Response(rest))
    expect(left).not.toContain('"id":7')
    expect(errors).toContainEqual(expect.any(StoreError))
    isDown = false
    const resumed = await readUntil(await resume(session, lastEventId), 'went on')
    expect(resumed.read).not.toContain(ASKED)
  })

  it('V2 refuses the answer to a question of another process, also if this one has not heard that it lost the session', async () => {
    let now = Date.now()
    const store = createFaultyStore(
      () => {},
      () => now,
    )
    const [first, second] = [serve(store, [asks]), serve(store, [asks])]
    const session = await first.open()
    // The first process is frozen for longer than its lease.
    now += 20_000
    const { read } = await readUntil(await second.callTool(session, 'asks'), ASKED)
    expect((await first.answer(session, questionIn(read))).status).toBe(503)
    expect((await second.answer(session, questionIn(read))).status).toBe(202)
  })

  it('is not called lost by a process that has lost its session without hearing of it', async () => {
    let now = Date.now()
    const store = createFaultyStore(
      () => {},
      () => now,
    )
    const [first, second] = [serve(store, [asks]), serve(store, [asks])]
    const session = await first.open()
    // The first process is frozen for longer than its lease.
    now += 20_000
    const { read, lastEventId } = await readUntil(await second.callTool(session, 'asks'), ASKED)
    expect((await first.resume(session, lastEventId)).status).toBe(503)
    const resumed = await second.resume(session, lastEventId)
    expect((await second.answer(session, questionIn(read))).status).toBe(202)
    await readUntil(resumed, 'went on')
  })

  it('V2 refuses an answer at a process that has lost the session, and takes it at the next one', async () => {
    let now = Date.now()
    const store = createFaultyStore(
      () => {},
      () => now,
    )
    const [first, second] = [serve(store, [asks]), serve(store, [asks])]
    const session = await first.open()
    const { read, lastEventId } = await readUntil(await first.callTool(session, 'asks'), ASKED)
    // The first process is frozen for longer than its lease.
    now += 20_000
    const resumed = await second.resume(session, lastEventId)
    expect((await first.answer(session, questionIn(read))).status).toBe(503)
    expect((await second.answer(session, questionIn(read))).status).toBe(202)
    expect((await readUntil(resumed, 'went on')).read).not.toContain(ASKED)
  })

  it('V2 stores its response, also when it sent nothing before', async () => {
    const store = createFaultyStore(() => {})
    const quick = createMcpTool('quick')
      .elicits({ sure: text })
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('sure', { message: 'Sure?' }, { to: 'role:manager' })).action
      })
      .build()
    const { open, post, callTool } = serve(store, [quick])
    const session = await open()
    await (await post(session, { id: 1, method: 'logging/setLevel', params: { level: 'emergency' } })).text()
    const result = callTool(session, 'quick')
    const { id, digest } = await vi.waitUntil(() => findQuestion(store))
    await answerQuestion(store, { ...manager, id, digest, answer: { action: 'accept', content: { text: 'yes' } } })
    expect((await readUntil(await result)).read).toContain('accept')
    const events = await store.log<SessionEvent>('session').read(session, 0)
    expect(events.map(({ event }) => event.type)).toEqual(['message', 'message', 'call', 'done'])
  })

  it('gets a signal whose URL its tool has sent before its process died', async () => {
    const store = createFaultyStore(() => {})
    const [sending, sent] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
    const pays = createMcpTool('pays')
      .execute(function* (_, ctx) {
        const url = yield* ctx.signalUrl('paid')
        yield* ctx.step('send', () => {
          sending.resolve(url)
          return isDead() ? undefined : sent.promise
        })
        return yield* ctx.signal('paid')
      })
      .build()
    const { store: mortal, die, isDead } = createMortalProcess(store)
    const keys = ['k'.repeat(32)]
    await using inbox = createInbox({ store, keys, baseUrl: 'http://localhost' })
    const [first, second] = [serve(mortal, [pays], [], 300, inbox), serve(store, [pays], [], 300, inbox)]
    const session = await first.open()
    const { lastEventId } = await readUntil(await first.callTool(session, 'pays'), 'id: ')
    const url = await sending.promise
    die()
    await inbox.sendSignal(url, 'by card')
    const { read } = await readUntil(await second.resume(session, lastEventId), '"id":7')
    expect(read).toContain('by card')
    sent.resolve()
  })

  it('is paused at a server that does not have its prompt', async () => {
    const store = createFaultyStore(() => {})
    const greet = createMcpPrompt('greet', {
      description: 'Greets',
      elicits: { sure: text },
      *messages(_, ctx) {
        yield* ctx.elicit('sure', { message: 'Sure?' })
        return [{ role: 'user', content: { type: 'text', text: 'hello' } }]
      },
    })
    const [first, second] = [serve(store, [], [greet]), serve(store, [])]
    const session = await first.open()
    const asking = await first.post(session, { id: 7, method: 'prompts/get', params: { name: 'greet' } })
    const { lastEventId } = await readUntil(asking, ASKED)
    await first.close()
    const { read } = await readUntil(await second.resume(session, lastEventId), 'notifications/message')
    expect(read).toContain('paused')
    expect(read).not.toContain('"id":7')
  })

  it('V2 stores that it is cancelled while it is being stored, before the client is told', async () => {
    const types: (string | undefined)[] = []
    const [storing, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const store = createFaultyStore(async ({ events: [event] }) => {
      types.push(event?.type)
      if (event?.type === 'call') {
        storing.resolve()
        await stored.promise
      }
    })
    const { open, callTool, post } = serve(store, [asks])
    const session = await open()
    const result = callTool(session, 'asks')
    await storing.promise
    const cancelling = post(session, { method: 'notifications/cancelled', params: { requestId: 7 } })
    stored.resolve()
    expect((await cancelling).status).toBe(202)
    expect(types).toContain('cancel')
    await readUntil(await result)
    await vi.waitUntil(() => types.includes('over'))
  })

  it('V2 stays cancelled at the next process if its client cancelled it before its run was stored', async () => {
    const store = createFaultyStore(() => {})
    const [storing, stored, cancelling] = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const slowRuns = withLog(store, 'run', (log) => ({
      async create(...args) {
        storing!.resolve()
        await stored!.promise
        return log.create(...args)
      },
      async append(...args) {
        await cancelling!.promise
        return log.append(...args)
      },
    }))
    const slow = withLog<SessionEvent>(slowRuns, 'session', (log) => ({
      async append(id, append) {
        if (append.events[0]?.type === 'sent') await cancelling!.promise
        return log.append(id, append)
      },
    }))
    const dying = createMortalProcess(slow)
    const [first, second] = [serve(dying.store, [asks], [], 300), serve(store, [asks], [], 300)]
    onTestFinished(() => cancelling!.resolve())
    const session = await first.open()
    void first.callTool(session, 'asks')
    await storing!.promise
    const cancel = { method: 'notifications/cancelled', params: { requestId: 7 } }
    expect((await first.post(session, cancel)).status).toBe(202)
    stored!.resolve()
    const log = store.log<SessionEvent>('session')
    const types = async () => (await log.read(session, 0)).map(({ event }) => event.type)
    await vi.waitUntil(async () => (await types()).includes('call'))
    dying.die()
    await second.post(session, { id: 8, method: 'ping' })
    await vi.waitUntil(async () => (await types()).some((type) => ['sent', 'done', 'over'].includes(type)))
    expect(await types()).toEqual(['message', 'call', 'cancel', 'over'])
  })

  it('is not cancelled by the shutdown of a server that is storing it', async () => {
    const [storing, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const store = createFaultyStore(async ({ events: [event] }) => {
      if (event?.type !== 'call') return
      storing.resolve()
      await stored.promise
    })
    const [first, second] = [serve(store, [asks]), serve(store, [asks])]
    const session = await first.open()
    const result = first.callTool(session, 'asks')
    await storing.promise
    const closed = first.close()
    const { lastEventId } = await readUntil(await result)
    stored.resolve()
    await closed
    const { read } = await readUntil(await second.resume(session, lastEventId), ASKED)
    expect(read).not.toContain('cancelled')
  })

  it('that a shutdown kept from being stored may be made again with its key', async () => {
    const [storing, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const store = createFaultyStore(() => {})
    const slow = withLog(store, 'run', (log) => ({
      async create(...args) {
        storing.resolve()
        await stored.promise
        return log.create(...args)
      },
    }))
    const [first, second] = [serve(slow, [asks]), serve(store, [asks])]
    const params = { name: 'asks', _meta: { [IDEMPOTENCY_META]: 'k' } }
    const session = await first.open()
    const result = first.post(session, { id: 7, method: 'tools/call', params })
    await storing.promise
    const closed = first.close()
    expect((await readUntil(await result)).read).toContain('the server is going down')
    stored.resolve()
    await closed
    const again = await second.post(session, { id: 8, method: 'tools/call', params })
    expect((await readUntil(again, 'id')).read).not.toContain('is open in another session')
  })

  it('is stored once when it asks several questions at once, and gets all their answers after a restart', async () => {
    const store = createFaultyStore(() => {})
    const [first, second] = [serve(store, [asksTwice]), serve(store, [asksTwice])]
    const session = await first.open()
    const { read, lastEventId } = await readUntil(await first.callTool(session, 'asks-twice'), 'First?', 'Second?')
    const events = await store.log<SessionEvent>('session').read(session, 0)
    expect(events.filter(({ event }) => event.type === 'call')).toHaveLength(1)
    await first.close()
    const resumed = await second.resume(session, lastEventId)
    for (const id of questionsIn(read)) expect((await second.answer(session, id)).status).toBe(202)
    const rest = await readUntil(resumed)
    expect(rest.read).toContain('accept and accept')
    expect(rest.read).not.toContain(ASKED)
  })

  it('is not ended by the response to another request of its batch', async () => {
    const store = createFaultyStore(() => {})
    const gate = Promise.withResolvers<void>()
    const waits = createMcpTool('waits')
      .execute((_, ctx) => ctx.step('wait', () => gate.promise.then(() => 'waited')))
      .build()
    const tools = [asks, asksTwice, waits]
    const [first, second] = [serve(store, tools), serve(store, tools)]
    const session = await first.open('2025-03-26')
    const requests = ['asks', 'asks-twice', 'waits'].map((name, i) => ({
      jsonrpc: '2.0',
      id: 10 + i,
      method: 'tools/call',
      params: { name },
    }))
    const [asking, answering] = (await first.postAll(session, requests)).body!.tee()
    const { read } = await readUntil(new Response(asking), 'Sure?', 'First?', 'Second?')
    gate.resolve()
    const { lastEventId } = await readUntil(new Response(answering), '"id":12')
    await first.close()
    const resumed = await second.resume(session, lastEventId)
    for (const id of questionsIn(read)) expect((await second.answer(session, id)).status).toBe(202)
    const rest = await readUntil(resumed)
    expect(rest.read).toContain('"id":10')
    expect(rest.read).toContain('"id":11')
    expect(rest.read).toContain('went on')
    expect(rest.read).toContain('accept and accept')
  })

  it('with an idempotency key is joined by the same request after a restart, and refused in another session', async () => {
    const store = createFaultyStore(() => {})
    const [first, second] = [serve(store, [asks]), serve(store, [asks])]
    const named = { name: 'asks', _meta: { [IDEMPOTENCY_META]: 'k' } }
    const keyed = (id: number) => ({ id, method: 'tools/call', params: named })
    const session = await first.open()
    const { read, lastEventId } = await readUntil(await first.post(session, keyed(7)), ASKED)
    await first.close()
    const other = await second.open()
    expect((await readUntil(await second.post(other, keyed(7)))).read).toContain('is open in another session')
    expect((await second.post(other, { id: 8, method: 'ping' })).status).toBe(200)
    const resumed = await second.resume(session, lastEventId)
    const repeated = await second.post(session, keyed(9))
    await second.answer(session, questionIn(read))
    for (const response of [resumed, repeated]) expect((await readUntil(response)).read).toContain('went on')
    expect(second.errors).toEqual([])
  })

  it('with an idempotency key that is joined after a restart asks its question again there', async () => {
    const store = createFaultyStore(() => {})
    const [first, second] = [serve(store, [asks]), serve(store, [asks])]
    const params = { name: 'asks', _meta: { [IDEMPOTENCY_META]: 'k' } }
    const session = await first.open('2025-06-18')
    const { read } = await readUntil(await first.post(session, { id: 7, method: 'tools/call', params }), ASKED)
    await first.close()
    const [asking, answering] = (await second.post(session, { id: 8, method: 'tools/call', params })).body!.tee()
    expect(questionIn((await readUntil(new Response(asking), ASKED)).read)).toBe(questionIn(read))
    await second.answer(session, questionIn(read))
    expect((await readUntil(new Response(answering), 'went on')).read).toContain('"id":8')
  })

  it('V2 with an idempotency key that another session joins is stored with the answer that is given there', async () => {
    const store = createFaultyStore(() => {})
    const { open, post, answer, end } = serve(store, [asks])
    const params = { name: 'asks', _meta: { [IDEMPOTENCY_META]: 'k' } }
    const [session, other] = [await open(), await open()]
    await readUntil(await post(session, { id: 7, method: 'tools/call', params }), ASKED)
    const [asking, answering] = (await post(other, { id: 8, method: 'tools/call', params })).body!.tee()
    const { read } = await readUntil(new Response(asking), ASKED)
    expect((await answer(other, questionIn(read))).status).toBe(202)
    const events = await store.log<SessionEvent>('session').read(session, 0)
    expect(events.map(({ event }) => event.type)).toContain('answer')
    expect((await readUntil(new Response(answering), 'went on')).read).toContain('"id":8')
    expect((await answer(other, questionIn(read))).status).toBe(202)
    await end(other)
  })

  it('with an idempotency key that is cancelled may be made again at once', async () => {
    const store = createFaultyStore(() => {})
    const slow = withLog<SessionEvent>(store, 'session', (log) => ({
      async append(id, append) {
        if (append.events[0]?.type === 'over') await new Promise((resolve) => setTimeout(resolve, 100))
        return log.append(id, append)
      },
    }))
    const { open, post, answer } = serve(slow, [asks])
    const keyed = (id: number) => ({
      id,
      method: 'tools/call',
      params: { name: 'asks', _meta: { [IDEMPOTENCY_META]: 'k' } },
    })
    const session = await open()
    const first = await post(session, keyed(7))
    await readUntil(first, ASKED)
    await post(session, { method: 'notifications/cancelled', params: { requestId: 7 } })
    const [asking, answering] = (await post(session, keyed(8))).body!.tee()
    const { read } = await readUntil(new Response(asking), ASKED)
    expect((await answer(session, questionIn(read))).status).toBe(202)
    expect((await readUntil(new Response(answering), '"id":8')).read).toContain('went on')
  })

  it('with an idempotency key that an earlier process ended gets the same response, and is not made again', async () => {
    const store = createFaultyStore(() => {})
    const made = vi.fn(() => 'went on')
    const pays = createMcpTool('pays')
      .parameters(z.object({ amount: z.number() }))
      .elicits({ sure: text })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('sure', { message: 'Sure?' })
        return yield* ctx.step('pay', made)
      })
      .build()
    const [first, second] = [serve(store, [pays]), serve(store, [pays])]
    const keyed = (id: number, amount: number) => ({
      id,
      method: 'tools/call',
      params: { name: 'pays', arguments: { amount }, _meta: { [IDEMPOTENCY_META]: 'k' } },
    })
    const session = await first.open()
    const [asking, answering] = (await first.post(session, keyed(7, 1))).body!.tee()
    await first.answer(session, questionIn((await readUntil(new Response(asking), ASKED)).read))
    await readUntil(new Response(answering))
    await first.close()
    expect(await (await second.post(session, keyed(8, 1))).json()).toMatchObject({
      id: 8,
      result: { content: [{ type: 'text', text: 'went on' }] },
    })
    expect((await readUntil(await second.post(session, keyed(9, 2)))).read).toContain('was used for a call with other')
    expect(made).toHaveBeenCalledOnce()
  })

  it('with an idempotency key that another process stores first is refused, and its session stays', async () => {
    const memory = createFaultyStore(() => {})
    const isStored = Promise.withResolvers<undefined>()
    const get = vi.fn(memory.log('run').get).mockReturnValueOnce(isStored.promise)
    const slow: Store = {
      ...memory,
      log: <E>(kind: string): Log<E> => ({ ...memory.log<E>(kind), ...(kind === 'run' && { get }) }),
    }
    const [first, second] = [serve(memory, [asks]), serve(slow, [asks])]
    const keyed = { id: 7, method: 'tools/call', params: { name: 'asks', _meta: { [IDEMPOTENCY_META]: 'k' } } }
    const [one, other] = [await first.open(), await second.open()]
    const late = second.post(other, keyed)
    await readUntil(await first.post(one, keyed), ASKED)
    isStored.resolve(undefined)
    expect((await readUntil(await late)).read).toContain('is open in another session')
    expect((await second.post(other, { id: 8, method: 'ping' })).status).toBe(200)
  })

  it('with an idempotency key whose process died between the writes that store it may be made again', async () => {
    const store = createFaultyStore(() => {})
    const [storing, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = withLog<SessionEvent>(store, 'session', (log) => ({
      async append(id, append) {
        if (append.events[0]?.type === 'call') {
          storing.resolve()
          await stored.promise
        }
        return log.append(id, append)
      },
    }))
    const dying = createMortalProcess(slow)
    const [first, second] = [serve(dying.store, [asks], [], 300), serve(store, [asks], [], 300)]
    const keyed = (id: number) => ({
      id,
      method: 'tools/call',
      params: { name: 'asks', _meta: { [IDEMPOTENCY_META]: 'k' } },
    })
    const session = await first.open()
    void first.post(session, keyed(7))
    await storing.promise
    dying.die()
    const { read } = await readUntil(await second.post(session, keyed(8)), '"id":')
    expect(read).toContain(ASKED)
    stored.resolve()
  })

  it('with an idempotency key whose process died while it was cancelled asks its question again when it is made again', async () => {
    const store = createFaultyStore(() => {})
    const [first, second] = [serve(store, [asks]), serve(store, [asks])]
    const keyed = (id: number) => ({
      id,
      method: 'tools/call',
      params: { name: 'asks', _meta: { [IDEMPOTENCY_META]: 'k' } },
    })
    const session = await first.open()
    await readUntil(await first.post(session, keyed(7)), ASKED)
    await first.close()
    const log = store.log<SessionEvent>('session')
    const events = async () => (await log.read(session, 0)).map(({ event }) => event)
    const call = (await events()).find(({ type }) => type === 'call')
    const { runId } = call as Extract<SessionEvent, { type: 'call' }>
    await log.append(session, { events: [{ type: 'cancel', runId }] })
    await second.post(session, { id: 8, method: 'ping' })
    await vi.waitUntil(async () => (await events()).some(({ type }) => type === 'over'))
    await vi.waitUntil(async () => (await store.log('run').get(runId)) === undefined)
    expect((await readUntil(await second.post(session, keyed(9)), '"id":')).read).toContain(ASKED)
  })

  it('with an idempotency key whose process died after its cancel and before its run was deleted may be made again', async () => {
    const store = createFaultyStore(() => {})
    const [first, second] = [serve(store, [asks]), serve(store, [asks])]
    const keyed = (id: number) => ({
      id,
      method: 'tools/call',
      params: { name: 'asks', _meta: { [IDEMPOTENCY_META]: 'k' } },
    })
    const session = await first.open()
    await readUntil(await first.post(session, keyed(7)), ASKED)
    await first.close()
    const log = store.log<SessionEvent>('session')
    const call = (await log.read(session, 0)).map(({ event }) => event).find(({ type }) => type === 'call')
    const { runId } = call as Extract<SessionEvent, { type: 'call' }>
    await log.append(session, {
      events: [
        { type: 'cancel', runId },
        { type: 'over', runId },
      ],
    })
    expect((await readUntil(await second.post(session, keyed(8)), '"id":')).read).toContain(ASKED)
  })

  it('gets its response although its tool blocks the process for longer than the lease, which then gives its sessions up', async () => {
    const store = createFaultyStore(() => {})
    const computes = createMcpTool('computes')
      .execute(function* (_, ctx) {
        yield* ctx.step('compute', () => {
          const until = performance.now() + 1_200
          while (performance.now() < until);
        })
        yield* ctx.sleep(50)
        return 'computed'
      })
      .build()
    const { open, callTool, post, errors } = serve(store, [computes], [], 300)
    const session = await open()
    expect((await readUntil(await callTool(session, 'computes'))).read).toContain('computed')
    expect(errors).toEqual([expect.objectContaining({ name: 'BlockedLoopError' })])
    expect((await post(session, { id: 8, method: 'ping' })).status).toBe(200)
  })

  it('that is not stored ends with its `finally` when the server is closed, also if that takes longer than a node waits', async () => {
    const events: string[] = []
    const begun = Promise.withResolvers<void>()
    const slow = createMcpTool('slow')
      .execute(function* (_, ctx) {
        try {
          begun.resolve()
          yield* ctx.sleep(60_000)
        } finally {
          yield* ctx.sleep(5_500)
          events.push('cleaned up')
        }
      })
      .build()
    const { open, callTool, close } = serve(
      createFaultyStore(() => {}),
      [slow],
    )
    const session = await open()
    void callTool(session, 'slow')
    await begun.promise
    await close()
    expect(events).toEqual(['cleaned up'])
  })

  it('V2 sends no question that could not be stored, and asks it once the session is restored', async () => {
    let isDown = true
    const store = createFaultyStore(({ events }) => isDown && events[0]?.type === 'sent' && down())
    const { open, callTool, answer, resume } = serve(store, [asks])
    const session = await open()
    const { read, lastEventId } = await readUntil(await callTool(session, 'asks'))
    expect(read).not.toContain(ASKED)
    isDown = false
    const resumed = await resume(session, lastEventId)
    const [kept, rest] = resumed.body!.tee()
    const asked = await readUntil(new Response(kept), ASKED)
    await answer(session, questionIn(asked.read))
    expect((await readUntil(new Response(rest), 'went on')).read.split(ASKED)).toHaveLength(2)
  })

  it('that could not be stored ends with the error of the store, which is no outcome of its question', async () => {
    let isDown = true
    const store = createFaultyStore(({ events }) => isDown && events[0]?.type === 'call' && down())
    const failed = vi.fn()
    const tool = createMcpTool('tries')
      .elicits({ sure: text })
      .execute(function* (_, ctx) {
        try {
          return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
        } catch (error) {
          failed(error)
          return 'went on without an answer'
        }
      })
      .build()
    const { open, callTool, errors } = serve(store, [tool])
    const session = await open()
    expect((await readUntil(await callTool(session, 'tries'))).read).toContain('"message":"the store cannot be reached')
    expect(failed).not.toHaveBeenCalled()
    expect(errors).toContainEqual(expect.any(StoreError))
    isDown = false
    expect((await readUntil(await callTool(session, 'tries'), ASKED)).read).toContain('Sure?')
  })
})

/** The part in memory is that of the run itself, and so is its progress. */
const LIVE = 'takes progress as it is at the write'

describeContract(
  'the journal of a call of a session, which is stored from its first question on',
  journalContract(() => {
    const store = createMemoryStore()
    let isBegun = false
    return {
      /** The process of the session has the first handle, and those that take the session over have the others. */
      open(): Journal {
        if (isBegun) return createRunJournal(store, 'run-1')
        isBegun = true
        const journal = new SessionJournal(createRunJournal(store, 'run-1'), () => journal.keep())
        return {
          read: () => journal.read(),
          async append(revision, write) {
            await journal.append(revision, write)
            await journal.keep()
          },
        }
      },
    }
  }).filter(({ name }) => name !== LIVE),
)
