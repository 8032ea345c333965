import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { StepError, ToolUsageError } from './errors.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred } from './outcome.ts'
import type { Peer, PeerEffect } from './peer.ts'
import { type Parked, type RunResult, runTool } from './run-tool.ts'

const deferring: Peer = { answer: () => deferred }
const accept = (text = '') => ({ action: 'accept', content: { text } })
const ask = { response: z.object({ text: z.string() }) }
const tool = createMcpTool('t').elicits({ ask })

function parked<T>(result: RunResult<T>): Parked<T> {
  if (result.type !== 'parked') throw new Error(`expected a parked run, got ${JSON.stringify(result)}`)
  return result
}
const ids = (result: RunResult) => parked(result).questions.map((question) => question.id)

/** A peer that defers everything and remembers which questions were withdrawn. */
function watching() {
  const withdrawn: string[] = []
  const peer: Peer = {
    answer(effect: PeerEffect, signal) {
      if ('id' in effect) signal.addEventListener('abort', () => withdrawn.push(effect.id))
      return deferred
    },
  }
  return { peer, withdrawn }
}

describe('all', () => {
  it('returns the values in their own order, in any order of arrival', async () => {
    const both = tool
      .execute(function* (_, ctx) {
        const [a, b] = yield* ctx.all([
          ctx.step('a', () => new Promise<number>((r) => setTimeout(r, 5, 1))),
          ctx.step('b', () => 2),
        ])
        return [a, b]
      })
      .build()
    expect(await runTool(both, {}, { peer: deferring })).toMatchObject({ type: 'completed', value: [1, 2] })
  })

  it('of an empty list returns an empty list at once', async () => {
    const none = tool
      .execute(function* (_, ctx) {
        return yield* ctx.all([])
      })
      .build()
    expect(await runTool(none, {}, { peer: deferring })).toMatchObject({ type: 'completed', value: [] })
  })

  it('halts the others when one fails, and fails with that error after their finally blocks', async () => {
    const order: string[] = []
    const { peer, withdrawn } = watching()
    const one = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.all([
            ctx.branch(function* (inner) {
              try {
                yield* inner.elicit('ask', { message: 'm' })
              } finally {
                yield* inner.step('undo', () => order.push('undo'))
              }
            }),
            ctx.step('fail', async () => {
              throw new Error('no')
            }),
          ])
        } catch (error) {
          order.push(error instanceof StepError ? 'caught' : String(error))
        }
        return order
      })
      .build()
    expect(await runTool(one, {}, { peer })).toMatchObject({ type: 'completed', value: ['undo', 'caught'] })
    expect(withdrawn).toEqual(['1/ask'])
  })

  it('takes generators of the author beside operations', async () => {
    const mixed = tool
      .execute(function* (_, ctx) {
        function* twice(n: number) {
          return (yield* ctx.step('x', () => n)) * 2
        }
        return yield* ctx.all([twice(1), twice(2), ctx.step('y', () => 'z')])
      })
      .build()
    expect(await runTool(mixed, {}, { peer: deferring })).toMatchObject({ value: [2, 4, 'z'] })
  })

  it.each([
    ['a promise', () => [Promise.resolve(1)]],
    ['a function', () => [() => {}]],
    ['nothing', () => [undefined]],
  ])('refuses %s with a clear error', async (_, members) => {
    const wrong = tool
      .execute(function* (_params, ctx) {
        yield* ctx.all(members() as never)
      })
      .build()
    expect(await runTool(wrong, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('ctx.all takes operations') },
    })
  })
})

