import { createMcpTool, type McpTool, SweatpantsError } from '@sweatpants/framework'
import { createRunControls } from '@sweatpants/framework/control'
import { createMemoryStore, type Log, readRun, type Store } from '@sweatpants/framework/log'
import type { Model } from '@sweatpants/framework/models'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createTrip } from './fixtures/trip.ts'
import type { RunEvent } from './run-event.ts'
import { emptyRun, type RunState, reduceAll } from './run-state.ts'
import { Runs } from './runs.ts'

const model: Model = {
  id: 'test',
  answer: async () => ({ content: { type: 'text', text: 'sunny' }, model: 'test' }),
}

/** The question of the trip, which is asked in its second branch. */
const WHEN = '2/when'

const accept = (day: unknown, attempt = 1) => ({
  id: WHEN,
  attempt,
  answer: { action: 'accept', content: { day } } as never,
})

let trip: ReturnType<typeof createTrip>
let tools: McpTool[]
let store: Store
beforeEach(() => {
  trip = createTrip()
  tools = [trip.tool]
  store = createMemoryStore()
})

/** Opens the runs as a new process of the inspector does. */
async function open() {
  const onError = vi.fn<(error: unknown) => void>()
  const runs = new Runs({ store, model, tools: () => tools, onChange() {}, onError })
  await runs.start()
  onTestFinished(async () => {
    await runs.close()
    expect(onError.mock.calls).toEqual([])
  })
  return runs
}

async function read({ log }: { log: Log<RunEvent> }, runId: string): Promise<RunState> {
  return reduceAll(
    emptyRun,
    (await log.read(runId, 0)).map(({ event }) => event),
  )
}

const until = (runs: Runs, runId: string, status: RunState['status']) =>
  vi.waitFor(
    async () => {
      const run = await read(runs, runId)
      expect(run.status).toBe(status)
      return run
    },
    { timeout: 5_000 },
  )

/** Resolves to the trip's question once it is open at this attempt. */
const untilAsked = (runs: Runs, runId: string, attempt: number) =>
  vi.waitFor(async () => {
    const { happenings } = await read(runs, runId)
    const question = happenings.find((one) => one.type === 'effect' && one.id === WHEN)
    expect(question).toMatchObject({ state: 'open', attempt })
    return question
  })

async function beginTrip(runs: Runs): Promise<string> {
  const runId = await runs.begin('trip', { to: 'Vienna' }, 'model')
  await until(runs, runId, 'waiting')
  return runId
}

test('the person at the page answers for others, and sends signals', async () => {
  const expense = createMcpTool('expense')
    .elicits({ approve: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('approve', { message: 'Pay?' }, { to: 'role:manager', quorum: 2 })
      const { amount } = yield* ctx.signal('paid', z.object({ amount: z.number() }))
      return [answer.action === 'accept' && answer.answers.map(({ answeredBy }) => answeredBy), amount]
    })
    .build()
  tools = [expense]
  const runs = await open()
  const runId = await runs.begin('expense', {}, 'model')
  const isOpen = (id: string, entries: number) =>
    vi.waitFor(async () => {
      const state = await read(runs, runId)
      expect(state.happenings).toContainEqual(expect.objectContaining({ id, state: 'open' }))
      expect(state.entries).toHaveLength(entries)
    })
  const send = (id: string, content: object) =>
    runs.answer(runId, { id, attempt: 1, answer: { action: 'accept', content } as never })
  await isOpen('approve', 0)
  await send('approve', { ok: true })
  await isOpen('approve', 1)
  await send('approve', { ok: true })
  await isOpen('paid', 2)
  await send('paid', { amount: 7 })
  const { stop } = await until(runs, runId, 'completed')
  expect(stop).toMatchObject({ value: [['role:manager', 'role:manager 2'], 7] })
})

test('a run completes as its questions are answered, and its stream has every event', async () => {
  const runs = await open()
  const runId = await beginTrip(runs)
  await runs.answer(runId, accept(3))
  const { stop, happenings, entries } = await until(runs, runId, 'completed')
  expect(stop).toMatchObject({ value: { weather: 'sunny', day: 3 }, usage: { inputTokens: expect.any(Number) } })
  expect(entries).toEqual((await readRun(store, runId))?.entries)
  expect(happenings).toContainEqual(expect.objectContaining({ kind: 'sample', branch: '1', state: 'value' }))
  expect(await runs.list()).toMatchObject([{ runId, tool: 'trip', status: 'completed' }])
})

