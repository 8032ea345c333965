import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { serveMcp } from '@sweatpants/framework/mcp'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { request, TASKS } from './mcp/rpc.ts'
import { endsTask, wrapLog } from './mcp/wrapped-store.ts'

const options = { capabilities: { elicitation: { form: {} }, ...TASKS } }
const text = { response: z.object({ text: z.string() }) }
const accept = (said: string) => ({ action: 'accept', content: { text: said } })

async function serve(tools: McpTool[], store: Store) {
  const problems: unknown[] = []
  const server = serveMcp({ name: 'tasks', version: '1', tools, store, onError: (error) => problems.push(error) })
  onTestFinished(() => server.close())
  const { url, close } = await server.listen()
  onTestFinished(close)
  const ask = (method: string, params: Record<string, unknown>) => request(url, method, params, options)
  return {
    problems,
    create: async (name: string) => (await ask('tools/call', { name })).taskId!,
    get: (taskId: string) => ask('tasks/get', { taskId }),
    answer: (taskId: string, key: string, said = 'this') =>
      ask('tasks/update', { taskId, inputResponses: { [key]: accept(said) } }),
    cancel: (taskId: string) => ask('tasks/cancel', { taskId }),
  }
}

const quick = createMcpTool('quick')
  .task('required')
  .execute(function* () {
    return 'done'
  })
  .build()

const asking = createMcpTool('asking')
  .elicits({ name: text })
  .task('required')
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('name', { message: 'Who?' })
    return answer.action === 'accept' ? answer.content.text : answer.action
  })
  .build()

test.each(['before', 'after'])('a task that is cancelled just %s its end is stored has ended', async (when) => {
  const ending = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const store = wrapLog(createMemoryStore(), 'task', (log) => ({
    async append(id, append) {
      if (endsTask(append)) {
        ending.resolve()
        if (when === 'before') await cancelled.promise
        const appended = await log.append(id, append)
        over.resolve()
        return appended
      }
      if (append.commandId === 'cancel' && when === 'after') await over.promise
      const appended = await log.append(id, append)
      if (append.commandId === 'cancel') cancelled.resolve()
      return appended
    },
  }))
  const server = await serve([quick], store)
  const taskId = await server.create('quick')
  await ending.promise
  await server.cancel(taskId)
  await over.promise
  expect((await server.get(taskId)).status).toBe('completed')
  expect(server.problems).toEqual([])
})

test('the first answer to a question counts when two servers take different answers at once', async () => {
  const store = createMemoryStore()
  const servers = [await serve([asking], store), await serve([asking], store)]
  for (let i = 0; i < 10; i++) {
    const taskId = await servers[i % 2]!.create('asking')
    await expect.poll(async () => (await servers[0]!.get(taskId)).inputRequests).toBeDefined()
    await Promise.all(servers.map((server, n) => server.answer(taskId, 'name', `server ${n}`)))
    const ended = () =>
      Promise.all(servers.map(async (server) => (await server.get(taskId)).result?.content?.[0]?.text))
    await expect.poll(ended).toEqual([expect.stringMatching(/^server/), expect.stringMatching(/^server/)])
    const [one, other] = await ended()
    expect(one).toBe(other)
    const { events } = (await store.log<{ type: string }>('task').open(taskId))!
    expect(events.filter(({ event }) => event.type === 'answer')).toHaveLength(1)
  }
})

test('a question is shown only once it is stored, so that an answer always finds it', async () => {
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const store = wrapLog(createMemoryStore(), 'task', (log) => ({
    async append(id, append) {
      const { open = {} } = (append.register ?? {}) as { open?: object }
      if (Object.keys(open).length > 0 && append.commandId === undefined) {
        isHeld = true
        await held.promise
      }
      return log.append(id, append)
    },
  }))
  const server = await serve([asking], store)
  const taskId = await server.create('asking')
  await expect.poll(() => isHeld).toBe(true)
  expect((await server.get(taskId)).status).toBe('working')
  held.resolve()
  await expect.poll(async () => (await server.get(taskId)).status).toBe('input_required')
  await server.answer(taskId, 'name')
  expect((await server.get(taskId)).inputRequests).toBeUndefined()
  await expect.poll(async () => (await server.get(taskId)).status).toBe('completed')
})

test('a server without the tool answers for a task and leaves it to the servers that have it', async () => {
  const store = createMemoryStore()
  let acquired = 0
  const counted: Store = {
    ...store,
    leases: {
      ...store.leases,
      acquire(ref, node) {
        acquired++
        return store.leases.acquire(ref, node)
      },
    },
  }
  const [able, unable] = [await serve([asking], store), await serve([], counted)]
  const taskId = await able.create('asking')
  await expect.poll(async () => (await unable.get(taskId)).status).toBe('input_required')
  await unable.answer(taskId, 'name', 'me')
  await expect.poll(async () => (await unable.get(taskId)).result?.content?.[0]?.text).toBe('me')
  expect(acquired).toBe(0)
})

test('an answer that is refused while the next one arrives at another server is not taken for it', async () => {
  const store = createMemoryStore()
  const busy = createMcpTool('busy')
    .elicits({ first: text, second: text })
    .task('required')
    .execute(function* (_, ctx) {
      const [first, second] = yield* ctx.all([
        ctx.elicit('first', { message: 'And now?' }),
        ctx.elicit('second', { message: 'And then?' }),
      ])
      return [first, second].map((one) => (one.action === 'accept' ? one.content.text : one.action)).join(' ')
    })
    .build()
  const servers = [await serve([busy], store), await serve([busy], store)]
  const taskId = await servers[0]!.create('busy')
  const keysOf = async (server: (typeof servers)[number]) => Object.keys((await server.get(taskId)).inputRequests ?? {})
  await expect.poll(() => keysOf(servers[1]!)).toEqual(['first', 'second'])
  await Promise.all([servers[0]!.answer(taskId, 'first', 7 as never), servers[1]!.answer(taskId, 'second', 'b')])
  await expect.poll(() => keysOf(servers[1]!)).toEqual(['first~2'])
  // An answer to the first attempt is not stored any more.
  await servers[1]!.answer(taskId, 'first', 'late')
  const { events } = (await store.log<{ type: string }>('task').open(taskId))!
  expect(events.filter(({ event }) => event.type === 'answer')).toHaveLength(2)
  await servers[0]!.answer(taskId, 'first~2', 'a')
  await expect.poll(async () => (await servers[1]!.get(taskId)).result?.content?.[0]?.text).toBe('a b')
})
