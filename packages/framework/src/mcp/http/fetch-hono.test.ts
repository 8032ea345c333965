import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenHttp } from '../../http/listen.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { serveMcp } from '../serve.ts'

const waiting = createMcpTool('waiting')
  .description('Reports its progress once and waits')
  .execute(function* (_, ctx) {
    yield* ctx.notify('waiting')
    yield* ctx.sleep(60_000)
    return 'done'
  })
  .build()

test('a client that leaves a stream of a server on Hono makes it print nothing', async () => {
  const printed = vi.spyOn(console, 'error')
  onTestFinished(() => void printed.mockRestore())
  const server = serveMcp({ name: 'left', version: '1', tools: [waiting] })
  onTestFinished(() => server.close())
  let aborted = 0
  const app = new Hono().all('/mcp', ({ req }) => {
    req.raw.signal.addEventListener('abort', () => aborted++)
    return server.fetch(req.raw)
  })
  const { url, close } = await listenHttp(getRequestListener(app.fetch))
  onTestFinished(close)
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = (id: number, method: string, params: object, more = {}, signal?: AbortSignal) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...more },
      ...(signal !== undefined && { signal }),
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    })
  const clientInfo = { name: 'slow', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const session = { 'mcp-session-id': (await post(0, 'initialize', params)).headers.get('mcp-session-id')! }
  const leaving = new AbortController()
  const standing = await fetch(`${url}/mcp`, { headers: { ...headers, ...session }, signal: leaving.signal })
  expect(standing.status).toBe(200)
  const call = post(
    1,
    'tools/call',
    { name: 'waiting', arguments: {}, _meta: { progressToken: 1 } },
    session,
    leaving.signal,
  )
  expect((await call).headers.get('content-type')).toBe('text/event-stream')
  leaving.abort()
  await vi.waitUntil(() => aborted === 2)
  await new Promise((resolve) => setImmediate(resolve))
  expect(printed).not.toHaveBeenCalled()
})
