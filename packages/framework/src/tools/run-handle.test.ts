import { expect, test } from 'vitest'
import { createVirtualClock } from '../testing/clock.ts'
import { createMcpTool } from './builder.ts'
import { Drained } from './drain.ts'
import { type Listen, waitFor } from './effects/wait.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { deferred, type Outcome, succeeded } from './outcome.ts'
import { RunHandle } from './run-handle.ts'
import { jsonSchema } from './schema.ts'

const peer = { answer: () => succeeded(undefined) }

test('a dropped run aborts its step, runs no finally block and records nothing more', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const done: string[] = []
  const tool = createMcpTool('slow')
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('first', () => 1)
        yield* ctx.step('second', ({ signal }) => {
          started.resolve(signal)
          return new Promise<number>((resolve) => signal.addEventListener('abort', () => resolve(2)))
        })
      } finally {
        done.push('finally')
      }
    })
    .build()
  const journal = createMemoryJournal()
  const run = new RunHandle(tool, {}, { peer, journal })
  const signal = await started.promise
  run.drop()
  await expect(run.ended).rejects.toBeInstanceOf(Drained)
  expect(signal.aborted).toBe(true)
  expect(journal.read()!.entries.map((entry) => entry.type !== 'halted' && entry.key)).toEqual(['first'])
  expect(done).toEqual([])
})

test('a step that must not be performed here is not recorded as a failure, and ends the run with Drained', async () => {
  const tool = createMcpTool('pay')
    .execute(function* (_, ctx) {
      try {
        return yield* ctx.step('pay', () => 'paid')
      } catch {
        return 'failed'
      }
    })
    .build()
  const journal = createMemoryJournal()
  const runStep = async () => {
    throw new Drained('another node drives it')
  }
  await expect(new RunHandle(tool, {}, { peer, journal, runStep }).ended).rejects.toBeInstanceOf(Drained)
  expect(journal.read()?.entries ?? []).toEqual([])
  expect(await new RunHandle(tool, {}, { peer, journal }).ended).toMatchObject({ type: 'completed', value: 'paid' })
})

test('a run that is left while it is replayed is released as soon as it waits', async () => {
  const tool = createMcpTool('ask')
    .elicits({ sure: { response: jsonSchema<object>({ type: 'object', properties: {} }) } })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
    })
    .build()
  const journal = createMemoryJournal()
  const asking = { answer: () => deferred }
  const parked = Promise.withResolvers<void>()
  const first = new RunHandle(tool, {}, { peer: asking, journal, onPark: parked.resolve })
  await parked.promise
  first.leave()
  await expect(first.ended).rejects.toBeInstanceOf(Drained)
  // It has nothing to write before it waits again.
  const read = Promise.withResolvers<void>()
  const slow = { ...journal, read: () => read.promise.then(() => journal.read()) }
  const second = new RunHandle(tool, {}, { peer: asking, journal: slow })
  second.leave()
  read.resolve()
  await expect(second.ended).rejects.toBeInstanceOf(Drained)
})

test('a run that was released does not go on when an answer arrives', async () => {
  let worked = 0
  const tool = createMcpTool('ask')
    .execute(function* (_, ctx) {
      yield* ctx.roots()
      yield* ctx.step('work', () => ++worked)
    })
    .build()
  const journal = createMemoryJournal()
  const run = new RunHandle(tool, {}, { peer: { answer: () => deferred }, journal })
  await expect.poll(() => run.waits).toBe(true)
  run.leave()
  const answers = { roots: { roots: [] } }
  run.answer(answers)
  run.answer(answers)
  await expect(run.ended).rejects.toBeInstanceOf(Drained)
  run.answer(answers)
  expect([worked, journal.read()!.entries]).toEqual([0, []])
})

test('a dropped run that waits for an answer ends with Drained', async () => {
  const asked = Promise.withResolvers<void>()
  const tool = createMcpTool('ask')
    .execute(function* (_, ctx) {
      return yield* ctx.roots()
    })
    .build()
  const answer = () => {
    asked.resolve()
    return { type: 'deferred' as const }
  }
  const run = new RunHandle(tool, {}, { peer: { answer } })
  await asked.promise
  await expect.poll(() => run.waits).toBe(true)
  run.drop()
  await expect(run.ended).rejects.toBeInstanceOf(Drained)
})

