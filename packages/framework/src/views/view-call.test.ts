import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Params } from './bridge.ts'
import { FakeHost } from './fixtures/fake-host.ts'
import { type ToolResult, toValue } from './view-call.ts'

const SCHEMA = { type: 'object', properties: { seat: { type: 'string' } } }
const asking = (id: string, key = 'seat') => ({
  version: 1,
  status: 'waiting_for_answer',
  call: 'book:1:key',
  questions: [{ id, key, message: `Which ${key}?`, context: { row: 3 }, schema: SCHEMA, attempt: 1 }],
})
const done = { version: 1, status: 'done', result: { content: [{ type: 'text', text: '{"booked":true}' }] } }
const unfinished = {
  content: [{ type: 'text', text: 'waits' }],
  _meta: { 'dev.sweatpants/call': { call: 'book:1:key' } },
}
const TOOLS = { serverTools: {} }

async function connect(options: ConstructorParameters<typeof FakeHost>[0] = {}): Promise<FakeHost> {
  const host = new FakeHost(options)
  await host.call.connect()
  return host
}

/** A server with a call of two questions. */
function createCall() {
  const received: Params[] = []
  const states = [asking('q1'), asking('q2', 'meal'), done]
  const continueCall = (args: Params) => {
    received.push(args)
    if (args.answers !== undefined) states.shift()
    return states[0]!
  }
  return { received, continueCall }
}

test('a view says hello, takes over the context of the host, and only then says that it is ready', async () => {
  const host = await connect({ context: { theme: 'dark' } })
  expect(host.sent.map(({ method }) => method)).toEqual(['ui/initialize', 'ui/notifications/initialized'])
  expect(host.sent[0]!.params).toMatchObject({ protocolVersion: '2026-01-26', appCapabilities: { elicitation: {} } })
  host.say('ui/notifications/host-context-changed', { theme: 'light' })
  expect(host.contexts).toEqual([{ theme: 'dark' }, { theme: 'light' }])
})

test('a view answers a ping and a teardown, and refuses other requests', async () => {
  const host = await connect()
  expect(await host.ask('ping', {})).toMatchObject({ result: {} })
  expect(await host.ask('ui/resource-teardown', {})).toMatchObject({ result: {} })
  expect(host.isTornDown).toBe(true)
  expect(await host.ask('tools/list', {})).toMatchObject({ error: { code: -32601 } })
})

test.each([null, 'text', {}, { jsonrpc: '1.0', method: 'ping' }, { jsonrpc: '2.0', id: 99, result: {} }])(
  'a view ignores the message %j',
  async (message) => {
    const host = await connect()
    const before = host.sent.length
    host.receive(message)
    expect(host.sent.length).toBe(before)
  },
)

