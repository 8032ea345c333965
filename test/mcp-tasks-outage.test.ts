import { createMcpTool, StoreError } from '@sweatpants/framework'
import { type Append, createMemoryStore } from '@sweatpants/framework/log'
import { serveMcp } from '@sweatpants/framework/mcp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Result, request, send, TASKS } from './mcp/rpc.ts'
import { endsTask, wrapLog } from './mcp/wrapped-store.ts'

const options = { capabilities: { elicitation: { form: {} }, ...TASKS } }
const away = () =>
  new StoreError('the store cannot be reached; try again later', { cause: new Error('write ECONNRESET 10.0.0.7') })

type Write = Append<{ type: string }>

/** Fails writes of the log of tasks: before they are stored, or after, as when an acknowledgement is lost. */
interface Faults {
  /** Returns how the write fails, if it does. */
  on(write: Write): 'refused' | 'lost' | undefined
  reads: boolean
}

async function serveTask() {
  const faults: Faults = { on: () => undefined, reads: false }
  const visits: string[] = []
  const visit = (name: string) => () => void visits.push(name)
  const work = createMcpTool('work')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
    .task('required')
    .execute(function* (_, ctx) {
      yield* ctx.step('first', visit('first'))
      const sure = yield* ctx.elicit('sure', { message: 'Go on?' })
      yield* ctx.step('second', visit('second'))
      return sure.action
    })
    .build()
  const inner = createMemoryStore()
  const store = wrapLog(inner, 'task', (log) => ({
    get(id) {
      if (faults.reads) throw away()
      return log.get(id)
    },
    async append(id, append) {
      const fault = faults.on(append)
      if (fault === 'refused') throw away()
      const appended = await log.append(id, append)
      if (fault === 'lost') throw away()
      return appended
    },
  }))
  const problems: unknown[] = []
  const server = serveMcp({ name: 'tasks', version: '1', tools: [work], store, onError: (one) => problems.push(one) })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  const ask = (method: string, params: Record<string, unknown>) => request(url, method, params, options)
  const { taskId } = await ask('tools/call', { name: 'work' })
  const get = () => ask('tasks/get', { taskId })
  const until = async (wanted: (task: Result) => boolean): Promise<Result> => {
    for (;;) {
      const task = await get()
      if (wanted(task)) return task
    }
  }
  await until(({ inputRequests }) => inputRequests !== undefined)
  const answer = () =>
    send(
      url,
      'tasks/update',
      { taskId, inputResponses: { sure: { action: 'accept', content: { ok: true } } } },
      options,
    )
  const over = () => until(({ status }) => status !== 'working' && status !== 'input_required')
  const events = async () => (await inner.log<{ type: string; key?: string }>('task').open(taskId!))!.events
  return { url, taskId, faults, visits, problems, get, answer, over, events }
}

const hasStep = ({ events }: Write): boolean =>
  events.some(({ type, ...entry }) => type === 'value' && 'kind' in entry && entry.kind === 'step')

describe('a task whose store fails', () => {
  it.each(['refused', 'lost'] as const)(
    'goes on, and records a step once, after a write that was %s',
    async (fault) => {
      const task = await serveTask()
      let faults = 3
      task.faults.on = (write) => (hasStep(write) && faults-- > 0 ? fault : undefined)
      await task.answer()
      expect(await task.over()).toMatchObject({ status: 'completed', result: { content: [{ text: 'accept' }] } })
      expect(task.visits).toEqual(['first', 'second'])
      expect(task.problems).toEqual([])
      const keys = (await task.events()).map(({ event }) => event.key)
      expect(keys.filter((key) => key === 'second')).toHaveLength(1)
    },
  )

  it.each(['refused', 'lost'] as const)('ends once after a write of its end that was %s', async (fault) => {
    const task = await serveTask()
    let faults = 2
    task.faults.on = (write) => (endsTask(write) && faults-- > 0 ? fault : undefined)
    await task.answer()
    expect(await task.over()).toMatchObject({ status: 'completed', result: { content: [{ text: 'accept' }] } })
    expect(task.visits).toEqual(['first', 'second'])
  })

  it('is taken up again after a longer outage, and repeats at most the step in flight', async () => {
    const task = await serveTask()
    const begunAt = Date.now()
    task.faults.on = (write) => (hasStep(write) && Date.now() - begunAt < 4_000 ? 'refused' : undefined)
    await task.answer()
    expect(await task.over()).toMatchObject({ status: 'completed' })
    expect(task.problems).toEqual([away()])
    expect(task.visits).toEqual(['first', 'second', 'second'])
  })
})

describe('a client whose request reaches a server without its store', () => {
  it('receives the advice to try again, and no message of the network', async () => {
    const { url, taskId, faults, problems } = await serveTask()
    faults.reads = true
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { error } = await send(url, method, { taskId }, options)
      expect(error).toEqual({ code: -32603, message: 'the store cannot be reached; try again later' })
    }
    expect(problems).toEqual([away(), away(), away()])
  })

  it('gets no acknowledgement for an answer that was not stored, and may send it again', async () => {
    const task = await serveTask()
    task.faults.on = ({ commandId }) => (commandId === 'answer/sure' ? 'refused' : undefined)
    expect((await task.answer()).error).toMatchObject({ code: -32603 })
    expect((await task.get()).inputRequests).toHaveProperty('sure')
    task.faults.on = () => undefined
    expect((await task.answer()).error).toBeUndefined()
    expect((await task.over()).status).toBe('completed')
  })

  it('may send an answer again whose acknowledgement was lost, and it counts once', async () => {
    const task = await serveTask()
    let faults = 1
    task.faults.on = ({ commandId }) => (commandId === 'answer/sure' && faults-- > 0 ? 'lost' : undefined)
    expect((await task.answer()).error).toMatchObject({ code: -32603 })
    expect((await task.answer()).error).toBeUndefined()
    expect((await task.over()).status).toBe('completed')
    expect((await task.events()).filter(({ event }) => event.type === 'answer')).toHaveLength(1)
  })
})
