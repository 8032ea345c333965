import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { answerQuestion, listQuestions } from '../../inbox/questions.ts'
import { type Append, FenceError, type Log, type Store } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import { createRunJournal } from '../../log/run-journal.ts'
import { journalContract } from '../../testing/journal-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { StoreError } from '../../tools/errors.ts'
import type { Journal } from '../../tools/journal.ts'
import type { McpTool } from '../../tools/tool.ts'
import { IDEMPOTENCY_META } from '../core/idempotency.ts'
import { createMcpPrompt, type McpPrompt } from '../core/prompt.ts'
import { serveMcp } from '../serve.ts'
import type { Message } from './message.ts'
import { SessionJournal } from './session-journal.ts'
import { type SessionEvent, StoredSessions } from './stored-sessions.ts'

const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} } as unknown as Message
const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'asks' } }

/** The sessions of one process. */
function createProcess(store: Store, idle = 60_000) {
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const sessions = new StoredSessions({ store, leaseTtl: 300, idle, heartbeat: 5_000, onError })
  onTestFinished(() => sessions.close())
  return { sessions, errors }
}

describe('a stored session', () => {
  it('V1 is taken over when its process is dead, which then writes nothing more', async () => {
    const store = createMemoryStore()
    const [first, second] = [createProcess(store), createProcess(store)]
    const stored = await first.sessions.create('s', 'ada', hello)
    const lost = Promise.withResolvers<void>()
    stored.onLost = () => lost.resolve()
    expect(await second.sessions.restore('s', 'ada')).toBeUndefined()
    // Its heartbeat ends.
    first.sessions.close()
    const restored = (await second.sessions.restore('s', 'ada'))!
    expect(restored).toMatchObject({ messages: [hello], calls: [], sent: [], answers: [] })
    await expect(stored.append({ type: 'answer', message: {} })).rejects.toThrow(FenceError)
    await lost.promise
    expect(first.errors).toEqual([expect.any(FenceError)])
    await restored.stored.release()
    expect((await second.sessions.restore('s', 'ada'))!.answers).toEqual([])
  })

  it('is restored with what its calls sent and were told, and without those that ended', async () => {
    const store = createMemoryStore()
    const { sessions } = createProcess(store)
    const stored = await sessions.create('s', undefined, hello)
    await stored.append({ type: 'call', runId: 'a', stream: 1, request: call })
    await stored.append({ type: 'sent', stream: 1, seq: 1, text: '{"id":"ask-a"}' })
    await stored.append({ type: 'answer', message: { id: 'ask-a' } })
    await stored.append({ type: 'call', runId: 'b', stream: 2, request: call })
    await stored.append({ type: 'done', runId: 'b', stream: 2, seq: 2, text: '{"id":7}' })
    for (const runId of ['c', 'd']) {
      await stored.append({ type: 'call', runId, stream: 3, request: call })
      await stored.append({ type: 'cancel', runId })
    }
    await stored.append({ type: 'over', runId: 'd' })
    await stored.release()
    expect(await sessions.restore('s', 'ada')).toBeUndefined()
    expect(await sessions.restore('t', undefined)).toBeUndefined()
    expect(await sessions.restore('s', undefined)).toMatchObject({
      calls: [
        { runId: 'a', stream: 1, request: call, isCancelled: false },
        { runId: 'c', stream: 3, request: call, isCancelled: true },
      ],
      sent: [{ seq: 1 }, { seq: 2 }],
      answers: [{ id: 'ask-a' }],
    })
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
    const { sessions } = createProcess(store, 1_000)
    await (await sessions.create('s', undefined, hello)).release()
    now += 1_900
    const { stored } = (await sessions.restore('s', undefined))!
    stored.extend()
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

/** A server, and a client of it without a library. */
function serve(store: Store, tools: McpTool[], prompts: McpPrompt[] = []) {
  const errors: unknown[] = []
  const server = serveMcp({
    name: 'x',
    version: '1',
    tools,
    prompts,
    store,
    leaseTtl: 10_000,
    onError: (e) => errors.push(e),
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
    close: () => server.close(),
    post,
    postAll: (session: string, messages: object[]) => send(session, { method: 'POST', body: JSON.stringify(messages) }),
    async open(protocolVersion = '2025-11-25'): Promise<string> {
      const clientInfo = { name: 'c', version: '1' }
      const params = { protocolVersion, capabilities: { elicitation: { form: {} } }, clientInfo }
      return (await post(undefined, { id: 0, method: 'initialize', params })).headers.get('mcp-session-id')!
    },
    callTool: (session: string, name: string) => post(session, { id: 7, method: 'tools/call', params: { name } }),
    answer: (session: string, id: string) =>
      post(session, { id, result: { action: 'accept', content: { text: 'yes' } } }),
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

const ASKED = '"method":"elicitation/create"'

describe('a call of a stored session', () => {
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
    const manager = { principal: 'mia', names: ['role:manager'] }
    const { id, digest } = await vi.waitUntil(async () => (await listQuestions(store, manager)).questions[0])
    await answerQuestion(store, { ...manager, id, digest, answer: { action: 'accept', content: { text: 'yes' } } })
    expect((await readUntil(await result)).read).toContain('accept')
    const events = await store.log<SessionEvent>('session').read(session, 0)
    expect(events.map(({ event }) => event.type)).toEqual(['message', 'message', 'call', 'done'])
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
    await post(session, { method: 'notifications/cancelled', params: { requestId: 7 } })
    expect(types).toContain('cancel')
    stored.resolve()
    await readUntil(await result)
    await vi.waitUntil(() => types.includes('over'))
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
        const journal = new SessionJournal(createRunJournal(store, 'run-1'))
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
