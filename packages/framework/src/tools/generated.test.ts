import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createVirtualClock } from '../testing/clock.ts'
import { type CuttableJournal, createCuttableJournal } from '../testing/cuttable-journal.ts'
import { cutEverywhere } from '../testing/every-cut.ts'
import { createMcpTool } from './builder.ts'
import type { ToolContext } from './context.ts'
import type { Effect } from './effect.ts'
import type { ElicitDefinition } from './elicit.ts'
import type { Journal } from './journal.ts'
import { deferred, type Outcome, succeeded } from './outcome.ts'
import type { Peer, Question } from './peer.ts'
import { type RunResult, runTool } from './run-tool.ts'

/** A tool, as data: what it waits for, in which shape. */
type Statement =
  | { type: 'step'; turns: number; fails: boolean }
  | { type: 'elicit' | 'sample' | 'log' | 'uuid' }
  | { type: 'sleep'; ms: number }
  | { type: 'branch'; body: Statement[]; timeout?: number }
  | { type: 'all' | 'race'; bodies: Statement[][] }
  | { type: 'guarded'; body: Statement[]; cleanup: number }

type Context = ToolContext<{ ask: ElicitDefinition }>

/** The side effects that were performed, by idempotency key. */
type World = string[]

function* execute(program: Statement[], ctx: Context, world: World): Generator<Effect, unknown[], unknown> {
  const seen: unknown[] = []
  for (const statement of program) {
    switch (statement.type) {
      case 'step':
        seen.push(
          yield* ctx.step('s', ({ idempotencyKey }) => {
            world.push(idempotencyKey)
            const end = () => {
              if (statement.fails) throw new Error('failed')
              return world.length > 0
            }
            return statement.turns === 0 ? end() : turns(statement.turns).then(end)
          }),
        )
        break
      case 'elicit':
        seen.push((yield* ctx.elicit('ask', { message: `${seen.length}` })).action)
        break
      case 'sample':
        seen.push((yield* ctx.sample({ prompt: `${seen.length}` })).text)
        break
      case 'log':
        yield* ctx.log('info', 'said')
        break
      case 'uuid':
        seen.push(yield* ctx.uuid())
        break
      case 'sleep':
        yield* ctx.sleep(statement.ms)
        break
      case 'branch':
        seen.push(
          yield* ctx.branch(
            (inner) => execute(statement.body, inner, world),
            statement.timeout === undefined ? {} : { timeout: statement.timeout },
          ),
        )
        break
      case 'all':
      case 'race':
        seen.push(
          yield* ctx[statement.type](
            statement.bodies.map((body) => ctx.branch((inner) => execute(body, inner, world))),
          ),
        )
        break
      case 'guarded':
        try {
          seen.push(yield* execute(statement.body, ctx, world))
        } catch (error) {
          seen.push(String(error))
        } finally {
          for (let n = 0; n < statement.cleanup; n++) {
            yield* ctx.step('cleanup', ({ idempotencyKey }) => world.push(idempotencyKey) > 0)
          }
        }
    }
  }
  return seen
}

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await null
}

/** With `longest` 0 nothing takes time, so that outcomes come in the order of asking. */
const programs = (longest: number) =>
  fc.letrec<{ statement: Statement; program: Statement[] }>((tie) => ({
    statement: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ type: fc.constant('step' as const), turns: fc.nat(longest), fails: fc.boolean() }),
      fc.record({ type: fc.constantFrom('elicit', 'sample', 'log', ...(longest > 0 ? (['uuid'] as const) : [])) }),
      ...(longest > 0 ? [fc.record({ type: fc.constant('sleep' as const), ms: fc.nat(20) })] : []),
      fc.record(
        { type: fc.constant('branch' as const), body: tie('program'), timeout: fc.nat(20).map((ms) => ms + 1) },
        { requiredKeys: ['type', 'body'] },
      ),
      fc.record({
        type: fc.constantFrom('all', 'race'),
        bodies: fc.array(tie('program'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ type: fc.constant('guarded' as const), body: tie('program'), cleanup: fc.nat(2) }),
    ) as fc.Arbitrary<Statement>,
    program: fc.array(tie('statement'), { maxLength: 4 }),
  })).program

const answerTo = (question: Question): unknown =>
  question.type === 'sample' ? { content: { type: 'text', text: question.id }, model: 'm' } : { action: 'decline' }

