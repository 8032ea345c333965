import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { createMemoryJournal, type Recording } from './journal.ts'
import { deferred, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'

const peer: Peer = { answer: (effect) => (effect.type === 'elicit' ? deferred : succeeded(undefined)) }
const text = { response: z.object({ text: z.string() }) }
const accept = (said: string) => ({ action: 'accept', content: { text: said } })
const copy = (recording: Recording | undefined) => createMemoryJournal(structuredClone(recording))

describe('an idempotency key', () => {
  const keys: string[] = []
  const shop = createMcpTool('shop')
    .elicits({ item: text, sure: text })
    .execute(function* (_, ctx) {
      yield* ctx.elicit('item', { message: 'What?' })
      yield* ctx.now()
      yield* ctx.step('quote', () => Math.random())
      yield* ctx.step('pay', ({ idempotencyKey }) => void keys.push(idempotencyKey))
    })
    .build()

  it('is the same for the same answers to one state, whatever the steps before it came to', async () => {
    const journal = createMemoryJournal()
    await runTool(shop, {}, { peer, journal })
    const state = journal.read()
    keys.length = 0
    for (let i = 0; i < 3; i++)
      await runTool(shop, {}, { peer, journal: copy(state), answers: { item: accept('pencil') } })
    expect(new Set(keys).size).toBe(1)
  })

  it('is another for another answer to the same state', async () => {
    const journal = createMemoryJournal()
    await runTool(shop, {}, { peer, journal })
    const state = journal.read()
    keys.length = 0
    for (const item of ['pencil', 'laptop'])
      await runTool(shop, {}, { peer, journal: copy(state), answers: { item: accept(item) } })
    expect(new Set(keys).size).toBe(2)
  })

  it('of a step in flight does not depend on what was recorded beside it before the process died', async () => {
    const seen: [string, string][] = []
    const held = Promise.withResolvers<void>()
    const tool = createMcpTool('parallel')
      .execute(function* (_, ctx) {
        yield* ctx.all([
          ctx.step('slow', ({ idempotencyKey }) => {
            seen.push(['slow', idempotencyKey])
            return seen.length === 1 ? held.promise : undefined
          }),
          (function* () {
            for (let i = 0; i < 3; i++) yield* ctx.step(`quick ${i}`, () => i)
          })(),
        ])
      })
      .build()
    const journal = createMemoryJournal()
    void runTool(tool, {}, { peer, journal })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(journal.read()?.entries).toHaveLength(3)
    await runTool(tool, {}, { peer, journal: copy(journal.read()) })
    expect(seen[1]).toEqual(seen[0])
  })

  it('does not depend on the order in which others were answered', async () => {
    const sides = createMcpTool('sides')
      .elicits({ left: text, right: text })
      .execute(function* (_, ctx) {
        const side = function* (key: 'left' | 'right') {
          yield* ctx.elicit(key, { message: key })
          yield* ctx.step(key, ({ idempotencyKey }) => void keys.push(`${key} ${idempotencyKey}`))
        }
        yield* ctx.all([side('left'), side('right')])
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(sides, {}, { peer, journal })
    const state = journal.read()
    keys.length = 0
    for (const order of [
      ['left', 'right'],
      ['right', 'left'],
    ]) {
      const own = copy(state)
      for (const key of order) await runTool(sides, {}, { peer, journal: own, answers: { [key]: accept(key) } })
    }
    expect(new Set(keys).size).toBe(2)
  })
})

describe('consent', () => {
  it('is for what was shown: a question that has changed is asked again', async () => {
    let price = 10
    const charged: number[] = []
    const pay = createMcpTool('pay')
      .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
      .execute(function* (_, ctx) {
        const now = price
        const { action } = yield* ctx.elicit('sure', { message: `Pay ${now} EUR?` })
        if (action === 'accept') yield* ctx.step('charge', () => void charged.push(now))
        return action
      })
      .build()
    const journal = createMemoryJournal()
    const yes = { sure: { action: 'accept', content: { ok: true } } }
    await runTool(pay, {}, { peer, journal })
    price = 1000
    const second = await runTool(pay, {}, { peer, journal: copy(journal.read()), answers: yes })
    expect(second).toMatchObject({ type: 'parked', questions: [{ message: 'Pay 1000 EUR?', attempt: 2 }] })
    expect(second.ignored).toEqual([{ id: 'sure', reason: 'changed' }])
    expect(charged).toEqual([])
  })
})

describe('a deadline', () => {
  it.each([
    ['the question first', true],
    ['the sleep first', false],
  ])('is before an answer that comes after it, with %s in the code', async (_, first) => {
    let time = 0
    const clock = { now: () => time, alarm: () => () => {} }
    const tool = createMcpTool('race')
      .elicits({ sure: text })
      .execute(function* (_, ctx) {
        const ask = (function* () {
          return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
        })()
        const wait = (function* () {
          yield* ctx.sleep(200)
          return 'late'
        })()
        return yield* ctx.race(first ? [ask, wait] : [wait, ask])
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(tool, {}, { peer, journal, clock })
    const state = journal.read()
    for (const [at, value] of [
      [100, 'accept'],
      [400, 'late'],
    ] as const) {
      time = at
      const result = await runTool(tool, {}, { peer, journal: copy(state), clock, answers: { sure: accept('yes') } })
      expect(result).toMatchObject({ type: 'completed', value })
    }
  })
})
