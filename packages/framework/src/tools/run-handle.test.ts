import { expect, test } from 'vitest'
import { createMcpTool } from './builder.ts'
import { Drained } from './drain.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred, succeeded } from './outcome.ts'
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
