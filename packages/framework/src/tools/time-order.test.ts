import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Answers } from './answer-box.ts'
import { createMcpTool } from './builder.ts'
import type { ToolContext } from './context.ts'
import type { Effect } from './effect.ts'
import { createMemoryJournal, type Recording } from './journal.ts'
import type { Operation } from './operation.ts'
import { deferred, type Outcome, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { Run } from './run.ts'
import { RunHandle } from './run-handle.ts'

const text = { response: z.object({ text: z.string() }) }
const accept = (said: string) => ({ action: 'accept', content: { text: said } })
const peer: Peer = { answer: (effect) => ('id' in effect ? deferred : succeeded(undefined)) }

/** A clock of a process that is blocked: alarms ring only when the test says so. */
function createClock(time: number) {
  const rings = new Set<() => void>()
  const clock = {
    time,
    now: () => clock.time,
    alarm(_at: number, ring: () => void) {
      rings.add(ring)
      return () => rings.delete(ring)
    },
    isSet: () => rings.size > 0,
    ring() {
      for (const ring of rings) ring()
    },
  }
  return clock
}

type Ctx = ToolContext<{ sure: typeof text; again: typeof text }>

const create = (body: (ctx: Ctx) => Operation<unknown>) =>
  createMcpTool('race')
    .elicits({ sure: text, again: text })
    .execute((_, ctx) => body(ctx))
    .build()

function* ask(ctx: Ctx, key: 'sure' | 'again'): Generator<Effect, string, unknown> {
  const answer = yield* ctx.elicit(key, { message: key })
  return answer.action === 'accept' ? answer.content.text : `${key} ${answer.action}`
}

function* nap(ctx: Ctx, ms: number): Generator<Effect, string, unknown> {
  yield* ctx.sleep(ms)
  return 'late'
}

/** Runs to where the tool waits, at time 0. */
async function begin(tool: ReturnType<typeof create>): Promise<Recording> {
  const journal = createMemoryJournal()
  await new Run(tool, {}, { peer, journal, clock: createClock(0) }).advance()
  return structuredClone(journal.read()!)
}

/** Goes on at time `now`, with what was received before while no process ran. */
async function goOn(tool: ReturnType<typeof create>, state: Recording, now: number, received: [Answers, number][]) {
  const run = new Run(tool, {}, { peer, journal: createMemoryJournal(state), clock: createClock(now) })
  for (const [answers, at] of received) run.receive(answers, { at })
  return run.advance()
}

describe.each([
  ['the question first', true],
  ['the sleep first', false],
])('R16 what is due and what has arrived are ordered by time, with %s in the code', (_, isFirst) => {
  const tool = create((ctx) =>
    ctx.race(isFirst ? [ask(ctx, 'sure'), nap(ctx, 200)] : [nap(ctx, 200), ask(ctx, 'sure')]),
  )

  it.each([
    ['before the deadline wins', 199, 'yes'],
    ['at the deadline loses', 200, 'late'],
    ['after the deadline loses', 400, 'late'],
  ])('R16 an answer that arrives %s, also if both are seen later', async (_name, at, value) => {
    const result = await goOn(tool, await begin(tool), 1_000, [[{ sure: accept('yes') }, at]])
    expect(result).toMatchObject({ type: 'completed', value })
  })

  it.each([
    [199, 'yes'],
    [200, 'late'],
    [400, 'late'],
  ])('R16 an answer to a run in memory that is seen late counts from when it arrived, at %i', async (at, value) => {
    const clock = createClock(0)
    const handle = new RunHandle(tool, {}, { peer, clock })
    await until(() => handle.waits)
    clock.time = 1_000
    handle.answer({ sure: accept('yes') }, { at })
    expect(await handle.ended).toMatchObject({ type: 'completed', value })
  })
})

describe('R16 order by time', () => {
  it('R16 answers that arrived at different times are recorded in the order of arrival', async () => {
    const tool = create((ctx) => ctx.race([ask(ctx, 'sure'), ask(ctx, 'again')]))
    const state = await begin(tool)
    const received: [Answers, number][] = [
      [{ sure: accept('first in the code') }, 300],
      [{ again: accept('first to arrive') }, 100],
    ]
    expect(await goOn(tool, state, 1_000, received)).toMatchObject({ value: 'first to arrive' })
  })

  it('R16 answers that arrived together are recorded in the order in which their questions were opened', async () => {
    const tool = create((ctx) => ctx.race([ask(ctx, 'sure'), ask(ctx, 'again')]))
    const answers = { again: accept('second'), sure: accept('first') }
    expect(await goOn(tool, await begin(tool), 1_000, [[answers, 100]])).toMatchObject({ value: 'first' })
  })

  it('R16 a question that is only opened now is ordered by when its answer arrived, too', async () => {
    const tool = create((ctx) =>
      ctx.race([
        nap(ctx, 200),
        (function* () {
          yield* ask(ctx, 'sure')
          return yield* ask(ctx, 'again')
        })(),
      ]),
    )
    const state = await begin(tool)
    for (const [at, value] of [
      [150, 'in time'],
      [250, 'late'],
    ] as const) {
      const received: [Answers, number][] = [
        [{ sure: accept('yes') }, 100],
        [{ again: accept('in time') }, at],
      ]
      expect(await goOn(tool, structuredClone(state), 1_000, received)).toMatchObject({ value })
    }
  })

  it.each([
    ['the signal first', true],
    ['the sleep first', false],
  ])('R16 a signal and a deadline are ordered by time, with %s in the code', async (_, isFirst) => {
    const tool = create((ctx) =>
      ctx.race(isFirst ? [ctx.signal('paid'), nap(ctx, 200)] : [nap(ctx, 200), ctx.signal('paid')]),
    )
    const state = await begin(tool)
    for (const [at, value] of [
      [199, 'in time'],
      [200, 'late'],
      [400, 'late'],
    ] as const) {
      const signal = { id: 's', name: 'paid', value: 'in time', at }
      const journal = createMemoryJournal(structuredClone(state))
      const restarted = new Run(tool, {}, { peer, journal, clock: createClock(1_000), signals: [signal] })
      expect(await restarted.advance()).toMatchObject({ value })
      const clock = createClock(0)
      const handle = new RunHandle(tool, {}, { peer, clock })
      await until(() => handle.waits)
      clock.time = 1_000
      handle.signal('paid', 'in time', { at })
      expect(await handle.ended).toMatchObject({ value })
    }
  })

  it.each([
    ['the signal first', true],
    ['the question first', false],
  ])('R16 a signal and an answer are ordered by when they arrived, with %s in the code', async (_, isFirst) => {
    const tool = create((ctx) =>
      ctx.race(isFirst ? [ctx.signal('paid'), ask(ctx, 'sure')] : [ask(ctx, 'sure'), ctx.signal('paid')]),
    )
    const state = await begin(tool)
    for (const [sent, answered, value] of [
      [100, 200, 'signal'],
      [200, 100, 'answer'],
    ] as const) {
      const journal = createMemoryJournal(structuredClone(state))
      const signals = [{ id: 's', name: 'paid', value: 'signal', at: sent }]
      const run = new Run(tool, {}, { peer, journal, clock: createClock(1_000), signals })
      run.receive({ sure: accept('answer') }, { at: answered })
      expect(await run.advance()).toMatchObject({ value })
    }
  })

  it('R16 a page that reports before its question expires counts, and one that reports later does not', async () => {
    const tool = createMcpTool('signs_in')
      .elicits({ page: { mode: 'url', response: z.object({ by: z.string() }), expiresIn: 200 } })
      .execute(function* (_, ctx) {
        const answer = yield* ctx.elicit('page', { message: 'Sign in', url: 'https://example.com' })
        return answer.action === 'accept' ? answer.content.by : answer.action
      })
      .build()
    const options = { peer, signalUrl: (runId: string, name: string) => `https://example.com/${runId}.${name}` }
    const journal = createMemoryJournal()
    const run = new Run(tool, {}, { ...options, journal, clock: createClock(0) })
    await run.advance()
    run.receive({ page: { action: 'accept' } }, { at: 0 })
    await run.advance()
    for (const [at, value] of [
      [199, 'ada'],
      [200, 'cancel'],
    ] as const) {
      const signals = [{ id: 's', name: 'page', value: { by: 'ada' }, at }]
      const state = structuredClone(journal.read()!)
      const again = { ...options, journal: createMemoryJournal(state), clock: createClock(1_000), signals }
      expect(await new Run(tool, {}, again).advance(), `at ${at}`).toMatchObject({ value })
    }
  })

  it('R16 the expiry of a question and the answer to it are ordered by time, too', async () => {
    const tool = createMcpTool('expires')
      .elicits({ sure: { ...text, expiresIn: 200 } })
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
      })
      .build() as never
    const state = await begin(tool)
    for (const [at, value] of [
      [199, 'accept'],
      [200, 'cancel'],
    ] as const) {
      expect(await goOn(tool, structuredClone(state), 1_000, [[{ sure: accept('yes') }, at]])).toMatchObject({ value })
      const clock = createClock(0)
      const handle = new RunHandle(tool, {}, { peer, clock })
      await until(() => handle.waits)
      clock.time = 1_000
      handle.answer({ sure: accept('yes') }, { at })
      expect(await handle.ended).toMatchObject({ value })
    }
  })

  it.each([
    [199, 'accept'],
    [200, 'cancel'],
    [400, 'cancel'],
  ])('R16 a peer that waits and answers at %i, before the alarm rings, counts from then', async (at, value) => {
    const clock = createClock(0)
    const tool = createMcpTool('expires')
      .elicits({ sure: { ...text, expiresIn: 200 } })
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
      })
      .build()
    const answer = Promise.withResolvers<Outcome>()
    const ended = new Run(tool, {}, { peer: { answer: () => answer.promise }, clock }).advance()
    await until(clock.isSet)
    clock.time = at
    answer.resolve(succeeded(accept('yes')))
    expect(await ended).toMatchObject({ type: 'completed', value })
  })

  it.each([
    [40, 'in time'],
    [60, 'ToolTimeoutError'],
  ])('R16 the timeout of a branch and an answer that arrived at %i are ordered by time, too', async (at, value) => {
    const clock = createClock(0)
    const never = Promise.withResolvers<void>()
    const tool = create(function* (ctx) {
      try {
        return yield* ctx.branch(
          (inner) => inner.race([ask(inner, 'sure'), inner.step('busy', () => never.promise) as Operation<never>]),
          { timeout: 50 },
        )
      } catch (error) {
        return (error as Error).name
      }
    })
    const run = new Run(tool, {}, { peer, clock })
    const ended = run.advance()
    await until(clock.isSet)
    run.receive({ '1/sure': accept('in time') }, { at })
    clock.time = 100
    clock.ring()
    expect(await ended).toMatchObject({ value })
  })
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
