import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createVirtualClock, type VirtualClock } from '../testing/clock.ts'
import { type CuttableJournal, createCuttableJournal, JournalCut } from '../testing/cuttable-journal.ts'
import { cutEverywhere } from '../testing/every-cut.ts'
import type { Limits } from './branch.ts'
import { createMcpTool } from './builder.ts'
import type { ToolContext } from './context.ts'
import type { Effect } from './effect.ts'
import type { StepContext } from './effects/step.ts'
import type { ElicitDefinition } from './elicit.ts'
import type { Entry, Journal } from './journal.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import { deferred, type Outcome, succeeded } from './outcome.ts'
import type { Peer, Question } from './peer.ts'
import { type RunResult, runTool } from './run-tool.ts'

/** A tool, as data: what it waits for, in which shape. */
type Statement =
  | { type: 'step'; turns: number; fails: boolean; once: boolean }
  | { type: 'slow'; ms: number }
  | { type: 'retry'; failures: number; backoff: number }
  | { type: 'elicit' | 'expiring' | 'shared' | 'signal' | 'sample' | 'log' | 'uuid' | 'patched' }
  | { type: 'sleep'; ms: number }
  | { type: 'branch'; body: Statement[]; limits: Limits }
  | { type: 'all' | 'race'; bodies: Statement[][] }
  | { type: 'guarded'; body: Statement[]; cleanup: number; ms: number }

type Context = ToolContext<{ ask: ElicitDefinition; soon: ElicitDefinition }>

/** The side effects that were performed, by idempotency key, and how long the slow ones take. */
class World {
  readonly done: string[] = []
  /** Whether the code with the change is deployed. */
  isChanged = true
  /** Whether steps take turns. */
  isSlow = true
  wait = (_ms: number): MaybePromise<void> => {}

  do(effect: string): string {
    this.done.push(effect)
    return effect
  }
}