test('a refused answer opens the question again with the reason, and an answer to the earlier attempt is refused', async () => {
  const runs = await open()
  const runId = await beginTrip(runs)
  await runs.answer(runId, accept('soon'))
  expect(await untilAsked(runs, runId, 2)).toMatchObject({ refusal: expect.stringContaining('day') })
  await expect(runs.answer(runId, accept(1, 1))).rejects.toMatchObject({ code: 'question_changed' })
  await expect(runs.answer(runId, { ...accept(1), id: 'who' })).rejects.toMatchObject({ code: 'question_closed' })
  await runs.answer(runId, accept(1, 2))
  await until(runs, runId, 'completed')
})

test('a second answer to the same question is refused', async () => {
  const runs = await open()
  const runId = await beginTrip(runs)
  const answers = await Promise.allSettled([runs.answer(runId, accept(3)), runs.answer(runId, accept(4))])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect((await until(runs, runId, 'completed')).stop).toMatchObject({ value: { day: 3 } })
})

test('a person answers the samples of a run that was started so', async () => {
  const runs = await open()
  const runId = await runs.begin('trip', { to: 'Vienna' }, 'hand')
  await until(runs, runId, 'waiting')
  const reply = { content: { type: 'text', text: 'rain' }, model: 'by hand' }
  await runs.answer(runId, { id: '1/sample', attempt: 1, answer: reply })
  await untilAsked(runs, runId, 1)
  await runs.answer(runId, accept(1))
  expect((await until(runs, runId, 'completed')).stop).toMatchObject({ value: { weather: 'rain' } })
})

test('a fork keeps the entries before a question, asks it again, and leaves the other run as it is', async () => {
  const runs = await open()
  const runId = await beginTrip(runs)
  await runs.answer(runId, accept(3))
  const { entries } = await until(runs, runId, 'completed')
  const question = entries.findIndex((entry) => entry.type === 'value' && entry.kind === 'elicit')
  const forkId = await runs.fork(runId, question)
  const forked = await until(runs, forkId, 'waiting')
  expect(forked.fork).toMatchObject({ runId, entries: entries.slice(0, question) })
  expect(forked.entries).toEqual(entries.slice(0, question))
  expect(forked.happenings).toContainEqual(expect.objectContaining({ kind: 'sample', state: 'value' }))
  await runs.answer(forkId, accept(4))
  expect((await until(runs, forkId, 'completed')).stop).toMatchObject({ value: { weather: 'sunny', day: 4 } })
  // The recorded step is not performed again, and the steps after the question are.
  expect(trip.done).toEqual(['seats', 'pay', 'tidy', 'pay', 'tidy'])
  expect((await readRun(store, runId))?.entries).toEqual(entries)
  await expect(runs.fork(runId, entries.length + 1)).rejects.toMatchObject({ code: 'bad_entry' })
})

test('a fork repeats steps with idempotency keys of its own, and the entries that it keeps fit', async () => {
  const sent: string[] = []
  let price = 1
  const shop = createMcpTool('shop')
    .elicits({ what: { response: z.object({ thing: z.string() }) } })
    .execute(function* (_, ctx) {
      const asked = yield* ctx.elicit('what', { message: `What, in ${ctx.callId}?` })
      if (asked.action !== 'accept') return
      // The messages contain the id of the run.
      const messages = [...asked.exchange.messages, { role: 'user' as const, content: 'Which shop?' }]
      yield* ctx.sample({ messages })
      const found = yield* ctx.step('price', () => price++)
      yield* ctx.step('pay', ({ idempotencyKey }) => void sent.push(`${found} ${idempotencyKey}`))
    })
    .build()
  tools = [shop]
  const runs = await open()
  const runId = await runs.begin('shop', {}, 'model')
  await until(runs, runId, 'waiting')
  const answer = { action: 'accept', content: { thing: 'pencil' } } as never
  await runs.answer(runId, { id: 'what', attempt: 1, answer })
  const { entries } = await until(runs, runId, 'completed')
  const at = entries.findIndex((entry) => entry.type === 'value' && entry.kind === 'step')
  expect(entries.slice(0, at).map((entry) => 'kind' in entry && entry.kind)).toEqual(['elicit', 'sample'])
  const forks = [await runs.fork(runId, at)]
  await until(runs, forks[0]!, 'completed')
  forks.push(await runs.fork(forks[0]!, at))
  await until(runs, forks[1]!, 'completed')
  const place = sent[0]!.slice(`1 ${runId}`.length)
  expect(sent).toEqual([`1 ${runId}${place}`, `2 ${forks[0]}${place}`, `3 ${forks[1]}${place}`])
})

test('a fork whose process dies before its journal is written begins with the same entries', async () => {
  const first = await open()
  const runId = await beginTrip(first)
  const { entries } = await read(first, runId)
  const forkId = await first.fork(runId, 1)
  await until(first, forkId, 'waiting')
  await first.close()
  // As a process leaves it that dies after it has stored the fork.
  const [start] = await first.log.read(forkId, 0)
  await first.log.delete(forkId, { withRuns: true })
  await first.log.create(forkId, { about: null, events: [start!.event, { type: 'run_pause', time: 1 }] })
  const second = await open()
  await second.resume(forkId)
  expect((await until(second, forkId, 'waiting')).entries[0]).toEqual(entries[0])
})

