import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { createMemoryJournal } from './journal.ts'
import type { Peer } from './peer.ts'
import { RunHandle } from './run-handle.ts'
import { type Parked, type RunResult, runTool } from './run-tool.ts'

const paid = z.object({ amount: z.number() })

const invoice = createMcpTool('invoice')
  .elicits({ name: { response: z.object({ name: z.string() }) } })
  .execute(function* (_, ctx) {
    const url = yield* ctx.signalUrl('paid')
    const { amount } = yield* ctx.signal('paid', paid)
    const key = yield* ctx.step('book', ({ idempotencyKey }) => idempotencyKey)
    return { url, amount, key }
  })
  .build()

const twice = createMcpTool('twice')
  .execute(function* (_, ctx) {
    const [first, second] = yield* ctx.all([ctx.signal('tick'), ctx.signal('tick')])
    return [first, second, yield* ctx.signal('tick')]
  })
  .build()

const peer: Peer = {
  answer() {
    throw new Error('the caller was asked')
  },
}
const signalUrl = (runId: string, name: string) => `https://example.com/signals/${runId}.${name}`
const options = { peer, signalUrl, runId: 'r1' }

function parked<T>(result: RunResult<T>): RunResult<T> & Parked<T> {
  if (result.type !== 'parked') throw new Error(`the run is ${result.type}`)
  return result
}

test('a run that waits for a signal parks and goes on with its value', async () => {
  const run = new RunHandle(invoice, {}, options)
  await expect.poll(() => run.waitsFor).toMatchObject([{ type: 'signal', key: 'paid', schema: { type: 'object' } }])
  run.signal('other', { amount: 1 })
  run.signal('paid', { amount: 7 })
  expect(await run.ended).toMatchObject({
    type: 'completed',
    value: { amount: 7, url: 'https://example.com/signals/r1.paid' },
  })
})

test('a signal that arrives before the tool waits for it is kept', async () => {
  const run = new RunHandle(invoice, {}, { ...options, signals: [{ id: 's1', name: 'paid', value: { amount: 3 } }] })
  expect(await run.ended).toMatchObject({ value: { amount: 3 } })
})

test('R20 each signal is taken once, by the first place that waits for it', async () => {
  const run = new RunHandle(twice, {}, options)
  run.signal('tick', 1)
  run.signal('tick', 2, { id: 'b' })
  run.signal('tick', 2, { id: 'b' })
  await expect.poll(() => run.waitsFor).toHaveLength(1)
  run.signal('tick', 3)
  expect(await run.ended).toMatchObject({ value: [1, 2, 3] })
})

test('a signal that an earlier process has taken is not taken again', async () => {
  const journal = createMemoryJournal()
  const signals = [
    { id: 'a', name: 'tick', value: 1, at: 1 },
    { id: 'b', name: 'tick', value: 2, at: 2 },
  ]
  parked(await runTool(twice, {}, { ...options, journal, signals }))
  const again = { ...options, journal: createMemoryJournal(journal.read()) }
  parked(await runTool(twice, {}, { ...again, signals }))
  const all = [...signals, { id: 'c', name: 'tick', value: 3, at: 3 }]
  const last = { ...options, journal: createMemoryJournal(journal.read()), signals: all }
  expect(await runTool(twice, {}, last)).toMatchObject({ type: 'completed', value: [1, 2, 3] })
})

test('a signal that its schema refuses is reported, and the run waits for the next one', async () => {
  const errors: Error[] = []
  const run = new RunHandle(invoice, {}, { ...options, onError: (error) => errors.push(error) })
  run.signal('paid', { amount: 'much' })
  await expect.poll(() => errors).toMatchObject([{ name: 'SignalError' }])
  run.signal('paid', { amount: 2 })
  expect(await run.ended).toMatchObject({ value: { amount: 2 } })
})

test('a client cannot answer a wait for a signal', async () => {
  const first = parked(await runTool(invoice, {}, options))
  expect(first.questions).toEqual([])
  const second = parked(await first.resume({ paid: { amount: 1 } }, { by: 'ada' }))
  expect(second.ignored).toEqual([{ id: 'paid', reason: 'unknown' }])
})

test('a signal is a part of the idempotency key of the steps after it', async () => {
  const keys = new Set<unknown>()
  for (const amount of [1, 1, 2]) {
    const signals = [{ id: 's', name: 'paid', value: { amount } }]
    const result = await runTool(invoice, {}, { ...options, signals })
    if (result.type === 'completed') keys.add(result.value.key)
  }
  expect(keys.size).toBe(2)
})

test('a run without an address for signals fails at ctx.signalUrl', async () => {
  expect(await runTool(invoice, {}, { peer })).toMatchObject({
    type: 'failed',
    error: { name: 'SignalError', message: expect.stringContaining('pass `signalUrl`') },
  })
})

test('R7 a signal that is too large is ignored and reported, and the run waits for the next one', async () => {
  const waits = createMcpTool('waits')
    .execute(function* (_, ctx) {
      return yield* ctx.signal('go')
    })
    .build()
  const reported: string[] = []
  const signals = [
    { name: 'go', id: '1', value: 'x'.repeat(1_000_001) },
    { name: 'go', id: '2', value: 7 },
  ]
  const result = await runTool(waits, {}, { ...options, signals, onError: (error) => reported.push(error.message) })
  expect(result).toMatchObject({ type: 'completed', value: 7 })
  expect(reported).toEqual([expect.stringContaining('a signal was ignored: its value is larger than 1000000')])
})
