import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { ToolUsageError } from './errors.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { deferred } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'

const deferring: Peer = { answer: () => deferred }
const ask = { response: z.object({ text: z.string() }) }
const tool = createMcpTool('t').elicits({ ask })

describe('R5 waiting is not ending', () => {
  const build = (log: string[]) =>
    tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('ask', { message: 'm' })
          log.push('answered')
        } finally {
          yield* ctx.step('close', () => log.push('closed'))
        }
      })
      .build()

  it('R5 runs no finally when the run parks, is dropped, or is rebuilt', async () => {
    const log: string[] = []
    const journal = createMemoryJournal()
    await runTool(build(log), {}, { peer: deferring, journal })
    await runTool(build(log), {}, { peer: deferring, journal })
    expect(log).toEqual([])
    await runTool(build(log), {}, { peer: deferring, journal, answers: { ask: { action: 'decline' } } })
    expect(log).toEqual(['answered', 'closed'])
  })

  it('R5 runs finally when the tool throws', async () => {
    const log: string[] = []
    const throwing = tool
      .execute(function* (_, ctx) {
        try {
          throw new Error('oops')
        } finally {
          yield* ctx.step('close', () => log.push('closed'))
        }
      })
      .build()
    expect(await runTool(throwing, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: { message: 'oops' },
    })
    expect(log).toEqual(['closed'])
  })
})

