import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createMemoryStore } from '../../log/memory.ts'
import type { Model } from '../../models/model.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { content } from '../../tools/content.ts'
import type { McpTool } from '../../tools/tool.ts'
import { Catalog } from '../core/catalog.ts'
import { ErrorCode, ProtocolError } from '../core/errors.ts'
import { EventHub } from '../core/events.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { IDEMPOTENCY_META } from '../core/idempotency.ts'
import { createMcpPrompt } from '../core/prompt.ts'
import { Sampler } from '../core/sampler.ts'
import { createNodeListener } from '../http/node.ts'
import { readServeLimits, type ServeLimits } from '../serve-options.ts'
import { createRev2025 } from './rev2025.ts'

const text = { response: z.object({ text: z.string().min(2) }) }
const accept = (said: string) => ({ action: 'accept' as const, content: { text: said } })
const everything = { elicitation: { form: {} }, sampling: { tools: {} }, roots: {} }

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Given {
  tools: McpTool[]
  limits?: Partial<ServeLimits>
  model?: Model
}

async function serve({ tools, limits, model }: Given) {
  const greet = createMcpPrompt('greet', {
    description: 'Greets',
    arguments: {
      name: { required: true, complete: (value: string) => ['Ada', 'Alan'].filter((n) => n.startsWith(value)) },
    },
    elicits: { mood: text },
    *messages({ name }, ctx) {
      if (name === 'Eve') throw new Error('connect ECONNREFUSED 10.0.0.7')
      const mood = yield* ctx.elicit('mood', { message: 'How?' })
      const said = mood.action === 'accept' ? mood.content.text : mood.action
      return [{ role: 'user', content: { type: 'text', text: `${name} ${said}` } }]
    },
  })
  const events = new EventHub()
  const errors: unknown[] = []
  const rev2025 = createRev2025({
    catalog: new Catalog({
      tools,
      prompts: [greet],
      resources: [
        { uri: 'test://page', name: 'page', mimeType: 'text/plain', read: () => 'words' },
        { uriTemplate: 'test://{id}/x', name: 'x', read: (_uri, { id }) => `x ${decodeURIComponent(id!)}` },
      ],
    }),
    sampler: new Sampler(model, 'client-first'),
    store: createMemoryStore(),
    leaseTtl: 10_000,
    events,
    info: { name: 'test', version: '1', instructions: 'be kind' },
    limits: readServeLimits(limits),
    onError: (error) => errors.push(error),
  })
  const handle = (exchange: HttpExchange) => {
    const principal = exchange.header('x-principal')
    const caller = principal === undefined ? undefined : { principal, scopes: [], requireScopes: () => {} }
    return rev2025.handle(exchange, caller, exchange.method === 'POST' ? JSON.parse(exchange.body) : undefined)
  }
  const server = createServer(createNodeListener(handle, { bodyLimit: 1e6, onError: (error) => errors.push(error) }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  cleanups.push(async () => {
    await rev2025.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { rev2025, events, errors, url }
}

interface Person {
  onElicit?: (message: string) => unknown
  onSample?: (params: Record<string, unknown>) => unknown
  capabilities?: object
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>
}

/** A connection that loses all streams at once. The one of a call that is resumed is lost again, before its first event. */
function createFaultyConnection() {
  const streams = new Set<AbortController>()
  const resumed = Promise.withResolvers<void>()
  const gets: string[] = []
  const decoder = new TextDecoder()
  let read = ''
  return {
    gets,
    /** Whether its client has read this. */
    hasRead: (text: string) => read.includes(text),
    loseStreams() {
      for (const stream of streams) stream.abort()
    },
    async fetch(url: string | URL, init?: RequestInit): Promise<Response> {
      const lastEventId = new Headers(init?.headers).get('last-event-id') ?? ''
      const isCall = init?.method === 'GET' && lastEventId !== '' && !lastEventId.startsWith('0-')
      const stream = new AbortController()
      streams.add(stream)
      // The GET stream is resumed after the client has opened another one in place of that of the call.
      if (lastEventId.startsWith('0-') && !gets.some((id) => id.startsWith('0-'))) await resumed.promise
      if (init?.method === 'GET') gets.push(lastEventId)
      const signal = AbortSignal.any([stream.signal, ...(init?.signal ? [init.signal] : [])])
      const response = await fetch(url, { ...init, signal })
      if (isCall) {
        stream.abort()
        return new Response('', response)
      }
      if (init?.method === 'GET' && lastEventId === '' && gets.length > 1) setTimeout(resumed.resolve, 50)
      const reading = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk)
          read += decoder.decode(chunk)
        },
      })
      return response.body === null ? response : new Response(response.body.pipeThrough(reading), response)
    },
  }
}

const answers = { onElicit: (message: string): unknown => accept(`re: ${message}`) }

/** The official client of today. */
async function connect(
  url: URL,
  { onElicit = answers.onElicit, onSample, capabilities = everything, fetch }: Person = {},
) {
  const client = new Client({ name: 'v2', version: '1' }, { capabilities })
  if ('elicitation' in capabilities) {
    client.setRequestHandler('elicitation/create', async ({ params }) => (await onElicit(params.message)) as never)
  }
  if ('sampling' in capabilities) {
    client.setRequestHandler('sampling/createMessage', async ({ params }) => (await onSample?.(params)) as never)
  }
  if ('roots' in capabilities) {
    client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: 'file:///here', name: 'here' }] }))
  }
  const transport = new StreamableHTTPClientTransport(url, fetch && { fetch })
  await client.connect(transport)
  cleanups.push(() => client.close())
  return { client, transport }
}

/** The official client of yesterday. */
async function connectV1(url: URL, { onElicit = answers.onElicit, onSample, fetch }: Person = {}) {
  const client = new ClientV1({ name: 'v1', version: '1' }, { capabilities: everything })
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => (await onElicit(params.message)) as never)
  client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => (await onSample?.(params)) as never)
  client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: 'file:///here' }] }))
  // The types of its own transport are not exact about optional properties.
  await client.connect(new TransportV1(url, fetch && { fetch }) as Parameters<ClientV1['connect']>[0])
  cleanups.push(() => client.close())
  return client
}