describe('a host that asks through the view', () => {
  const params = (key: string) => ({
    message: `Which ${key}?`,
    requestedSchema: SCHEMA,
    _meta: { 'dev.sweatpants/elicit': { key, context: { row: 3 }, attempt: 2 } },
  })

  test('gets an error that names the question for an answer that JSON cannot carry', async () => {
    const host = await connect()
    const reply = host.ask('elicitation/create', params('seat'))
    const { respond } = await host.sees('question')
    // A component of an author may respond with anything.
    respond.answer({ action: 'accept', content: new Map([['seat', '3A']]) })
    const message = expect.stringContaining('the answer to "seat" holds a Map at content')
    expect(await reply).toMatchObject({ error: { code: -32603, message } })
  })

  test('gets the answer to its question', async () => {
    const host = await connect()
    const reply = host.ask('elicitation/create', params('seat'))
    const { question, respond } = await host.sees('question')
    expect(question).toMatchObject({
      key: 'seat',
      context: { row: 3 },
      attempt: 2,
      schema: SCHEMA,
      isMessageShown: true,
    })
    respond.answer({ action: 'accept', content: { seat: '3C' } })
    expect(await reply).toMatchObject({ result: { action: 'accept', content: { seat: '3C' } } })
    expect(host.shown.at(-1)).toMatchObject({ answered: { action: 'accept' } })
  })

  test('is shown one question at a time, and the first answer counts', async () => {
    const host = await connect()
    const first = host.ask('elicitation/create', params('seat'))
    const second = host.ask('elicitation/create', params('meal'))
    const { respond } = await host.sees('question')
    respond.answer({ action: 'decline' })
    respond.answer({ action: 'cancel' })
    expect(await first).toMatchObject({ result: { action: 'decline' } })
    const next = await host.until(() =>
      host.shown.find((shown) => shown.type === 'question' && shown.question.key === 'meal'),
    )
    if (next.type === 'question') next.respond.answer({ action: 'cancel' })
    expect(await second).toMatchObject({ result: { action: 'cancel' } })
  })

  test('can withdraw a question that waits for its turn: it is not shown', async () => {
    const host = await connect()
    const first = host.ask('elicitation/create', params('seat'))
    const withdrawn = host.ask('elicitation/create', params('meal'))
    const last = host.ask('elicitation/create', params('drink'))
    const { respond } = await host.sees('question')
    host.say('notifications/cancelled', { requestId: 'host-2' })
    expect(await withdrawn).toMatchObject({ error: { message: 'the question was withdrawn' } })
    respond.answer({ action: 'decline' })
    expect(await first).toMatchObject({ result: { action: 'decline' } })
    const next = await host.until(() =>
      host.shown.find((shown) => shown.type === 'question' && shown.question.key !== 'seat'),
    )
    expect(next).toMatchObject({ question: { key: 'drink' } })
    if (next.type === 'question') next.respond.answer({ action: 'cancel' })
    expect(await last).toMatchObject({ result: { action: 'cancel' } })
  })

  test('gets an error for a question that cannot be shown, and can withdraw one', async () => {
    const host = await connect()
    const broken = host.ask('elicitation/create', params('seat'))
    ;(await host.sees('question')).respond.fail(new Error('the map is torn'))
    expect(await broken).toMatchObject({ error: { code: -32603, message: 'the map is torn' } })

    const withdrawn = host.ask('elicitation/create', params('meal'))
    await host.until(() => host.shown.find((shown) => shown.type === 'question' && shown.question.key === 'meal'))
    host.say('notifications/cancelled', { requestId: 'host-2' })
    expect(await withdrawn).toMatchObject({ error: { message: 'the question was withdrawn' } })
    expect(host.shown.at(-1)).toMatchObject({ type: 'waiting' })
  })
})

