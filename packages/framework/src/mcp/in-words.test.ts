import { setTimeout as delay } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMemoryStore } from '../log/memory.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import { createTokenAuth } from './auth/token.ts'
import { serveMcp } from './serve.ts'
import type { ServeOptions } from './serve-options.ts'

const KEY = 'a key that all servers of this test share'
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function serve(tools: McpTool[], options: Partial<ServeOptions> = {}) {
  const server = serveMcp({ name: 'test', version: '1', tools, ...options })
  const { url, close } = await server.listen()
  cleanups.push(() => Promise.all([server.close(), close()]))
  return { server, url }
}

type Era = '2025' | '2026'

interface Result {
  content: { text: string }[]
  structuredContent?: {
    status: string
    message: string
    call: string
    questions?: { id: string; message: string; schema: object }[]
  }
  isError?: boolean
}

/** The official client without elicitation. */
async function connect(
  url: string,
  era: Era,
  { token, capabilities = {} }: { token?: string; capabilities?: object } = {},
) {
  const mode = era === '2025' ? ('legacy' as const) : { pin: '2026-07-28' as const }
  const client = new Client({ name: 'mute', version: '1' }, { capabilities, versionNegotiation: { mode } })
  if ('sampling' in capabilities) {
    const content = { type: 'text' as const, text: 'sampled' }
    client.setRequestHandler('sampling/createMessage', async () => ({ role: 'assistant', model: 'm', content }))
  }
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  cleanups.push(() => client.close())
  const call = (name: string, args: object = {}) =>
    client.callTool({ name, arguments: args as Record<string, unknown> }) as unknown as Promise<Result>
  return { client, call }
}

/** Books twice over: a step, a question, a step. */
function createBooking() {
  const done: string[] = []
  const tool = createMcpTool('book')
    .output(z.object({ booked: z.string() }))
    .elicits({ seat: { response: z.object({ seat: z.enum(['1A', '1B']), bags: z.number().int().optional() }) } })
    .parameters(z.object({ flight: z.string() }))
    .execute(function* ({ flight }, ctx) {
      yield* ctx.step('hold', () => void done.push('held'))
      const answer = yield* ctx.elicit('seat', { message: `Which seat on ${flight}?` })
      if (answer.action !== 'accept') return { booked: answer.action }
      yield* ctx.step('book', () => void done.push(`booked ${answer.content.seat}`), { once: true })
      return { booked: `${flight} ${answer.content.seat}` }
    })
    .build()
  return { tool, done }
}

it('a call that is answered in words while its server shuts down goes on at another one, with the answer', async () => {
  const store = createMemoryStore()
  const { tool, done } = createBooking()
  const one = await serve([tool], { store })
  const two = await serve([tool], { store })
  const { call } = await connect(one.url, '2026')
  const { call: handle } = (await call('book', { flight: 'XY1' })).structuredContent!
  await one.server.close()
  const answered = await call('answer_question', { call: handle, answers: { seat: { seat: '1A' } } })
  expect(answered.structuredContent!.status).toBe('running')
  const other = await connect(two.url, '2026')
  const result = await other.call('check_on', { call: answered.structuredContent!.call })
  expect(result.structuredContent).toEqual({ booked: 'XY1 1A' })
  expect(done).toEqual(['held', 'booked 1A'])
})