const textOf = (result: object): string => (result as { content: { text: string }[] }).content[0]!.text

const wizard = createMcpTool('wizard')
  .elicits({ first: text, second: text, third: text })
  .execute(function* (_, ctx) {
    const said: string[] = []
    for (const key of ['first', 'second', 'third'] as const) {
      const answer = yield* ctx.elicit(key, { message: key })
      said.push(answer.action === 'accept' ? answer.content.text : answer.action)
    }
    return said.join(', ')
  })
  .build()

const pair = createMcpTool('pair')
  .elicits({ left: text, right: text })
  .execute(function* (_, ctx) {
    const ask = (key: 'left' | 'right') =>
      ctx.branch(function* (sub) {
        const answer = yield* sub.elicit(key, { message: key })
        return answer.action === 'accept' ? answer.content.text : answer.action
      })
    return yield* ctx.all([ask('left'), ask('right')])
  })
  .build()

/** Takes any arguments, and asks. */
const loose = createMcpTool('loose')
  .parameters(z.looseObject({}))
  .elicits({ word: text })
  .execute(function* (_, ctx) {
    return (yield* ctx.elicit('word', { message: 'word' })).action
  })
  .build()

/** Asks, says that it has, and that it is over. */
function createAsker() {
  const asked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const tool = createMcpTool('asker')
    .elicits({ word: text })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('before', () => asked.resolve())
        const answer = yield* ctx.elicit('word', { message: 'word' })
        return answer.action === 'accept' ? answer.content.text : answer.action
      } finally {
        yield* ctx.step('after', () => over.resolve())
      }
    })
    .build()
  return { tool, asked: asked.promise, over: over.promise }
}

const never = () => new Promise(() => {})

