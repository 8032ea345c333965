import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createKeyring } from '../../keys/keyring.ts'
import type { Store } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import type { Model } from '../../models/model.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { content } from '../../tools/content.ts'
import { Drain } from '../../tools/drain.ts'
import { MAX_NESTING } from '../../tools/json.ts'
import type { McpTool } from '../../tools/tool.ts'
import { createSealedCarrier } from '../carriers/sealed.ts'
import { Catalog } from '../core/catalog.ts'
import type { Channel } from '../core/channel.ts'
import type { ClientCapabilities } from '../core/client-capabilities.ts'
import { ErrorCode, ProtocolError } from '../core/errors.ts'
import { EventHub } from '../core/events.ts'
import { createMcpPrompt } from '../core/prompt.ts'
import { Sampler } from '../core/sampler.ts'
import { META } from './envelope.ts'
import { createRev2026 } from './handlers.ts'
import { Subscriptions } from './listen.ts'
import { Rounds } from './rounds.ts'
import { Tasks } from './tasks.ts'

const everything: ClientCapabilities = {
  elicitation: {},
  sampling: { tools: {} },
  roots: {},
  extensions: { 'io.modelcontextprotocol/tasks': {} },
}
const { extensions: _, ...withoutTasks } = everything
const secret = 'a secret that is long enough to seal'
const text = { response: z.object({ text: z.string() }) }
const accept = (said: string) => ({ action: 'accept', content: { text: said } })

interface ServerParts {
  tools: McpTool[]
  store?: Store
  model?: Model
}

function serve({ tools, store = createMemoryStore(), model }: ServerParts) {
  const ask = createMcpPrompt('ask', {
    arguments: {
      topic: { required: true, complete: (value: string) => ['tea', 'toast'].filter((word) => word.startsWith(value)) },
    },
    elicits: { mood: text },
    *messages({ topic }, ctx) {
      const mood = yield* ctx.elicit('mood', { message: 'How are you?' })
      const said = mood.action === 'accept' ? mood.content.text : mood.action
      return [{ role: 'user', content: { type: 'text', text: `${topic}: ${said}` } }]
    },
  })
  const page = { uri: 'test://page', name: 'page', mimeType: 'text/plain', read: () => 'words' }
  const template = {
    uriTemplate: 'test://{id}/x',
    name: 'x',
    read: (_uri: string, { id }: Record<string, string>) => `x ${id}`,
  }
  const catalog = new Catalog({ tools, prompts: [ask], resources: [page, template] })
  const sampler = new Sampler(model, 'client-first')
  const hub = new EventHub()
  const drain = new Drain()
  const ttl = 60_000
  const sealed = createSealedCarrier({ keys: createKeyring([secret]), ttl })
  const errors: unknown[] = []
  const shared = {
    store,
    leaseTtl: 10_000,
    catalog,
    sampler,
    onVersionChange: undefined,
    onError: (error: unknown) => errors.push(error),
  }
  const tasks = new Tasks({ ...shared, hub, limit: 1_000, ttl })
  const rev2026 = createRev2026({
    info: { name: 'test', version: '1' },
    catalog,
    rounds: new Rounds({ ...shared, sealed, tasks, audience: 'test', keptCalls: 1_000, stateTtl: ttl, drain }),
    tasks,
    subscriptions: new Subscriptions(hub, { subscriptions: 4, subscriptionsPerCaller: 2 }, drain.signal),
    drain,
    cacheScope: 'public',
  })
  let id = 0
  const notes: [string, Record<string, unknown>][] = []
  async function send(method: string, params: Record<string, unknown> = {}, as: Partial<Sender> = {}) {
    const { capabilities = withoutTasks, principal, meta = {}, signal = new AbortController().signal } = as
    const _meta = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: capabilities, ...meta }
    const envelope = rev2026.readEnvelope({ _meta })
    const notify = (noted: string, given: Record<string, unknown>) => void notes.push([noted, given])
    const channel = { receivedAt: Date.now(), signal, principal, requireScopes: () => {}, notify }
    return rev2026.answer({ id: ++id, method, params, envelope }, channel)
  }
  const call = (name: string, params: object = {}, as: Partial<Sender> = {}) =>
    send('tools/call', { name, arguments: {}, ...params }, as) as unknown as Promise<Round>
  return { rev2026, send, call, notes, hub, drain, store, errors }
}

