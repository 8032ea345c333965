import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCuttableJournal, JournalCut } from '../testing/cuttable-journal.ts'
import { createMcpTool } from './builder.ts'
import type { Clock } from './clock.ts'
import type { ToolContext } from './context.ts'
import type { Effect } from './effect.ts'
import { ToolDepthError, ToolTimeoutError, ToolTokenError } from './errors.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { deferred, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { type Parked, type RunResult, runTool } from './run-tool.ts'

const deferring: Peer = { answer: () => deferred }
const ask = { response: z.object({ text: z.string() }) }
const tool = createMcpTool('t').elicits({ ask })

/** Time that only moves when the test moves it. */
function manualClock() {
  let now = 0
  const alarms = new Set<{ at: number; ring: () => void }>()
  return {
    now: () => now,
    alarm(at: number, ring: () => void) {
      const alarm = { at, ring }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
    /** Lets the run reach a point where it waits, then moves on. */
    async pass(ms: number) {
      await new Promise((rest) => setTimeout(rest))
      now += ms
      for (const alarm of alarms) if (alarm.at <= now) alarm.ring()
      await new Promise((rest) => setTimeout(rest))
    },
    get waiting() {
      return alarms.size
    },
  }
}

function parked<T>(result: RunResult<T>): Parked<T> {
  if (result.type !== 'parked') throw new Error(`expected a parked run, got ${JSON.stringify(result)}`)
  return result
}

describe('maxDepth', () => {
  function* dive(ctx: ToolContext, to: number): Generator<Effect, number, unknown> {
    return to === 0 ? ctx.depth : yield* ctx.branch((inner) => dive(inner, to - 1))
  }

  it('refuses the branch that would be too deep, in the tool and in a branch', async () => {
    const deep = tool
      .limits({ maxDepth: 2 })
      .execute(function* (_, ctx) {
        const fits = yield* dive(ctx as ToolContext, 2)
        try {
          yield* dive(ctx as ToolContext, 3)
        } catch (error) {
          return [fits, error instanceof ToolDepthError]
        }
        return 'no error'
      })
      .build()
    expect(await runTool(deep, {}, { peer: deferring })).toMatchObject({ value: [2, true] })
    const narrow = tool
      .execute(function* (_, ctx) {
        return yield* ctx.branch((inner) => dive(inner as ToolContext, 2), { maxDepth: 1 })
      })
      .build()
    expect(await runTool(narrow, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: expect.any(ToolDepthError),
    })
  })

  it('names the depth of the branch that it refuses, for any limit', async () => {
    const deep = tool
      .limits({ maxDepth: 1.5 })
      .execute((_, ctx) => dive(ctx as ToolContext, 2))
      .build()
    const error = expect.objectContaining({ depth: 2, limit: 1.5 })
    expect(await runTool(deep, {}, { peer: deferring })).toMatchObject({ type: 'failed', error })
  })
})

describe('maxTokens', () => {
  const model = (usage?: { inputTokens: number; outputTokens: number }) => {
    const asked: number[] = []
    const peer: Peer = {
      answer(effect) {
        if (effect.type === 'sample') asked.push(effect.maxTokens)
        return succeeded({ content: { type: 'text', text: 'x'.repeat(40) }, model: 'm', ...(usage && { usage }) })
      },
    }
    return { peer, asked }
  }

  it('stops before the next call, never asks for more than is left, and replays the same', async () => {
    const { peer, asked } = model({ inputTokens: 30, outputTokens: 20 })
    const capped = tool
      .limits({ maxTokens: 120 })
      .execute(function* (_, ctx) {
        let calls = 0
        try {
          for (;;) {
            yield* ctx.sample({ prompt: 'p' })
            calls++
          }
        } catch (error) {
          return [calls, error instanceof ToolTokenError]
        }
      })
      .build()
    const journal = createMemoryJournal()
    const result = await runTool(capped, {}, { peer, journal })
    expect(result).toMatchObject({ value: [3, true], usage: { inputTokens: 90, outputTokens: 60 } })
    expect(asked).toEqual([120, 70, 20])
    expect(await runTool(capped, {}, { peer, journal })).toEqual(result)
    expect(asked).toHaveLength(3)
  })

  it('counts a branch towards those above it, and a branch may have less', async () => {
    const { peer } = model({ inputTokens: 5, outputTokens: 5 })
    const nested = tool
      .limits({ maxTokens: 25 })
      .execute(function* (_, ctx) {
        const used: string[] = []
        const spend = (maxTokens?: number) =>
          ctx.branch(
            function* (inner) {
              yield* inner.sample({ prompt: 'a' })
              yield* inner.sample({ prompt: 'b' })
            },
            maxTokens === undefined ? {} : { maxTokens },
          )
        for (const budget of [10, undefined, undefined]) {
          try {
            yield* spend(budget)
            used.push('fits')
          } catch (error) {
            used.push(error instanceof ToolTokenError ? error.message : String(error))
          }
        }
        return used
      })
      .build()
    expect(await runTool(nested, {}, { peer })).toMatchObject({
      value: [expect.stringContaining('10 of 10'), 'fits', expect.stringContaining('30 of 25')],
    })
  })

  it.each([{}, { inputTokens: 'a', outputTokens: -5 }, { inputTokens: null, outputTokens: 1 }])(
    'does not take %j for usage: a reply cannot switch the limit off',
    async (usage) => {
      const { peer, asked } = model(usage as never)
      const capped = tool
        .limits({ maxTokens: 20 })
        .execute(function* (_, ctx) {
          for (let n = 0; n < 9; n++) yield* ctx.sample({ prompt: 'p' })
        })
        .build()
      expect(await runTool(capped, {}, { peer })).toMatchObject({ type: 'failed', error: expect.any(ToolTokenError) })
      expect(asked.length).toBeLessThan(9)
    },
  )

  it('estimates when the peer gives no usage', async () => {
    const { peer } = model()
    const estimated = tool
      .execute(function* (_, ctx) {
        return (yield* ctx.sample({ prompt: 'x'.repeat(400) })).usage
      })
      .build()
    const result = await runTool(estimated, {}, { peer })
    expect(result).toMatchObject({ value: { inputTokens: 100 } })
    expect(result.usage.outputTokens).toBeGreaterThan(10)
  })
})

describe('timeout', () => {
  it('halts a tool that runs too long, with finally, and replays as the same error', async () => {
    const clock = manualClock()
    const log: string[] = []
    const slow = tool
      .limits({ timeout: 100 })
      .execute(function* (_, ctx) {
        try {
          yield* ctx.step('slow', ({ signal }) => {
            signal.addEventListener('abort', () => log.push('aborted'))
            return new Promise(() => {})
          })
        } finally {
          yield* ctx.step('undo', async () => log.push('undo'))
        }
      })
      .build()
    const journal = createMemoryJournal()
    const running = runTool(slow, {}, { peer: deferring, clock, journal })
    await clock.pass(99)
    expect(log).toEqual([])
    await clock.pass(1)
    const result = await running
    expect(result).toMatchObject({ type: 'failed', error: expect.any(ToolTimeoutError) })
    expect(log).toEqual(['aborted', 'undo'])
    expect(await runTool(slow, {}, { peer: deferring, clock, journal })).toEqual(result)
    expect(log).toEqual(['aborted', 'undo'])
    expect(clock.waiting).toBe(0)
  })

  it('does not count time spent waiting for a person, parked or not, and sums running time over rounds', async () => {
    const clock = manualClock()
    const steps: (() => void)[] = []
    const rounds = tool
      .limits({ timeout: 100 })
      .execute(function* (_, ctx) {
        for (;;) {
          yield* ctx.step('work', () => new Promise<number>((done) => steps.push(() => done(1))))
          yield* ctx.elicit('ask', { message: 'm' })
        }
      })
      .build()
    const journal = createMemoryJournal()
    let running = runTool(rounds, {}, { peer: deferring, clock, journal })
    await clock.pass(60)
    steps.pop()!()
    parked(await running)
    await clock.pass(10_000)
    running = runTool(rounds, {}, { peer: deferring, clock, journal, answers: { ask: { action: 'decline' } } })
    await clock.pass(39)
    let over = false
    void running.then(() => {
      over = true
    })
    await clock.pass(0)
    expect(over).toBe(false)
    await clock.pass(1)
    expect(await running).toMatchObject({ type: 'failed', error: expect.any(ToolTimeoutError) })
  })

  it('of a branch fails that branch only', async () => {
    const clock = manualClock()
    const branch = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.branch(
            function* (inner) {
              yield* inner.step('slow', () => new Promise(() => {}))
            },
            { timeout: 50 },
          )
        } catch (error) {
          return error instanceof ToolTimeoutError ? error.message : 'other'
        }
      })
      .build()
    const running = runTool(branch, {}, { peer: deferring, clock })
    await clock.pass(50)
    expect(await running).toMatchObject({ value: 'branch 1 ran longer than its timeout of 50 ms' })
  })

  it('of branches is kept in their own entries, so that thousands of them do not grow what each entry writes', async () => {
    const clock = manualClock()
    const many = tool
      .limits({ timeout: 1_000 })
      .execute(function* (_, ctx) {
        const work = (ms: number) => () => new Promise<number>((done) => clock.alarm(clock.now() + ms, () => done(1)))
        yield* ctx.all(
          Array.from({ length: 1_000 }, (_, n) =>
            ctx.branch(
              function* (inner) {
                yield* inner.step('work', work(n % 10))
                yield* inner.elicit('ask', { message: 'm' })
              },
              { timeout: 50 },
            ),
          ),
        )
      })
      .build()
    const inner = createMemoryJournal()
    let longest = 0
    const journal: Journal = {
      read: () => inner.read(),
      append(revision, write) {
        const { asked: _, ...progress } = write.progress
        longest = Math.max(longest, JSON.stringify({ ...write, progress }).length - (write.header ? 500 : 0))
        return inner.append(revision, write)
      },
    }
    const running = runTool(many, {}, { peer: deferring, clock, journal })
    for (let n = 0; n < 10; n++) await clock.pass(1)
    parked(await running)
    expect(longest).toBeLessThan(300)
    expect(inner.read()!.entries.at(-1)).toMatchObject({ at: '1000:0', ran: { '': 9, '1000': 9 } })
  })

  it('of a branch goes on from the time that its last entry has, at every cut', async () => {
    const worked: number[] = []
    const working = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.branch(
            function* (own) {
              for (let n = 0; n < 5; n++) yield* own.branch((inner) => inner.step('work', () => worked.push(n)), {})
              yield* own.elicit('ask', { message: 'm' })
            },
            { timeout: 50 },
          )
        } catch (error) {
          return error instanceof ToolTimeoutError ? worked.length : 'other'
        }
      })
      .build()
    let now = 0
    // Each step takes 9 ms; a process that starts takes none.
    const runStep = (_: string, body: (step: never) => unknown, step: unknown) => {
      now += 9
      return body(step as never)
    }
    const clock: Clock = { now: () => now, alarm: () => () => {} }
    for (let cutAfter = 2; cutAfter < 6; cutAfter++) {
      worked.length = 0
      const journal = createCuttableJournal({ cutAfter })
      const options = { peer: deferring, clock, runStep }
      await expect(runTool(working, {}, { ...options, journal })).rejects.toBeInstanceOf(JournalCut)
      parked(await runTool(working, {}, { ...options, journal: journal.reopen() }))
      expect(journal.entries.at(-1)).toMatchObject({ ran: { '1': 45 } })
    }
  })

  it('of a tool counts what ran in branches that timed out, summed over rounds', async () => {
    const clock = manualClock()
    const trying = tool
      .limits({ timeout: 100 })
      .execute(function* (_, ctx) {
        for (let round = 0; round < 5; round++) {
          try {
            yield* ctx.branch((inner) => inner.step('hang', () => new Promise<void>(() => {})), { timeout: 40 })
          } catch (error) {
            if (!(error instanceof ToolTimeoutError && error.limit === 40)) throw error
          }
          yield* ctx.elicit('ask', { message: 'Again?' })
        }
      })
      .build()
    const journal = createMemoryJournal()
    const id = ['ask', 'ask#2']
    let answers = {}
    for (let round = 0; round < 2; round++) {
      const running = runTool(trying, {}, { peer: deferring, clock, journal, answers })
      await clock.pass(40)
      expect(parked(await running).questions).toMatchObject([{ id: id[round] }])
      answers = { [id[round]!]: { action: 'accept', content: { text: 'yes' } } }
    }
    const running = runTool(trying, {}, { peer: deferring, clock, journal, answers })
    await clock.pass(20)
    await clock.pass(20)
    expect(await running).toMatchObject({ type: 'failed', error: { name: 'ToolTimeoutError', limit: 100 } })
  })

  it('lets a finally that outlives it end, in the branch and below a cancelled tool', async () => {
    const clock = manualClock()
    const abort = new AbortController()
    const release = Promise.withResolvers<number>()
    const cleaning = tool
      .limits({ timeout: 10 })
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('ask', { message: 'm' })
        } finally {
          yield* ctx.step('long cleanup', () => release.promise)
        }
      })
      .build()
    const first = parked(await runTool(cleaning, {}, { peer: deferring, clock, signal: abort.signal }))
    abort.abort()
    const running = first.resume()
    await clock.pass(1_000)
    release.resolve(1)
    expect(await running).toMatchObject({ type: 'cancelled' })
  })
})