describe('a session with an official client', () => {
  it('asks three questions, one after the other', async () => {
    const { url } = await serve({ tools: [wizard] })
    const { client } = await connect(url)
    expect(client.getInstructions()).toBe('be kind')
    const expected = 're: first, re: second, re: third'
    expect(textOf(await client.callTool({ name: 'wizard' }))).toBe(expected)
    expect(textOf(await (await connectV1(url)).callTool({ name: 'wizard' }))).toBe(expected)
  })

  it('refuses arguments that are nested too deep to be kept, when a question would have them kept', async () => {
    const { url } = await serve({ tools: [loose] })
    const { client } = await connect(url)
    const deep = JSON.parse(`${'['.repeat(220)}${']'.repeat(220)}`)
    const call = client.callTool({ name: 'loose', arguments: { deep } })
    await expect(call).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('the arguments of loose'),
    })
  })

  it('asks the questions of parallel branches at once', async () => {
    const { url } = await serve({ tools: [pair] })
    const asked: string[] = []
    const both = Promise.withResolvers<void>()
    const onElicit = async (message: string) => {
      if (asked.push(message) === 2) both.resolve()
      await both.promise
      return accept(`re: ${message}`)
    }
    const { client } = await connect(url, { onElicit })
    expect(JSON.parse(textOf(await client.callTool({ name: 'pair' })))).toEqual(['re: left', 're: right'])
    expect(asked).toEqual(['left', 'right'])
  })

  it('serves 200 first calls in parallel, each in a session of its own', async () => {
    const { url } = await serve({ tools: [wizard] })
    const call = async () => textOf(await (await connect(url)).client.callTool({ name: 'wizard' }))
    const results = await Promise.all(Array.from({ length: 200 }, call))
    expect(new Set(results)).toEqual(new Set(['re: first, re: second, re: third']))
  })

  it('samples with tools, and reads one block or many', async () => {
    const tool = createMcpTool('sampler')
      .execute(function* (_, ctx) {
        const plain = yield* ctx.sample({ prompt: 'hi' })
        const add = { name: 'add', description: 'adds', inputSchema: z.object({ a: z.number() }) }
        const used = yield* ctx.sample({ prompt: 'use it', tools: [add] })
        return { text: plain.text, calls: used.toolCalls.map(({ name, input }) => ({ name, input })) }
      })
      .build()
    const { url } = await serve({ tools: [tool] })
    const onSample = ({ tools }: Record<string, unknown>) => ({
      role: 'assistant',
      model: 'm',
      content:
        tools === undefined
          ? { type: 'text', text: 'hello' }
          : [
              { type: 'text', text: 'using' },
              { type: 'tool_use', id: 't1', name: 'add', input: { a: 1 } },
            ],
    })
    const expected = { text: 'hello', calls: [{ name: 'add', input: { a: 1 } }] }
    const { client } = await connect(url, { onSample })
    expect(JSON.parse(textOf(await client.callTool({ name: 'sampler' })))).toEqual(expected)
    const old = await connectV1(url, { onSample })
    expect(JSON.parse(textOf(await old.callTool({ name: 'sampler' })))).toEqual(expected)
  })

  it('asks its own model when the client does not sample, and fails the sample when there is none', async () => {
    const tool = createMcpTool('sampler')
      .execute(function* (_, ctx) {
        return (yield* ctx.sample({ prompt: 'hi' })).text
      })
      .build()
    const model: Model = {
      id: 'm',
      answer: async () => ({ model: 'own', content: { type: 'text', text: 'own words' } }),
    }
    const capabilities = { elicitation: {} }
    const { client } = await connect((await serve({ tools: [tool], model })).url, { capabilities })
    expect(textOf(await client.callTool({ name: 'sampler' }))).toBe('own words')
    const { client: alone } = await connect((await serve({ tools: [tool] })).url, { capabilities })
    const result = await alone.callTool({ name: 'sampler' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('pass model to serveMcp')
  })

  it('gives a tool the roots of the client, and does not go on as a task', async () => {
    const tool = createMcpTool('place')
      .execute(function* (_, ctx) {
        return { roots: yield* ctx.roots(), detached: yield* ctx.detach(), can: ctx.can }
      })
      .build()
    const { url } = await serve({ tools: [tool] })
    const { client } = await connect(url)
    expect(JSON.parse(textOf(await client.callTool({ name: 'place' })))).toEqual({
      roots: [{ uri: 'file:///here', name: 'here' }],
      detached: false,
      can: { elicitation: true, url: true, sampling: true, roots: true, tasks: false },
    })
  })

  it('asks again when an answer does not fit, and says why', async () => {
    const asker = createAsker()
    const { url } = await serve({ tools: [asker.tool] })
    const asked: string[] = []
    const onElicit = (message: string) => (asked.push(message) === 1 ? accept('x') : accept('yes'))
    const { client } = await connect(url, { onElicit })
    expect(textOf(await client.callTool({ name: 'asker' }))).toBe('yes')
    expect(asked).toHaveLength(2)
    expect(asked[1]).toMatch(/^The last answer was refused: .*text.*\nword$/)
  })

  it('asks a client of 2025-06-18 without titled choices and lists, which its revision does not have', async () => {
    const trip = createMcpTool('trip')
      .elicits({ trip: { response: z.object({ to: z.string(), meals: z.array(z.enum(['fish', 'rice'])) }) } })
      .execute(function* (_, ctx) {
        const choices = { to: [{ value: 'LIS', title: 'Lisbon' }] }
        const answer = yield* ctx.elicit('trip', { message: 'Where to?', choices })
        return answer.action === 'accept' ? answer.content : answer.action
      })
      .build()
    const { url } = await serve({ tools: [trip] })
    const older = { capabilities: everything, supportedProtocolVersions: ['2025-06-18'] }
    const client = new Client({ name: 'v2', version: '1' }, older)
    const forms: unknown[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      forms.push((params as { requestedSchema: { properties: object } }).requestedSchema.properties)
      return { action: 'accept', content: { to: 'LIS', meals: 'rice, fish' } }
    })
    await client.connect(new StreamableHTTPClientTransport(url))
    cleanups.push(() => client.close())
    expect(JSON.parse(textOf(await client.callTool({ name: 'trip' })))).toEqual({ to: 'LIS', meals: ['rice', 'fish'] })
    expect(forms).toEqual([
      {
        to: { type: 'string', title: 'To', enum: ['LIS'], enumNames: ['Lisbon'] },
        meals: expect.objectContaining({ type: 'string', description: expect.stringContaining('commas: fish, rice') }),
      },
    ])
  })

  it('passes on that a person declined, and that a client failed to ask', async () => {
    const asker = createAsker()
    const { url } = await serve({ tools: [asker.tool] })
    const { client } = await connect(url, { onElicit: () => ({ action: 'decline' }) })
    expect(textOf(await client.callTool({ name: 'asker' }))).toBe('decline')
    const { client: broken } = await connect(url, {
      onElicit: () => {
        throw new Error('no window')
      },
    })
    const result = await broken.callTool({ name: 'asker' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('no window')
  })

  it('sends progress that grows with the token of the request, and none without a token', async () => {
    const tool = createMcpTool('worker')
      .execute(function* (_, ctx) {
        yield* ctx.notify('begun')
        yield* ctx.notify('half', 50)
        yield* ctx.notify('more')
        return 'done'
      })
      .build()
    const { url } = await serve({ tools: [tool] })
    const { client } = await connect(url)
    const seen: unknown[] = []
    const onprogress = (progress: unknown) => seen.push(progress)
    await client.callTool({ name: 'worker' }, { onprogress })
    expect(seen).toEqual([
      { progress: 1, message: 'begun' },
      { progress: 50, message: 'half' },
      { progress: 50.00005, message: 'more' },
    ])
    const post = await initialize(url)
    const { response } = await post({ id: 1, method: 'tools/call', params: { name: 'worker' } })
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  it('logs from the level on that the session has set', async () => {
    const tool = createMcpTool('logger')
      .execute(function* (_, ctx) {
        yield* ctx.log('debug', 'small')
        yield* ctx.log('warning', 'big')
        return 'done'
      })
      .build()
    const { url } = await serve({ tools: [tool] })
    const { client } = await connect(url)
    const seen: unknown[] = []
    client.setNotificationHandler('notifications/message', ({ params }) => void seen.push(params))
    await client.callTool({ name: 'logger' })
    expect(await client.setLoggingLevel('warning')).toEqual({})
    await client.callTool({ name: 'logger' })
    expect(seen).toEqual([
      { level: 'debug', data: 'small' },
      { level: 'warning', data: 'big' },
      { level: 'warning', data: 'big' },
    ])
    expect(await client.ping()).toEqual({})
  })

  it('halts a call that is cancelled, runs its finally and withdraws its question', async () => {
    const asker = createAsker()
    const { url, errors } = await serve({ tools: [asker.tool] })
    const { client } = await connect(url, { onElicit: never })
    const withdrawn = new Promise<void>((resolve) => {
      client.setRequestHandler('elicitation/create', (_, ctx) => {
        ctx.mcpReq.signal.addEventListener('abort', () => resolve())
        cancel.abort('enough')
        return never() as never
      })
    })
    const cancel = new AbortController()
    await expect(client.callTool({ name: 'asker' }, { signal: cancel.signal })).rejects.toThrow('enough')
    await asker.over
    await withdrawn
    expect(errors).toEqual([])
  })

  it('halts the calls of a session that is deleted', async () => {
    const asker = createAsker()
    const { url } = await serve({ tools: [asker.tool] })
    const { client, transport } = await connect(url, { onElicit: never })
    const call = client.callTool({ name: 'asker' })
    call.catch(() => {})
    await asker.asked
    await transport.terminateSession()
    await asker.over
    await expect(call).rejects.toThrow('the session has ended')
  })

  it('lists and calls: content, structure, errors', async () => {
    const tools = [
      createMcpTool('blocks')
        .execute(function* () {
          return content([{ type: 'image', data: 'AA==', mimeType: 'image/png' }])
        })
        .build(),
      createMcpTool('list')
        .output(z.array(z.number()))
        .execute(function* () {
          return [1, 2]
        })
        .build(),
      createMcpTool('object')
        .output(z.object({ a: z.number() }))
        .execute(function* () {
          return { a: 1 }
        })
        .build(),
      createMcpTool('thrower')
        .parameters(z.object({ how: z.string() }))
        .execute(function* ({ how }) {
          throw how === 'protocol' ? new ProtocolError(-32099, 'special', { a: 1 }) : new Error('boom')
        })
        .build(),
    ]
    const { url } = await serve({ tools })
    const { client } = await connect(url)
    const listed = (await client.listTools()).tools
    expect(listed.map(({ name }) => name)).toEqual(['blocks', 'list', 'object', 'thrower'])
    expect(listed[1]!.outputSchema).toMatchObject({ type: 'object', required: ['result'] })
    expect((await client.callTool({ name: 'blocks' })).content).toEqual([
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
    ])
    expect((await client.callTool({ name: 'list' })).structuredContent).toEqual({ result: [1, 2] })
    expect((await client.callTool({ name: 'object' })).structuredContent).toEqual({ a: 1 })
    const boom = await client.callTool({ name: 'thrower', arguments: { how: 'x' } })
    expect(boom).toMatchObject({ isError: true, content: [{ text: 'boom' }] })
    const wrong = await client.callTool({ name: 'thrower', arguments: {} })
    expect(wrong.isError).toBe(true)
    expect(textOf(wrong)).toContain('wrong arguments')
    const protocol = client.callTool({ name: 'thrower', arguments: { how: 'protocol' } })
    await expect(protocol).rejects.toMatchObject({ code: -32099, message: 'special', data: { a: 1 } })
    await expect(client.callTool({ name: 'nobody' })).rejects.toMatchObject({ code: ErrorCode.invalidParams })
  })

  it('serves prompts that ask, resources, templates and completion', async () => {
    const { url } = await serve({ tools: [] })
    const { client } = await connect(url)
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'greet', description: 'Greets' }])
    expect(await client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } })).toMatchObject({
      description: 'Greets',
      messages: [{ role: 'user', content: { text: 'Ada re: How?' } }],
    })
    const missing = client.getPrompt({ name: 'greet', arguments: {} })
    await expect(missing).rejects.toMatchObject({ code: ErrorCode.invalidParams })
    expect((await client.listResources()).resources).toMatchObject([{ uri: 'test://page' }])
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ uriTemplate: 'test://{id}/x' }])
    expect(await client.readResource({ uri: 'test://7/x' })).toMatchObject({ contents: [{ text: 'x 7' }] })
    const unknown = client.readResource({ uri: 'test://none' })
    await expect(unknown).rejects.toMatchObject({ code: ErrorCode.invalidParams, data: { uri: 'test://none' } })
    const ref = { type: 'ref/prompt' as const, name: 'greet' }
    expect(await client.complete({ ref, argument: { name: 'name', value: 'Al' } })).toMatchObject({
      completion: { values: ['Alan'] },
    })
  })

  it('reports a prompt that fails, and tells its client nothing of the reason', async () => {
    const { url, errors } = await serve({ tools: [] })
    const { client } = await connect(url)
    const failing = client.getPrompt({ name: 'greet', arguments: { name: 'Eve' } })
    await expect(failing).rejects.toMatchObject({ code: ErrorCode.internal, message: 'internal error' })
    expect(errors).toMatchObject([{ message: 'connect ECONNREFUSED 10.0.0.7' }])
  })

  it('takes a call without arguments and one with none for the same call', async () => {
    let runs = 0
    const counts = createMcpTool('counts')
      .execute(function* (_, ctx) {
        return yield* ctx.step('count', () => ++runs)
      })
      .build()
    const { url } = await serve({ tools: [counts] })
    const { client } = await connect(url)
    const _meta = { [IDEMPOTENCY_META]: 'once' }
    const [left, empty] = [
      await client.callTool({ name: 'counts', _meta }),
      await client.callTool({ name: 'counts', arguments: {}, _meta }),
    ]
    expect([textOf(left), textOf(empty), runs]).toEqual(['1', '1', 1])
  })

  it('tells of changes, and of the resources that the session watches', async () => {
    const { url, events } = await serve({ tools: [] })
    const { client } = await connect(url)
    const seen: unknown[] = []
    const last = Promise.withResolvers<void>()
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void seen.push(params.uri))
    client.setNotificationHandler('notifications/tools/list_changed', () => last.resolve())
    await client.subscribeResource({ uri: 'test://page' })
    await client.subscribeResource({ uri: 'test://gone' })
    await client.unsubscribeResource({ uri: 'test://gone' })
    // The client does not say when its GET stream is up.
    const told = setInterval(() => {
      events.publish({ type: 'resource_updated', uri: 'test://gone' })
      events.publish({ type: 'resource_updated', uri: 'test://page' })
      events.publish({ type: 'list_changed', list: 'tools' })
    }, 10)
    await last.promise.finally(() => clearInterval(told))
    expect(new Set(seen)).toEqual(new Set(['test://page']))
  })

  it('fails with -32021 what needs more than the client declared, after the finally', async () => {
    const asker = createAsker()
    const rooter = createMcpTool('rooter')
      .execute(function* (_, ctx) {
        return yield* ctx.roots()
      })
      .build()
    const demanding = createMcpTool('demanding')
      .requires({ elicitation: true, sampling: true })
      .execute(function* () {
        return 'never'
      })
      .build()
    const later = createMcpTool('later')
      .task('required')
      .execute(function* () {
        return 'never'
      })
      .build()
    const { url } = await serve({ tools: [asker.tool, rooter, demanding, later] })
    const { client } = await connect(url, { capabilities: {} })
    const requires = async (name: string) => {
      const error = await client.callTool({ name }).then(
        () => undefined,
        (thrown: unknown) => thrown as { code: number; data: { requiredCapabilities: unknown } },
      )
      expect(error?.code).toBe(ErrorCode.missingCapability)
      return error?.data.requiredCapabilities
    }
    expect(await requires('asker')).toEqual({ elicitation: { form: {} } })
    await asker.over
    expect(await requires('rooter')).toEqual({ roots: {} })
    expect(await requires('demanding')).toEqual({ elicitation: { form: {} }, sampling: {} })
    expect(await requires('later')).toEqual({ extensions: { 'io.modelcontextprotocol/tasks': {} } })
  })

  it('hides what broke inside from the client, and reports it', async () => {
    const { url, errors } = await serve({ tools: [] })
    const { client } = await connect(url)
    const request = client.request({ method: 'resources/read', params: { uri: 'test://%25/x' } })
    await expect(request).rejects.toMatchObject({ code: ErrorCode.internal, message: 'internal error' })
    expect(errors).toEqual([expect.any(URIError)])
  })

  it('loses neither question nor result when its streams are dropped', async () => {
    const slow = createMcpTool('slow')
      .elicits({ word: text })
      .execute(function* (_, ctx) {
        yield* ctx.step('drop', () => rev2025.dropStreams())
        const answer = yield* ctx.elicit('word', { message: 'word' })
        yield* ctx.step('drop', () => rev2025.dropStreams())
        return answer.action === 'accept' ? answer.content.text : answer.action
      })
      .build()
    const { url, rev2025 } = await serve({ tools: [slow] })
    const { client } = await connect(url)
    expect(textOf(await client.callTool({ name: 'slow' }))).toBe('re: word')
    expect(textOf(await (await connectV1(url)).callTool({ name: 'slow' }))).toBe('re: word')
  })
})

