import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import type { Rev2025 } from './rev2025/rev2025.ts'
import { META } from './rev2026/envelope.ts'
import type { Rev2026 } from './rev2026/handlers.ts'
import { serveMcp } from './serve.ts'
import { serveStdio } from './stdio.ts'
import { LineWriter, readLines } from './stdio-lines.ts'

const text = { response: z.object({ text: z.string().min(2) }) }

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

/** Waits for ever, says that it does, and that it is over. */
function createWaiter() {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const tool = createMcpTool('waiter')
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('begin', () => begun.resolve())
        yield* ctx.sleep(600_000)
        return 'never'
      } finally {
        yield* ctx.step('end', () => over.resolve())
      }
    })
    .build()
  return { tool, begun: begun.promise, over: over.promise }
}

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Line {
  jsonrpc: '2.0'
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

/** A server on a pipe, and the client's end of it. */
function open(...tools: McpTool[]) {
  const input = new PassThrough()
  const output = new PassThrough()
  const errors: unknown[] = []
  const limits = { heartbeat: 10 }
  const server = serveMcp({ name: 'test', version: '1', tools, limits, onError: (error) => errors.push(error) })
  const stdio = server.stdio({ input, output })
  const seen: Line[] = []
  const waiting: ((line: Line) => void)[] = []
  readLines(output, {
    onLine: (line) => {
      const message = JSON.parse(line) as Line
      const next = waiting.shift()
      if (next === undefined) seen.push(message)
      else next(message)
    },
    onTooLong: () => {},
    onEnd: () => {},
  })
  const send = (...messages: object[]) =>
    void input.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  const next = async (): Promise<Line> => seen.shift() ?? (await new Promise((resolve) => waiting.push(resolve)))
  cleanups.push(async () => {
    stdio.close()
    await stdio.closed
    await server.close()
  })
  return { input, output, send, next, stdio, errors, server }
}

/** The pipe as a transport of the official clients. */
function createTransport({ send, next, input }: ReturnType<typeof open>) {
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      void (async () => {
        for (;;) {
          const message = await next()
          transport.onmessage?.(message as never)
        }
      })()
    },
    async send(message: object) {
      send(message)
    },
    async close() {
      input.end()
      transport.onclose?.()
    },
  }
  return transport
}

const capabilities = { elicitation: { form: {} } }
const rev2026 = (params: object = {}, id: string | number = 1, declared: object = capabilities) => ({
  id,
  params: { ...params, _meta: { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: declared } },
})
const hello = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'raw', version: '1' } },
}

/** Stands in for the revision that a test does not look at. */
const unused = {
  rev2026: {
    readEnvelope: () => ({}) as never,
    hasMethod: () => true,
    answer: async () => ({}),
    close: async () => {},
  } satisfies Rev2026 as Rev2026,
  rev2025: (): Rev2025 => {
    throw new Error('nobody needs a session here')
  },
  onError: (error: unknown) => {
    throw error
  },
}
const noSessions: Rev2025 = {
  handle: async () => {},
  connect: async () => ({ receive() {}, close: async () => {} }),
  dropStreams() {},
  close: async () => {},
}

