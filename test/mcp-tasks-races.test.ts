import { setImmediate as turn } from 'node:timers/promises'
import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { serveMcp } from '@sweatpants/framework/mcp'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { request, send, TASKS } from './mcp/rpc.ts'

const options = { capabilities: { elicitation: { form: {} }, ...TASKS } }
const text = { response: z.object({ text: z.string() }) }
const accepted = { action: 'accept', content: { text: 'this' } }

type Runs = ReturnType<typeof createMemoryStore>['runs']

async function serve(tools: McpTool[], store: Runs, problems: unknown[] = []) {
  const server = serveMcp({ name: 'tasks', version: '1', tools, store, onError: (error) => problems.push(error) })
  onTestFinished(() => server.close())
  const { url } = await server.listen()
  const ask = (method: string, params: Record<string, unknown>) => request(url, method, params, options)
  return {
    url,
    close: () => server.close(),
    create: async (name: string) => (await ask('tools/call', { name })).taskId!,
    get: (taskId: string) => ask('tasks/get', { taskId }),
    answer: (taskId: string, key: string) => ask('tasks/update', { taskId, inputResponses: { [key]: accepted } }),
    cancel: (taskId: string) => ask('tasks/cancel', { taskId }),
  }
}

const statusOf = (data: unknown): string | undefined => (data as { status?: string }).status

test('a task that ends while it is being cancelled stays as it has ended', async () => {
  const cancelling = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const kept: (string | undefined)[] = []
  const { runs } = createMemoryStore()
  const store: Runs = {
    ...runs,
    async put(runId, record, claim) {
      const status = statusOf(record.data)
      if (status === 'completed') await cancelling.promise
      await runs.put(runId, record, claim)
      if (status !== undefined) kept.push(status)
      if (status === 'completed') over.resolve()
    },
    journal(runId) {
      const journal = runs.journal(runId)
      return {
        read: () => journal.read(),
        async append(revision, write) {
          await journal.append(revision, write)
          if (!runId.endsWith('/inbox')) return
          cancelling.resolve()
          await over.promise
          await turn()
        },
      }
    },
  }
  const quick = createMcpTool('quick')
    .task('required')
    .execute(function* () {
      return 'done'
    })
    .build()
  const server = await serve([quick], store)
  const taskId = await server.create('quick')
  await server.cancel(taskId)
  expect((await server.get(taskId)).status).toBe('completed')
  await server.close()
  expect(kept).toEqual(['working', 'completed'])
})

test('an answer to a question that the run is about to ask is heard, where the store has no claims', async () => {
  const asking = createMcpTool('asking')
    .elicits({ name: text })
    .task('required')
    .execute(function* (_, ctx) {
      yield* ctx.step('prepare', () => 'prepared')
      return (yield* ctx.elicit('name', { message: 'Who?' })).action
    })
    .build()
  const dating = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  let reads = 0
  const { claim: _claim, release: _release, ...runs } = createMemoryStore().runs
  const store: Runs = {
    ...runs,
    journal(runId) {
      const journal = runs.journal(runId)
      return {
        read() {
          reads++
          return journal.read()
        },
        async append(revision, write) {
          // When the question was asked is written before it goes out.
          if (revision === 2 && !runId.endsWith('/inbox')) {
            dating.resolve()
            await held.promise
          }
          await journal.append(revision, write)
        },
      }
    },
  }
  const server = await serve([asking], store)
  const taskId = await server.create('asking')
  await dating.promise
  reads = 0
  const answering = server.answer(taskId, 'name')
  // Whether the run is behind, and what is open.
  await expect.poll(() => reads).toBeGreaterThanOrEqual(2)
  held.resolve()
  await answering
  await expect.poll(async () => (await server.get(taskId)).status).toBe('completed')
})

test('a task that waits is not taken for an answer that it has', async () => {
  const held = Promise.withResolvers<void>()
  const busy = createMcpTool('busy')
    .elicits({ first: text, second: text })
    .task('required')
    .execute(function* (_, ctx) {
      yield* ctx.all([ctx.elicit('first', { message: 'And now?' }), ctx.step('work', () => held.promise)])
      return (yield* ctx.elicit('second', { message: 'And then?' })).action
    })
    .build()
  const { runs } = createMemoryStore()
  let said: string[] = []
  const driving: Runs = {
    ...runs,
    claim(runId, claim) {
      said.push('claim')
      return runs.claim!(runId, claim)
    },
    release(runId, owner) {
      said.push('release')
      return runs.release!(runId, owner)
    },
    journal(runId) {
      const journal = runs.journal(runId)
      return {
        ...journal,
        read() {
          if (runId.endsWith('/inbox')) said.push('look')
          return journal.read()
        },
      }
    },
  }
  const [first, second] = [await serve([busy], driving), await serve([busy], runs)]
  const taskId = await first.create('busy')
  await expect.poll(async () => (await second.get(taskId)).inputRequests?.first).toBeDefined()
  await second.answer(taskId, 'first')
  const written = async () => (await runs.journal(taskId).read())?.entries.some(({ at }) => at !== '')
  await expect.poll(written, { timeout: 5_000 }).toBe(true)
  said = []
  held.resolve()
  await expect.poll(() => said.slice(said.indexOf('release')), { timeout: 5_000 }).toContain('look')
  await turn()
  expect(said.slice(said.indexOf('release'))).toEqual(['release', 'look'])
})

test('a node without the tool does not keep a task from those that have it', async () => {
  const asking = createMcpTool('asking')
    .elicits({ name: text })
    .task('required')
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('name', { message: 'Who?' })).action
    })
    .build()
  const { runs } = createMemoryStore()
  let claims = 0
  const counted: Runs = {
    ...runs,
    claim(runId, claim) {
      claims++
      return runs.claim!(runId, claim)
    },
  }
  const [able, unable] = [await serve([asking], runs), await serve([], counted)]
  const taskId = await able.create('asking')
  await expect.poll(async () => (await able.get(taskId)).inputRequests).toBeDefined()
  expect((await send(unable.url, 'tasks/get', { taskId }, options)).error?.message).toMatch(/asking/)
  expect(claims).toBe(0)
})

test('both are told when neither the end of a task can be kept nor the task given back', async () => {
  const quick = createMcpTool('quick')
    .task('required')
    .execute(function* () {
      return 'done'
    })
    .build()
  const [unkept, unreleased] = [new Error('the end was not kept'), new Error('it was not given back')]
  const faults = { end: 1, release: 1 }
  const { runs } = createMemoryStore()
  const store: Runs = {
    ...runs,
    put(runId, record, claim) {
      if (statusOf(record.data) === 'completed' && faults.end-- > 0) throw unkept
      return runs.put(runId, record, claim)
    },
    release(runId, owner) {
      if (faults.release-- > 0) throw unreleased
      return runs.release!(runId, owner)
    },
  }
  const problems: unknown[] = []
  const server = await serve([quick], store, problems)
  const taskId = await server.create('quick')
  await expect.poll(() => problems).toHaveLength(2)
  expect(new Set(problems)).toEqual(new Set([unkept, unreleased]))
  await expect.poll(async () => (await server.get(taskId)).status).toBe('completed')
})