interface RawMessage {
  id?: unknown
  method?: string
  params?: object
  result?: unknown
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

async function send(url: URL, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  return response
}

const hello = (protocolVersion: string, capabilities: object = everything) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } },
})

/** A session without a client library: resolves to a function that posts to it. */
async function initialize(url: URL, protocolVersion = '2025-11-25', principal?: string) {
  const owner: Record<string, string> = principal === undefined ? {} : { 'x-principal': principal }
  const opened = await send(url, hello(protocolVersion), owner)
  expect(opened.status).toBe(200)
  await opened.json()
  const id = opened.headers.get('mcp-session-id')!
  const headers = { 'mcp-session-id': id, ...owner }
  const post = async (message: RawMessage | RawMessage[], more: { headers?: object; signal?: AbortSignal } = {}) => {
    const body = Array.isArray(message)
      ? message.map((one) => ({ jsonrpc: '2.0', ...one }))
      : { jsonrpc: '2.0', ...message }
    const response = await send(url, body, { ...headers, ...more.headers }, more.signal)
    return { response, headers }
  }
  return Object.assign(post, { id, headers })
}

interface Frame {
  id: string | undefined
  retry: string | undefined
  message: RawMessage | undefined
}

/** The events of a response, as they come. */
async function* frames(response: Response): AsyncGenerator<Frame> {
  let buffered = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    buffered += chunk
    for (let end = buffered.indexOf('\n\n'); end !== -1; end = buffered.indexOf('\n\n')) {
      const lines = buffered.slice(0, end).split('\n')
      buffered = buffered.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = field('data')
      yield { id: field('id'), retry: field('retry'), message: data ? JSON.parse(data) : undefined }
    }
  }
}