test('a cancelled run executes its finally block', async () => {
  const runs = await open()
  const runId = await beginTrip(runs)
  await runs.cancel(runId)
  await until(runs, runId, 'cancelled')
  expect(trip.done).toEqual(['seats', 'tidy'])
  await expect(runs.cancel(runId)).rejects.toMatchObject({ code: 'run_ended' })
})

test('an operator cancels an inspected run, also one that its process has left, and its finally runs', async () => {
  const first = await open()
  const [driven, left] = [await beginTrip(first), await beginTrip(first)]
  const controls = createRunControls({ store })
  await controls.cancel(driven)
  await until(first, driven, 'cancelled')
  expect(trip.done).toEqual(['seats', 'seats', 'tidy'])
  await first.close()
  expect(await read(first, left)).toMatchObject({ status: 'paused' })
  expect(await controls.show(left)).toMatchObject({ state: 'waiting', actions: ['cancel'] })
  await controls.cancel(left)
  const second = await open()
  await until(second, left, 'cancelled')
  expect(trip.done).toEqual(['seats', 'seats', 'tidy', 'tidy'])
  expect(await controls.show(left)).toMatchObject({ state: 'cancelled', actions: ['forget'] })
})

test('an answer resumes a run that the last process paused, and no step runs twice', async () => {
  const first = await open()
  const runId = await beginTrip(first)
  await first.close()
  expect(await read(first, runId)).toMatchObject({ status: 'paused' })

  const second = await open()
  await second.answer(runId, accept(2))
  expect((await until(second, runId, 'completed')).stop).toMatchObject({ value: { day: 2 } })
  expect(trip.done).toEqual(['seats', 'pay', 'tidy'])
})

test('a resumed run publishes no effect again whose outcome is recorded', async () => {
  const first = await open()
  const runId = await beginTrip(first)
  await first.close()
  const second = await open()
  await second.resume(runId)
  const events = await vi.waitFor(async () => {
    const after = (await second.log.read(runId, 0)).map(({ event }) => event)
    expect(after.findLastIndex(isOpening)).toBeGreaterThan(after.findIndex(({ type }) => type === 'run_resume'))
    return after
  })
  const opened = events.flatMap((event) => (event.type === 'effect_open' ? event.effect.key : []))
  expect(opened.filter((key) => key === 'seats')).toHaveLength(1)
})

const isOpening = ({ type }: RunEvent): boolean => type === 'question_open'

test('closing aborts a step that is running, and the resumed run executes it again', async () => {
  const began: boolean[] = []
  tools = [
    createMcpTool('slow')
      .execute(function* (_, ctx) {
        return yield* ctx.step('wait', ({ signal }) => {
          began.push(signal.aborted)
          if (began.length > 1) return 'done'
          return new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        })
      })
      .build(),
  ]
  const first = await open()
  const runId = await first.begin('slow', {}, 'model')
  await vi.waitFor(() => expect(began).toHaveLength(1))
  await first.close()
  const second = await open()
  await second.resume(runId)
  expect((await until(second, runId, 'completed')).stop).toMatchObject({ value: 'done' })
})

/** Stores a run as a process leaves it that dies after it has started the run. */
async function leaveBehind(lease: number): Promise<string> {
  await store.leases.beat('dead', lease)
  const start: RunEvent = {
    type: 'run_start',
    tool: 'trip',
    params: { to: 'Vienna' },
    samples: 'model',
    process: 'dead',
    time: 1,
  }
  const about = { tool: 'trip', status: 'running', startedAt: 1 }
  await store.log<RunEvent>('inspected').create('left', { node: 'dead', dueAt: 0, about, events: [start] })
  return 'left'
}

test('a run of a process that died is paused and not executed', async () => {
  const runId = await leaveBehind(0)
  const runs = await open()
  await until(runs, runId, 'paused')
  expect(await runs.list()).toMatchObject([{ status: 'paused' }])
  expect(trip.done).toEqual([])
  await runs.resume(runId)
  await until(runs, runId, 'waiting')
  expect(trip.done).toEqual(['seats'])
})

test('a run of a process that is alive is left alone', async () => {
  const runId = await leaveBehind(60_000)
  const runs = await open()
  for (const command of [runs.cancel(runId), runs.resume(runId), runs.answer(runId, accept(1))]) {
    await expect(command).rejects.toMatchObject({ code: 'run_elsewhere' })
  }
  await expect(runs.delete(runId)).rejects.toMatchObject({ code: 'run_running' })
  expect(await read(runs, runId)).toMatchObject({ status: 'running', lsn: 1 })
})

