import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import type { Effect } from './effect.ts'
import { createMemoryJournal, type Recording } from './journal.ts'
import { succeeded } from './outcome.ts'
import { replayTool } from './replay-tool.ts'
import { runTool } from './run-tool.ts'
import type { OpenedEffect } from './run-watcher.ts'

const createPurchase = (firstStep = 'price') => {
  const done: string[] = []
  const tool = createMcpTool('buy')
    .elicits({ sure: { response: z.object({ yes: z.boolean() }) } })
    .execute(function* (_, ctx) {
      yield* ctx.log('info', 'begins')
      yield* ctx.step(firstStep, () => done.push('price'))
      const [sure] = yield* ctx.all([
        ctx.elicit('sure', { message: 'Buy it?' }),
        ctx.race([ctx.sleep(60_000), ctx.step('stock', () => done.push('stock'))]),
      ])
      yield* ctx.step('pay', () => done.push('pay'), { once: true })
      return sure.action
    })
    .build()
  return { tool, done }
}

async function record(): Promise<Recording> {
  const journal = createMemoryJournal()
  const answer = succeeded({ action: 'accept', content: { yes: true } })
  const peer = { answer: ({ type }: { type: string }) => (type === 'elicit' ? answer : succeeded(undefined)) }
  await runTool(createPurchase().tool, {}, { peer, journal })
  return journal.read()!
}

const cut = (recording: Recording, length: number) => ({ ...recording, entries: recording.entries.slice(0, length) })

test('a replay of all entries ends as the run did and performs no step', async () => {
  const { tool, done } = createPurchase()
  expect(await replayTool(tool, {}, await record())).toMatchObject({ type: 'completed', value: 'accept' })
  expect(done).toEqual([])
})

test('a replay of the first entries waits where the run had waited, and performs nothing', async () => {
  const recording = await record()
  const { tool, done } = createPurchase()
  for (let length = 0; length < recording.entries.length; length++) {
    expect(await replayTool(tool, {}, cut(recording, length)), `${length} entries`).toBeUndefined()
  }
  expect(done).toEqual([])
})

test('the watcher of a replay receives every effect as JSON, every withdrawal and every emission, in order', async () => {
  const events: unknown[] = []
  await replayTool(createPurchase().tool, {}, await record(), {
    opened: ({ at, kind, key, id, request }) => events.push({ at, kind, key, id, request }),
    withdrawn: (at) => events.push(`withdrawn ${at}`),
    emitted: (effect) => events.push(effect.message),
  })
  expect(events).toEqual([
    'begins',
    { at: '0', kind: 'step', key: 'price', id: undefined, request: {} },
    { at: '1', kind: 'elicit', key: 'sure', id: 'sure', request: expect.objectContaining({ message: 'Buy it?' }) },
    { at: '2', kind: 'sleep', key: '', id: undefined, request: { milliseconds: 60_000 } },
    { at: '3', kind: 'step', key: 'stock', id: undefined, request: {} },
    'withdrawn 2',
    { at: '4', kind: 'step', key: 'pay', id: undefined, request: { once: true } },
  ])
})

test('a replay with code that does not match the recording rejects with a DivergenceError', async () => {
  const replayed = replayTool(createPurchase('discount').tool, {}, await record())
  await expect(replayed).rejects.toThrow(
    'the journal has step "price" at 0, but the tool asks for step "discount" at 0',
  )
})

test('the watcher of a run receives the object that the tool yielded', async () => {
  const yielded: unknown[] = []
  const watched: object[] = []
  const tool = createMcpTool('look')
    .execute(function* (_, ctx) {
      const { value } = ctx
        .step('one', () => 1)
        [Symbol.iterator]()
        .next()
      yielded.push(value)
      yield value as Effect
    })
    .build()
  const watcher = { opened: (_: OpenedEffect, effect: object) => watched.push(effect), withdrawn() {} }
  await runTool(tool, {}, { peer: { answer: () => succeeded(undefined) }, watcher })
  expect(watched).toHaveLength(1)
  expect(watched[0]).toBe(yielded[0])
})