const toOutcome = (effect: Parameters<Peer['answer']>[0]): Outcome =>
  succeeded('id' in effect ? answerTo(effect) : undefined)

const waiting: Peer = { answer: toOutcome }
const slow: Peer = {
  answer: (effect) => turns('id' in effect ? effect.id.length % 5 : 0).then(() => toOutcome(effect)),
}
const deferring: Peer = { answer: (effect) => ('id' in effect ? deferred : succeeded(undefined)) }

/** One process: everything but the journal and the world is its own. */
function processOf(program: Statement[], peer: Peer, world: World) {
  const tool = createMcpTool('generated')
    .elicits({ ask: { response: z.object({}) } })
    .execute((_, ctx) => execute(program, ctx, world))
    .build()
  return async (journal: CuttableJournal): Promise<RunResult<unknown[]>> => {
    const recorded = new Set(journal.entries.map((entry) => `run/${entry.at}`))
    const before = world.length
    const clock = createVirtualClock(latest(journal))
    try {
      let result = await runTool(tool, {}, { peer, journal, clock, runId: 'run' })
      while (result.type === 'parked') {
        // One at a time: of answers that come together, those behind the first recorded one die with the process.
        const [question] = result.questions
        result = await result.resume({ [question!.id]: answerTo(question!) })
      }
      return result
    } finally {
      expect(world.slice(before).filter((key) => recorded.has(key))).toEqual([])
    }
  }
}

/** Time does not go backwards because a process died. */
function latest(journal: CuttableJournal): number {
  const recording = journal.read()
  if (recording === undefined) return 1_000
  return Math.max(
    1_000,
    ...recording.entries.map(({ time }) => time),
    ...Object.values(recording.progress.asked).map(({ time }) => time),
  )
}

const summary = (result: RunResult) =>
  result.type === 'failed' ? { ...result, error: String(result.error) } : { ...result }

describe('a generated tool, cut after every write', () => {
  it.each([
    ['waits', waiting],
    ['defers', deferring],
  ])('R1 R3 R9 ends the same when order follows from asking, with a peer that %s', async (_, peer) => {
    await fc.assert(
      fc.asyncProperty(programs(0), async (program) => {
        const { whole, cuts } = await cutEverywhere(processOf(program, peer, []))
        for (const { result } of cuts) expect(summary(result)).toEqual(summary(whole))
      }),
      { numRuns: 150 },
    )
  })

  it('R3 R11 replays its own journal to the same end, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(programs(6), async (program) => {
        const world: World = []
        const run = processOf(program, slow, world)
        const { cuts } = await cutEverywhere(run)
        for (const { entries, result, journal } of cuts) {
          expect(journal.entries.slice(0, entries.length)).toEqual(entries)
          const happened = world.length
          expect(summary(await run(journal.reopen()))).toEqual(summary(result))
          expect(world.length).toBe(happened)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('R5 R10 is cancelled anywhere, in a handoff too, and replays to the same end', async () => {
    await fc.assert(
      fc.asyncProperty(programs(6), fc.nat(3), fc.nat(12), async (program, deals, cancelAfter) => {
        const world: World = []
        const tool = createMcpTool('generated')
          .elicits({ ask: { response: z.object({}) } })
          .handoff({
            *before(_, ctx) {
              for (let n = 0; n < deals; n++) {
                yield* ctx.step('deal', ({ idempotencyKey }) => turns(n).then(() => world.push(idempotencyKey)))
              }
            },
            client: (_, ctx) => execute(program, ctx, world),
            *after(_, result, ctx) {
              yield* ctx.step('tell', ({ idempotencyKey }) => world.push(idempotencyKey))
              return result
            },
          })
          .build()
        const abort = new AbortController()
        const inner = createCuttableJournal()
        const cancelling: Journal = {
          read: () => inner.read(),
          async append(revision, write) {
            inner.append(revision, write)
            if (inner.writes === cancelAfter) abort.abort()
            await null
          },
        }
        const options = { clock: createVirtualClock(1_000), runId: 'run' }
        let result = await runTool(tool, {}, { peer: slow, journal: cancelling, signal: abort.signal, ...options })
        while (result.type === 'parked') result = await result.resume()
        const happened = world.length
        const replayed = await runTool(tool, {}, { peer: slow, journal: inner.reopen(), ...options })
        expect(summary(replayed)).toEqual(summary(result))
        expect(world.length).toBe(happened)
      }),
      { numRuns: 200 },
    )
  })
})