describe('R10 a cancel halts the whole tree', () => {
  it('R10 halts children before parents, runs their finally blocks and aborts what is being performed', async () => {
    const log: string[] = []
    const abort = new AbortController()
    const started = Promise.withResolvers<void>()
    const tree = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.all([
            ctx.branch(function* (inner) {
              try {
                yield* inner.step('slow', ({ signal }) => {
                  signal.addEventListener('abort', () => log.push('aborted'))
                  started.resolve()
                  return new Promise(() => {})
                })
              } finally {
                yield* inner.step('undo', () => log.push('child'))
              }
            }),
            ctx.elicit('ask', { message: 'm' }),
          ])
        } finally {
          yield* ctx.step('undo', () => log.push('parent'))
        }
      })
      .build()
    const running = runTool(tree, {}, { peer: deferring, signal: abort.signal })
    await started.promise
    abort.abort()
    expect(await running).toMatchObject({ type: 'cancelled' })
    expect(log).toEqual(['aborted', 'child', 'parent'])
  })

  it('R10 a step that looks at its signal only after the cancel finds it aborted', async () => {
    const abort = new AbortController()
    const looked = Promise.withResolvers<boolean>()
    const late = tool
      .execute(function* (_, ctx) {
        yield* ctx.step('late', async (step) => {
          abort.abort()
          await new Promise((resolve) => setTimeout(resolve))
          looked.resolve(step.signal.aborted)
        })
      })
      .build()
    await runTool(late, {}, { peer: deferring, signal: abort.signal })
    expect(await looked.promise).toBe(true)
  })

  it('R10 waits for the peer to let go of its question before the run is over', async () => {
    const log: string[] = []
    const abort = new AbortController()
    const slow: Peer = {
      answer: (_effect, signal) =>
        new Promise((_resolve, reject) => {
          const close = () => {
            log.push('closed')
            reject(signal.reason)
          }
          signal.addEventListener('abort', () => setTimeout(close, 5))
          setTimeout(() => abort.abort())
        }),
    }
    const asking = tool
      .execute(function* (_, ctx) {
        yield* ctx.sample({ prompt: 'p' })
      })
      .build()
    expect(await runTool(asking, {}, { peer: slow, signal: abort.signal })).toMatchObject({ type: 'cancelled' })
    expect(log).toEqual(['closed'])
  })

  it('R10 cancels a parked run in place', async () => {
    const log: string[] = []
    const abort = new AbortController()
    const one = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('ask', { message: 'm' })
        } finally {
          log.push('finally')
        }
      })
      .build()
    const result = await runTool(one, {}, { peer: deferring, signal: abort.signal })
    abort.abort()
    expect(result.type === 'parked' && (await result.resume())).toMatchObject({ type: 'cancelled' })
    expect(log).toEqual(['finally'])
  })

  it('R9 R10 cancels a dropped run: it is replayed to its questions and then halted, and performs nothing else', async () => {
    const log: string[] = []
    const one = tool
      .execute(function* (_, ctx) {
        yield* ctx.step('begin', () => log.push('begin'))
        try {
          yield* ctx.all([
            ctx.elicit('ask', { message: 'm' }),
            ctx.step('in flight', () => new Promise(() => log.push('in flight'))),
          ])
        } finally {
          yield* ctx.step('undo', () => log.push('undo'))
        }
      })
      .build()
    const journal = createMemoryJournal()
    const first = new AbortController()
    void runTool(one, {}, { peer: deferring, journal, signal: first.signal })
    await new Promise((wait) => setTimeout(wait))
    expect(log).toEqual(['begin', 'in flight'])
    const cancelled = await runTool(one, {}, { peer: deferring, journal, signal: AbortSignal.abort() })
    expect(cancelled).toMatchObject({ type: 'cancelled' })
    expect(log).toEqual(['begin', 'in flight', 'undo'])
    // The cancel is an entry: the journal says how the run ended, in every process.
    expect(await runTool(one, {}, { peer: deferring, journal })).toMatchObject({ type: 'cancelled' })
    expect(log).toEqual(['begin', 'in flight', 'undo'])
  })

  it('R10 does not even begin a run that is cancelled before it starts', async () => {
    let begun = false
    const one = tool
      .execute(function* () {
        begun = true
      })
      .build()
    expect(await runTool(one, {}, { peer: deferring, signal: AbortSignal.abort() })).toMatchObject({
      type: 'cancelled',
    })
    expect(begun).toBe(false)
  })

  it.each([
    ['a cancel', (abort: AbortController) => abort.abort(), {}],
    ['a timeout', () => {}, { timeout: 5 }],
  ])(
    'R5 R10 %s that comes just as a phase of a handoff ends leaves a run that can be replayed',
    async (_, act, limits) => {
      const abort = new AbortController()
      const phased = createMcpTool('t')
        .limits(limits)
        .handoff({
          *before(_params, ctx) {
            return yield* ctx.step('deal', () => 'dealt')
          },
          *client(_handoff, ctx) {
            return yield* ctx.step('slow', () => new Promise(() => {}))
          },
          *after() {},
        })
        .build()
      const inner = createMemoryJournal()
      const journal: Journal = {
        read: () => inner.read(),
        async append(revision, write) {
          inner.append(revision, write)
          if (write.entries.some((entry) => entry.at === 'before:0')) act(abort)
          await null
        },
      }
      const result = await runTool(phased, {}, { peer: deferring, journal, signal: abort.signal })
      expect(result.type).toBe(_ === 'a cancel' ? 'cancelled' : 'failed')
      expect((await runTool(phased, {}, { peer: deferring, journal: inner })).type).toBe(result.type)
    },
  )

  it('lets a finally use steps, and refuses questions in it', async () => {
    const abort = new AbortController()
    let problem: unknown
    const one = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('ask', { message: 'm' })
        } finally {
          try {
            yield* ctx.elicit('ask', { message: 'really?' })
          } catch (error) {
            problem = error
          }
          yield* ctx.all([ctx.step('a', () => 1), ctx.step('b', () => 2)])
        }
      })
      .build()
    const result = await runTool(one, {}, { peer: deferring, signal: abort.signal })
    abort.abort()
    expect(result.type === 'parked' && (await result.resume())).toMatchObject({ type: 'cancelled' })
    expect(problem).toBeInstanceOf(ToolUsageError)
  })

  it('fails when a finally fails', async () => {
    const abort = new AbortController()
    const one = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.all([
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
        } finally {
          yield* ctx.step('outer', () => 1)
        }
      })
      .build()
    const result = await runTool(one, {}, { peer: deferring, signal: abort.signal })
    abort.abort()
    expect(result.type === 'parked' && (await result.resume())).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('stuck') },
    })
  })
})
