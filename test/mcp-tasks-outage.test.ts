import { createMcpTool } from '@sweatpants/framework'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { serveMcp } from '@sweatpants/framework/mcp'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Result, request, send, TASKS } from './mcp/rpc.ts'

const options = { capabilities: TASKS }

/** A server of one task, whose store is away when it is told. */
async function serveTask() {
  const outage = { journals: 0, records: 0 }
  const visits: string[] = []
  const visit = (name: string) => () => void visits.push(name)
  const work = createMcpTool('work')
    .task('required')
    .execute(function* (_, ctx) {
      yield* ctx.step('first', visit('first'))
      yield* ctx.step('second', visit('second'))
      return 'done'
    })
    .build()
  const { runs } = createMemoryStore()
  const fail = (what: keyof typeof outage) => {
    if (outage[what] === 0) return
    outage[what]--
    throw new Error('Connection terminated unexpectedly')
  }
  const store: typeof runs = {
    ...runs,
    journal(runId) {
      const journal = runs.journal(runId)
      return {
        read: () => journal.read(),
        append(revision, write) {
          // What has begun is recorded: the next is not.
          if (revision > 0) fail('journals')
          return journal.append(revision, write)
        },
      }
    },
    async put(runId, record) {
      if ((record.data as { status?: string }).status !== 'working') fail('records')
      await runs.put(runId, record)
    },
  }
  const problems: unknown[] = []
  const server = serveMcp({ name: 'tasks', version: '1', tools: [work], store, onError: (one) => problems.push(one) })
  const { url } = await server.listen()
  onTestFinished(() => server.close())
  const ask = (method: string, params: Record<string, unknown>) => request(url, method, params, options)
  const finish = async (): Promise<Result> => {
    const { taskId } = await ask('tools/call', { name: 'work' })
    for (;;) {
      const task = await ask('tasks/get', { taskId })
      if (task.status !== 'working') return task
    }
  }
  return { outage, visits, problems, finish }
}

test('a task whose store was away for a moment goes on from its journal', async () => {
  const { outage, visits, problems, finish } = await serveTask()
  outage.journals = 1
  expect(await finish()).toMatchObject({ status: 'completed', result: { content: [{ text: 'done' }] } })
  expect(problems).toHaveLength(1)
  expect(new Set(visits)).toEqual(new Set(['first', 'second']))
})

test('a task whose end could not be kept is over for the next who asks, and nothing of it is done again', async () => {
  const { outage, visits, problems, finish } = await serveTask()
  outage.records = 1
  expect(await finish()).toMatchObject({ status: 'completed', result: { content: [{ text: 'done' }] } })
  expect(problems).toHaveLength(1)
  expect(visits).toEqual(['first', 'second'])
})

test('a client is told to try again when the store is away, and not what the store says of itself', async () => {
  const { runs } = createMemoryStore()
  const away = new Error('write ECONNRESET 10.0.0.7')
  const problems: unknown[] = []
  let isAway = false
  const store: typeof runs = {
    ...runs,
    get(runId) {
      if (isAway) throw away
      return runs.get(runId)
    },
  }
  const held = createMcpTool('held')
    .task('required')
    .execute(function* (_, ctx) {
      yield* ctx.sleep(60_000)
    })
    .build()
  const server = serveMcp({ name: 'tasks', version: '1', tools: [held], store, onError: (one) => problems.push(one) })
  const { url } = await server.listen()
  onTestFinished(() => server.close())
  const { taskId } = await request(url, 'tools/call', { name: 'held' }, options)
  isAway = true
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { error } = await send(url, method, { taskId }, options)
    expect(error).toEqual({ code: -32603, message: expect.stringMatching(/^what is kept of this task .* try again$/) })
  }
  expect(problems).toEqual([away, away, away])
})

test('an answer is acknowledged when it is recorded, not when something else is', async () => {
  const held = Promise.withResolvers<void>()
  const writing = Promise.withResolvers<void>()
  const text = { response: z.object({ text: z.string() }) }
  const busy = createMcpTool('busy')
    .elicits({ left: text })
    .task('required')
    .execute(function* (_, ctx) {
      const [answer] = yield* ctx.all([
        ctx.elicit('left', { message: 'And now?' }),
        ctx.branch(function* (inner) {
          yield* inner.step('first', () => 'first')
          // Its start is written while the answer waits for its turn.
          yield* inner.step('second', () => 'second', { once: true })
        }),
      ])
      return answer.action
    })
    .build()
  const { runs } = createMemoryStore()
  const holdsKind = (entries: readonly object[], kind: string) =>
    entries.some((entry) => 'kind' in entry && entry.kind === kind)
  const store: typeof runs = {
    ...runs,
    journal(runId) {
      const journal = runs.journal(runId)
      return {
        read: () => journal.read(),
        async append(revision, write) {
          if (holdsKind(write.entries, 'elicit')) throw new Error('Connection terminated unexpectedly')
          await journal.append(revision, write)
          if (!holdsKind(write.entries, 'step')) return
          writing.resolve()
          await held.promise
        },
      }
    },
  }
  const server = serveMcp({ name: 'tasks', version: '1', tools: [busy], store, onError() {} })
  const { url } = await server.listen()
  onTestFinished(() => server.close())
  const elicits = { capabilities: { elicitation: { form: {} }, ...TASKS } }
  const { taskId } = await request(url, 'tools/call', { name: 'busy' }, elicits)
  await writing.promise
  const inputResponses = { left: { action: 'accept', content: { text: 'this' } } }
  const updating = send(url, 'tasks/update', { taskId, inputResponses }, elicits)
  // It has come in while the first step is being written.
  while ((await request(url, 'tasks/get', { taskId }, elicits)).status !== 'working');
  held.resolve()
  expect((await updating).error).toBeDefined()
  expect(await request(url, 'tasks/get', { taskId }, elicits)).toMatchObject({ inputRequests: { left: {} } })
})

test('an answer that reaches a process which is behind is not lost, where the store has no claims', async () => {
  const held = Promise.withResolvers<void>()
  let prepared = 0
  const asking = createMcpTool('asking')
    .elicits({ name: { response: z.object({ text: z.string() }) } })
    .task('required')
    .execute(function* (_, ctx) {
      yield* ctx.step('prepare', () => (++prepared === 1 ? held.promise : undefined))
      return (yield* ctx.elicit('name', { message: 'Who?' })).action
    })
    .build()
  const { claim: _claim, release: _release, ...store } = createMemoryStore().runs
  const serve = async () => {
    const server = serveMcp({ name: 'tasks', version: '1', tools: [asking], store })
    onTestFinished(() => server.close())
    return (await server.listen()).url
  }
  const elicits = { capabilities: { elicitation: { form: {} }, ...TASKS } }
  const [slow, quick] = await Promise.all([serve(), serve()])
  const { taskId } = await request(slow, 'tools/call', { name: 'asking' }, elicits)
  while ((await request(quick, 'tasks/get', { taskId }, elicits)).inputRequests === undefined);
  const inputResponses = { name: { action: 'accept', content: { text: 'me' } } }
  const updating = request(slow, 'tasks/update', { taskId, inputResponses }, elicits)
  await request(slow, 'tasks/get', { taskId }, elicits)
  held.resolve()
  await updating
  const look = async () => (await request(quick, 'tasks/get', { taskId }, elicits)).status
  await expect.poll(look).toBe('completed')
})
