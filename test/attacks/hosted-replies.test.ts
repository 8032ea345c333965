import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type McpTool, type Peer, runTool, succeeded } from '@sweatpants/framework'
import { connectMcp, HostedConnectError, type HostedLimits } from '@sweatpants/framework/mcp'
import { expect, test } from 'vitest'
import { listed, said, startHostile, writeForEver } from './hostile-server.ts'

const limits: HostedLimits = { message: 200_000, reply: 1_000_000, messages: 500, pages: 5 }
const plain = { name: 'plain', inputSchema: { type: 'object' } }
const quiet = { limits, onError() {} }

/** Bytes that a host may hold while a reply never ends; a server sends several times as much in a second. */
const MEMORY = 64 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const call = (tool: McpTool) => runTool(tool, {}, { peer: { answer: () => succeeded({}) } })

async function watchMemory<T>(work: () => Promise<T>): Promise<T> {
  const before = process.memoryUsage.rss()
  let most = before
  // Node reads a pipe into buffers of 64 kB, and V8 collects them only once tens of megabytes are garbage.
  const look = () => {
    collect()
    most = Math.max(most, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 100)
  try {
    return await work()
  } finally {
    look()
    clearInterval(timer)
    expect(most - before).toBeLessThan(MEMORY)
  }
}

/** Resolves to the bytes that are in use after a collection, which frees buffers in the background. */
async function held(): Promise<number> {
  collect()
  await delay(100)
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } })

test('a message with very many small parts fails its call before it is parsed', async () => {
  await using server = await startHostile([plain], ({ method, response }) => {
    if (method !== 'tools/call') return false
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`[${'[],'.repeat(2_000_000)}[]]`)
  })
  await using hosted = await connectMcp({ url: server.url, onError() {} })
  const result = await watchMemory(() => call(hosted.tools[0]!))
  expect(result).toMatchObject({ type: 'failed', error: { message: expect.stringMatching(/more than 1000000 parts/) } })
})

const ENDLESS: readonly [name: string, type: string, chunk: string, reason: RegExp][] = [
  ['a JSON reply', 'application/json', `"${'x'.repeat(50_000)}`, /a message of more than 200000 bytes/],
  ['an event', 'text/event-stream', `data: ${'x'.repeat(50_000)}\n`, /a message of more than 200000 bytes/],
  ['a line of an event', 'text/event-stream', 'x'.repeat(50_000), /a message of more than 200000 bytes/],
  ['a stream of comments', 'text/event-stream', `:${'x'.repeat(50_000)}\n\n`, /a reply of more than 1000000 bytes/],
  ['a stream of messages', 'text/event-stream', `data: ${note}\n\n`, /more than 500 messages with one reply/],
  ['a stream that can be resumed', 'text/event-stream', `id: 1\ndata: ${note}\n\n`, /more than 500 messages with/],
]

test.each(ENDLESS)(
  '%s that never ends fails its own call, and the next one is answered',
  async (_, type, chunk, reason) => {
    let isEndless = true
    await using hostile = await startHostile([plain], ({ method, response }) => {
      if (method !== 'tools/call' || !isEndless) return false
      response.writeHead(200, { 'content-type': type })
      writeForEver(response, chunk)
    })
    await using server = await connectMcp({ url: hostile.url, ...quiet })
    const ended = await watchMemory(() => call(server.tools[0]!))
    expect(ended).toMatchObject({ type: 'failed', error: { message: expect.stringMatching(reason) } })
    isEndless = false
    expect(await call(server.tools[0]!)).toMatchObject({ type: 'completed' })
  },
)

test.each(ENDLESS.slice(0, 2))('%s that never ends fails the connection', async (_, type, chunk) => {
  await using hostile = await startHostile([plain], ({ method, response }) => {
    if (method !== 'tools/list') return false
    response.writeHead(200, { 'content-type': type })
    writeForEver(response, chunk)
  })
  const connecting = watchMemory(() => connectMcp({ url: hostile.url, ...quiet }))
  await expect(connecting).rejects.toThrow(HostedConnectError)
  await expect(connecting).rejects.toThrow('a message of more than 200000 bytes')
})

