import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createMemoryStore } from '../log/memory.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import { createTokenAuth } from './auth/token.ts'
import { callTask, type TaskQuestion } from './connect/call-task.ts'
import type { TaskClient } from './connect/task-transport.ts'
import type { CallState } from './core/call-state.ts'
import {
  accept,
  connectHost,
  createBooking,
  createViews,
  type Era,
  HOSTS,
  type Result,
} from './fixtures/view-client.ts'
import { serveMcp } from './serve.ts'
import type { ServeOptions } from './serve-options.ts'

const UI = 'io.modelcontextprotocol/ui'
const VIEW = 'ui://test/book/book1'
const ERAS: Era[] = ['2025', '2026']
const flight = { flight: 'XY1' }

async function serve(tools: McpTool[], options: Partial<ServeOptions> = {}) {
  const views = createViews('book', 'draw', 'ticket')
  const server = serveMcp({ name: 'test', version: '1', tools, views, ...options })
  const { url, close } = await server.listen()
  onTestFinished(async () => void (await Promise.all([server.close(), close()])))
  return { server, url }
}

type Asking = Extract<CallState, { status: 'waiting_for_answer' }>

/** The state that a result gives to the view of its tool. */
const stateOf = ({ _meta }: Result) => _meta!['dev.sweatpants/call'] as Asking