test('a run that is dropped before it can wait ends with Drained', async () => {
  const tool = createMcpTool('ask')
    .execute(function* (_, ctx) {
      return yield* ctx.roots()
    })
    .build()
  const run = new RunHandle(tool, {}, { peer: { answer: () => deferred } })
  run.drop()
  await expect(run.ended).rejects.toBeInstanceOf(Drained)
})

test('a run that is answered no longer waits, before it has gone on', async () => {
  const tool = createMcpTool('ask')
    .execute(function* (_, ctx) {
      return yield* ctx.roots()
    })
    .build()
  const run = new RunHandle(tool, {}, { peer: { answer: () => deferred } })
  await expect.poll(() => run.waits).toBe(true)
  run.answer({ roots: { roots: [] } })
  expect(run.waits).toBe(false)
  expect(await run.ended).toMatchObject({ type: 'completed', value: [] })
})

test('a run that was woken by its clock has no time to wake at while it runs', async () => {
  const started = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const tool = createMcpTool('sleeper')
    .elicits({ word: { response: jsonSchema({ type: 'object' }) } })
    .execute(function* (_, ctx) {
      yield* ctx.race([ctx.elicit('word', { message: 'Well?' }), ctx.sleep(10)])
      yield* ctx.step('work', () => {
        started.resolve()
        return gate.promise
      })
    })
    .build()
  const run = new RunHandle(tool, {}, { peer: { answer: () => deferred } })
  await started.promise
  expect([run.waits, run.wakeAt]).toEqual([false, undefined])
  gate.resolve()
  await run.ended
})

const HOUR = 3_600_000

/** Sleeps, and then works. */
const createSleeper = (ms: number) =>
  createMcpTool('sleeper')
    .execute(function* (_, ctx) {
      yield* ctx.sleep(ms)
      return yield* ctx.step('work', () => 'done')
    })
    .build()

test('R4 a run that sleeps for long waits, says when it goes on, and goes on from its journal', async () => {
  const journal = createMemoryJournal()
  const start = Date.now()
  const run = new RunHandle(createSleeper(HOUR), {}, { peer, journal, longSleep: 60_000 })
  await expect.poll(() => run.waits).toBe(true)
  expect(run.wakeAt! - start).toBeGreaterThanOrEqual(HOUR)
  expect(run.waitsFor).toEqual([])
  run.leave()
  await expect(run.ended).rejects.toBeInstanceOf(Drained)

  const clock = createVirtualClock(start + 2 * HOUR)
  const next = new RunHandle(createSleeper(HOUR), {}, { peer, journal, longSleep: 60_000, clock })
  expect(await next.ended).toMatchObject({ type: 'completed', value: 'done' })
})

test('R4 a run that is left while it sleeps is released at once', async () => {
  const run = new RunHandle(createSleeper(HOUR), {}, { peer, journal: createMemoryJournal() })
  await new Promise(setImmediate)
  expect(run.waits).toBe(false)
  run.leave()
  await expect(run.ended).rejects.toBeInstanceOf(Drained)
})

test('a run that sleeps for long is cancelled while it waits', async () => {
  const run = new RunHandle(createSleeper(HOUR), {}, { peer, longSleep: 60_000 })
  await expect.poll(() => run.waits).toBe(true)
  run.cancel()
  expect(await run.ended).toMatchObject({ type: 'cancelled' })
})

test('a run that sleeps for a short time, or that cannot be let go, stays as it is', async () => {
  const short = new RunHandle(createSleeper(30), {}, { peer, longSleep: 60_000 })
  const long = new RunHandle(createSleeper(HOUR), {}, { peer })
  expect(await short.ended).toMatchObject({ type: 'completed', value: 'done' })
  expect(long.waits).toBe(false)
  long.cancel()
  await long.ended
})

test('a run waits in a long pause between two attempts at a step', async () => {
  const journal = createMemoryJournal()
  const tool = createMcpTool('pay')
    .execute(function* (_, ctx) {
      const pay = ({ attempt }: { attempt: number }) => {
        if (attempt === 1) throw new Error('closed')
        return `paid at attempt ${attempt}`
      }
      return yield* ctx.step('pay', pay, { retry: { attempts: 3, backoff: HOUR } })
    })
    .build()
  const start = Date.now()
  const run = new RunHandle(tool, {}, { peer, journal, longSleep: 60_000 })
  await expect.poll(() => run.waits).toBe(true)
  run.leave()
  await expect(run.ended).rejects.toBeInstanceOf(Drained)
  const clock = createVirtualClock(start + 2 * HOUR)
  const next = new RunHandle(tool, {}, { peer, journal, longSleep: 60_000, clock })
  expect(await next.ended).toMatchObject({ type: 'completed', value: 'paid at attempt 2' })
})