describe.each<Era>(['2025', '2026'])('a client of %s that cannot be asked', (era) => {
  it('gets the question in words, and goes on with answer_question', async () => {
    const { tool, done } = createBooking()
    const { call } = await connect((await serve([tool])).url, era)
    const asked = await call('book', { flight: 'XY1' })
    expect(asked.isError).toBeUndefined()
    const { status, message, call: handle, questions } = asked.structuredContent!
    expect([status, asked.content[0]!.text]).toEqual(['waiting_for_answer', message])
    expect(questions).toMatchObject([{ id: 'seat', message: 'Which seat on XY1?' }])
    for (const part of ['Which seat on XY1?', '"1A", "1B"', 'bags (integer, optional)', 'answer_question', handle]) {
      expect(message).toContain(part)
    }
    expect(handle.length).toBeLessThan(70)
    expect(done).toEqual(['held'])
    const answer = { call: handle, answers: { seat: { seat: '1B' } } }
    expect((await call('answer_question', answer)).structuredContent).toEqual({ booked: 'XY1 1B' })
    // The same again is the same call.
    expect((await call('answer_question', answer)).structuredContent).toEqual({ booked: 'XY1 1B' })
    expect(done).toEqual(['held', 'booked 1B'])
    const other = await call('answer_question', { call: handle, answers: { seat: { seat: '1A' } } })
    expect([other.isError, other.content[0]!.text]).toEqual([true, expect.stringContaining('answered otherwise')])
  })

  it.each([
    ['decline', 'decline'],
    ['cancel', 'cancel'],
    [{ action: 'decline' }, 'decline'],
  ])('passes on %j', async (given, booked) => {
    const { call } = await connect((await serve([createBooking().tool])).url, era)
    const { call: handle } = (await call('book', { flight: 'XY1' })).structuredContent!
    const result = await call('answer_question', { call: handle, answers: { seat: given } })
    expect(result.structuredContent).toEqual({ booked })
  })

  it('sees what became of a question that expired in the meantime, with an answer or without', async () => {
    const ran: string[] = []
    const tool = createMcpTool('ask')
      .carrier('stored')
      .elicits({ seat: { response: z.object({ seat: z.string() }), expiresIn: 2_000 } })
      .execute(function* (_, ctx) {
        const answer = yield* ctx.elicit('seat', { message: 'Which seat?' })
        yield* ctx.step('note', () => void ran.push(answer.action), { once: true })
        return answer.action === 'cancel' ? `no seat: ${answer.reason}` : 'a seat'
      })
      .build()
    const { call } = await connect((await serve([tool])).url, era)
    const { call: handle } = (await call('ask')).structuredContent!
    await expect.poll(() => ran).toEqual(['cancel'])
    const late = await call('answer_question', { call: handle, answers: { seat: { seat: '1A' } } })
    expect(late.content[0]!.text).toBe('no seat: expired')
    expect((await call('check_on', { call: handle })).content[0]!.text).toBe('no seat: expired')
    expect(ran).toEqual(['cancel'])
  })

  it('is asked again after a wrong answer, and told of one that is for no question', async () => {
    const { call } = await connect((await serve([createBooking().tool])).url, era)
    const first = (await call('book', { flight: 'XY1' })).structuredContent!
    const again = await call('answer_question', { call: first.call, answers: { seat: { seat: '9Z' }, lunch: {} } })
    expect(again.structuredContent!.status).toBe('waiting_for_answer')
    expect(again.content[0]!.text).toMatch(/The answer to "lunch" was ignored.*The last answer was refused/s)
    expect(again.structuredContent!.call).not.toBe(first.call)
  })

  it('sees the question again with check_on, and can then answer it', async () => {
    const { call } = await connect((await serve([createBooking().tool])).url, era)
    const asked = await call('book', { flight: 'XY1' })
    const { call: handle } = asked.structuredContent!
    expect((await call('check_on', { call: handle })).structuredContent).toEqual(asked.structuredContent)
    const result = await call('answer_question', { call: handle, answers: { seat: { seat: '1A' } } })
    expect(result.structuredContent).toEqual({ booked: 'XY1 1A' })
  })

  it('is told that only a person answers a question with mustAsk, after the finally', async () => {
    const released: string[] = []
    const consent = createMcpTool('consent')
      .elicits({ sure: { response: z.object({ ok: z.boolean() }), mustAsk: true } })
      .execute(function* (_, ctx) {
        try {
          return (yield* ctx.elicit('sure', { message: 'Delete everything?' })).action
        } finally {
          yield* ctx.step('release', () => void released.push('released'))
        }
      })
      .build()
    const { call } = await connect((await serve([consent])).url, era)
    const result = await call('consent')
    expect(result).toMatchObject({ structuredContent: { status: 'needs_person', question: 'Delete everything?' } })
    expect([result.isError, released]).toEqual([undefined, ['released']])
    expect(result.structuredContent).not.toHaveProperty('call')
  })

  it('fails with -32021 if the server does not put questions in words', async () => {
    const { url } = await serve([createBooking().tool], { questionsInWords: false })
    const { call, client } = await connect(url, era)
    await expect(call('book', { flight: 'XY1' })).rejects.toMatchObject({ code: -32021 })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['book', 'check_on'])
  })

  it('sees the tools that go on with calls, and no form of results', async () => {
    const { url } = await serve([createBooking().tool])
    const { tools } = await (await connect(url, era)).client.listTools()
    expect(tools.map(({ name, outputSchema }) => [name, outputSchema])).toEqual([
      ['book', undefined],
      ['answer_question', undefined],
      ['check_on', undefined],
    ])
    const askable = await connect(url, era, { capabilities: { elicitation: { form: {} } } })
    const listed = (await askable.client.listTools()).tools
    expect(listed.map(({ name, outputSchema }) => [name, outputSchema !== undefined])).toEqual([['book', true]])
    await expect(askable.call('check_on', { call: 'book:call1.x.1' })).rejects.toThrow(/no tool/)
  })

  it.each([
    ['no tool asks', {}],
    ['only a person may answer', { sure: { response: z.object({ ok: z.boolean() }), mustAsk: true } }],
  ])('sees no answer_question if %s', async (_, elicits) => {
    const tool = createMcpTool('tool')
      .elicits(elicits)
      .execute(function* () {})
      .build()
    const { client } = await connect((await serve([tool])).url, era)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['tool', 'check_on'])
  })

  it('may not go on with the call of another principal, nor without the scopes of its tool', async () => {
    const auth = createTokenAuth({
      verify: (principal) => ({ principal, scopes: principal === 'eve' ? [] : ['book'] }),
      resource: 'http://127.0.0.1/mcp',
      authorizationServers: ['http://127.0.0.1/as'],
      scopesFor: (name) => (name === 'book' ? ['book'] : []),
    })
    const { tool, done } = createBooking()
    const { url } = await serve([tool], { auth })
    const as = (token: string) => connect(url, era, { token })
    const { call: handle } = (await (await as('ada')).call('book', { flight: 'XY1' })).structuredContent!
    const answer = { call: handle, answers: { seat: { seat: '1A' } } }
    const other = await (await as('bob')).call('answer_question', answer)
    expect([other.isError, other.content[0]!.text]).toEqual([true, expect.stringContaining('not valid')])
    await expect((await as('eve')).call('answer_question', answer)).rejects.toThrow()
    expect(done).toEqual(['held'])
  })

  it('is answered by its own model between two questions', async () => {
    const mixed = createMcpTool('mixed')
      .elicits({ word: { response: z.object({ text: z.string() }) } })
      .execute(function* (_, ctx) {
        const [answer, reply] = yield* ctx.all([ctx.elicit('word', { message: 'Word?' }), ctx.sample({ prompt: 'p' })])
        const { text } = yield* ctx.sample({ prompt: 'q' })
        return [answer.action === 'accept' && answer.content.text, reply.text, text].join()
      })
      .build()
    const { call } = await connect((await serve([mixed])).url, era, { capabilities: { sampling: {} } })
    const { call: handle } = (await call('mixed')).structuredContent!
    const result = await call('answer_question', { call: handle, answers: { word: { text: 'here' } } })
    expect(result.content[0]!.text).toBe('here,sampled,sampled')
  })

  it('is told what to do with a call that a server with other keys does not know', async () => {
    const { tool } = createBooking()
    const first = await connect((await serve([tool], { keys: [KEY] })).url, era)
    const { call: handle } = (await first.call('book', { flight: 'XY1' })).structuredContent!
    const second = await connect((await serve([tool], { keys: [`${KEY}-other`] })).url, era)
    const lost = await second.call('check_on', { call: handle })
    expect(lost).toMatchObject({ isError: true })
    expect(lost.content[0]!.text).toMatch(/restarted without its keys.* call book again only if the person agrees/)
  })

  it('goes on at another process with the same keys, if the servers have no store', async () => {
    const { tool, done } = createBooking()
    const first = await connect((await serve([tool], { keys: [KEY] })).url, era)
    const { call: handle } = (await first.call('book', { flight: 'XY1' })).structuredContent!
    const second = await connect((await serve([tool], { keys: [KEY] })).url, era)
    const result = await second.call('answer_question', { call: handle, answers: { seat: { seat: '1A' } } })
    expect(result.structuredContent).toEqual({ booked: 'XY1 1A' })
    expect(done).toEqual(['held', 'booked 1A'])
    const forged = await second.call('answer_question', { call: `${handle}x`, answers: { seat: { seat: '1A' } } })
    expect(forged.isError).toBe(true)
  })

  it('checks on a call that takes long, which goes on meanwhile on any server of the store', async () => {
    const release = Promise.withResolvers<string>()
    let runs = 0
    const slow = createMcpTool('slow')
      .elicits({ word: { response: z.object({ text: z.string() }) } })
      .execute(function* (_, ctx) {
        const made = yield* ctx.step('work', () => {
          runs++
          return release.promise
        })
        const answer = yield* ctx.elicit('word', { message: `${made}?` })
        return answer.action === 'accept' ? answer.content.text : answer.action
      })
      .build()
    const store = createMemoryStore()
    const options = { store, limits: { callWait: 30 } }
    const { call } = await connect((await serve([slow], options)).url, era)
    const { status, call: handle, message } = (await call('slow')).structuredContent!
    expect([status, message]).toEqual(['running', expect.stringContaining('Do not call slow again')])
    const other = await connect((await serve([slow], options)).url, era)
    const still = (await other.call('check_on', { call: handle })).structuredContent!
    expect(still.status).toBe('running')
    release.resolve('made')
    const settled = async (result: Result): Promise<Result> =>
      result.structuredContent?.status === 'running'
        ? settled(await other.call('check_on', { call: result.structuredContent.call }))
        : result
    const asked = (await settled(await other.call('check_on', { call: handle }))).structuredContent!
    expect(asked.questions).toMatchObject([{ message: 'made?' }])
    const answer = { call: asked.call, answers: { word: { text: 'yes' } } }
    expect((await settled(await other.call('answer_question', answer))).content[0]!.text).toBe('yes')
    expect(runs).toBe(1)
  })

  it('is told at once how to check on a call if it does not wait for calls', async () => {
    const warned: Error[] = []
    const warn = (warning: Error) => void warned.push(warning)
    process.on('warning', warn)
    cleanups.push(() => process.off('warning', warn))
    const slow = createMcpTool('slow')
      .execute(function* (_, ctx) {
        return yield* ctx.step('work', () => delay(100, 'done'))
      })
      .build()
    const { call } = await connect((await serve([slow], { limits: { callWait: 0 } })).url, era)
    expect((await call('slow')).structuredContent!.status).toBe('running')
    expect(warned).toEqual([])
  })

  it('gets heartbeats while a call says nothing', async () => {
    let beats = Promise.withResolvers<void>()
    const quiet = createMcpTool('quiet')
      .execute(function* (_, ctx) {
        yield* ctx.notify('begun', 2, 10)
        yield* ctx.step('work', () => beats.promise)
        return 'done'
      })
      .build()
    const { url } = await serve([quiet], { limits: { heartbeat: 10 } })
    for (const capabilities of [{}, { elicitation: { form: {} } }]) {
      const { client } = await connect(url, era, { capabilities })
      const heard: { progress: number; total?: number | undefined; message?: string | undefined }[] = []
      const enough = Promise.withResolvers<void>()
      beats = Promise.withResolvers<void>()
      const onprogress = (one: (typeof heard)[0]) => {
        heard.push(one)
        if (heard.length > 2) enough.resolve()
      }
      const calling = client.callTool({ name: 'quiet' }, { onprogress })
      await enough.promise
      beats.resolve()
      await calling
      expect(heard[0]).toEqual({ progress: 2, total: 10, message: 'begun' })
      expect(heard[1]!.progress).toBeGreaterThan(2)
      expect(heard[2]).toMatchObject({ total: 10, message: 'begun' })
    }
  })
})