describe.each(ERAS)('a client of %s', (era) => {
  it('learns that the server has views, and reads them without a listing', async () => {
    const { client } = await connectHost((await serve([createBooking().tool])).url, { era })
    expect(client.getServerCapabilities()?.extensions?.[UI]).toEqual({ elicitation: {} })
    expect((await client.listResources()).resources).toEqual([])
    const text = '<!doctype html><p>book'
    const meta = { ui: { csp: {} } }
    for (const uri of [VIEW, 'ui://test/book/older']) {
      const { contents, ...cached } = await client.readResource({ uri })
      expect(contents).toEqual([{ uri, mimeType: 'text/html;profile=mcp-app', text, _meta: meta }])
      if (era === '2026') expect(cached).toMatchObject({ ttlMs: 86_400_000, cacheScope: 'public' })
    }
    for (const uri of ['ui://test/other/1', 'ui://test/book', 'ui://else/book/1', 'ui://test/book/1/2']) {
      await expect(client.readResource({ uri })).rejects.toThrow('there is no resource')
    }
  })

  it('learns nothing of views from a server without them', async () => {
    const { url } = await serve([createBooking().tool], { views: undefined as never })
    const { client, call } = await connectHost(url, { era })
    expect(client.getServerCapabilities()?.extensions?.[UI]).toBeUndefined()
    const { tools } = await client.listTools()
    expect(tools.map(({ name, _meta }) => [name, _meta?.ui])).toEqual([
      ['book', undefined],
      ['answer_question', undefined],
      ['check_on', undefined],
    ])
    await expect(call('continue_call', { tool: 'book' })).rejects.toThrow('no tool')
  })

  it.each([
    ['questionView', ['book', 'draw', 'ticket+'], true],
    ['toolView', ['book+', 'draw+', 'ticket+', 'answer_question', 'check_on', 'continue_call(app)'], false],
    ['formAndView', ['book', 'ticket+'], true],
    ['form', ['book', 'ticket'], true],
    ['words', ['book', 'ticket', 'answer_question', 'check_on'], false],
  ] as const)('that is a host of the tier %s sees its tools', async (host, expected, hasOutput) => {
    const view = new URL('./view.tsx', import.meta.url)
    const draw = createMcpTool('draw')
      .elicits({ shape: { response: z.object({ name: z.string() }), ui: 'in-app', view } })
      .execute(function* () {})
      .build()
    const ticket = createMcpTool('ticket')
      .view(view)
      .execute(function* () {})
      .build()
    const { url } = await serve([createBooking().tool, draw, ticket])
    const { client } = await connectHost(url, { era, capabilities: HOSTS[host] })
    const { tools } = await client.listTools()
    const shown = tools.map(({ name, _meta }) => {
      const { resourceUri, visibility } = (_meta?.ui ?? {}) as { resourceUri?: string; visibility?: string[] }
      if (resourceUri !== undefined) expect(resourceUri).toBe(`ui://test/${name}/${name}1`)
      return `${name}${resourceUri === undefined ? '' : '+'}${visibility === undefined ? '' : `(${visibility})`}`
    })
    expect(shown).toEqual(expected)
    expect(tools.find(({ name }) => name === 'book')!.outputSchema !== undefined).toBe(hasOutput)
  })

  it.each([
    ['questionView', VIEW, 'Which seat?', { seat: 'Seat', ok: 'Ok' }],
    ['formAndView', undefined, 'Which seat?\n\n[1A][1B]', { seat: 'Seat' }],
    ['form', undefined, 'Which seat?\n\n[1A][1B]', { seat: 'Seat' }],
  ] as const)('that is a host of the tier %s is asked', async (host, uri, message, titles) => {
    const asked: Record<string, unknown>[] = []
    const onElicit = (params: Record<string, unknown>) => {
      asked.push(params)
      return accept(asked.length === 1 ? { seat: '1B' } : { ok: true })
    }
    const { tool, done } = createBooking()
    const { call } = await connectHost((await serve([tool])).url, { era, capabilities: HOSTS[host], onElicit })
    expect((await call('book', flight)).structuredContent).toEqual({ booked: 'XY1 1B' })
    expect(done).toEqual(['held', 'booked 1B'])
    expect(asked.map(({ _meta }) => (_meta as { ui?: { resourceUri: string } }).ui?.resourceUri)).toEqual([uri, uri])
    expect(asked[0]!.message).toBe(message)
    const fields = asked.flatMap(({ requestedSchema }) =>
      Object.entries((requestedSchema as { properties: Record<string, { title: string }> }).properties),
    )
    expect(Object.fromEntries(fields.map(([name, { title }]) => [name, title]))).toEqual(titles)
  })

  it('that shows views of tools answers through the view, and the model never sees its handle', async () => {
    const { tool, done } = createBooking()
    const { call, view } = await connectHost((await serve([tool])).url, { era })
    const asked = await call('book', flight)
    const state = stateOf(asked)
    expect(state).toMatchObject({ version: 1, status: 'waiting_for_answer' })
    expect(state.questions).toMatchObject([
      { id: 'seat', key: 'seat', message: 'Which seat?', context: { flight: 'XY1' }, attempt: 1 },
    ])
    expect(asked.isError).toBeUndefined()
    const key = state.call.split(':')[2]!
    const seen = JSON.stringify([asked.content, asked.structuredContent])
    expect([seen.includes(key), key.length]).toEqual([false, 22])
    for (const word of ['Which seat?', 'in the view of book', 'check_on', asked.structuredContent!.call!]) {
      expect(asked.content[0]!.text).toContain(word)
    }
    expect(asked.structuredContent!.message).toBe(asked.content[0]!.text)

    expect(await view({ call: state.call })).toEqual(state)
    const next = (await view({ call: state.call, answers: { seat: accept({ seat: '1A' }) } })) as Asking
    expect(next.questions).toMatchObject([{ key: 'sure', message: 'Book 1A?', mustAsk: true }])
    const over = await view({ call: next.call, answers: { sure: accept({ ok: true }) } })
    expect(over).toMatchObject({ status: 'done', result: { structuredContent: { booked: 'XY1 1A' } } })
    // A conversation that is opened again has the first handle.
    expect(await view({ call: state.call })).toEqual(over)
    expect((await call('check_on', { call: asked.structuredContent!.call })).structuredContent).toEqual({
      booked: 'XY1 1A',
    })
    expect(done).toEqual(['held', 'booked 1A'])
  })

  it('cannot book twice from the first state of a call that has ended', async () => {
    const { tool, done } = createBooking()
    const { call, view } = await connectHost((await serve([tool])).url, { era })
    const first = stateOf(await call('book', flight))
    const answers = { seat: accept({ seat: '1A' }) }
    const next = (await view({ call: first.call, answers })) as Asking
    const over = await view({ call: next.call, answers: { sure: accept({ ok: true }) } })
    for (const replay of [answers, { seat: accept({ seat: '1B' }) }]) {
      const again = await view({ call: first.call, answers: replay })
      expect(again).toMatchObject({ status: 'done', ignored: [{ id: 'seat', reason: 'answered' }] })
      expect(again).toMatchObject({ result: (over as { result: object }).result })
    }
    // The same request again is not another answer.
    expect(await view({ call: next.call, answers: { sure: accept({ ok: true }) } })).toEqual(over)
    expect(done).toEqual(['held', 'booked 1A'])
  })

  it('gets the newest question if two of its views answer the same one', async () => {
    const { tool } = createBooking()
    const { call, view } = await connectHost((await serve([tool])).url, { era })
    const { call: handle } = stateOf(await call('book', flight))
    const both = await Promise.all(
      ['1A', '1B'].map((seat) => view({ call: handle, answers: { seat: accept({ seat }) } })),
    )
    const [won, late] = both.toSorted((a, b) => Number('ignored' in a) - Number('ignored' in b)) as [Asking, Asking]
    expect(won.ignored).toBeUndefined()
    expect(late.ignored).toEqual([{ id: 'seat', reason: 'answered' }])
    expect(late.questions).toEqual(won.questions)
  })

  it('may call a tool that requires elicitation if its view answers', async () => {
    const { tool } = createBooking()
    const { url } = await serve([{ ...tool, requires: { elicitation: true } }])
    const host = await connectHost(url, { era })
    expect(stateOf(await host.call('book', flight)).questions).toMatchObject([{ id: 'seat' }])
    const mute = await connectHost(url, { era, capabilities: HOSTS.words })
    await expect(mute.call('book', flight)).rejects.toMatchObject({ code: -32021 })
  })

  it('is asked again in the view after a wrong answer', async () => {
    const { call, view } = await connectHost((await serve([createBooking().tool])).url, { era })
    const { call: handle } = stateOf(await call('book', flight))
    const again = (await view({ call: handle, answers: { seat: accept({ seat: '9Z' }) } })) as Asking
    expect(again.questions).toMatchObject([{ id: 'seat', attempt: 2, refusal: expect.stringContaining('seat') }])
  })

  it('cannot let its model answer a question with mustAsk, with any handle that the model sees', async () => {
    const { tool, done } = createBooking()
    const { call, view } = await connectHost((await serve([tool])).url, { era })
    const first = await call('book', flight)
    const second = await call('answer_question', {
      call: first.structuredContent!.call,
      answers: { seat: { seat: '1A' } },
    })
    expect(JSON.stringify(second)).not.toContain(stateOf(first).call.split(':')[2])
    const { call: handle } = second.structuredContent!
    expect(second.content[0]!.text).toContain('can only be answered in another client')
    const forced = await call('answer_question', { call: handle, answers: { sure: { ok: true } } })
    expect([forced.isError, forced.content[0]!.text]).toEqual([true, expect.stringContaining('only the person')])
    await expect(view({ call: handle, answers: { sure: accept({ ok: true }) } })).rejects.toMatchObject({
      code: -32602,
    })
    // A consent that was sent before the question counts for nothing.
    const { call: other } = stateOf(await call('book', flight))
    const early = (await view({
      call: other,
      answers: { seat: accept({ seat: '1A' }), sure: accept({ ok: true }) },
    })) as Asking
    expect(early.questions).toMatchObject([{ id: 'sure' }])
    expect(done).toEqual(['held', 'held'])
  })

  it('is told that only a host answers a question by the host, after the finally', async () => {
    const released: string[] = []
    const pay = createMcpTool('book')
      .elicits({ card: { response: z.object({ ok: z.boolean() }), by: 'host' } })
      .execute(function* (_, ctx) {
        try {
          return (yield* ctx.elicit('card', { message: 'Pay?' })).action
        } finally {
          yield* ctx.step('release', () => void released.push('released'))
        }
      })
      .build()
    const { url } = await serve([pay])
    for (const capabilities of [HOSTS.toolView, HOSTS.words]) {
      const { call } = await connectHost(url, { era, capabilities })
      expect((await call('book')).structuredContent).toMatchObject({ status: 'needs_person', question: 'Pay?' })
    }
    expect(released).toHaveLength(2)
    const { call } = await connectHost(url, {
      era,
      capabilities: HOSTS.questionView,
      onElicit: () => accept({ ok: true }),
    })
    expect((await call('book')).content[0]!.text).toBe('accept')
  })

  it('is refused with -32602 for a handle that is forged, foreign or of another tool', async () => {
    const { tool, done } = createBooking()
    const auth = createTokenAuth({
      verify: (principal) => ({ principal, scopes: [] }),
      resource: 'http://127.0.0.1/mcp',
      authorizationServers: ['http://127.0.0.1/as'],
    })
    const { url } = await serve(
      [
        tool,
        createMcpTool('other')
          .execute(function* () {})
          .build(),
      ],
      { auth },
    )
    const ada = await connectHost(url, { era, token: 'ada' })
    const bob = await connectHost(url, { era, token: 'bob' })
    const { call: handle } = stateOf(await ada.call('book', flight))
    const [name, state, key] = handle.split(':') as [string, string, string]
    const answers = { seat: accept({ seat: '1A' }) }
    const refused = { code: -32602 }
    await expect(bob.view({ call: handle, answers })).rejects.toMatchObject(refused)
    for (const forged of [
      `${name}:${state}`,
      `${name}:${state}:${'a'.repeat(22)}`,
      `${name}:${state.replace(/\.1$/, '.2')}:${key}`,
      `${name}:call1.${'a'.repeat(22)}.1:${key}`,
      `other:${state}:${key}`,
      `${name}:${state}:${key}x`,
      '',
      'book',
    ]) {
      await expect(ada.view({ call: forged, answers })).rejects.toMatchObject(refused)
    }
    await expect(ada.view({ call: handle, answers: [] })).rejects.toMatchObject(refused)
    await expect(ada.view({ call: handle, answers: { seat: 'x'.repeat(300_000) } })).rejects.toMatchObject(refused)
    expect(done).toEqual(['held'])
    expect(await ada.view({ call: handle, answers })).toMatchObject({ status: 'waiting_for_answer' })
  })

  it('gets a state or -32602 for random requests of a view, and no step runs again', async () => {
    const { tool, done } = createBooking()
    const { call, view } = await connectHost((await serve([tool])).url, { era })
    const { call: handle } = stateOf(await call('book', flight))
    const [name, state, key] = handle.split(':') as [string, string, string]
    const part = (own: string) => fc.oneof(fc.constant(own), fc.string({ maxLength: 40 }))
    const args = fc.record(
      {
        call: fc.oneof(
          fc.tuple(part(name), part(state), part(key)).map((parts) => parts.join(':')),
          fc.jsonValue(),
        ),
        answers: fc.oneof(fc.dictionary(fc.oneof(fc.constant('sure'), fc.string()), fc.jsonValue()), fc.jsonValue()),
        tool: fc.oneof(fc.constant('book'), fc.jsonValue()),
        arguments: fc.oneof(fc.constant(flight), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    const sent = async (given: object) => {
      const outcome = await view(given).then(
        ({ status }) => status,
        ({ code }: { code: number }) => code,
      )
      expect([-32602, 'none', 'waiting_for_answer']).toContain(outcome)
    }
    await fc.assert(fc.asyncProperty(args, sent), { numRuns: 60 })
    expect(done).toEqual(['held'])
  })

  it('may not ask for one call too often', async () => {
    const { call, view } = await connectHost((await serve([createBooking().tool])).url, { era })
    const { call: handle } = stateOf(await call('book', flight))
    for (let i = 0; i < 120; i++) await view({ call: handle })
    await expect(view({ call: handle })).rejects.toThrow('requests of a view')
    expect(stateOf(await call('book', flight)).status).toBe('waiting_for_answer')
  })

  it('goes on with a call that takes long through the view', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = createMcpTool('book')
      .elicits({ name: { response: z.object({ text: z.string() }) } })
      .execute(function* (_, ctx) {
        yield* ctx.step('wait', () => promise)
        const answer = yield* ctx.elicit('name', { message: 'Name?' })
        return answer.action === 'accept' ? answer.content.text : 'none'
      })
      .build()
    const { url } = await serve([slow], { limits: { callWait: 50 } })
    const { call, view } = await connectHost(url, { era })
    const { status, call: handle } = stateOf(await call('book'))
    expect(status).toBe('running')
    expect(await view({ call: handle })).toMatchObject({ status: 'running', call: handle })
    resolve()
    const asked = (await vi.waitFor(async () => {
      const state = await view({ call: handle })
      expect(state.status).toBe('waiting_for_answer')
      return state
    })) as Asking
    await view({ call: asked.call, answers: { name: accept({ text: 'Ada' }) } })
    const over = { status: 'done', result: { content: [{ text: 'Ada' }] } }
    await vi.waitFor(async () => expect(await view({ call: asked.call })).toMatchObject(over))
  })

  it('sees that the call failed', async () => {
    const fails = createMcpTool('book')
      .elicits({ name: { response: z.object({ text: z.string() }) } })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('name', { message: 'Name?' })
        throw new Error('no seat left')
      })
      .build()
    const { call, view } = await connectHost((await serve([fails])).url, { era })
    const { call: handle } = stateOf(await call('book'))
    const failed = { status: 'done', result: { isError: true, content: [{ text: 'no seat left' }] } }
    expect(await view({ call: handle, answers: { name: { action: 'decline' } } })).toMatchObject(failed)
    expect(await view({ call: handle })).toMatchObject(failed)
  })

  it('is served tools that only a component answers where it can show them, and no others', async () => {
    const view = new URL('./view.tsx', import.meta.url)
    const points = z.object({ points: z.array(z.object({ x: z.number(), y: z.number() })) })
    const draw = (name: string, file?: URL) =>
      createMcpTool(name)
        .elicits({ shape: { response: points, ui: 'in-app', ...(file && { view: file }) } })
        .execute(function* (_, ctx) {
          const answer = yield* ctx.elicit('shape', { message: 'Draw' })
          return answer.action === 'accept' ? answer.content.points.length : 0
        })
        .build()
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => errors.mockRestore())
    const { url } = await serve([draw('draw', view), draw('sketch')])
    expect(errors.mock.calls).toEqual([[expect.stringContaining('only a page answers their questions: sketch')]])
    const host = await connectHost(url, { era })
    const asked = await host.call('draw')
    expect(asked.content[0]!.text).not.toContain('answer_question')
    const content = { points: [{ x: 1, y: 2 }] }
    const over = await host.view({ call: stateOf(asked).call, answers: { shape: accept(content) } })
    expect(over).toMatchObject({ status: 'done', result: { content: [{ text: '1' }] } })
    for (const capabilities of [HOSTS.questionView, HOSTS.form, HOSTS.words]) {
      const other = await connectHost(url, { era, capabilities })
      expect((await other.client.listTools()).tools.map(({ name }) => name)).not.toContain('draw')
      await expect(other.call('draw')).rejects.toThrow('there is no tool "draw"')
    }
  })

  it('gets words and no error if a view cannot be read', async () => {
    const problems: unknown[] = []
    const read = async () => {
      throw new Error('disk')
    }
    const { url } = await serve([createBooking().tool], { views: { read }, onError: (error) => problems.push(error) })
    const { call, client } = await connectHost(url, { era })
    expect((await client.listTools()).tools[0]!._meta?.ui).toBeUndefined()
    const asked = await call('book', flight)
    expect(asked.structuredContent).toMatchObject({ status: 'waiting_for_answer', questions: [{ id: 'seat' }] })
    expect(problems.length).toBeGreaterThan(0)
  })

  it('goes on after its session at another server on the same store', async () => {
    const { tool, done } = createBooking()
    const store = createMemoryStore()
    const first = await serve([tool], { store })
    const { call, client } = await connectHost(first.url, { era })
    const { call: handle } = stateOf(await call('book', flight))
    await client.close()
    await first.server.close()
    const { view } = await connectHost((await serve([tool], { store })).url, { era })
    const next = (await view({ call: handle, answers: { seat: accept({ seat: '1A' }) } })) as Asking
    await view({ call: next.call, answers: { sure: accept({ ok: true }) } })
    expect(done).toEqual(['held', 'booked 1A'])
  })
})