function* execute(program: Statement[], ctx: Context, world: World): Generator<Effect, unknown[], unknown> {
  const seen: unknown[] = []
  for (const statement of program) {
    switch (statement.type) {
      case 'step':
        seen.push(
          yield* ctx.step(
            's',
            ({ idempotencyKey }) => {
              const key = world.do(idempotencyKey)
              const end = () => {
                if (statement.fails) throw new Error(key)
                return key
              }
              return statement.turns === 0 || !world.isSlow ? end() : turns(statement.turns).then(end)
            },
            { once: statement.once },
          ),
        )
        break
      case 'retry': {
        const { failures, backoff } = statement
        const run = ({ idempotencyKey, attempt }: StepContext) => {
          const key = world.do(`${idempotencyKey} ${attempt}`)
          if (attempt <= failures) throw new Error(key)
          return key
        }
        seen.push(yield* ctx.step('r', run, { retry: { attempts: 3, backoff } }))
        break
      }
      case 'slow':
        seen.push(
          yield* ctx.step('slow', ({ idempotencyKey: key }) => andThen(world.wait(statement.ms), () => world.do(key))),
        )
        break
      case 'elicit':
        seen.push((yield* ctx.elicit('ask', { message: `${seen.length}` })).action)
        break
      case 'expiring':
        seen.push((yield* ctx.elicit('soon', { message: `${seen.length}` })).action)
        break
      case 'shared':
        seen.push(yield* ctx.elicit('ask', { message: `${seen.length}` }, { to: ['a', 'b'], quorum: 2 }))
        break
      case 'signal':
        seen.push((yield* ctx.signal('go')) ?? null)
        break
      case 'patched':
        if (world.isChanged && (yield* ctx.patched('change')))
          seen.push(yield* ctx.step('changed', ({ idempotencyKey }) => world.do(idempotencyKey)))
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
        seen.push(yield* ctx.branch((inner) => execute(statement.body, inner, world), statement.limits))
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
            yield* ctx.step('cleanup', ({ idempotencyKey: key }) =>
              andThen(world.wait(statement.ms), () => world.do(key)),
            )
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
      fc.record({
        type: fc.constant('step' as const),
        turns: fc.nat(longest),
        fails: fc.boolean(),
        // A `once` step ends otherwise where the process dies in it.
        once: longest > 0 ? fc.boolean() : fc.constant(false),
      }),
      fc.record({
        type: fc.constantFrom(
          ...(['elicit', 'shared', 'signal', 'sample', 'log'] as const),
          ...(longest > 0 ? (['uuid', 'expiring', 'patched'] as const) : []),
        ),
      }),
      ...(longest > 0
        ? [
            fc.record({ type: fc.constant('slow' as const), ms: fc.nat(20) }),
            fc.record({ type: fc.constant('sleep' as const), ms: fc.nat(20) }),
            fc.record({ type: fc.constant('retry' as const), failures: fc.nat(3), backoff: fc.nat(longest) }),
          ]
        : []),
      fc.record({
        type: fc.constant('branch' as const),
        body: tie('program'),
        limits: fc.record({ timeout: fc.nat(20).map((ms) => ms + 1), cleanup: fc.constant(5) }, { requiredKeys: [] }),
      }),
      fc.record({
        type: fc.constantFrom('all', 'race'),
        bodies: fc.array(tie('program'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        type: fc.constant('guarded' as const),
        body: tie('program'),
        cleanup: fc.nat(2),
        ms: fc.nat(longest),
      }),
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

const ask = { response: z.object({}) }

const declared = () => createMcpTool('generated').elicits({ ask, soon: { ...ask, expiresIn: 15 } })

/** More than a tool waits for. */
const signals = Array.from({ length: 100 }, (_, n) => ({ name: 'go', id: `s${n}`, value: n, at: n * 10 }))

/** Answers what is open, one question at a time: of answers that come together, those behind the first recorded one die with the process. */
async function toEnd(started: Promise<RunResult<unknown[]>>): Promise<RunResult<unknown[]>> {
  let result = await started
  while (result.type === 'parked') {
    const [question] = result.questions
    const [wait] = result.waits
    if (question !== undefined) result = await result.resume({ [question.id]: answerTo(question) })
    else if (wait?.type === 'elicit') {
      const { id, attempt, answeredBy = [] } = wait
      result = await result.resume({ [id]: { action: 'accept', content: {} } }, { by: `${answeredBy.length}`, attempt })
    } else result = await result.resume()
  }
  return result
}

/** One process: everything but the journal and the world is its own. */
function processOf(program: Statement[], peer: Peer, world: World) {
  const tool = declared()
    .execute((_, ctx) => execute(program, ctx, world))
    .build()
  return async (journal: CuttableJournal): Promise<RunResult<unknown[]>> => {
    const recorded = new Set(journal.entries.flatMap(doneBy))
    const before = world.done.length
    const clock = createVirtualClock(latest(journal))
    try {
      return await toEnd(runTool(tool, {}, { peer, journal, clock, signals, runId: 'run' }))
    } finally {
      expect(world.done.slice(before).filter((done) => recorded.has(done))).toEqual([])
    }
  }
}

/** The side effect of a step, by its entry: each step returns it, or throws it. */
function doneBy(entry: Entry): unknown[] {
  if (!('kind' in entry) || entry.kind !== 'step') return []
  if (entry.type === 'value') return [entry.value]
  return 'failure' in entry && entry.failure.name === 'Error' ? [entry.failure.message] : []
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

/** Lets a millisecond pass in each turn of the event loop, until a run has ended. */
async function whileTimePasses<T>(clock: VirtualClock, run: Promise<T>): Promise<T> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  run.then(end, end)
  while (!isOver) await clock.advance(1)
  return run
}

describe('a generated tool, cut after every write', () => {
  it.each([
    ['waits', waiting],
    ['defers', deferring],
  ])('R1 R3 R9 ends the same when order follows from asking, with a peer that %s', async (_, peer) => {
    await fc.assert(
      fc.asyncProperty(programs(0), async (program) => {
        const { whole, cuts } = await cutEverywhere(processOf(program, peer, new World()))
        for (const { result } of cuts) expect(summary(result)).toEqual(summary(whole))
      }),
      { numRuns: 150 },
    )
  })

  it('R3 R11 replays its own journal to the same end, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(programs(6), async (program) => {
        const world = new World()
        const run = processOf(program, slow, world)
        const { cuts } = await cutEverywhere(run)
        for (const { entries, result, journal } of cuts) {
          expect(journal.entries.slice(0, entries.length)).toEqual(entries)
          const happened = world.done.length
          expect(summary(await run(journal.reopen()))).toEqual(summary(result))
          expect(world.done.length).toBe(happened)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('R22 meets a change of its code after any write, and replays to the same end', async () => {
    const property = fc.asyncProperty(programs(6), fc.nat(12), fc.nat(12), async (program, deployAfter, cutAfter) => {
      const world = new World()
      const run = processOf(program, slow, world)
      const go = (journal: CuttableJournal) =>
        run(journal).catch((error) => {
          if (!(error instanceof JournalCut)) throw error
        })
      const old = createCuttableJournal({ cutAfter: deployAfter + 1 })
      world.isChanged = false
      const before = await go(old)
      // A run that ended without a write begins anew.
      const hadEnded = before !== undefined && old.read() !== undefined
      world.isChanged = true
      const dying = old.reopen({ cutAfter: cutAfter + 1 })
      await go(dying)
      const journal = dying.reopen()
      const result = await run(journal)
      if (hadEnded) expect(summary(result)).toEqual(summary(before))
      const happened = world.done.length
      if (journal.read() !== undefined) expect(summary(await run(journal.reopen()))).toEqual(summary(result))
      expect(world.done.length).toBe(happened)
    })
    await fc.assert(property, { numRuns: 200 })
  })

  it('R15 gives each step the same key for the same answers, in any order of events and after any kill', async () => {
    // What these do depends on what happens first.
    const depends = /"race"|"timeout"|"signal"|"patched"|"once":true|"fails":true|"failures":3/
    const ordered = programs(6).filter((program) => !depends.test(JSON.stringify(program)))
    const sideBySide = fc.array(ordered, { minLength: 2, maxLength: 3 })
    const property = fc.asyncProperty(sideBySide, ordered, fc.nat(12), async (bodies, rest, cutAfter) => {
      const program: Statement[] = [{ type: 'all', bodies }, ...rest]
      const worlds = [new World(), new World()] as const
      worlds[0].isSlow = false
      await processOf(program, waiting, worlds[0])(createCuttableJournal())
      const run = processOf(program, slow, worlds[1])
      const dying = createCuttableJournal({ cutAfter: cutAfter + 1 })
      await run(dying).catch((error) => {
        if (!(error instanceof JournalCut)) throw error
        return run(dying.reopen())
      })
      const [whole, killed] = worlds.map(({ done }) => new Set(done))
      expect(killed).toEqual(whole)
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('R5 R10 is cancelled anywhere, in a handoff too, and replays to the same end', async () => {
    await fc.assert(
      fc.asyncProperty(programs(6), fc.nat(3), fc.nat(12), async (program, deals, cancelAfter) => {
        const world = new World()
        const tool = declared()
          .handoff({
            *before(_, ctx) {
              for (let n = 0; n < deals; n++) {
                yield* ctx.step('deal', ({ idempotencyKey }) => turns(n).then(() => world.do(idempotencyKey)))
              }
            },
            client: (_, ctx) => execute(program, ctx, world),
            *after(_, result, ctx) {
              yield* ctx.step('tell', ({ idempotencyKey }) => world.do(idempotencyKey))
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
        const options = { clock: createVirtualClock(1_000), runId: 'run', signals }
        const result = await toEnd(
          runTool(tool, {}, { peer: slow, journal: cancelling, signal: abort.signal, ...options }),
        )
        const happened = world.done.length
        const replayed = await toEnd(runTool(tool, {}, { peer: slow, journal: inner.reopen(), ...options }))
        expect(summary(replayed)).toEqual(summary(result))
        expect(world.done.length).toBe(happened)
      }),
      { numRuns: 200 },
    )
  })

  it('R5 R10 R15 R21 is cancelled, timed out and cut anywhere, and replays to the same end', async () => {
    const property = fc.asyncProperty(programs(6), fc.nat(20), fc.nat(20), async (program, cancelAfter, cutAfter) => {
      const world = new World()
      const tool = declared()
        .limits({ timeout: 60, cleanup: 12 })
        .execute((_, ctx) => execute(program, ctx, world))
        .build()
      const go = (journal: CuttableJournal, cancelled = Number.POSITIVE_INFINITY) => {
        const clock = createVirtualClock(latest(journal))
        world.wait = (ms) => new Promise((resolve) => void clock.alarm(clock.now() + ms, resolve, false))
        const abort = new AbortController()
        const cancelling: Journal = {
          read: () => journal.read(),
          append(revision, write) {
            journal.append(revision, write)
            if (journal.writes > cancelled) abort.abort()
          },
        }
        const options = { journal: cancelling, clock, signals, runId: 'run', seed: 'seed', signal: abort.signal }
        return whileTimePasses(clock, toEnd(runTool(tool, {}, { peer: slow, ...options })))
      }
      const dying = createCuttableJournal({ cutAfter: cutAfter + 1 })
      const survived = await go(dying, cancelAfter).catch((error) => {
        if (!(error instanceof JournalCut)) throw error
      })
      const journal = dying.reopen()
      const result = survived ?? (await go(journal))
      const happened = world.done.length
      // A cleanup is reported as abandoned by the process that abandons it.
      expect({ ...summary(await go(journal.reopen())), abandoned: [] }).toEqual({ ...summary(result), abandoned: [] })
      expect(world.done.length).toBe(happened)
      const effects = journal.entries.flatMap(doneBy)
      expect(new Set(effects).size).toBe(effects.length)
    })
    await fc.assert(property, { numRuns: 200 })
  })
})
