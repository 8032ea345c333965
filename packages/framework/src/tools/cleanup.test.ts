import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createVirtualClock, type VirtualClock } from '../testing/clock.ts'
import { type CuttableJournal, createCuttableJournal } from '../testing/cuttable-journal.ts'
import { cutEverywhere } from '../testing/every-cut.ts'
import { createMcpTool } from './builder.ts'
import { CleanupError, DivergenceError } from './errors.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { deferred } from './outcome.ts'
import type { Peer } from './peer.ts'
import { type RunResult, runTool } from './run-tool.ts'
import type { McpTool } from './tool.ts'

const peer: Peer = { answer: () => deferred }
const ask = { response: z.object({}) }
const never = () => new Promise<void>(() => {})
const tool = createMcpTool('lock').elicits({ ask })

interface Options {
  journal?: Journal
  clock?: VirtualClock
}

/** Runs to the question, and cancels. */
async function cancel(
  halted: McpTool,
  { journal = createMemoryJournal(), clock = createVirtualClock(0) }: Options = {},
) {
  const abort = new AbortController()
  const parked = await runTool(halted, {}, { peer, journal, clock, signal: abort.signal })
  if (parked.type !== 'parked') throw new Error(`expected a parked run, not ${parked.type}`)
  abort.abort()
  return passTime(clock, parked.resume())
}

/** Lets time pass until the run has ended: a clock does not go on by itself while a step is performed. */
async function passTime(clock: VirtualClock, ended: Promise<RunResult>): Promise<RunResult> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  ended.then(over, over)
  while (!isOver) await clock.advance(100_000)
  return ended
}

const waiting = (log: string[], signals: AbortSignal[] = []) =>
  tool
    .execute(function* (_, ctx) {
      try {
        yield* ctx.branch(function* (inner) {
          try {
            yield* inner.elicit('ask', { message: 'm' })
          } finally {
            log.push('inner begins')
            yield* inner.step('unlock', ({ signal }) => {
              signals.push(signal)
              return never()
            })
            log.push('inner ends')
          }
        })
      } finally {
        yield* ctx.step('close', () => void log.push('outer'))
      }
    })
    .build()