describe('expiresIn', () => {
  const expiring = tool
    .execute(function* (_, ctx) {
      return yield* ctx.elicit('ask', { message: 'm' })
    })
    .build()
  const limited = createMcpTool('t')
    .elicits({ ask: { ...ask, expiresIn: 1_000 } })
    .execute(expiring.execute as never)
    .build()

  it('answers an open question with cancel, in place', async () => {
    const clock = manualClock()
    const first = parked(await runTool(limited, {}, { peer: deferring, clock }))
    expect(first).toMatchObject({ wakeAt: 1_000, questions: [{ expiresAt: 1_000 }] })
    await clock.pass(1_000)
    expect(await first.resume()).toMatchObject({ type: 'completed', value: { action: 'cancel', reason: 'expired' } })
  })

  it('is over once for a question that was asked again while something else was due before it', async () => {
    const clock = manualClock()
    const release = Promise.withResolvers<number>()
    const asked = createMcpTool('t')
      .elicits({ ask: { ...ask, expiresIn: 1_000 } })
      .execute(function* (_, ctx) {
        const [answer] = yield* ctx.all([ctx.elicit('ask', { message: 'm' }), ctx.sleep(500)])
        return [answer.action, yield* ctx.step('after', () => release.promise)]
      })
      .build()
    const wrong = succeeded({ action: 'accept', content: { text: 1 } })
    const again = Promise.withResolvers<void>()
    const peer: Peer = {
      answer(effect, withdrawn) {
        if (effect.type !== 'elicit' || effect.attempt === 1) return wrong
        again.resolve()
        return new Promise((resolve) => withdrawn.addEventListener('abort', () => resolve(deferred)))
      },
    }
    const running = runTool(asked, {}, { peer, clock })
    await again.promise
    await clock.pass(500)
    await clock.pass(500)
    release.resolve(7)
    expect(await running).toMatchObject({ type: 'completed', value: ['cancel', 7] })
  })

  it('is over for a late answer, in place as when rebuilt', async () => {
    const clock = manualClock()
    const first = parked(await runTool(limited, {}, { peer: deferring, clock }))
    await clock.pass(1_500)
    const late = await first.resume({ ask: { action: 'accept', content: { text: 'late' } } })
    expect(late).toMatchObject({ type: 'completed', value: { action: 'cancel', reason: 'expired' } })
    expect(late.ignored).toEqual([{ id: 'ask', reason: 'answered', at: 1_500 }])
  })

  it('counts from when the question was first asked, and refuses a late answer, when the run is rebuilt', async () => {
    const clock = manualClock()
    const journal = createMemoryJournal()
    await runTool(limited, {}, { peer: deferring, clock, journal })
    await clock.pass(600)
    expect(parked(await runTool(limited, {}, { peer: deferring, clock, journal })).wakeAt).toBe(1_000)
    await clock.pass(400)
    const answers = { ask: { action: 'accept', content: { text: 'late' } } }
    const result = await runTool(limited, {}, { peer: deferring, clock, journal, answers })
    expect(result).toMatchObject({ type: 'completed', value: { action: 'cancel', reason: 'expired' } })
    expect(result.ignored).toEqual([{ id: 'ask', reason: 'answered', at: 1_000 }])
  })

  it('stops a peer that is still waiting', async () => {
    const clock = manualClock()
    const stopped = Promise.withResolvers<string>()
    const waiting: Peer = {
      answer: (_effect, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped.resolve('stopped')
            reject(signal.reason)
          })
        }),
    }
    const running = runTool(limited, {}, { peer: waiting, clock })
    await clock.pass(1_000)
    expect(await running).toMatchObject({ type: 'completed', value: { reason: 'expired' } })
    expect(await stopped.promise).toBe('stopped')
    expect(clock.waiting).toBe(0)
  })
})

describe('sleep', () => {
  it('sleeps only for the rest when the run is rebuilt', async () => {
    const clock = manualClock()
    const sleeping = tool
      .execute(function* (_, ctx) {
        const began = yield* ctx.now()
        yield* ctx.sleep(1_000)
        return (yield* ctx.now()) - began
      })
      .build()
    const journal = createMemoryJournal()
    let alive = true
    const dying: Journal = {
      read: () => journal.read(),
      append(revision, write) {
        if (!alive) throw new Error('killed')
        journal.append(revision, write)
      },
    }
    const killed = expect(runTool(sleeping, {}, { peer: deferring, clock, journal: dying })).rejects.toThrow('killed')
    await clock.pass(400)
    alive = false
    const again = runTool(sleeping, {}, { peer: deferring, clock, journal })
    await clock.pass(599)
    expect(journal.read()!.entries).toHaveLength(1)
    await clock.pass(1)
    expect(await again).toMatchObject({ type: 'completed', value: 1_000 })
    await killed
  })

  it('takes only a duration', async () => {
    const wrong = tool
      .execute(function* (_, ctx) {
        yield* ctx.sleep(Number.NaN)
      })
      .build()
    expect(await runTool(wrong, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('milliseconds') },
    })
  })
})