describe('a task', () => {
  it.each([
    ['questionView', VIEW],
    ['formAndView', undefined],
  ] as const)('asks a host of the tier %s with the view that its call declared', async (host, uri) => {
    const { tool, done } = createBooking()
    const { url } = await serve([{ ...tool, task: 'required' }])
    const extensions = { 'io.modelcontextprotocol/tasks': {}, ...HOSTS[host].extensions }
    const { client } = await connectHost(url, { era: '2026', capabilities: { ...HOSTS[host], extensions } })
    const asked: unknown[] = []
    const onQuestion = ({ params }: TaskQuestion) => {
      asked.push((params._meta as { ui?: { resourceUri: string } }).ui?.resourceUri)
      return accept(asked.length === 1 ? { seat: '1B' } : { ok: true })
    }
    const result = await callTask(client as unknown as TaskClient, { name: 'book', arguments: flight }, { onQuestion })
    expect(result).toMatchObject({ structuredContent: { booked: 'XY1 1B' } })
    expect([asked, done]).toEqual([
      [uri, uri],
      ['held', 'booked 1B'],
    ])
  })

  it('is not what a tool runs as whose view answers', async () => {
    const { tool } = createBooking()
    const { url } = await serve([tool])
    const extensions = { 'io.modelcontextprotocol/tasks': {}, ...HOSTS.toolView.extensions }
    const { call } = await connectHost(url, { era: '2026', capabilities: { extensions } })
    expect(stateOf(await call('book', flight)).questions).toHaveLength(1)
  })
})