describe('R5 a finally that never settles', () => {
  it('R5 is abandoned after 30 s where it waits, and the run ends, after the other finally blocks have run', async () => {
    const log: string[] = []
    const signals: AbortSignal[] = []
    const journal = createMemoryJournal()
    const result = await cancel(waiting(log, signals), { journal })
    expect(result).toMatchObject({ type: 'cancelled', abandoned: [{ path: '1', limit: 30_000 }] })
    expect(result.abandoned[0]).toBeInstanceOf(CleanupError)
    expect(result.abandoned[0]!.message).toContain('branch 1 of lock')
    expect(result.abandoned[0]!.message).toContain('step "unlock" at 1:1')
    expect(log).toEqual(['inner begins', 'outer'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(journal.read()!.entries).toMatchObject([
      { type: 'halted', at: '', reason: 'cancelled' },
      { type: 'halted', at: '0.0', reason: 'abandoned', time: 30_000 },
      { type: 'value', key: 'close' },
    ])
  })

  it('R5 replays as abandoned at the same place: nothing of it runs, and it is not reported again', async () => {
    const log: string[] = []
    const journal = createMemoryJournal()
    await cancel(waiting(log), { journal })
    log.length = 0
    const replayed = await runTool(waiting(log), {}, { peer, journal })
    expect(replayed).toMatchObject({ type: 'cancelled', abandoned: [] })
    expect(log).toEqual(['inner begins'])
  })

  it('R5 ends the same in a run that is killed after any write', async () => {
    const log: string[] = []
    const { cuts } = await cutEverywhere(async (journal: CuttableJournal): Promise<RunResult> => {
      const clock = createVirtualClock(0)
      const abort = new AbortController()
      const first = await passTime(clock, runTool(waiting(log), {}, { peer, journal, clock, signal: abort.signal }))
      abort.abort()
      return first.type === 'parked' ? passTime(clock, first.resume()) : first
    })
    expect(cuts.length).toBeGreaterThan(2)
    for (const { result, journal } of cuts) {
      expect(result.type).toBe('cancelled')
      expect(journal.entries.map((entry) => ('reason' in entry ? entry.reason : entry.key))).toEqual([
        'cancelled',
        'abandoned',
        'close',
      ])
    }
  })

  it('R5 of a loser of a race lets the tool go on with the winner', async () => {
    const racing = tool
      .execute(function* (_, ctx) {
        const loser = (function* () {
          try {
            yield* ctx.sleep(1_000)
          } finally {
            yield* ctx.all([ctx.step('one', never), ctx.step('two', never)])
          }
        })()
        return yield* ctx.race([loser, ctx.step('won', () => 'won')])
      })
      .build()
    const clock = createVirtualClock(0)
    const result = await passTime(clock, runTool(racing, {}, { peer, clock }))
    expect(result).toMatchObject({ type: 'completed', value: 'won', abandoned: [{ path: '' }] })
    expect(result.abandoned[0]!.message).toContain('step "one" at 2 and step "two" at 3')
  })

  it('R5 of a branch that timed out still gives the timeout', async () => {
    const timing = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.branch(
            function* (inner) {
              try {
                yield* inner.step('slow', never)
              } finally {
                yield* inner.sleep(3_600_000)
              }
            },
            { timeout: 50, cleanup: 200 },
          )
        } catch (error) {
          return [(error as Error).name, yield* ctx.now()]
        }
      })
      .build()
    const clock = createVirtualClock(0)
    const result = await passTime(clock, runTool(timing, {}, { peer, clock }))
    expect(result).toMatchObject({ value: ['ToolTimeoutError', 250], abandoned: [{ path: '1', limit: 200 }] })
  })

  it('R5 has as long as limits.cleanup of its tool or branch says, which branches inherit', async () => {
    const build = (limits: { cleanup?: number }) =>
      tool
        .limits({ cleanup: 100 })
        .execute(function* (_, ctx) {
          yield* ctx.branch(function* (inner) {
            try {
              yield* inner.elicit('ask', { message: 'm' })
            } finally {
              yield* inner.step('unlock', never)
            }
          }, limits)
        })
        .build()
    for (const [limits, limit] of [
      [{}, 100],
      [{ cleanup: 7 }, 7],
    ] as const) {
      const journal = createMemoryJournal()
      expect(await cancel(build(limits), { journal })).toMatchObject({ type: 'cancelled', abandoned: [{ limit }] })
      expect(journal.read()!.entries.at(-1)).toMatchObject({ reason: 'abandoned', time: limit })
    }
  })

  it('R5 is not abandoned while its time is not over', async () => {
    const log: string[] = []
    const napping = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('ask', { message: 'm' })
        } finally {
          yield* ctx.sleep(29_999)
          yield* ctx.step('unlock', () => void log.push('unlocked'))
        }
      })
      .build()
    expect(await cancel(napping)).toMatchObject({ type: 'cancelled', abandoned: [] })
    expect(log).toEqual(['unlocked'])
  })

  it('R5 has branches that time out as anywhere else, and replays to the same end', async () => {
    const undoing = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('ask', { message: 'm' })
        } finally {
          try {
            yield* ctx.branch((inner) => inner.step('undo', never), { timeout: 1_000 })
          } catch (error) {
            yield* ctx.step('note', () => (error as Error).name)
          }
        }
      })
      .build()
    const journal = createCuttableJournal()
    expect(await cancel(undoing, { journal })).toMatchObject({ type: 'cancelled', abandoned: [] })
    const { entries } = journal
    expect(entries.slice(1)).toMatchObject([
      { type: 'halted', at: '1', reason: 'timeout' },
      { key: 'note', value: 'ToolTimeoutError' },
    ])
    expect(await runTool(undoing, {}, { peer, journal: journal.reopen() })).toMatchObject({ type: 'cancelled' })
    expect(journal.entries).toEqual(entries)
  })

  it('R5 keeps retrying only until its time is over', async () => {
    const stubborn = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('ask', { message: 'm' })
        } finally {
          for (;;) {
            yield* ctx.step('try', () => 'no')
            yield* ctx.sleep(1_000)
          }
        }
      })
      .build()
    expect(await cancel(stubborn)).toMatchObject({ type: 'cancelled', abandoned: [{ path: '' }] })
  })

  it('R5 R2 that the journal has abandoned, and that the tool does not have, is a divergence', async () => {
    const journal = createCuttableJournal()
    await cancel(waiting([]), { journal })
    const changed = tool
      .execute(function* (_, ctx) {
        yield* ctx.elicit('ask', { message: 'm' })
      })
      .build()
    await expect(runTool(changed, {}, { peer, journal: journal.reopen() })).rejects.toThrow(DivergenceError)
  })
})