test.each(['before', 'after'])(
  'a run goes on when this process hears what it waits for, %s it has parked',
  async (when) => {
    const parked = Promise.withResolvers<void>()
    const listen: Listen = (settle) => {
      const heard = when === 'after' ? parked.promise : Promise.resolve()
      heard.then(() => settle(succeeded('heard')))
      return deferred
    }
    const tool = createMcpTool('listen')
      .elicits({ next: { response: jsonSchema({ type: 'object', properties: {} }) } })
      .execute(function* (_, ctx) {
        return yield* ctx.race([waitFor<string>(ctx, 'call', listen), ctx.elicit('next', { message: 'Next?' })])
      })
      .build()
    const asks = { answer: () => deferred }
    const run = new RunHandle(tool, {}, { peer: asks, onPark: () => parked.resolve() })
    expect(await run.ended).toMatchObject({ type: 'completed', value: 'heard' })
  },
)

/** Waits for what this process hears, and for the roots of the client. Calls `onWrite` while it parks. */
function parkWith(onWrite: (run: RunHandle, settle: (outcome: Outcome) => void) => void) {
  const heard = Promise.withResolvers<Outcome>()
  const listen: Listen = (settle) => {
    heard.promise.then(settle)
    return deferred
  }
  const tool = createMcpTool('listen')
    .execute(function* (_, ctx) {
      return yield* ctx.race([waitFor<string>(ctx, 'call', listen), ctx.roots()])
    })
    .build()
  const journal = createMemoryJournal()
  let writes = 0
  const slow: Journal = {
    read: () => journal.read(),
    async append(revision, write) {
      journal.append(revision, write)
      if (++writes === 2) onWrite(run, heard.resolve)
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
  const run = new RunHandle(tool, {}, { peer: { answer: () => deferred }, journal: slow })
  return run.ended
}

test('a run that hears what it waits for while it parks goes on', async () => {
  const ended = parkWith((_, settle) => settle(succeeded('heard')))
  expect(await ended).toMatchObject({ type: 'completed', value: 'heard' })
})

test('a run that is dropped while it parks ends with Drained', async () => {
  await expect(parkWith((run) => run.drop())).rejects.toBeInstanceOf(Drained)
})

test('a run whose idle time is longer than a timer can have stays in memory', async () => {
  const tool = createMcpTool('ask')
    .elicits({ ok: { response: jsonSchema({ type: 'object', properties: {} }) } })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('ok', { message: 'OK?' })).action
    })
    .build()
  const asking = { answer: () => deferred }
  const run = new RunHandle(tool, {}, { peer: asking, idle: Number.POSITIVE_INFINITY })
  // A timer of that time would ring after 1 ms.
  await new Promise((resolve) => setTimeout(resolve, 20))
  run.answer({ ok: { action: 'decline' } })
  expect(await run.ended).toMatchObject({ type: 'completed', value: 'decline' })
})

test('R9 an outcome that arrives as the write ends with which a run parks wakes the run', async () => {
  for (let turns = 0; turns < 4; turns++) {
    const inner = createMemoryJournal()
    const writes = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let count = 0
    const journal: Journal = {
      read: () => inner.read(),
      append(revision, write) {
        inner.append(revision, write)
        return writes[count++]?.promise
      },
    }
    let settle = (_: Outcome): void => {}
    const listen: Listen = (given) => {
      settle = given
      return deferred
    }
    const tool = createMcpTool('listens')
      .execute(function* (_, ctx) {
        return yield* ctx.race([ctx.sample({ prompt: 'm' }), waitFor(ctx, 'outcome', listen)])
      })
      .build()
    const asking = { answer: () => deferred }
    const run = new RunHandle(tool, {}, { peer: asking, journal })
    writes[0]!.resolve()
    await new Promise(setImmediate)
    expect(count).toBe(2)
    // The date of the sample is written as the run parks.
    writes[1]!.resolve()
    for (let turn = 0; turn < turns; turn++) await null
    settle(succeeded('outcome'))
    await expect(run.ended).resolves.toMatchObject({ type: 'completed', value: 'outcome' })
  }
})