const quick = createMcpTool('quick')
  .execute(function* () {
    return 'ok'
  })
  .build()

const call = (name: string, id: number): RawMessage => ({ id, method: 'tools/call', params: { name } })

describe('Streamable HTTP with sessions', () => {
  it.each([
    ['today', connect],
    ['yesterday', connectV1],
  ])(
    'keeps both GET streams of the official client of %s, which lost the stream of a call before its first event',
    async (_, open) => {
      const asker = createAsker()
      const { url, events } = await serve({ tools: [asker.tool] })
      const connection = createFaultyConnection()
      const opened = await open(url, { onElicit: never, fetch: connection.fetch })
      const client = 'client' in opened ? opened.client : opened
      let changes = 0
      client.fallbackNotificationHandler = async ({ method }) => {
        if (method === 'notifications/tools/list_changed') changes++
      }
      client.callTool({ name: 'asker' }).catch(() => {})
      await asker.asked
      await vi.waitUntil(() => connection.hasRead('id: 0-') && connection.hasRead('elicitation/create'), 20_000)
      await new Promise((resolve) => setTimeout(resolve, 100))
      connection.loseStreams()
      await vi.waitUntil(() => connection.gets.some((id) => id.startsWith('0-')), 20_000)
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(connection.gets).toHaveLength(4)
      events.publish({ type: 'list_changed', list: 'tools' })
      await vi.waitUntil(() => changes > 0, 20_000)
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(changes).toBe(1)
    },
  )

  it('opens a session whose id is visible ASCII, in every version it speaks', async () => {
    const { url } = await serve({ tools: [quick] })
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26']) {
      const response = await send(url, hello(version))
      expect(response.headers.get('mcp-session-id')).toMatch(/^[\x21-\x7e]{32,}$/)
      expect(await response.json()).toMatchObject({ id: 0, result: { protocolVersion: version } })
    }
    expect(await (await send(url, hello('2030-01-01'))).json()).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    })
  })

  it('answers in plain JSON when nothing comes before the response', async () => {
    const { url } = await serve({ tools: [quick] })
    const { response } = await (await initialize(url))(call('quick', 1))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: 'ok' }] },
    })
  })

  it('takes notifications and responses with 202, also a response without a request', async () => {
    const { url, errors } = await serve({ tools: [] })
    const post = await initialize(url)
    expect((await post({ method: 'notifications/initialized' })).response.status).toBe(202)
    expect((await post({ id: 99, result: {} })).response.status).toBe(202)
    expect(errors).toEqual([])
  })

  it('takes any version it speaks in the header, and refuses others', async () => {
    const { url } = await serve({ tools: [] })
    const post = await initialize(url)
    const status = async (version: string) => {
      const headers = { 'mcp-protocol-version': version }
      return (await post({ id: 1, method: 'ping' }, { headers })).response.status
    }
    expect(await status('2025-03-26')).toBe(200)
    expect(await status('1999-01-01')).toBe(400)
  })

  it('refuses a request without a session, with an unknown or ended one, or with that of another principal', async () => {
    const { url } = await serve({ tools: [] })
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const refused = async (headers: Record<string, string>) => {
      const response = await send(url, ping, headers)
      return [response.status, (await response.json()).error.code]
    }
    expect(await refused({})).toEqual([400, -32000])
    expect(await refused({ 'mcp-session-id': 'nonsense' })).toEqual([404, -32001])
    const { headers, id } = await initialize(url, '2025-11-25', 'ada')
    expect((await send(url, ping, headers)).status).toBe(200)
    expect(await refused({ 'mcp-session-id': id })).toEqual([404, -32001])
    expect(await refused({ 'mcp-session-id': id, 'x-principal': 'bob' })).toEqual([404, -32001])
    expect((await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': id } })).status).toBe(404)
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200)
    expect(await refused(headers)).toEqual([404, -32001])
  })

  it('refuses a request with its id, and anything else without one', async () => {
    const { url } = await serve({ tools: [] })
    const idFor = async (message: object | object[]) =>
      (await (await send(url, message, { 'mcp-session-id': 'nonsense' })).json()).id
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' }
    expect(await idFor(ping)).toBe(7)
    expect(await idFor([ping])).toBe(null)
    expect(await idFor({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBe(null)
    // The id of a response is one of the server's, and may be that of another request of the client.
    expect(await idFor({ jsonrpc: '2.0', id: 7, result: {} })).toBe(null)
  })

  it('refuses messages that are none, repeated ids, a second initialize, and what does not accept both forms', async () => {
    const asker = createAsker()
    const { url } = await serve({ tools: [asker.tool] })
    const post = await initialize(url)
    const code = async (body: unknown) => {
      const response = await send(url, body, post.headers)
      return [response.status, (await response.json()).error.code]
    }
    expect(await code({ id: 1 })).toEqual([400, ErrorCode.invalidRequest])
    expect(await code(null)).toEqual([400, ErrorCode.invalidRequest])
    expect(await code({ jsonrpc: '2.0', id: null, method: 'ping' })).toEqual([400, ErrorCode.invalidRequest])
    expect(await code({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: 5 } })).toEqual([400, -32600])
    expect(await code({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })).toEqual([400, -32600])
    const response = await send(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
    expect([response.status, (await response.json()).error.code]).toEqual([400, ErrorCode.invalidParams])
    await post(call('asker', 5))
    expect(await code({ jsonrpc: '2.0', ...call('asker', 5) })).toEqual([400, ErrorCode.invalidRequest])
    const json = await send(url, hello('2025-11-25'), { accept: 'application/json' })
    expect(json.status).toBe(406)
    const get = await fetch(url, { headers: { ...post.headers, accept: 'application/json' } })
    expect(get.status).toBe(406)
    expect((await fetch(url, { method: 'PUT', headers: post.headers })).status).toBe(405)
  })

  it('answers unknown methods and wrong params with their codes', async () => {
    const { url } = await serve({ tools: [quick] })
    const post = await initialize(url)
    const code = async (message: RawMessage) => (await (await post(message)).response.json()).error.code
    expect(await code({ id: 1, method: 'no/such' })).toBe(ErrorCode.methodNotFound)
    expect(await code({ id: 1, method: 'tools/call', params: { name: 'quick', arguments: 5 } })).toBe(-32602)
    expect(await code({ id: 1, method: 'resources/subscribe', params: {} })).toBe(-32602)
    expect(await code({ id: 1, method: 'logging/setLevel', params: { level: 'loud' } })).toBe(-32602)
  })

  it('takes batches of up to a hundred where the revision has them', async () => {
    const { url } = await serve({ tools: [quick, wizard] })
    const old = await initialize(url, '2025-03-26')
    const { response } = await old([call('quick', 1), { method: 'notifications/initialized' }, call('quick', 2)])
    expect((await response.json()).map(({ id }: RawMessage) => id)).toEqual([1, 2])
    const many = Array.from({ length: 101 }, (_, id) => call('quick', id))
    expect((await old(many)).response.status).toBe(400)
    expect((await old([])).response.status).toBe(400)
    expect((await old([call('quick', 1), call('quick', 1)])).response.status).toBe(400)
    const { response: streamed } = await old([call('quick', 1), call('wizard', 2)])
    const ids: unknown[] = []
    for await (const { message } of frames(streamed)) {
      if (message?.method === undefined) ids.push(message?.id)
      else await old({ id: message.id, result: accept('yes') })
    }
    expect(ids.filter((id) => id !== undefined)).toEqual([1, 2])
    expect((await (await initialize(url))([call('quick', 1)])).response.status).toBe(400)
  })

  it('opens every stream with an event to resume from, unless the client is too old for it', async () => {
    const { url } = await serve({ tools: [wizard] })
    const first = async (version: string) => {
      const { response } = await (await initialize(url, version))(call('wizard', 1))
      for await (const frame of frames(response)) return frame
      throw new Error('the stream has ended')
    }
    expect(await first('2025-11-25')).toEqual({ id: '2-0-MQ', retry: '300', message: undefined })
    expect(await first('2025-06-18')).toEqual({ id: undefined, retry: undefined, message: undefined })
  })

  it('goes on with a dropped stream where the client left off', async () => {
    const asker = createAsker()
    const { url } = await serve({ tools: [asker.tool] })
    const post = await initialize(url)
    const gone = new AbortController()
    const { response } = await post(call('asker', 1), { signal: gone.signal })
    let primed: string | undefined
    for await (const { id } of frames(response)) {
      primed = id
      break
    }
    gone.abort()
    const resume = (id: string) =>
      fetch(url, { headers: { ...post.headers, accept: 'text/event-stream', 'last-event-id': id } })
    const seen: (string | undefined)[] = []
    for await (const { id, message } of frames(await resume(primed!))) {
      seen.push(id)
      if (message?.method !== 'elicitation/create') continue
      await post({ id: message.id, result: accept('yes') })
    }
    expect(seen).toEqual(['2-0-MQ', '2-1-MQ', '2-2-MQ'])
    await asker.over
    const again: unknown[] = []
    for await (const { message } of frames(await resume('2-1'))) again.push(message)
    expect(again).toMatchObject([undefined, { id: 1, result: { content: [{ text: 'yes' }] } }])
    expect((await resume('2-2')).status).toBe(204)
    expect((await resume('7-1')).status).toBe(400)
    expect((await resume('nonsense')).status).toBe(400)
  })

  it('refuses a second GET stream that resumes nothing, but lets calls be resumed beside the first', async () => {
    const asker = createAsker()
    const { url, rev2025 } = await serve({ tools: [asker.tool] })
    const post = await initialize(url)
    const get = (headers: object = {}) =>
      fetch(url, { headers: { ...post.headers, accept: 'text/event-stream', ...headers } })
    const standing = await get()
    expect(standing.status).toBe(200)
    expect((await get()).status).toBe(409)
    const { response } = await post(call('asker', 1))
    const stream = frames(response)
    expect((await stream.next()).value.id).toBe('2-0-MQ')
    rev2025.dropStreams()
    const left: Frame[] = []
    for await (const frame of stream) left.push(frame)
    expect(left.every(({ message }) => message?.method === 'elicitation/create')).toBe(true)
    const resumed = await get({ 'last-event-id': '2-0' })
    expect(resumed.status).toBe(200)
    await resumed.body!.cancel()
    await standing.body!.cancel()
  })

  it.each(['the same', 'another'])(
    'asks a client that lost its stream and sends the call again with its key in %s session',
    async (which) => {
      const { url } = await serve({ tools: [wizard] })
      // This revision has no stream that can be resumed before its first event.
      const first = await initialize(url, '2025-06-18')
      const keyed = (id: number): RawMessage => ({
        id,
        method: 'tools/call',
        params: { name: 'wizard', _meta: { [IDEMPOTENCY_META]: 'k' } },
      })
      const gone = new AbortController()
      const lost = frames((await first(keyed(1), { signal: gone.signal })).response)
      await lost.next()
      const question = (await lost.next()).value.message
      gone.abort()
      const again = which === 'the same' ? first : await initialize(url, '2025-06-18')
      const asked: RawMessage[] = []
      for await (const { message } of frames((await again(keyed(2))).response)) {
        if (message !== undefined) asked.push(message)
        if (message?.method === 'elicitation/create') await again({ id: message.id, result: accept('yes') })
      }
      expect(asked[0]).toEqual(question)
      expect(asked.map(({ method }) => method ?? 'response')).toEqual([
        ...Array(3).fill('elicitation/create'),
        'response',
      ])
      expect(asked.at(-1)).toMatchObject({ id: 2, result: { content: [{ text: 'yes, yes, yes' }] } })
    },
  )

  it('asks once on a stream that a call shares with the same request sent again', async () => {
    const { url } = await serve({ tools: [wizard] })
    const post = await initialize(url, '2025-03-26')
    const keyed = (id: number): RawMessage => ({
      id,
      method: 'tools/call',
      params: { name: 'wizard', _meta: { [IDEMPOTENCY_META]: 'k' } },
    })
    const seen: unknown[] = []
    for await (const { message } of frames((await post([keyed(1), keyed(2)])).response)) {
      if (message !== undefined) seen.push(message.method ?? message.id)
      if (message?.method === 'elicitation/create') await post({ id: message.id, result: accept('yes') })
    }
    expect(seen).toEqual([...Array(3).fill('elicitation/create'), 1, 2])
  })

  it.each(['before', 'after'])(
    'makes a call again whose first request was cancelled %s it was sent again',
    async (when) => {
      const tidy = createMcpTool('tidy')
        .elicits({ word: text })
        .execute(function* (_, ctx) {
          try {
            return (yield* ctx.elicit('word', { message: 'word' })).action
          } finally {
            yield* ctx.step('tidy up', () => new Promise((resolve) => setTimeout(resolve, 100)))
          }
        })
        .build()
      const { url } = await serve({ tools: [tidy] })
      const post = await initialize(url)
      const keyed = (id: number): RawMessage => ({
        id,
        method: 'tools/call',
        params: { name: 'tidy', _meta: { [IDEMPOTENCY_META]: 'k' } },
      })
      const first = frames((await post(keyed(1))).response)
      await first.next()
      await first.next()
      const cancel = () => post({ method: 'notifications/cancelled', params: { requestId: 1 } })
      if (when === 'before') await cancel()
      const again = post(keyed(2))
      if (when === 'after') {
        await again
        await cancel()
      }
      const seen: unknown[] = []
      let isCancelled = when === 'before'
      for await (const { message } of frames((await again).response)) {
        if (message !== undefined) seen.push(message.result ?? message.method)
        if (message?.method === 'notifications/cancelled') isCancelled = true
        else if (message?.method !== undefined && isCancelled) await post({ id: message.id, result: accept('yes') })
      }
      expect(seen.at(-1)).toMatchObject({ content: [{ text: 'accept' }] })
    },
  )

  it('ends the response of a repeated request that is cancelled, and not its call', async () => {
    const asker = createAsker()
    const { url } = await serve({ tools: [asker.tool] })
    const post = await initialize(url)
    const keyed = (id: number): RawMessage => ({
      id,
      method: 'tools/call',
      params: { name: 'asker', _meta: { [IDEMPOTENCY_META]: 'k' } },
    })
    const stream = frames((await post(keyed(1))).response)
    await stream.next()
    const question = (await stream.next()).value.message
    const repeated = frames((await post(keyed(2))).response)
    await repeated.next()
    expect((await repeated.next()).value.message).toEqual(question)
    await post({ method: 'notifications/cancelled', params: { requestId: 2 } })
    expect((await repeated.next()).done).toBe(true)
    await post({ id: question.id, result: accept('yes') })
    expect((await stream.next()).value.message).toMatchObject({ id: 1, result: { content: [{ text: 'yes' }] } })
  })

  it('does not cancel a call whose stream was dropped', async () => {
    const asker = createAsker()
    const { url } = await serve({ tools: [asker.tool] })
    const post = await initialize(url)
    const gone = new AbortController()
    const { response } = await post(call('asker', 1), { signal: gone.signal })
    const stream = frames(response)
    await stream.next()
    const question = (await stream.next()).value.message
    gone.abort()
    await post({ id: question.id, result: accept('yes') })
    await asker.over
    const resumed = await fetch(url, {
      headers: { ...post.headers, accept: 'text/event-stream', 'last-event-id': '2-1' },
    })
    const results: unknown[] = []
    for await (const { message } of frames(resumed)) results.push(message?.result)
    expect(results).toMatchObject([undefined, { content: [{ text: 'yes' }] }])
  })

  it('ends the answer of a cancelled call without a response', async () => {
    const asker = createAsker()
    const stuck = createMcpTool('stuck')
      .execute(function* (_, ctx) {
        yield* ctx.step('begin', () => begun.resolve())
        yield* ctx.sleep(60_000)
        return 'never'
      })
      .build()
    const begun = Promise.withResolvers<void>()
    const { url } = await serve({ tools: [asker.tool, stuck] })
    const post = await initialize(url)
    const { response } = await post(call('asker', 1))
    const silent = post(call('stuck', 2))
    await begun.promise
    await post({ method: 'notifications/cancelled', params: { requestId: 1 } })
    await post({ method: 'notifications/cancelled', params: { requestId: 2 } })
    const methods: unknown[] = []
    for await (const { message } of frames(response)) methods.push(message?.method)
    expect(methods).toEqual([undefined, 'elicitation/create', 'notifications/cancelled'])
    expect(await (await silent).response.text()).toBe('')
    await asker.over
  })

  it('refuses more sessions than it may have, until one has ended', async () => {
    const { url } = await serve({ tools: [], limits: { sessions: 2 } })
    const { headers } = await initialize(url)
    await initialize(url)
    const response = await send(url, hello('2025-11-25'))
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ id: 0, error: { message: expect.stringContaining('2 sessions') } })
    await fetch(url, { method: 'DELETE', headers })
    await initialize(url)
  })

  it('ends an idle session and halts its calls', async () => {
    const asker = createAsker()
    // Long enough for the call to arrive on a busy machine.
    const { url } = await serve({ tools: [asker.tool], limits: { sessionIdle: 2_000 } })
    const post = await initialize(url)
    const gone = new AbortController()
    const asking = await post(call('asker', 1), { signal: gone.signal })
    expect(asking.response.status).toBe(200)
    gone.abort()
    await asker.over
    expect((await post({ id: 2, method: 'ping' })).response.status).toBe(404)
  })

  it.each([Number.POSITIVE_INFINITY, 40 * 86_400_000])(
    'keeps an idle session for %s milliseconds',
    async (sessionIdle) => {
      const { url } = await serve({ tools: [], limits: { sessionIdle } })
      const post = await initialize(url)
      // A time that is too long for a timer would end it after 1 ms.
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect((await post({ id: 2, method: 'ping' })).response.status).toBe(200)
    },
  )

  it('does not take a session for idle while its client is connected', async () => {
    const asker = createAsker()
    const { url } = await serve({ tools: [asker.tool], limits: { sessionIdle: 200 } })
    const post = await initialize(url)
    const { response } = await post(call('asker', 1))
    const stream = frames(response)
    await stream.next()
    const question = (await stream.next()).value.message
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await post({ id: question.id, result: accept('yes') })).response.status).toBe(202)
    expect((await stream.next()).value.message).toMatchObject({ id: 1, result: {} })
  })

  it('upgrades a call that takes long to a stream, so that it can be resumed', async () => {
    const slow = createMcpTool('slow')
      .execute(function* (_, ctx) {
        yield* ctx.step('wait', () => release.promise)
        return 'done'
      })
      .build()
    const release = Promise.withResolvers<void>()
    const { url } = await serve({ tools: [slow] })
    const { response } = await (await initialize(url))(call('slow', 1))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    release.resolve()
    const messages: unknown[] = []
    for await (const { message } of frames(response)) messages.push(message)
    expect(messages).toMatchObject([undefined, { id: 1, result: { content: [{ text: 'done' }] } }])
  })

  it('fails its calls clearly and waits for their finally when it closes', async () => {
    let over = false
    const tool = createMcpTool('tidy')
      .elicits({ word: text })
      .execute(function* (_, ctx) {
        try {
          return yield* ctx.elicit('word', { message: 'word' })
        } finally {
          yield* ctx.step('tidy up', async () => {
            await new Promise((resolve) => setTimeout(resolve, 20))
            over = true
          })
        }
      })
      .build()
    const { url, rev2025 } = await serve({ tools: [tool] })
    const post = await initialize(url)
    const { response } = await post(call('tidy', 1))
    const stream = frames(response)
    await stream.next()
    await stream.next()
    await rev2025.close()
    expect(over).toBe(true)
    expect((await stream.next()).value.message.error.message).toBe('the server is going down')
    expect((await post({ id: 2, method: 'ping' })).response.status).toBe(404)
  })
})
