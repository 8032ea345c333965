import { expect, test } from 'vitest'
import { createVirtualClock, type VirtualClock } from '../testing/clock.ts'
import { createCuttableJournal, JournalCut } from '../testing/cuttable-journal.ts'
import { createMcpTool } from './builder.ts'
import type { StepContext, StepOptions } from './effects/step.ts'
import { createMemoryJournal, type Journal, type MemoryJournal } from './journal.ts'
import { deferred, succeeded } from './outcome.ts'
import type { Peer, PeerEffect } from './peer.ts'
import type { RetryOptions } from './retry.ts'
import { runTool } from './run-tool.ts'

const peer: Peer = { answer: () => deferred }

/** A tool whose step runs `body`; the journal and the virtual clock outlive each run of it. */
function createPayment(body: (step: StepContext) => unknown, options: StepOptions) {
  const clock = createVirtualClock(1_000)
  const journal = createMemoryJournal()
  const tool = createMcpTool('pay')
    .execute(function* (_, ctx) {
      const paid = yield* ctx.step('pay', body, options)
      return { paid, at: yield* ctx.now() }
    })
    .build()
  const run = (from: MemoryJournal = journal, at: VirtualClock = clock) =>
    runTool(tool, {}, { peer, journal: from, clock: at, runId: 'r' })
  return { run, clock, journal }
}

/** A step that throws until its last attempt. */
function failing(times: number) {
  const seen: { attempt: number; key: string }[] = []
  const body = ({ attempt, idempotencyKey }: StepContext) => {
    seen.push({ attempt, key: idempotencyKey })
    if (seen.length <= times) throw new Error(`no. ${seen.length}`)
    return 'ok'
  }
  return { seen, body }
}

test('R21 a step that fails is attempted again after its pause, with one idempotency key', async () => {
  const { seen, body } = failing(2)
  const { run } = createPayment(body, { retry: { attempts: 3, backoff: { initial: 100, factor: 3 } } })
  expect(await run()).toMatchObject({ type: 'completed', value: { paid: 'ok', at: 1_000 + 100 + 300 } })
  expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
})

test('the last attempt decides', async () => {
  const { seen, body } = failing(9)
  const { run, journal } = createPayment(body, { retry: { attempts: 2, backoff: 5 } })
  expect(await run()).toMatchObject({ type: 'failed', error: { name: 'StepError', failure: { message: 'no. 2' } } })
  expect(seen).toHaveLength(2)
  expect(journal.read()!.entries.map(({ type }) => type)).toEqual(['retried', 'failure'])
})

test.each<[string, Omit<RetryOptions, 'attempts'>, number]>([
  ['an error that retryOn refuses', { retryOn: (error) => (error as Error).message === 'no. 1', backoff: 1 }, 2],
  ['a pause that goes beyond maxElapsed', { backoff: (attempt) => attempt * 100, maxElapsed: 150 }, 2],
])('%s ends the attempts', async (_, retry, attempts) => {
  const { seen, body } = failing(9)
  const { run } = createPayment(body, { retry: { attempts: 5, ...retry } })
  expect(await run()).toMatchObject({ type: 'failed', error: { name: 'StepError' } })
  expect(seen).toHaveLength(attempts)
})

test('R21 a pause goes on in the next process, for the rest of its time only', async () => {
  const { seen, body } = failing(1)
  const { run, journal } = createPayment(body, { retry: { attempts: 2, backoff: 60_000 } })
  await run()
  const { header, progress, entries } = journal.read()!
  expect(entries[0]).toMatchObject({ type: 'retried', attempt: 1, since: 1_000, nextAt: 61_000 })
  const cut = () => createMemoryJournal({ revision: 1, header, progress, entries: entries.slice(0, 1) })
  expect(await run(cut(), createVirtualClock(31_000))).toMatchObject({ value: { at: 61_000 } })
  expect(await run(cut(), createVirtualClock(99_000))).toMatchObject({ value: { at: 99_000 } })
  expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 2, 2])
})

test('a failed attempt of a once step is retried, and an interrupted one is not', async () => {
  const { seen, body } = failing(1)
  const { run, journal } = createPayment(body, { once: true, retry: { attempts: 3, backoff: 10 } })
  expect(await run()).toMatchObject({ type: 'completed' })
  const { header, progress, entries } = journal.read()!
  expect(entries.map(({ type }) => type).slice(0, 4)).toEqual(['started', 'retried', 'started', 'value'])
  const cutAt = (length: number) =>
    createMemoryJournal({ revision: 1, header, progress, entries: entries.slice(0, length) })
  expect(await run(cutAt(2))).toMatchObject({ type: 'completed' })
  expect(seen).toHaveLength(3)
  expect(await run(cutAt(3))).toMatchObject({ type: 'failed', error: { name: 'StepInterruptedError' } })
  expect(seen).toHaveLength(3)
})