interface Sender {
  capabilities: ClientCapabilities
  principal: string
  meta: object
  signal: AbortSignal
}

interface Round {
  resultType: string
  requestState?: string
  inputRequests?: Record<string, { method: string; params: Record<string, unknown> }>
  content?: { text: string }[]
  structuredContent?: unknown
  isError?: boolean
  taskId?: string
}

const said = (round: Round) => round.content?.[0]?.text

describe('a call of several rounds', () => {
  const steps: string[] = []
  const wizard = createMcpTool('wizard')
    .elicits({ name: text, place: text, side: text })
    .execute(function* (_params, ctx) {
      yield* ctx.step('begin', () => steps.push('begin'))
      const name = yield* ctx.elicit('name', { message: 'Name?', hint: 'any' })
      const [left, right] = yield* ctx.all(
        ['l', 'r'].map((side) => ctx.branch((inner) => inner.elicit('side', { message: side }))),
      )
      const opinion = yield* ctx.sample({ prompt: 'Well?' })
      const roots = yield* ctx.roots()
      return [name, left, right].map((answer) => answer!.action).join() + opinion.text + roots[0]?.uri
    })
    .build()

  it('asks, takes the answers with the state, and repeats no step', async () => {
    steps.length = 0
    const { call } = serve({ tools: [wizard] })
    const first = await call('wizard')
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        name: {
          method: 'elicitation/create',
          params: { message: 'Name?', _meta: { 'dev.sweatpants/elicit': { key: 'name', context: { hint: 'any' } } } },
        },
      },
    })
    const second = await call('wizard', { requestState: first.requestState, inputResponses: { name: accept('a') } })
    expect(Object.keys(second.inputRequests!)).toEqual(['1/side', '2/side'])
    expect(second.requestState).not.toBe(first.requestState)
    const partly = await call('wizard', {
      requestState: second.requestState,
      inputResponses: { '2/side': { action: 'decline' } },
    })
    expect(Object.keys(partly.inputRequests!)).toEqual(['1/side'])
    const sampling = await call('wizard', {
      requestState: partly.requestState,
      inputResponses: { '1/side': { action: 'cancel' } },
    })
    expect(sampling.inputRequests).toMatchObject({
      sample: { method: 'sampling/createMessage', params: { maxTokens: 4096 } },
    })
    const reply = { role: 'assistant', model: 'm', content: { type: 'text', text: ' fine ' } }
    const rooting = await call('wizard', { requestState: sampling.requestState, inputResponses: { sample: reply } })
    expect(rooting.inputRequests).toEqual({ roots: { method: 'roots/list', params: {} } })
    const roots = { roots: [{ uri: 'file:///x' }] }
    const done = await call('wizard', { requestState: rooting.requestState, inputResponses: { roots } })
    expect(done).toMatchObject({ resultType: 'complete', _meta: { [META.serverInfo]: { name: 'test', version: '1' } } })
    expect(said(done)).toBe('accept,cancel,decline fine file:///x')
    expect(steps).toEqual(['begin'])
  })

  it('asks again with the reason when an answer is invalid, and ignores what is no question', async () => {
    const { call } = serve({ tools: [wizard] })
    const first = await call('wizard')
    const inputResponses = { name: 12345, begin: 'forged', nobody: accept('x') }
    const again = await call('wizard', { requestState: first.requestState, inputResponses })
    expect(again.inputRequests!.name!.params.message).toContain('The last answer was refused')
  })

  it('takes an early answer on a first call', async () => {
    const { call } = serve({ tools: [wizard] })
    const round = await call('wizard', { inputResponses: { name: accept('a'), extra: {} } })
    expect(Object.keys(round.inputRequests!)).toEqual(['1/side', '2/side'])
  })

  it.each<[string, object, ClientCapabilities]>([
    ['elicitation', { elicitation: { form: {} } }, { sampling: {} }],
    ['roots', { roots: {} }, { elicitation: {}, sampling: {} }],
  ])('needs %s of the client when it asks for it', async (_kind, requiredCapabilities, capabilities) => {
    const rooted = createMcpTool('rooted')
      .execute(function* (_params, ctx) {
        return yield* ctx.roots()
      })
      .build()
    const { call } = serve({ tools: [wizard, rooted] })
    const run = call('elicitation' in requiredCapabilities ? 'wizard' : 'rooted', {}, { capabilities })
    await expect(run).rejects.toMatchObject({ code: ErrorCode.missingCapability, data: { requiredCapabilities } })
  })

  it('needs what the tool requires before anything runs', async () => {
    const needy = createMcpTool('needy')
      .requires({ sampling: true })
      .execute(function* () {})
      .build()
    const { call } = serve({ tools: [needy] })
    await expect(call('needy', {}, { capabilities: {} })).rejects.toMatchObject({
      code: ErrorCode.missingCapability,
      data: { requiredCapabilities: { sampling: {} } },
    })
  })

  it('asks the model of the server when the client cannot sample, and says what to configure when neither can', async () => {
    const sampling = createMcpTool('sampling')
      .execute(function* (_params, ctx) {
        return (yield* ctx.sample({ prompt: 'p' })).text
      })
      .build()
    const model: Model = { id: 'm', answer: async () => ({ content: { type: 'text', text: 'ours' }, model: 'm' }) }
    expect(said(await serve({ tools: [sampling], model }).call('sampling', {}, { capabilities: {} }))).toBe('ours')
    const nobody = await serve({ tools: [sampling] }).call('sampling', {}, { capabilities: {} })
    expect(nobody).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('pass model to serveMcp') }],
    })
  })

  it.each([
    ['a state that is none', 'nonsense'],
    ['a number', 7],
  ])('refuses %s before the tool runs', async (_kind, requestState) => {
    steps.length = 0
    const { call } = serve({ tools: [wizard] })
    await expect(call('wizard', { requestState })).rejects.toMatchObject({ code: ErrorCode.invalidParams })
    expect(steps).toEqual([])
  })

  it("refuses another caller's state, and the state of other arguments", async () => {
    const { call } = serve({ tools: [wizard] })
    const { requestState } = await call('wizard', {}, { principal: 'ada' })
    await expect(call('wizard', { requestState }, { principal: 'eve' })).rejects.toMatchObject({
      code: ErrorCode.invalidParams,
    })
    await expect(call('wizard', { requestState, arguments: { x: 1 } }, { principal: 'ada' })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('K1 answers the same request with a stored state with the same reply, and K2 refuses another answer', async () => {
    const { call } = serve({ tools: [storedTwin()] })
    const { requestState } = await call('twin')
    const params = { requestState, inputResponses: { name: accept('a') } }
    const first = await call('twin', params)
    expect(first.resultType).toBe('complete')
    expect(await call('twin', params)).toEqual(first)
    const other = call('twin', { requestState, inputResponses: { name: accept('b') } })
    await expect(other).rejects.toMatchObject({ code: -32602, message: expect.stringMatching(/answered otherwise/) })
  })

  const storedTwin = () =>
    createMcpTool('twin')
      .elicits({ name: text })
      .carrier('stored')
      .execute(function* (_params, ctx) {
        return (yield* ctx.elicit('name', { message: 'm' })).action
      })
      .build()

  it('goes down between steps: the state alone goes to the client, and another server goes on', async () => {
    const ran: string[] = []
    const gate = Promise.withResolvers<void>()
    const slow = createMcpTool('slow')
      .execute(function* (_params, ctx) {
        yield* ctx.step('one', async () => {
          ran.push('one')
          await gate.promise
        })
        return yield* ctx.step('two', () => ran.push('two'))
      })
      .build()
    const going = serve({ tools: [slow] })
    const first = going.call('slow')
    await vi.waitFor(() => expect(ran).toEqual(['one']))
    const closed = going.rev2026.close()
    gate.resolve()
    const { resultType, requestState, inputRequests } = await first
    expect([resultType, inputRequests]).toEqual(['input_required', undefined])
    expect(said(await serve({ tools: [slow] }).call('slow', { requestState }))).toBe('2')
    expect(ran).toEqual(['one', 'two'])
    await closed
  })
})

describe('the result of a tool', () => {
  it('is text, structured content where it declares its output, its own blocks, an error, or a protocol error', async () => {
    const plain = createMcpTool('plain')
      .execute(function* () {
        return { a: 1 }
      })
      .build()
    const typed = createMcpTool('typed')
      .output(z.object({ a: z.number() }))
      .execute(function* () {
        return { a: 1 }
      })
      .build()
    const own = createMcpTool('own')
      .execute(function* () {
        return content([{ type: 'image', data: 'AA==', mimeType: 'image/png' }])
      })
      .build()
    const failing = createMcpTool('failing')
      .execute(function* () {
        throw new Error('no luck')
      })
      .build()
    const broken = createMcpTool('broken')
      .execute(function* () {
        throw new ProtocolError(-32000, 'broken', { why: 1 })
      })
      .build()
    const strict = createMcpTool('strict')
      .parameters(z.object({ n: z.number() }))
      .execute(function* () {})
      .build()
    const { call, send } = serve({ tools: [plain, typed, own, failing, broken, strict] })
    expect(await call('plain')).toMatchObject({ content: [{ type: 'text', text: '{"a":1}' }] })
    expect(await call('typed')).toMatchObject({ structuredContent: { a: 1 }, content: [{ text: '{"a":1}' }] })
    expect(await call('own')).toMatchObject({ content: [{ type: 'image' }] })
    expect(await call('failing')).toMatchObject({ isError: true, content: [{ text: 'no luck' }] })
    expect(await call('strict', { arguments: { n: 'x' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('n: ') }],
    })
    await expect(call('broken')).rejects.toMatchObject({ code: -32000, data: { why: 1 } })
    await expect(call('nobody')).rejects.toMatchObject({
      code: ErrorCode.invalidParams,
      message: expect.stringContaining('there is plain'),
    })
    await expect(call('plain', { arguments: 7 })).rejects.toMatchObject({ code: ErrorCode.invalidParams })
    expect((await send('tools/list')).tools).toMatchObject([
      { name: 'plain' },
      { name: 'typed', outputSchema: { type: 'object' } },
      {},
      {},
      {},
      {},
    ])
  })

  it('says what the request asks to hear, and no more', async () => {
    const chatty = createMcpTool('chatty')
      .execute(function* (_params, ctx) {
        yield* ctx.log('debug', 'fine')
        yield* ctx.log('warning', 'careful')
        yield* ctx.notify('half', 0.5)
      })
      .build()
    const { call, notes } = serve({ tools: [chatty] })
    await call('chatty')
    expect(notes).toEqual([])
    await call('chatty', {}, { meta: { [META.logLevel]: 'info', progressToken: 7 } })
    expect(notes).toEqual([
      ['notifications/message', { level: 'warning', data: 'careful' }],
      ['notifications/progress', { progressToken: 7, progress: 0.5, message: 'half' }],
    ])
  })

  it('halts a call that the client has closed', async () => {
    const log: string[] = []
    const started = Promise.withResolvers<void>()
    const endless = createMcpTool('endless')
      .execute(function* (_params, ctx) {
        try {
          yield* ctx.step('wait', () => new Promise(() => started.resolve()))
        } finally {
          yield* ctx.step('undo', () => log.push('undo'))
        }
      })
      .build()
    const abort = new AbortController()
    const running = serve({ tools: [endless] }).call('endless', {}, { signal: abort.signal })
    await started.promise
    abort.abort()
    await expect(running).rejects.toMatchObject({ message: 'cancelled' })
    expect(log).toEqual(['undo'])
  })
})

describe('prompts, resources, completion', () => {
  it('tell a client that its answer to a prompt was wrong, and do not call it an error of the server', async () => {
    const { send } = serve({ tools: [] })
    const deep = JSON.parse('{"a":'.repeat(300) + 1 + '}'.repeat(300))
    const inputResponses = { mood: { action: 'accept', content: deep } }
    const answer = (given: object) =>
      send('prompts/get', { name: 'ask', arguments: { topic: 'tea' }, inputResponses, ...given })
    let state: { requestState?: string | undefined } = {}
    for (let refused = 1; refused <= 3; refused++) {
      const { inputRequests, requestState } = (await answer(state)) as unknown as Round
      expect(inputRequests).toMatchObject({
        mood: { params: { message: expect.stringContaining('The last answer was refused: the answer holds') } },
      })
      state = { requestState }
    }
    await expect(answer(state)).rejects.toMatchObject({
      code: ErrorCode.invalidParams,
      message: expect.stringContaining('"mood" got no valid answer'),
    })
  })

  it('answer; a prompt may ask', async () => {
    const { send } = serve({ tools: [] })
    const first = (await send('prompts/get', { name: 'ask', arguments: { topic: 'tea' } })) as unknown as Round
    expect(first).toMatchObject({ resultType: 'input_required', inputRequests: { mood: {} } })
    const params = {
      name: 'ask',
      arguments: { topic: 'tea' },
      requestState: first.requestState,
      inputResponses: { mood: accept('well') },
    }
    expect(await send('prompts/get', params)).toMatchObject({ messages: [{ content: { text: 'tea: well' } }] })
    await expect(send('prompts/get', { name: 'ask' })).rejects.toMatchObject({ code: ErrorCode.invalidParams })
    expect(await send('resources/read', { uri: 'test://page' })).toMatchObject({
      contents: [{ text: 'words' }],
      ttlMs: 0,
    })
    expect(await send('resources/read', { uri: 'test://7/x' })).toMatchObject({ contents: [{ text: 'x 7' }] })
    await expect(send('resources/read', { uri: 'test://none' })).rejects.toMatchObject({
      code: -32602,
      data: { uri: 'test://none' },
    })
    const completion = { ref: { type: 'ref/prompt', name: 'ask' }, argument: { name: 'topic', value: 'to' } }
    expect(await send('completion/complete', completion)).toMatchObject({ completion: { values: ['toast'] } })
    await expect(send('ping')).rejects.toMatchObject({ code: ErrorCode.methodNotFound })
  })
})

describe('subscriptions/listen', () => {
  it('acknowledges, tells what was asked for until the client closes, and is limited', async () => {
    const { send, notes, hub } = serve({ tools: [] })
    const abort = new AbortController()
    const listening = send(
      'subscriptions/listen',
      { notifications: { toolsListChanged: true, resourceSubscriptions: ['test://a'] } },
      { signal: abort.signal },
    )
    const other = send(
      'subscriptions/listen',
      { notifications: { promptsListChanged: true } },
      { signal: abort.signal },
    )
    await expect(send('subscriptions/listen', { notifications: { toolsListChanged: true } })).rejects.toThrow(
      'one caller may have 2 subscriptions',
    )
    notes.length = 0
    hub.publish({ type: 'list_changed', list: 'tools' })
    hub.publish({ type: 'resource_updated', uri: 'test://b' })
    hub.publish({ type: 'resource_updated', uri: 'test://a' })
    expect(notes.map(([method]) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/resources/updated',
    ])
    abort.abort()
    expect(await listening).toMatchObject({ resultType: 'complete' })
    await other
  })

  it('stops what it watches if a resource cannot be watched', async () => {
    const stop = vi.fn()
    const hub = new EventHub((uri) => {
      if (uri === 'test://b') throw new Error('there is no such file')
      return stop
    })
    const subscriptions = new Subscriptions(hub, { subscriptions: 10, subscriptionsPerCaller: 2 }, new Drain().signal)
    const heard: string[] = []
    const channel: Channel = {
      receivedAt: 0,
      signal: new AbortController().signal,
      principal: undefined,
      requireScopes: () => {},
      notify: (method) => heard.push(method),
    }
    const filter = { toolsListChanged: true, resourceSubscriptions: ['test://a', 'test://b'] }
    await expect(subscriptions.listen(1, filter, channel)).rejects.toThrow('there is no such file')
    hub.publish({ type: 'list_changed', list: 'tools' })
    expect(heard).toEqual(['notifications/subscriptions/acknowledged'])
    expect(stop).toHaveBeenCalledOnce()
  })
})

describe('tasks', () => {
  const as = { capabilities: everything, principal: 'ada' }
  const asking = (log: string[] = []) =>
    createMcpTool('asking')
      .elicits({ a: text, b: text })
      .task('auto')
      .execute(function* (_params, ctx) {
        yield* ctx.step('begin', () => log.push('begin'))
        try {
          const answers = yield* ctx.all([ctx.elicit('a', { message: 'A?' }), ctx.elicit('b', { message: 'B?' })])
          yield* ctx.notify('nearly')
          return answers.map((answer) => (answer.action === 'accept' ? answer.content.text : answer.action)).join()
        } finally {
          yield* ctx.step('close', () => log.push('close'))
        }
      })
      .build()
  type Task = { taskId: string; status: string; inputRequests?: object; result?: Round; error?: object }

  async function until(server: ReturnType<typeof serve>, taskId: string, status: string): Promise<Task> {
    for (;;) {
      const task = (await server.send('tasks/get', { taskId }, as)) as unknown as Task
      if (task.status === status) return task
      await wait(2)
    }
  }

  it('are announced when stored, ask in any order, show a partial answer at once, and keep their result', async () => {
    const server = serve({ tools: [asking()] })
    const created = await server.call('asking', {}, as)
    expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 60_000 })
    const taskId = created.taskId!
    expect(await server.store.log('task').get(taskId)).toBeDefined()
    const asked = await until(server, taskId, 'input_required')
    expect(Object.keys(asked.inputRequests!)).toEqual(['a', 'b'])
    await server.send('tasks/update', { taskId, inputResponses: { b: accept('B'), unknown: {} } }, as)
    expect(Object.keys(((await server.send('tasks/get', { taskId }, as)) as unknown as Task).inputRequests!)).toEqual([
      'a',
    ])
    await server.send('tasks/update', { taskId, inputResponses: { a: accept('A') } }, as)
    const done = await until(server, taskId, 'completed')
    expect(said(done.result!)).toBe('A,B')
    expect(await server.send('tasks/cancel', { taskId }, as)).toMatchObject({ resultType: 'complete' })
    expect((await until(server, taskId, 'completed')).status).toBe('completed')
  })

  it('R7 give a question that is asked again a new key', async () => {
    const server = serve({ tools: [asking()] })
    const { taskId } = await server.call('asking', {}, as)
    await until(server, taskId!, 'input_required')
    await server.send('tasks/update', { taskId, inputResponses: { a: { action: 'accept', content: { text: 7 } } } }, as)
    await vi.waitFor(async () => {
      const task = (await server.send('tasks/get', { taskId }, as)) as unknown as Task
      expect(Object.keys(task.inputRequests!)).toEqual(['b', 'a~2'])
    })
    await server.send('tasks/update', { taskId, inputResponses: { 'a~2': accept('A'), b: accept('B') } }, as)
    expect(said((await until(server, taskId!, 'completed')).result!)).toBe('A,B')
  })

  it('run their finally when cancelled', async () => {
    const log: string[] = []
    const server = serve({ tools: [asking(log)] })
    const { taskId } = await server.call('asking', {}, as)
    await until(server, taskId!, 'input_required')
    await server.send('tasks/cancel', { taskId }, as)
    await until(server, taskId!, 'cancelled')
    expect(log).toEqual(['begin', 'close'])
  })

  it('R9 go on in another process, with their steps done once', async () => {
    const log: string[] = []
    const first = serve({ tools: [asking(log)] })
    const { taskId } = await first.call('asking', {}, as)
    await until(first, taskId!, 'input_required')
    const second = serve({ tools: [asking(log)], store: first.store })
    await second.send('tasks/update', { taskId, inputResponses: { a: accept('A'), b: accept('B') } }, as)
    expect(said((await until(second, taskId!, 'completed')).result!)).toBe('A,B')
    expect(log).toEqual(['begin', 'close'])
  })

  it('belong to their creator, and are unknown to others', async () => {
    const server = serve({ tools: [asking()] })
    const { taskId } = await server.call('asking', {}, as)
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      await expect(server.send(method, { taskId }, { ...as, principal: 'eve' })).rejects.toMatchObject({
        code: ErrorCode.invalidParams,
      })
      await expect(server.send(method, { taskId: 'none' }, as)).rejects.toMatchObject({ code: ErrorCode.invalidParams })
      await expect(server.send(method, { taskId })).rejects.toMatchObject({ code: ErrorCode.missingCapability })
    }
  })

  it('fail with a protocol error, complete with an error of the tool, and are required where the tool says so', async () => {
    const broken = createMcpTool('broken')
      .task('required')
      .execute(function* () {
        throw new ProtocolError(-32000, 'broken')
      })
      .build()
    const failing = createMcpTool('failing')
      .task('required')
      .execute(function* () {
        throw new Error('no luck')
      })
      .build()
    const server = serve({ tools: [broken, failing] })
    const first = await server.call('broken', {}, as)
    expect(await until(server, first.taskId!, 'failed')).toMatchObject({ error: { code: -32000, message: 'broken' } })
    const second = await server.call('failing', {}, as)
    expect(await until(server, second.taskId!, 'completed')).toMatchObject({ result: { isError: true } })
    await expect(server.call('failing')).rejects.toMatchObject({ code: ErrorCode.missingCapability })
  })

  it('begin after the first questions when the tool detaches, where the client can', async () => {
    const detaching = createMcpTool('detaching')
      .elicits({ name: text })
      .execute(function* (_params, ctx) {
        const answer = yield* ctx.elicit('name', { message: 'm' })
        const detached = yield* ctx.detach()
        return `${answer.action} ${detached}`
      })
      .build()
    const server = serve({ tools: [detaching] })
    const first = await server.call('detaching', {}, as)
    expect(first.resultType).toBe('input_required')
    const retry = { requestState: first.requestState, inputResponses: { name: accept('a') } }
    const second = await server.call('detaching', retry, as)
    expect(second).toMatchObject({ resultType: 'task' })
    expect(said((await until(server, second.taskId!, 'completed')).result!)).toBe('accept true')
    const plain = await server.call('detaching', {}, { principal: 'ada' })
    const ended = await server.call('detaching', { ...retry, requestState: plain.requestState }, { principal: 'ada' })
    expect(said(ended)).toBe('accept false')
  })

  it('take over a call that is out of rounds', async () => {
    const long = createMcpTool('long')
      .elicits({ n: text })
      .task('auto')
      .execute(function* (_params, ctx) {
        for (let n = 0; n < 12; n++) yield* ctx.elicit('n', { message: `${n}` })
        return 'done'
      })
      .build()
    const server = serve({ tools: [long] })
    let round = await server.call('long', {}, { principal: 'ada' })
    let rounds = 0
    while (round.resultType === 'input_required') {
      const [key] = Object.keys(round.inputRequests!)
      const capabilities = ++rounds < 9 ? withoutTasks : everything
      const params = { requestState: round.requestState, inputResponses: { [key!]: accept('x') } }
      round = await server.call('long', params, { principal: 'ada', capabilities })
    }
    expect([round.resultType, rounds]).toEqual(['task', 9])
  })

  it('send their changes to subscribers, and to no other client', async () => {
    const server = serve({ tools: [asking()] })
    const { taskId } = await server.call('asking', {}, as)
    const abort = new AbortController()
    const notifications = { taskIds: [taskId] }
    void server.send('subscriptions/listen', { notifications }, { ...as, signal: abort.signal })
    void server.send('subscriptions/listen', { notifications }, { ...as, principal: 'eve', signal: abort.signal })
    await until(server, taskId!, 'input_required')
    await server.send('tasks/update', { taskId, inputResponses: { a: accept('A'), b: accept('B') } }, as)
    await until(server, taskId!, 'completed')
    const told = server.notes.filter(([method]) => method === 'notifications/tasks').map(([, params]) => params.status)
    expect(told.at(-1)).toBe('completed')
    expect(told.filter((status) => status === 'completed')).toHaveLength(1)
    abort.abort()
  })
})

