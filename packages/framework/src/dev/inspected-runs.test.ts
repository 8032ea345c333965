import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStore } from '../log/memory.ts'
import type { Model } from '../models/model.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import { createTrip } from './fixtures/trip.ts'
import { InspectedRuns } from './inspected-runs.ts'
import { emptyRun, type RunState, reduceRun } from './run-state.ts'

const model: Model = {
  id: 'test',
  answer: async () => ({ content: { type: 'text', text: 'sunny' }, model: 'test' }),
}

const accept = (day: unknown) => ({ action: 'accept', content: { day } })

/** The question of the trip, which is asked in its second branch. */
const WHEN = '2/when'

let trip: ReturnType<typeof createTrip>
let tools: McpTool[]
let store: ReturnType<typeof createMemoryStore>
beforeEach(() => {
  trip = createTrip()
  tools = [trip.tool]
  store = createMemoryStore()
})

function open() {
  const onError = vi.fn<(error: unknown) => void>()
  const runs = new InspectedRuns({ store, model, tools: () => tools, onChange() {}, onError })
  onTestFinished(async () => {
    await runs.close()
    expect(onError).not.toHaveBeenCalled()
  })
  return runs
}

async function read(runs: InspectedRuns, runId: string): Promise<RunState> {
  const entries = await runs.log.read(runId, 0)
  return entries.reduce((state, { event }) => reduceRun(state, event), emptyRun)
}

const until = (runs: InspectedRuns, runId: string, status: RunState['status']) =>
  vi.waitFor(async () => {
    const run = await read(runs, runId)
    expect(run.status).toBe(status)
    return run
  })

test('a run goes on to its end as its questions are answered, and all of it is in its log', async () => {
  const runs = open()
  const runId = await runs.start('trip', { to: 'Vienna' }, 'model')
  await until(runs, runId, 'waiting')
  await runs.answer(runId, WHEN, accept(3))
  const { stop, happenings, entries } = await until(runs, runId, 'completed')
  expect(stop).toMatchObject({ value: { weather: 'sunny', day: 3 }, usage: { inputTokens: expect.any(Number) } })
  expect(entries.map(({ entry }) => entry)).toEqual((await store.runs.journal(runId).read())?.entries)
  expect(happenings).toContainEqual(expect.objectContaining({ kind: 'sample', branch: '1', state: 'value' }))
  expect(await runs.list()).toMatchObject([{ runId, tool: 'trip', status: 'completed' }])
})

test('an answer that is refused is asked for again, with the reason', async () => {
  const runs = open()
  const runId = await runs.start('trip', { to: 'Vienna' }, 'model')
  await until(runs, runId, 'waiting')
  await runs.answer(runId, WHEN, accept('soon'))
  await vi.waitFor(async () => {
    const { happenings } = await read(runs, runId)
    expect(happenings).toContainEqual(
      expect.objectContaining({ id: WHEN, state: 'open', attempt: 2, refusal: expect.stringContaining('day') }),
    )
  })
  await expect(runs.answer(runId, 'who', accept(1))).rejects.toMatchObject({ code: 'question_closed' })
})

test('samples are answered by hand where the run says so', async () => {
  const runs = open()
  const runId = await runs.start('trip', { to: 'Vienna' }, 'hand')
  await until(runs, runId, 'waiting')
  await runs.answer(runId, '1/sample', { content: { type: 'text', text: 'rain' }, model: 'by hand' })
  await vi.waitFor(() => runs.answer(runId, WHEN, accept(1)))
  expect((await until(runs, runId, 'completed')).stop).toMatchObject({ value: { weather: 'rain' } })
})

test('a cancelled run tidies up', async () => {
  const runs = open()
  const runId = await runs.start('trip', { to: 'Vienna' }, 'model')
  await until(runs, runId, 'waiting')
  await runs.cancel(runId)
  await until(runs, runId, 'cancelled')
  expect(trip.done).toEqual(['seats', 'tidy'])
  await expect(runs.cancel(runId)).rejects.toMatchObject({ code: 'run_ended' })
})

test('a run that was left goes on in the next process, by an answer, and repeats nothing', async () => {
  const first = open()
  const runId = await first.start('trip', { to: 'Vienna' }, 'model')
  await until(first, runId, 'waiting')
  await first.close()
  expect((await read(first, runId)).status).toBe('paused')

  const second = open()
  await second.answer(runId, WHEN, accept(2))
  await until(second, runId, 'completed')
  expect(trip.done).toEqual(['seats', 'pay', 'tidy'])
})

test('a run that is left in a step aborts it, and does it again when it goes on', async () => {
  const began: boolean[] = []
  tools = [
    createMcpTool('slow')
      .execute(function* (_, ctx) {
        return yield* ctx.step('wait', ({ signal }) => {
          began.push(signal.aborted)
          if (began.length > 1) return 'done'
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        })
      })
      .build(),
  ]
  const first = open()
  const runId = await first.start('slow', {}, 'model')
  await vi.waitFor(() => expect(began).toHaveLength(1))
  await first.close()
  const second = open()
  await second.resume(runId)
  expect((await until(second, runId, 'completed')).stop).toMatchObject({ value: 'done' })
})

test('what a process that died has left running is paused, not run again', async () => {
  const dead = new InspectedRuns({ store, model, tools: () => tools, onChange() {}, onError() {} })
  const runId = await dead.start('trip', { to: 'Vienna' }, 'model')
  await until(dead, runId, 'waiting')
  const runs = open()
  await runs.pauseLeft()
  expect(await runs.list()).toMatchObject([{ status: 'paused' }])
  expect(trip.done).toEqual(['seats'])
})

test('a run that waits goes on with changed tools, is broken while it does not fit them, and then goes on', async () => {
  const runs = open()
  const runId = await runs.start('trip', { to: 'Vienna' }, 'model')
  await until(runs, runId, 'waiting')
  tools = [
    createMcpTool('trip')
      .execute(function* () {})
      .build(),
  ]
  await runs.reload()
  expect((await until(runs, runId, 'broken')).stop).toMatchObject({ error: { name: 'DivergenceError' } })
  tools = [createTrip().tool]
  await runs.reload()
  await until(runs, runId, 'waiting')
  await runs.answer(runId, WHEN, { action: 'decline' })
  await until(runs, runId, 'completed')
})

test('a run is forgotten with its journal, but not while it runs', async () => {
  const runs = open()
  const runId = await runs.start('trip', { to: 'Vienna' }, 'model')
  await until(runs, runId, 'waiting')
  await expect(runs.forget(runId)).rejects.toMatchObject({ code: 'run_running' })
  await runs.cancel(runId)
  await until(runs, runId, 'cancelled')
  await vi.waitFor(() => runs.forget(runId))
  expect(await runs.list()).toEqual([])
  expect(await store.runs.journal(runId).read()).toBeUndefined()
})

test('wrong arguments end the run as a failure that says so', async () => {
  const runs = open()
  const runId = await runs.start('trip', {}, 'model')
  expect((await until(runs, runId, 'failed')).stop).toMatchObject({ error: { name: 'ToolInputError' } })
  await expect(runs.start('nothing', {}, 'model')).rejects.toMatchObject({ code: 'tool_not_found' })
})
