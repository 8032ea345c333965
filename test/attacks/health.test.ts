import { createMcpTool } from '@sweatpants/framework'
import { createChat } from '@sweatpants/framework/chat'
import { createMemoryStore, Health, type Store } from '@sweatpants/framework/log'
import { serveMcp } from '@sweatpants/framework/mcp'
import { createRoundtable } from '@sweatpants/roundtable'
import { createRoundtableRoutes } from '@sweatpants/roundtable/http'
import { expect, onTestFinished, test } from 'vitest'
import { sendRaw } from '../mcp/raw-http.ts'
import { request, TASKS } from '../mcp/rpc.ts'

const healthy = { status: 'ok', store: 'reachable', lagMs: expect.any(Number) }

/** A store whose streams cannot be read. */
function breakReads(read: () => Promise<never>): Store {
  const store = createMemoryStore()
  return { ...store, log: (kind) => ({ ...store.log(kind), get: read }) }
}

test('an MCP server tells a load balancer that it can take requests, by any host name, and that it drains', async () => {
  const server = serveMcp({ name: 'healthy', version: '1', tools: [] })
  const { url, close } = await server.listen()
  onTestFinished(close)
  const probe = () => sendRaw(new URL('/healthz', url).href, { method: 'GET', headers: { host: '10.0.0.7' } })
  const up = await probe()
  expect([up.status, JSON.parse(up.text)]).toEqual([200, healthy])
  await server.close()
  const down = await probe()
  expect([down.status, JSON.parse(down.text).status]).toEqual([503, 'draining'])
})

test('a server whose store fails is not healthy, and the reply holds no error', async () => {
  const store = breakReads(() => Promise.reject(new Error('password of the database')))
  const server = serveMcp({ name: 'broken', version: '1', tools: [], store, onError: () => {} })
  onTestFinished(() => server.close())
  const response = await server.fetch(new Request('http://localhost/healthz'))
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ ...healthy, status: 'failing', store: 'unreachable' })
})

test('a store that does not answer is given up after the timeout', async () => {
  const health = new Health({ probe: () => new Promise(() => {}), isDraining: () => false, timeout: 20 })
  expect((await health.reply()).status).toBe(503)
})

test('probes that come at once read the store once, and the next one reads it again', async () => {
  let reads = 0
  const probe = async () => void reads++
  const health = new Health({ probe, isDraining: () => false })
  await Promise.all(Array.from({ length: 200 }, () => health.reply()))
  expect(reads).toBe(1)
  await health.reply()
  expect(reads).toBe(2)
})

test('chats and debates have the route too, without credentials', async () => {
  const store = createMemoryStore()
  const chat = await createChat({
    store,
    models: [{ id: 'silent', answer: () => Promise.reject(new Error('no one asks')) }],
    auth: () => undefined,
  })
  const roundtable = createRoundtable({ store })
  onTestFinished(() => roundtable.close())
  const routes = createRoundtableRoutes(roundtable, { auth: () => undefined })
  const ask = () => chat.fetch(new Request('http://10.0.0.7/healthz'))
  expect(await (await ask()).json()).toEqual(healthy)
  expect(await (await routes.request('http://10.0.0.7/healthz')).json()).toEqual(healthy)
  await chat.close()
  expect((await ask()).status).toBe(503)
})

test('a process that was blocked for longer than its lease knows it, gives its task up and goes on with it', async () => {
  const errors: Error[] = []
  const LEASE = 300
  const busy = createMcpTool('busy')
    .task('required')
    .execute(function* (_, ctx) {
      yield* ctx.step('compute', () => {
        const until = performance.now() + 1_500
        while (performance.now() < until);
        return 'computed'
      })
      yield* ctx.sleep(2 * LEASE)
      return 'done'
    })
    .build()
  const onError = (error: unknown) => void errors.push(error as Error)
  const server = serveMcp({ name: 'busy', version: '1', tools: [busy], leaseTtl: LEASE, onError })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  const options = { capabilities: TASKS }
  const { taskId } = await request(url, 'tools/call', { name: 'busy', arguments: {} }, options)
  const task = async () => (await request(url, 'tasks/get', { taskId }, options)).status
  await expect.poll(task, { timeout: 15_000 }).toBe('completed')
  expect(errors.map(({ name }) => name)).toContain('BlockedLoopError')
})