test('a step that rests does not keep a run with an open question from parking', async () => {
  const { body } = failing(1)
  const tool = createMcpTool('both')
    .execute(function* (_, ctx) {
      return yield* ctx.all([ctx.step('pay', body, { retry: { attempts: 2, backoff: 500 } }), ctx.roots()])
    })
    .build()
  const clock = createVirtualClock(1_000)
  let result = await runTool(tool, {}, { peer, clock })
  expect(result).toMatchObject({ type: 'parked', wakeAt: 1_500 })
  await clock.advance(500)
  if (result.type === 'parked') result = await result.resume()
  if (result.type === 'parked') result = await result.resume({ roots: { roots: [] } })
  expect(result).toMatchObject({ type: 'completed', value: ['ok', []] })
})

test('a halt ends a step that rests', async () => {
  const { body, seen } = failing(9)
  const tool = createMcpTool('race')
    .execute(function* (_, ctx) {
      return yield* ctx.race([ctx.step('pay', body, { retry: { attempts: 9, backoff: 1_000 } }), ctx.sleep(1_500)])
    })
    .build()
  const result = await runTool(tool, {}, { peer, clock: createVirtualClock(0) })
  expect(result).toMatchObject({ type: 'completed' })
  expect(seen).toHaveLength(2)
})

test('a `once` step whose pause ends during a write is started before its next attempt', async () => {
  const { body, seen } = failing(1)
  const tool = createMcpTool('pay')
    .execute(function* (_, ctx) {
      return yield* ctx.all([
        ctx.step('pay', body, { once: true, retry: { attempts: 2, backoff: 100 } }),
        ctx.branch(function* (inner) {
          yield* inner.step('look', () => 1)
          return yield* inner.step('tell', () => 2, { once: true })
        }),
      ])
    })
    .build()
  const dying = createCuttableJournal({ cutAfter: 3 })
  const first = runTool(tool, {}, { peer, journal: dying, clock: createVirtualClock(0) })
  await expect(first).rejects.toThrow(JournalCut)

  const clock = createVirtualClock(99)
  const reopened = dying.reopen()
  const journal: Journal = {
    read: () => reopened.read(),
    async append(revision, write) {
      reopened.append(revision, write)
      await clock.advance(2)
    },
  }
  expect(await runTool(tool, {}, { peer, journal, clock })).toMatchObject({ value: ['ok', 2] })
  expect(seen).toHaveLength(2)
  const started = reopened.entries.filter((entry) => entry.type === 'started' && entry.key === 'pay')
  expect(started).toHaveLength(2)
})

test('wrong retry options are refused', async () => {
  for (const retry of [{ attempts: 0 }, { attempts: 2, backoff: -1 }, { attempts: 2, maxElapsed: 0 }]) {
    const { run } = createPayment(() => 'ok', { retry })
    expect(await run()).toMatchObject({ type: 'failed', error: { name: 'ToolUsageError' } })
  }
})

test('a pause without an end fails the step', async () => {
  const { body } = failing(9)
  const { run } = createPayment(body, { retry: { attempts: 2, backoff: () => Number.POSITIVE_INFINITY } })
  expect(await run()).toMatchObject({ type: 'failed', error: { failure: { name: 'ToolUsageError' } } })
})

test('a step reports while it runs, and what it reports is not recorded', async () => {
  const told: PeerEffect[] = []
  const listening: Peer = {
    answer(effect) {
      told.push(effect)
      return succeeded(undefined)
    },
  }
  let late: StepContext['report'] = () => {}
  const journal = createMemoryJournal()
  const tool = createMcpTool('build')
    .execute(function* (_, ctx) {
      yield* ctx.step('compile', async ({ report, log }) => {
        late = report
        report('half', 0.5)
        await Promise.resolve()
        log('info', 'a line')
        report('back', 0.2)
      })
      late('too late', 0.9)
      yield* ctx.notify('done', 1)
    })
    .build()
  expect(await runTool(tool, {}, { peer: listening, journal })).toMatchObject({ type: 'completed' })
  expect(told).toEqual([
    { type: 'notify', message: 'half', progress: 0.5 },
    { type: 'log', level: 'info', message: 'a line' },
    { type: 'notify', message: 'back' },
    { type: 'notify', message: 'done', progress: 1 },
  ])
  expect(JSON.stringify(journal.read()!.entries)).not.toContain('half')
})