describe.each<Era>(['2025', '2026'])('a host of %s that cancels a question', (era) => {
  it.each([
    ['at once', 0, { action: 'cancel', reason: 'unattended' }],
    ['later, as a person does', 300, { action: 'cancel', answeredAt: expect.any(Number) }],
  ])('%s is reported to the tool', async (_, wait, expected) => {
    const tool = createMcpTool('asks')
      .elicits({ word: { response: z.object({ text: z.string() }) } })
      .execute(function* (_, ctx) {
        return JSON.stringify(yield* ctx.elicit('word', { message: 'Word?' }))
      })
      .build()
    const { client, call } = await connect((await serve([tool])).url, era, {
      capabilities: { elicitation: { form: {} } },
    })
    client.setRequestHandler('elicitation/create', async () => {
      await delay(wait)
      return { action: 'cancel' }
    })
    expect(JSON.parse((await call('asks')).content[0]!.text)).toEqual(expected)
  })
})

describe.each<Era>(['2025', '2026'])('a host of %s that cannot show numbers', (era) => {
  it('is asked again with text fields, which the server reads', async () => {
    const tool = createMcpTool('asks')
      .elicits({ seats: { response: z.object({ count: z.int().min(1), rows: z.array(z.enum(['1', '2'])) }) } })
      .execute(function* (_, ctx) {
        const answer = yield* ctx.elicit('seats', { message: 'How many?' })
        return JSON.stringify(answer.action === 'accept' && answer.content)
      })
      .build()
    const capabilities = { elicitation: { form: {} } }
    const { client, call } = await connect((await serve([tool])).url, era, { capabilities })
    const types: unknown[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { properties } = (
        params as unknown as { requestedSchema: { properties: Record<string, { type: string }> } }
      ).requestedSchema
      types.push(Object.values(properties).map(({ type }) => type))
      return { action: 'accept', content: types.length === 1 ? {} : { count: '3', rows: '2, 1' } }
    })
    expect(JSON.parse((await call('asks')).content[0]!.text)).toEqual({ count: 3, rows: ['2', '1'] })
    expect(types).toEqual([
      ['integer', 'array'],
      ['string', 'string'],
    ])
  })
})

it('a tool cannot be named as a tool of the server', () => {
  const tool = createMcpTool('answer_question')
    .execute(function* () {})
    .build()
  expect(() => serveMcp({ name: 'test', version: '1', tools: [tool] })).toThrow(/questionsInWords: false/)
  serveMcp({ name: 'test', version: '1', tools: [tool], questionsInWords: false })
})