describe('a host that only shows views', () => {
  test('has a call that waits: the view claims it by its arguments, answers twice, and does not tell the model', async () => {
    const { received, continueCall } = createCall()
    const host = await connect({ capabilities: { ...TOOLS, updateModelContext: {}, message: {} }, continueCall })
    host.say('ui/notifications/tool-input', { arguments: { from: 'Lisbon' } })
    const first = await host.sees('question')
    expect(first.question).toMatchObject({ id: 'q1', message: 'Which seat?', isMessageShown: false })
    first.respond.answer({ action: 'accept', content: { seat: '3C' } })
    const second = await host.until(() =>
      host.shown.find((shown) => shown.type === 'question' && shown.question.id === 'q2'),
    )
    if (second.type === 'question') second.respond.answer({ action: 'accept', content: {} })
    await host.sees('result')
    expect(received).toEqual([
      { tool: 'book', arguments: { from: 'Lisbon' } },
      { call: 'book:1:key', answers: { q1: { action: 'accept', content: { seat: '3C' } } } },
      { call: 'book:1:key', answers: { q2: { action: 'accept', content: {} } } },
    ])
    expect(host.heard('ui/update-model-context')).toEqual([])
  })

  test('has a call that returned a handle: the view goes on with it, and tells the model how it ended', async () => {
    const { continueCall } = createCall()
    const host = await connect({ capabilities: { ...TOOLS, updateModelContext: {}, message: {} }, continueCall })
    host.say('ui/notifications/tool-result', unfinished)
    for (const id of ['q1', 'q2']) {
      const shown = await host.until(() => host.shown.find((one) => one.type === 'question' && one.question.id === id))
      if (shown.type === 'question') shown.respond.answer({ action: 'accept', content: {} })
    }
    await host.sees('result')
    expect(host.heard('ui/update-model-context')).toMatchObject([{ content: done.result.content }])
    expect(host.heard('ui/message')).toMatchObject([{ role: 'user', content: [{ type: 'text' }] }])
  })

  test('gives the arguments and a handle at once: the view goes on by the handle if its claim finds no call', async () => {
    const { continueCall } = createCall()
    const host = await connect({
      capabilities: TOOLS,
      continueCall: (args) => (args.call === undefined ? { status: 'none' } : continueCall(args)),
    })
    host.say('ui/notifications/tool-input', { arguments: {} })
    host.say('ui/notifications/tool-result', unfinished)
    expect(await host.sees('question')).toMatchObject({ question: { id: 'q1' } })
  })

  test('opens an old conversation: the view shows the result of its call and tells no one', async () => {
    const host = await connect({ capabilities: { ...TOOLS, message: {} }, continueCall: () => done })
    host.say('ui/notifications/tool-result', unfinished)
    expect(await host.sees('result')).toMatchObject({ result: done.result })
    expect(host.shown.some(({ type }) => type === 'question')).toBe(false)
    expect(host.heard('ui/message')).toEqual([])
  })

  test('gives the final result: the view shows it, and asks nothing', async () => {
    const host = await connect({ capabilities: TOOLS, continueCall: () => ({ status: 'none' }) })
    host.say('ui/notifications/tool-input', { arguments: {} })
    host.say('ui/notifications/tool-result', done.result)
    expect(await host.sees('result')).toMatchObject({ result: done.result })
  })

  test('refuses a request: the view says so and tries again when the person wants it', async () => {
    let isBroken = true
    const continueCall = () => {
      if (isBroken) throw new Error('too many requests')
      return done
    }
    const host = await connect({ capabilities: TOOLS, continueCall })
    host.say('ui/notifications/tool-result', unfinished)
    const { text, retry } = await host.sees('problem')
    expect(text).toContain('too many requests')
    isBroken = false
    retry!()
    await host.sees('result')
  })

  test('lets views call no tools: the view says where to answer', async () => {
    const host = await connect()
    host.say('ui/notifications/tool-result', unfinished)
    expect(await host.sees('problem')).toMatchObject({ text: expect.stringContaining('in the chat') })
  })

  test('takes the view away while its call runs: the view does not look at the call again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const running = { version: 1, status: 'running', call: 'book:1:key' }
    const host = await connect({ capabilities: TOOLS, continueCall: () => running })
    host.say('ui/notifications/tool-result', unfinished)
    await vi.advanceTimersByTimeAsync(2_500)
    const looks = host.heard('tools/call').length
    expect(looks).toBe(3)
    await host.ask('ui/resource-teardown', {})
    await vi.advanceTimersByTimeAsync(5_000)
    expect(host.heard('tools/call').length).toBe(looks)
  })

  test('cancels the call: the view says so', async () => {
    const host = await connect()
    host.say('ui/notifications/tool-cancelled', {})
    expect(host.shown.at(-1)).toMatchObject({ type: 'waiting', text: 'The call was cancelled.' })
  })
})

test.each<[ToolResult, unknown]>([
  [{ structuredContent: { a: 1 }, content: [{ type: 'text', text: 'one' }] }, { a: 1 }],
  [{ content: [{ type: 'text', text: '{"a":1}' }] }, { a: 1 }],
  [{ content: [{ type: 'text', text: 'The end' }] }, 'The end'],
])('the value of the result %j is %j', (result, value) => {
  expect(toValue(result)).toEqual(value)
})