describe('both revisions on one pipe', () => {
  it('serves the official client with a session', async () => {
    const pipe = open(wizard)
    const client = new Client({ name: 'v2', version: '1' }, { capabilities })
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      content: { text: `re: ${params.message}` },
    }))
    await client.connect(createTransport(pipe) as never)
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
    const result = await client.callTool({ name: 'wizard' })
    expect(result.content).toEqual([{ type: 'text', text: 're: first, re: second, re: third' }])
    await client.close()
    await pipe.stdio.closed
  })

  it('serves the official client without one', async () => {
    const pipe = open(wizard)
    const client = new Client({ name: 'v2', version: '1' }, { capabilities, versionNegotiation: { mode: 'auto' } })
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      content: { text: `re: ${params.message}` },
    }))
    await client.connect(createTransport(pipe) as never)
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    const result = await client.callTool({ name: 'wizard' })
    expect(result.content).toEqual([{ type: 'text', text: 're: first, re: second, re: third' }])
  })

  it('serves the official client of version 1', async () => {
    const pipe = open(wizard)
    const client = new ClientV1({ name: 'v1', version: '1' }, { capabilities })
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      action: 'accept',
      content: { text: `re: ${params.message}` },
    }))
    await client.connect(createTransport(pipe) as never)
    const result = await client.callTool({ name: 'wizard' })
    expect(result.content).toEqual([{ type: 'text', text: 're: first, re: second, re: third' }])
  })

  it('lets a client discover first and initialize then, and stays with the session after', async () => {
    const { send, next } = open(wizard)
    send({ ...rev2026({}, 'probe'), method: 'server/discover' })
    expect(await next()).toMatchObject({ id: 'probe', result: { supportedVersions: ['2026-07-28'] } })
    send(hello, { method: 'notifications/initialized' })
    expect(await next()).toMatchObject({ id: 0, result: { protocolVersion: '2025-11-25' } })
    send({ ...rev2026({}, 2), method: 'tools/list' })
    const listed = await next()
    expect(listed).toMatchObject({ id: 2, result: { tools: [{ name: 'wizard' }] } })
    expect(listed.result).not.toHaveProperty('resultType')
  })

  it('answers what is not JSON, not JSON-RPC, malformed, unknown or of another version with its code', async () => {
    const { input, send, next, errors } = open()
    input.write('{"jsonrpc": \n')
    expect(await next()).toMatchObject({ id: null, error: { code: -32700 } })
    input.write(`{"id":1,"method":"initialize","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n`)
    expect(await next()).toMatchObject({
      id: null,
      error: { code: -32700, message: expect.stringContaining('deeper') },
    })
    input.write('\n\r\n[]\n')
    expect(await next()).toMatchObject({ id: null, error: { code: -32600 } })
    send({ id: 7 })
    expect(await next()).toMatchObject({ id: 7, error: { code: -32600 } })
    send({ id: 8, method: 'ping', params: { _meta: 5 } })
    expect(await next()).toMatchObject({ id: 8, error: { code: -32600 } })
    send({ id: 9, method: 'no/such' })
    expect(await next()).toMatchObject({ id: 9, error: { code: -32601 } })
    send({ ...rev2026(), method: 'no/such' })
    expect(await next()).toMatchObject({ id: 1, error: { code: -32601 } })
    send({ id: 1, method: 'tools/list', params: { _meta: { [META.protocolVersion]: '2099-01-01' } } })
    expect(await next()).toMatchObject({ id: 1, error: { code: -32602 } })
    expect(errors).toEqual([])
  })

  it('sends what belongs to a request before its result', async () => {
    const tool = createMcpTool('worker')
      .execute(function* (_, ctx) {
        yield* ctx.log('info', 'hello')
        return 'done'
      })
      .build()
    const { send, next } = open(tool)
    const { params } = rev2026({ name: 'worker' })
    send({ id: 1, method: 'tools/call', params: { ...params, _meta: { ...params._meta, [META.logLevel]: 'info' } } })
    expect(await next()).toMatchObject({ method: 'notifications/message', params: { data: 'hello' } })
    expect(await next()).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } })
  })

  it.each([
    ['of 2026', (name: string) => ({ ...rev2026({ name }), method: 'tools/call' })],
    ['of a session', (name: string) => ({ id: 1, method: 'tools/call', params: { name } })],
  ])('halts a request %s that is cancelled, and does not answer it', async (_, toCall) => {
    const waiter = createWaiter()
    const { send, next } = open(waiter.tool)
    send(toCall('waiter'))
    await waiter.begun
    send({ method: 'notifications/cancelled', params: { requestId: 1 } })
    await waiter.over
    // A response would come after the step in which its finally ends.
    await delay(20)
    send({ id: 2, method: 'ping' })
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
  })

  it.each([
    ['of 2026', (name: string) => ({ ...rev2026({ name }), method: 'tools/call' })],
    ['of a session', (name: string) => ({ id: 1, method: 'tools/call', params: { name } })],
  ])('halts a request %s at the end of the input, and is closed after its finally', async (_, toCall) => {
    const waiter = createWaiter()
    const { input, send, stdio } = open(waiter.tool)
    send(toCall('waiter'))
    await waiter.begun
    let over = false
    waiter.over.then(() => {
      over = true
    })
    input.end()
    await stdio.closed
    expect(over).toBe(true)
  })

  it('ends a session that gets ready only after the input has ended, and runs none of its calls', async () => {
    const input = new PassThrough()
    const ready = Promise.withResolvers<void>()
    const happened: string[] = []
    const stdio = serveStdio({
      ...unused,
      rev2025: () => ({
        ...noSessions,
        async connect() {
          await ready.promise
          return { receive: () => happened.push('called'), close: async () => void happened.push('closed') }
        },
      }),
      input,
      output: new PassThrough(),
    })
    input.end(`${JSON.stringify({ jsonrpc: '2.0', ...hello })}\n`)
    await new Promise((resolve) => input.once('close', resolve))
    ready.resolve()
    await stdio.closed
    expect(happened).toEqual(['closed'])
  })

  it('says what initialize needs when it comes without', async () => {
    const { send, next, errors } = open(wizard)
    send({ ...hello, params: { ...hello.params, clientInfo: { name: false } } })
    expect(await next()).toMatchObject({
      id: 0,
      error: { code: -32602, message: expect.stringContaining('clientInfo') },
    })
    send(hello)
    expect(await next()).toMatchObject({ id: 0, result: { protocolVersion: '2025-11-25' } })
    expect(errors).toEqual([])
  })

  it('refuses a second request with the id of one that is running', async () => {
    const waiter = createWaiter()
    const { send, next } = open(waiter.tool)
    send({ ...rev2026({ name: 'waiter' }), method: 'tools/call' })
    await waiter.begun
    send({ ...rev2026({}), method: 'tools/list' })
    expect(await next()).toMatchObject({ id: 1, error: { code: -32600 } })
  })

  it('tells a session of changes once it is initialized', async () => {
    const { send, next, server } = open()
    server.notify.toolsChanged()
    send(hello)
    expect(await next()).toMatchObject({ id: 0 })
    server.notify.toolsChanged()
    expect(await next()).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  })

  it('reads no further while the client does not read', async () => {
    const input = new PassThrough()
    const output = new PassThrough({ highWaterMark: 10 })
    const answered: unknown[] = []
    const stdio = serveStdio({
      ...unused,
      rev2026: {
        ...unused.rev2026,
        answer: async ({ id }) => {
          answered.push(id)
          return { long: 'enough to fill the buffer' }
        },
      },
      input,
      output,
    })
    const request = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', ...rev2026({}, id), method: 'x' })}\n`
    input.write(request(1))
    await new Promise<void>((resolve) => input.once('pause', resolve))
    input.write(request(2))
    expect(input.isPaused()).toBe(true)
    expect(answered).toEqual([1])
    output.resume()
    await new Promise<void>((resolve) => input.once('resume', resolve))
    input.end()
    await stdio.closed
    expect(answered).toEqual([1, 2])
  })
})