describe('a call of a session whose host hides app-only tools', () => {
  const views = { from: createViews('book'), hosts: ['host'], presence: 5_000 }
  const shown = { tool: 'book', arguments: flight }

  it('waits for its view, and ends with its result', async () => {
    const { tool, done } = createBooking()
    const { url } = await serve([tool], { views })
    const { call, view } = await connectHost(url, { era: '2025' })
    const calling = call('book', flight)
    const first = await vi.waitFor(async () => {
      const state = await view(shown)
      expect(state.status).toBe('waiting_for_answer')
      return state as Asking
    })
    const next = (await view({ call: first.call, answers: { seat: accept({ seat: '1A' }) } })) as Asking
    const over = await view({ call: next.call, answers: { sure: accept({ ok: true }) } })
    const result = await calling
    expect(result).toMatchObject({ structuredContent: { booked: 'XY1 1A' } })
    expect(over).toMatchObject({ status: 'done', result: { structuredContent: result.structuredContent } })
    expect(done).toEqual(['held', 'booked 1A'])
  })

  it.each([
    ['claude-ai', true],
    ['openai-mcp', true],
    ['cursor-vscode', false],
  ])('waits by default if the host is %s: %s', async (name, waits) => {
    const { tool, done } = createBooking()
    const { url } = await serve([tool], { views: { from: createViews('book'), presence: 5_000 } })
    const { call, view } = await connectHost(url, { era: '2025', name })
    const person = new AbortController()
    const calling = call('book', flight, person.signal)
    if (!waits) return expect(stateOf(await calling).status).toBe('waiting_for_answer')
    await vi.waitFor(() => expect(done).toEqual(['held']))
    expect((await view(shown)).status).toBe('waiting_for_answer')
    person.abort()
    await expect(calling).rejects.toThrow()
  })

  it('ends with a handle if no view appears, and none of another session or with other arguments does', async () => {
    const { url } = await serve([createBooking().tool], { views: { ...views, presence: 200 } })
    const [own, other] = await Promise.all([connectHost(url, { era: '2025' }), connectHost(url, { era: '2025' })])
    const calling = own.call('book', flight)
    expect(await other.view(shown)).toEqual({ version: 1, status: 'none' })
    expect(await own.view({ tool: 'book', arguments: { flight: 'XY2' } })).toEqual({ version: 1, status: 'none' })
    expect(stateOf(await calling).status).toBe('waiting_for_answer')
  })

  it('is handed over to its view if the person takes too long, with the newest question', async () => {
    const { tool, done } = createBooking()
    const { url } = await serve([tool], { views, limits: { callWait: 400 } })
    const { call, view } = await connectHost(url, { era: '2025' })
    const calling = call('book', flight)
    const first = (await vi.waitFor(async () => {
      const state = await view(shown)
      expect(state.status).toBe('waiting_for_answer')
      return state
    })) as Asking
    const next = (await view({ call: first.call, answers: { seat: accept({ seat: '1A' }) } })) as Asking
    expect(stateOf(await calling)).toEqual(next)
    await view({ call: next.call, answers: { sure: accept({ ok: true }) } })
    expect(done).toEqual(['held', 'booked 1A'])
  })

  it('is claimed by one view, and an equal call by another', async () => {
    const { tool, done } = createBooking()
    const { url } = await serve([tool], { views: { ...views, presence: 500 } })
    const { call, view } = await connectHost(url, { era: '2025' })
    const calls = [call('book', flight), call('book', flight), call('book', flight)]
    await vi.waitFor(() => expect(done).toEqual(['held', 'held', 'held']))
    const [a, b] = (await Promise.all([view(shown), view(shown)])) as [Asking, Asking]
    expect(a.call).not.toBe(b.call)
    for (const [state, seat] of [
      [a, '1A'],
      [b, '1B'],
    ] as const) {
      const next = (await view({ call: state.call, answers: { seat: accept({ seat }) } })) as Asking
      await view({ call: next.call, answers: { sure: accept({ ok: true }) } })
    }
    const results = await Promise.all(calls)
    const booked = results.map((result) => result.structuredContent!.booked ?? stateOf(result).status)
    expect(booked.toSorted()).toEqual(['XY1 1A', 'XY1 1B', 'waiting_for_answer'])
  })

  it('is cancelled with its request, and cannot be answered any more', async () => {
    const released: string[] = []
    const tool = createMcpTool('book')
      .elicits({ name: { response: z.object({ text: z.string() }) } })
      .parameters(z.object({ flight: z.string() }))
      .execute(function* (_, ctx) {
        try {
          return (yield* ctx.elicit('name', { message: 'Name?' })).action
        } finally {
          yield* ctx.step('release', () => void released.push('released'))
        }
      })
      .build()
    const { url } = await serve([tool], { views })
    const { call, view } = await connectHost(url, { era: '2025' })
    const abort = new AbortController()
    const calling = call('book', flight, abort.signal)
    const { call: handle } = (await vi.waitFor(async () => {
      const state = await view(shown)
      expect(state.status).toBe('waiting_for_answer')
      return state
    })) as Asking
    abort.abort()
    await expect(calling).rejects.toThrow()
    await vi.waitFor(() => expect(released).toEqual(['released']))
    const late = await view({ call: handle, answers: { name: accept({ text: 'x' }) } })
    expect(late).toMatchObject({ status: 'done', result: { isError: true, content: [{ text: 'cancelled' }] } })
  })

  it('goes on in the view after the host has disconnected', async () => {
    const { tool, done } = createBooking()
    const { url } = await serve([tool], { views })
    const host = await connectHost(url, { era: '2025' })
    const calling = host.call('book', flight).catch(() => 'lost')
    const first = (await vi.waitFor(async () => {
      const state = await host.view(shown)
      expect(state.status).toBe('waiting_for_answer')
      return state
    })) as Asking
    await host.client.close()
    expect(await calling).toBe('lost')
    const { view } = await connectHost(url, { era: '2025' })
    const next = (await view({ call: first.call, answers: { seat: accept({ seat: '1A' }) } })) as Asking
    expect(await view({ call: next.call, answers: { sure: accept({ ok: true }) } })).toMatchObject({ status: 'done' })
    expect(done).toEqual(['held', 'booked 1A'])
  })

  it('does not wait if its host is not known, nor in 2026', async () => {
    const { url } = await serve([createBooking().tool], { views })
    for (const host of [
      await connectHost(url, { era: '2025', name: 'another' }),
      await connectHost(url, { era: '2026' }),
    ]) {
      const slow = delay(2_000, 'slow', { ref: false })
      const asked = await Promise.race([host.call('book', flight), slow])
      expect(stateOf(asked as Result).status).toBe('waiting_for_answer')
      expect(await host.view(shown)).toEqual({ version: 1, status: 'none' })
    }
  })
})