describe('race', () => {
  it('halts the losers, runs their finally blocks, and withdraws their questions', async () => {
    const order: string[] = []
    const { peer, withdrawn } = watching()
    const one = tool
      .execute(function* (_, ctx) {
        const waiting = (name: string) =>
          ctx.branch(function* (inner) {
            try {
              yield* inner.elicit('ask', { message: name })
              return name
            } finally {
              order.push(name)
            }
          })
        return yield* ctx.race([waiting('a'), waiting('b'), waiting('c')])
      })
      .build()
    const first = parked(await runTool(one, {}, { peer }))
    expect(await first.resume({ '2/ask': accept() })).toMatchObject({ type: 'completed', value: 'b' })
    expect(order).toEqual(['b', 'a', 'c'])
    expect(withdrawn).toEqual(['1/ask', '3/ask'])
  })

  it('goes on only when the losers have cleaned up, and replays their steps', async () => {
    const ran: string[] = []
    const one = tool
      .execute(function* (_, ctx) {
        const winner = yield* ctx.race([
          ctx.step('quick', () => 'quick'),
          ctx.branch(function* (inner) {
            try {
              yield* inner.sleep(60_000)
            } finally {
              yield* inner.step('undo', async () => ran.push('undo'))
            }
          }),
        ])
        ran.push(`after ${winner}`)
        yield* ctx.elicit('ask', { message: 'm' })
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(one, {}, { peer: deferring, journal })
    expect(ran).toEqual(['undo', 'after quick'])
    await runTool(one, {}, { peer: deferring, journal })
    expect(ran).toEqual(['undo', 'after quick', 'after quick'])
  })

  it('fails when the first to end fails', async () => {
    const one = tool
      .execute(function* (_, ctx) {
        return yield* ctx.race([
          ctx.step('bad', () => {
            throw new Error('first')
          }),
          ctx.step('good', () => 1),
        ])
      })
      .build()
    expect(await runTool(one, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('first') },
    })
  })

  it('fails when a loser fails to clean up: nothing is swallowed', async () => {
    const one = tool
      .execute(function* (_, ctx) {
        return yield* ctx.race([
          ctx.step('good', () => 1),
          ctx.branch(function* (inner) {
            try {
              yield* inner.elicit('ask', { message: 'm' })
            } finally {
              yield* inner.step('undo', () => {
                throw new Error('stuck')
              })
            }
          }),
        ])
      })
      .build()
    expect(await runTool(one, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('stuck') },
    })
  })

  it('of an empty list is an error', async () => {
    const none = tool
      .execute(function* (_, ctx) {
        return yield* ctx.race([])
      })
      .build()
    expect(await runTool(none, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: expect.any(ToolUsageError),
    })
  })

  it('of a question and a sleep parks, and says when to wake it', async () => {
    let now = 1_000
    const clock = { now: () => now, alarm: () => () => {} }
    const one = tool
      .execute(function* (_, ctx) {
        return yield* ctx.race([ctx.elicit('ask', { message: 'm' }), ctx.sleep(500)])
      })
      .build()
    const first = parked(await runTool(one, {}, { peer: deferring, clock }))
    expect(first.wakeAt).toBe(1_500)
    const early = parked(await first.resume())
    now = 1_500
    expect(await early.resume()).toMatchObject({ type: 'completed', value: undefined })
  })
})

describe('branches', () => {
  it('give questions ids that are stable and never reused', async () => {
    const nested = tool
      .execute(function* (_, ctx) {
        yield* ctx.elicit('ask', { message: 'root' })
        yield* ctx.all([
          ctx.branch(function* (one) {
            yield* one.branch(function* (deep) {
              yield* deep.elicit('ask', { message: 'deep' })
            })
            yield* one.all([
              one.branch(function* (deep) {
                yield* deep.elicit('ask', { message: 'deep' })
                yield* deep.elicit('ask', { message: 'deep' })
              }),
            ])
          }),
          ctx.branch(function* (two) {
            yield* two.elicit('ask', { message: 'two' })
          }),
        ])
        yield* ctx.elicit('ask', { message: 'root' })
      })
      .build()
    let result: RunResult = await runTool(nested, {}, { peer: deferring })
    const seen: string[][] = []
    while (result.type === 'parked') {
      const open = ids(result)
      seen.push(open)
      result = await result.resume({ [open[0]!]: accept() })
    }
    expect(seen).toEqual([['ask'], ['2/ask', '1.1/ask'], ['1.1/ask'], ['1.2/ask'], ['1.2/ask#2'], ['ask#2']])
  })

  it('refuse the context of another branch, whose limits would not apply', async () => {
    const outer = tool
      .execute(function* (_, ctx) {
        return yield* ctx.branch(function* () {
          return yield* ctx.step('outer', () => 1)
        })
      })
      .build()
    expect(await runTool(outer, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('use the ctx that this branch was given') },
    })
  })

  it('run in thousands', async () => {
    const many = tool
      .execute(function* (_, ctx) {
        const one = (n: number) =>
          ctx.branch(function* (inner) {
            yield* inner.elicit('ask', { message: String(n) })
            return yield* inner.step('n', () => n)
          })
        const all = yield* ctx.all(Array.from({ length: 1_000 }, (_unused, n) => one(n)))
        return all.length
      })
      .build()
    const first = parked(await runTool(many, {}, { peer: deferring }))
    expect(first.questions).toHaveLength(1_000)
    const answers = Object.fromEntries(first.questions.map(({ id }) => [id, accept()]))
    expect(await first.resume(answers)).toMatchObject({ type: 'completed', value: 1_000 })
  })
})