test('an error status with a body that never ends fails its own call without the body', async () => {
  await using hostile = await startHostile([plain], ({ method, response }) => {
    if (method !== 'tools/call') return false
    response.writeHead(500, { 'content-type': 'text/plain' })
    writeForEver(response, 'secret of the network '.repeat(1_000))
  })
  await using server = await connectMcp({ url: hostile.url, ...quiet })
  const ended = await watchMemory(() => call(server.tools[0]!))
  expect(ended).toMatchObject({ error: { message: 'plain of hostile failed: it answered with the HTTP status 500' } })
})

test('a list of tools whose cursors never end fails the connection', async () => {
  await using hostile = await startHostile([], ({ method, result }) => {
    if (method !== 'tools/list') return false
    result(listed([plain], { nextCursor: crypto.randomUUID() }))
  })
  await expect(connectMcp({ url: hostile.url, ...quiet })).rejects.toThrow('more than 5 pages of tools')
})

test('tools above the limit and tools with long descriptions are refused by name', async () => {
  const many = Array.from({ length: 5 }, (_, index) => ({ ...plain, name: `tool_${index}` }))
  await using hostile = await startHostile([{ ...plain, description: 'x'.repeat(200) }, ...many])
  const small = { ...limits, tools: 3, description: 100 }
  await using server = await connectMcp({ url: hostile.url, limits: small, onError() {} })
  expect(server.tools.map(({ name }) => name)).toEqual(['tool_0', 'tool_1', 'tool_2'])
  expect(server.refused).toEqual([
    { name: 'plain', reason: 'its description has more than 100 characters' },
    { name: 'tool_3', reason: 'there are more than 3' },
    { name: 'tool_4', reason: 'there are more than 3' },
  ])
})

test('tools after a list that is too long are refused by name', async () => {
  const many = Array.from({ length: 3 }, (_, index) => ({
    ...plain,
    name: `tool_${index}`,
    description: 'x'.repeat(90),
  }))
  await using hostile = await startHostile(many)
  await using server = await connectMcp({ url: hostile.url, limits: { list: 400 }, onError() {} })
  expect(server.tools.length).toBe(2)
  expect(server.refused).toEqual([{ name: 'tool_2', reason: 'the list of tools is too long' }])
})