test('the stream of a resumed run gets the entries that a dying process recorded and did not publish', async () => {
  const first = await open()
  const runId = await beginTrip(first)
  await first.close()
  const events = (await first.log.read(runId, 0)).map(({ event }) => event)
  const isKept = ({ type }: RunEvent) => type !== 'journal_write' && type !== 'effect_open' && type !== 'question_open'
  await first.log.delete(runId)
  await first.log.create(runId, { about: null, events: events.filter(isKept) })

  const second = await open()
  await second.resume(runId)
  const { entries, happenings } = await until(second, runId, 'waiting')
  expect(entries).toEqual((await readRun(store, runId))?.entries)
  expect(happenings).toContainEqual(expect.objectContaining({ kind: 'step', key: 'seats', state: 'value' }))
})

test('a waiting run goes on with changed tools, breaks while they do not match its journal, and goes on when they do', async () => {
  const runs = await open()
  const runId = await beginTrip(runs)
  await runs.reload()
  await untilAsked(runs, runId, 1)
  tools = [
    createMcpTool('trip')
      .execute(function* () {})
      .build(),
  ]
  await runs.reload()
  expect((await until(runs, runId, 'broken')).stop).toMatchObject({ error: { name: 'DivergenceError' } })
  tools = []
  await runs.reload()
  expect(await read(runs, runId)).toMatchObject({ status: 'broken' })
  tools = [createTrip().tool]
  await runs.reload()
  await until(runs, runId, 'waiting')
  await runs.answer(runId, { id: WHEN, attempt: 1, answer: { action: 'decline' } })
  const { entries } = await until(runs, runId, 'completed')
  expect(entries).toEqual((await readRun(store, runId))?.entries)
})

test('a waiting run whose tool is gone is paused until the tool is back', async () => {
  const runs = await open()
  const runId = await beginTrip(runs)
  tools = []
  await runs.reload()
  await until(runs, runId, 'paused')
  await expect(runs.resume(runId)).rejects.toMatchObject({ code: 'tool_not_found' })
  tools = [trip.tool]
  await runs.reload()
  await until(runs, runId, 'waiting')
})

test('an answer to a question that the code has changed meanwhile does not count', async () => {
  const ask = (message: string) =>
    createMcpTool('ask')
      .elicits({ sure: { response: trip.tool.questions.when!.response! } })
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('sure', { message })).action
      })
      .build()
  tools = [ask('Pay 10?')]
  const first = await open()
  const runId = await first.begin('ask', {}, 'model')
  await until(first, runId, 'waiting')
  await first.close()

  tools = [ask('Pay 1000?')]
  const second = await open()
  await second.answer(runId, { ...accept(1), id: 'sure' })
  await vi.waitFor(async () => {
    const { happenings } = await read(second, runId)
    expect(happenings).toMatchObject([{ state: 'open', attempt: 2, request: { message: 'Pay 1000?' } }])
  })
})

test('a run is deleted with its journal, but not while it runs', async () => {
  const runs = await open()
  const runId = await beginTrip(runs)
  await expect(runs.delete(runId)).rejects.toMatchObject({ code: 'run_running' })
  await runs.cancel(runId)
  await until(runs, runId, 'cancelled')
  await vi.waitFor(() => runs.delete(runId))
  expect(await runs.list()).toEqual([])
  expect(await readRun(store, runId)).toBeUndefined()
})

test('wrong arguments make the run fail with a ToolInputError', async () => {
  const runs = await open()
  const runId = await runs.begin('trip', {}, 'model')
  expect((await until(runs, runId, 'failed')).stop).toMatchObject({ error: { name: 'ToolInputError' } })
  await expect(runs.begin('nothing', {}, 'model')).rejects.toMatchObject({ code: 'tool_not_found' })
})

test('a run goes on by itself after its store has refused a write', async () => {
  const inner = store
  let refuses = false
  store = {
    ...inner,
    log<E>(kind: string): Log<E> {
      const log = inner.log<E>(kind)
      return {
        ...log,
        async append(id, append) {
          const isRefused = refuses && kind === 'inspected' && append.fence !== undefined
          if (!isRefused) return log.append(id, append)
          refuses = false
          throw new SweatpantsError('the disk is full')
        },
      }
    },
  }
  const onError = vi.fn<(error: unknown) => void>()
  const runs = new Runs({ store, model, tools: () => tools, onChange() {}, onError })
  onTestFinished(() => runs.close())
  const runId = await beginTrip(runs)
  refuses = true
  await runs.answer(runId, accept(3))
  await until(runs, runId, 'completed')
  expect(onError.mock.calls).toMatchObject([[{ message: 'the disk is full' }]])
})