describe('lines', () => {
  it('are put together from chunks, across characters of several bytes', () => {
    const input = new PassThrough()
    const lines: string[] = []
    readLines(input, { onLine: (line) => lines.push(line), onTooLong: () => {}, onEnd: () => {} })
    const bytes = Buffer.from('"é"\n\n"ü"\r\n"rest')
    for (const byte of bytes) input.emit('data', Buffer.from([byte]))
    expect(lines).toEqual(['"é"', '"ü"\r'])
  })

  it('are skipped when they are too long, and the next is read', () => {
    const input = new PassThrough()
    const lines: string[] = []
    readLines(input, { onLine: (line) => lines.push(line), onTooLong: () => lines.push('!'), onEnd: () => {} }, 4)
    for (const chunk of ['123', '456', '789\nab', 'c\n']) input.emit('data', Buffer.from(chunk))
    expect(lines).toEqual(['!', 'abc'])
  })

  it('of one turn are written together, and of those that supersede each other a slow reader gets the newest', () => {
    const writes: string[] = []
    const output = new PassThrough()
    output.write = ((chunk: string) => {
      writes.push(chunk)
      return false
    }) as never
    const writer = new LineWriter(output)
    writer.write('a')
    writer.write('b')
    writer.flush()
    for (let count = 0; count < 300; count++) writer.write(`progress ${count}`, { key: 'progress' })
    writer.write('result')
    writer.end()
    expect(writes).toEqual(['a\nb\n', 'progress 299\nresult\n'])
  })

  it('are not written any more once too much waits for the reader', () => {
    let cuts = 0
    const output = new PassThrough({ highWaterMark: 1 })
    const writer = new LineWriter(output, { unread: 1_000, onCut: () => cuts++ })
    writer.write('a')
    writer.flush()
    for (let count = 0; count < 100; count++) writer.write('x'.repeat(100))
    writer.end()
    expect([cuts, String(output.read())]).toEqual([1, 'a\n'])
  })
})

describe.each([
  ['1.x', () => new ClientV1({ name: 'v1', version: '1' })],
  ['2.x in its 2025 mode', () => new Client({ name: 'v2', version: '1' }, { versionNegotiation: { mode: 'legacy' } })],
  ['2.x', () => new Client({ name: 'v2', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })],
] as const)('the official client %s on a pipe', (_, create) => {
  async function connect(tool: McpTool) {
    const client = create() as ClientV1
    await client.connect(createTransport(open(tool)) as never)
    cleanups.push(() => client.close())
    // The two differ in where their options stand.
    const call = (options: object): Promise<unknown> =>
      client instanceof ClientV1
        ? client.callTool({ name: tool.name }, undefined, options)
        : (client as unknown as Client).callTool({ name: (tool as McpTool).name }, options)
    return call
  }

  it('gets heartbeats while a call says nothing', async () => {
    const { tool, over } = createWaiter()
    const call = await connect(tool)
    const enough = new AbortController()
    const heard: number[] = []
    const onprogress = ({ progress }: { progress: number }) => {
      if (heard.push(progress) === 3) enough.abort()
    }
    await expect(call({ onprogress, signal: enough.signal })).rejects.toThrow()
    await over
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(new Set(heard).size).toBe(heard.length)
  })

  it('cancels a call', async () => {
    const { tool, begun, over } = createWaiter()
    const call = await connect(tool)
    const person = new AbortController()
    const calling = call({ signal: person.signal })
    await begun
    person.abort()
    await expect(calling).rejects.toThrow()
    await over
  })
})
