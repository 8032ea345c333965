import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMcpTool } from '@sweatpants/framework'
import { type McpServer, serveMcp } from '@sweatpants/framework/mcp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toRequest } from '../mcp/rpc.ts'

const MESSAGES = 8_000
const READERS = 10

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const LONG = 'x'.repeat(1_000)

let finished = 0
const talkative = createMcpTool('talkative')
  .description('Reports its progress 8,000 times')
  .execute(function* (_, ctx) {
    for (let i = 0; i < MESSAGES; i++) yield* ctx.notify(`${i} ${LONG}`)
    finished++
    return 'done'
  })
  .build()

const opened: { close(): unknown }[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function serve(): Promise<{ server: McpServer; url: string }> {
  finished = 0
  const server = serveMcp({ name: 'slow', version: '1', tools: [talkative] })
  const { url, close } = await server.listen()
  opened.push({ close }, server)
  return { server, url }
}

/** Sends a request and never reads the response. */
function sendWithoutReading(url: string, body: object, headers: Record<string, string>): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const text = JSON.stringify(body)
  const given = { host: 'localhost', 'content-length': String(Buffer.byteLength(text)), ...headers }
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
  socket.on('error', () => {})
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
  opened.push({ close: () => socket.destroy() })
  return socket
}

/** Returns the longest time for which the event loop was blocked, and the memory that was added. */
async function measure(act: () => Promise<void>): Promise<{ blocked: number; bytes: number }> {
  const held = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = held()
  let blocked = 0
  let last = performance.now()
  const timer = setInterval(() => {
    blocked = Math.max(blocked, performance.now() - last)
    last = performance.now()
  }, 10)
  await act()
  clearInterval(timer)
  return { blocked, bytes: held() - before }
}

const MIB = 1024 * 1024

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000 })

describe('ten readers that do not read', () => {
  test('cost a call of 2026 what the limit says, and the calls end', async () => {
    const { url } = await serve()
    const { headers, body } = toRequest('tools/call', { name: 'talkative' }, { meta: { progressToken: 1 } })
    const { blocked, bytes } = await measure(async () => {
      for (let i = 0; i < READERS; i++) sendWithoutReading(url, body, headers)
      await until(() => finished === READERS)
    })
    expect(bytes).toBeLessThan(READERS * MIB)
    expect(blocked).toBeLessThan(2_000)
  })

  test('cost a call of 2025 what the limit says, and the calls end', async () => {
    const { url } = await serve()
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'slow', version: '1' } }
    const initialized = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
    })
    const session = { ...headers, 'mcp-session-id': initialized.headers.get('mcp-session-id')! }
    const { blocked, bytes } = await measure(async () => {
      for (let id = 1; id <= READERS; id++) {
        const call = { name: 'talkative', arguments: {}, _meta: { progressToken: id } }
        sendWithoutReading(url, { jsonrpc: '2.0', id, method: 'tools/call', params: call }, session)
      }
      await until(() => finished === READERS)
    })
    expect(bytes).toBeLessThan(READERS * MIB)
    expect(blocked).toBeLessThan(2_000)
  })

  test('of the same change are sent it once, and of too many changes are cut off', async () => {
    const { server, url } = await serve()
    const uris = Array.from({ length: 1_000 }, (_, i) => (i === 0 ? 'x://0' : `x://${i}/${'y'.repeat(2_000)}`))
    const params = { notifications: { resourceSubscriptions: uris } }
    const { headers, body } = toRequest('subscriptions/listen', params)
    const sockets = Array.from({ length: READERS }, () => sendWithoutReading(url, body, headers))
    let closed = 0
    for (const socket of sockets) socket.once('close', () => closed++)
    // The acknowledgement has arrived once the socket can be read.
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('readable', resolve))))
    const same = await measure(async () => {
      for (let i = 0; i < MESSAGES; i++) server.notify.resourceUpdated(uris[0]!)
    })
    expect(same.bytes).toBeLessThan(READERS * MIB)
    const { blocked, bytes } = await measure(async () => {
      for (let i = 0; i < 3; i++) for (const uri of uris) server.notify.resourceUpdated(uri)
    })
    expect(bytes).toBeLessThan(READERS * MIB)
    expect(blocked).toBeLessThan(2_000)
    for (const socket of sockets) socket.resume()
    await until(() => closed === READERS)
  })
})

test('a client over stdio that does not read gets the newest progress and the result, and costs little', async () => {
  const server = serveMcp({ name: 'slow', version: '1', tools: [talkative] })
  opened.push(server)
  const [input, output] = [new PassThrough(), new PassThrough()]
  const { close } = server.stdio({ input, output })
  opened.push({ close })
  finished = 0
  const { body } = toRequest('tools/call', { name: 'talkative' }, { meta: { progressToken: 1 } })
  const { bytes } = await measure(async () => {
    input.write(`${JSON.stringify(body)}\n`)
    await until(() => finished === 1)
  })
  expect(bytes).toBeLessThan(2 * MIB)
  const lines: { result?: unknown }[] = []
  output.setEncoding('utf8')
  let text = ''
  output.on('data', (chunk: string) => {
    text += chunk
    lines.push(
      ...text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    )
    text = text.slice(text.lastIndexOf('\n') + 1)
  })
  await until(() => lines.some(({ result }) => result !== undefined))
  expect(lines.length).toBeLessThan(100)
  expect(JSON.stringify(lines.at(-2))).toContain(`${MESSAGES - 1} x`)
})