test('a thousand logs of a call are passed on, each cut to a sensible length, and the others are dropped', async () => {
  const long = note.replace('"x"', JSON.stringify('x'.repeat(5_000)))
  await using hostile = await startHostile([plain], ({ method, id, response }) => {
    if (method !== 'tools/call') return false
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let index = 0; index < 1_200; index++) response.write(`data: ${index === 0 ? long : note}\n\n`)
    response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: said('done') })}\n\n`)
  })
  await using server = await connectMcp({ url: hostile.url, onError() {} })
  const logs: string[] = []
  const answer: Peer['answer'] = (effect) => {
    if (effect.type === 'log') logs.push(effect.message)
    return succeeded({})
  }
  expect(await runTool(server.tools[0]!, {}, { peer: { answer } })).toMatchObject({ type: 'completed' })
  expect(logs.length).toBe(1_000)
  expect(logs[0]!.length).toBe(2_000)
})

test('a long error of a server is cut before it is recorded', async () => {
  await using hostile = await startHostile([plain], ({ method, id, response }) => {
    if (method !== 'tools/call') return false
    const error = { code: -32000, message: 'x'.repeat(1_000_000), data: { more: 'x'.repeat(1_000_000) } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, error }))
  })
  await using server = await connectMcp({ url: hostile.url, onError() {} })
  const ended = await call(server.tools[0]!)
  if (ended.type !== 'failed') throw new Error(`the call ended as ${ended.type}`)
  expect(ended.error).toMatchObject({ failure: { code: -32000 } })
  expect(JSON.stringify(ended.error).length).toBeLessThan(5_000)
})

test('a server that never answers a call fails it when its time is up', async () => {
  await using hostile = await startHostile([plain], ({ method }) => method === 'tools/call')
  await using server = await connectMcp({ url: hostile.url, limits: { answerTime: 100 }, onError() {} })
  const ended = await call(server.tools[0]!)
  expect(ended).toMatchObject({ type: 'failed', error: { message: expect.stringContaining('within 0.1 seconds') } })
})

test('a redirect to another server is not followed, and its target is not shown', async () => {
  let reached = false
  await using inner = await startHostile([plain], () => {
    reached = true
    return false
  })
  await using hostile = await startHostile([plain], ({ response }) => {
    response.writeHead(307, { location: `${inner.url}?token=inner` }).end('inner words')
  })
  const connecting = connectMcp({ url: hostile.url, ...quiet })
  await expect(connecting).rejects.toThrow('it answered with the HTTP status 307')
  await expect(connecting).rejects.not.toThrow(/inner|token/)
  expect(reached).toBe(false)
})

test('a long name of a server is cut, and control characters in it are removed', async () => {
  const serverInfo = { name: `\u001b[31mBank\u202e\n${'x'.repeat(5_000)}`, version: '1' }
  await using hostile = await startHostile([plain], ({ method, result }) => {
    if (method !== 'server/discover') return false
    result({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      serverInfo,
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      ttlMs: 0,
      cacheScope: 'private',
    })
  })
  await using server = await connectMcp({ url: hostile.url, ...quiet })
  expect(server.name).toMatch(/^\[31mBank x+…$/)
  expect(server.name.length).toBeLessThanOrEqual(101)
})

const PIPES = ['line', 'noise', 'notes'] as const

test.each(PIPES)('a command server that writes without end (%s) fails its call and is ended', async (attack) => {
  const args = [join(import.meta.dirname, 'hostile-pipe.ts'), attack]
  await using server = await connectMcp({ command: process.execPath, args, ...quiet })
  const ended = await watchMemory(() => call(server.tools[0]!))
  expect(ended).toMatchObject({ type: 'failed', error: { message: expect.stringContaining('the server sent') } })
})

test('a host keeps little of what a command server writes to standard error', async () => {
  const args = [join(import.meta.dirname, 'hostile-pipe.ts'), 'stderr']
  await using server = await connectMcp({ command: process.execPath, args, ...quiet })
  const before = await held()
  expect(await call(server.tools[0]!)).toMatchObject({ type: 'completed' })
  expect((await held()) - before).toBeLessThan(MEMORY / 4)
})

/** A server of 2025-11-25 whose standing stream of notifications never ends. */
async function startFlood(chunk: string) {
  let opened = 0
  const ended = Promise.withResolvers<void>()
  const http = createServer(async (request, response) => {
    if (request.method === 'GET') {
      opened++
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.on('close', ended.resolve)
      return writeForEver(response, chunk)
    }
    const { id, method } = JSON.parse((await text(request)) || '{}')
    if (id === undefined) return void response.writeHead(202).end()
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'flood', version: '1' },
      },
      'tools/list': { tools: [plain] },
      'tools/call': { content: [{ type: 'text', text: 'done' }] },
    }
    const result = results[method]
    const reply = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result }
    response
      .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    opened: () => opened,
    ended: ended.promise,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

test.each([ENDLESS[2]!, ENDLESS[4]!])(
  '%s on the standing stream of a 2025 server is cut with a clear error, is not opened again, and calls are answered',
  async (_, _type, chunk, reason) => {
    await using flood = await startFlood(chunk)
    const errors: unknown[] = []
    await watchMemory(async () => {
      await using server = await connectMcp({ url: flood.url, limits, onError: (error) => errors.push(error) })
      await flood.ended
      // Longer than the pause before a stream is opened again.
      await delay(1_200)
      expect(await call(server.tools[0]!)).toMatchObject({ type: 'completed' })
    })
    expect(flood.opened()).toBe(1)
    expect(errors.map(String).join('\n')).toMatch(reason)
  },
)