it('a call that names itself counts once, whether or not its client declares tasks when it sends it again', async () => {
  let booked = 0
  const tool = createMcpTool('book')
    .task('auto')
    .execute(function* (_, ctx) {
      return yield* ctx.step('book', () => `booked ${++booked}`)
    })
    .build()
  const { call, rev2026 } = serve({ tools: [tool] })
  const begin = (key: string, capabilities: ClientCapabilities) =>
    call('book', {}, { capabilities, meta: { 'dev.sweatpants/idempotencyKey': key } })
  const { taskId } = (await begin('first a task', everything)) as { taskId?: string }
  await expect(begin('first a task', withoutTasks)).rejects.toMatchObject({
    code: ErrorCode.missingCapability,
    message: expect.stringContaining('the call with this idempotency key is a task'),
  })
  expect(await begin('first a task', everything)).toMatchObject({ taskId })
  const reply = await begin('first a call', withoutTasks)
  expect(await begin('first a call', everything)).toEqual(reply)
  expect(booked).toBe(2)
  await rev2026.close()
})

it('a call that may begin with its arguments can also be continued with them, however deeply they are nested', async () => {
  let steps = 0
  const tool = createMcpTool('deep')
    .parameters(z.looseObject({}))
    .elicits({ sure: text })
    .execute(function* (_, ctx) {
      yield* ctx.step('pay', () => ++steps)
      return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
    })
    .build()
  const { call } = serve({ tools: [tool] })
  const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)])
  const args = { arguments: { deep: nest(MAX_NESTING - 1) } }
  const { requestState } = await call('deep', args)
  const answered = await call('deep', { ...args, requestState, inputResponses: { sure: accept('yes') } })
  expect(answered).toMatchObject({ content: [{ text: 'accept' }] })
  expect(await call('deep', { arguments: { deep: nest(MAX_NESTING) } })).toMatchObject({ isError: true })
  expect(steps).toBe(1)
})
