import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createVirtualClock } from '../testing/clock.ts'
import type { CuttableJournal } from '../testing/cuttable-journal.ts'
import { cutEverywhere } from '../testing/every-cut.ts'
import { createMcpTool } from './builder.ts'
import type { StepContext } from './effects/step.ts'
import type { Elicits } from './elicit.ts'
import { deferred, failed, succeeded } from './outcome.ts'
import type { Peer, Question } from './peer.ts'
import { Run } from './run.ts'
import type { RunResult } from './run-tool.ts'
import type { Schema } from './schema.ts'
import type { McpTool } from './tool.ts'

const ask = { response: z.object({ text: z.string() }) }

/** The world: counts what really happened, by idempotency key. */
class World {
  readonly done: string[] = []
  do<T>(value: T) {
    return ({ idempotencyKey }: StepContext): T => {
      this.done.push(idempotencyKey)
      return value
    }
  }
}

const word = { content: { type: 'text', text: 'word' }, model: 'm' }

/** Says the same to the same question, in every process. */
function answerTo(question: Question): unknown {
  if (question.type === 'sample')
    return question.tools
      ? { ...word, content: { type: 'tool_use', id: 'c', name: '__schema__', input: { n: question.messages.length } } }
      : word
  if (question.type === 'roots') return { roots: [{ uri: 'file:///home' }] }
  if (question.type === 'detach') return false
  // The first answer to a key with "twice" in it is wrong, so that it is asked again.
  return {
    action: 'accept',
    content: { text: question.key.includes('twice') && question.attempt === 1 ? 7 : question.id },
  }
}

const peers: Record<string, Peer> = {
  'a peer that waits': {
    answer: (effect) => ('id' in effect ? Promise.resolve(succeeded(answerTo(effect))) : succeeded(undefined)),
  },
  'a peer that answers at once': {
    answer: (effect) => succeeded('id' in effect ? answerTo(effect) : undefined),
  },
  'a peer that defers, resumed in place': { answer: (effect) => ('id' in effect ? deferred : succeeded(undefined)) },
}

const examples: Record<string, (world: World) => McpTool<string, Schema, Elicits, unknown>> = {
  linear: (world) =>
    createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const flights = yield* ctx.step('search', world.do(['a', 'b']))
        const pick = yield* ctx.elicit('ask', { message: 'Which?', flights })
        const reason = yield* ctx.sample({ prompt: 'Why?' })
        const booked = yield* ctx.step('book', world.do({ ok: true }))
        return [pick.action, reason.text, booked, yield* ctx.roots(), yield* ctx.detach()]
      })
      .build(),
  loop: (world) =>
    createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const said: unknown[] = []
        for (let round = 0; round < 4; round++) {
          said.push(yield* ctx.step('count', world.do(round)))
          const answer = yield* ctx.elicit('ask', { message: `round ${round}`, said })
          if (answer.action === 'accept')
            said.push(
              answer.content.text,
              answer.exchange.withArguments((c) => ({ n: c.said.length })),
            )
          yield* ctx.log('info', `round ${round}`)
          yield* ctx.sleep(1_000)
        }
        return said
      })
      .build(),
  'nested branches': (world) =>
    createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        return yield* ctx.branch(function* (one) {
          const before = yield* one.step('one', world.do(1))
          const both = yield* one.all([
            one.branch(function* (two) {
              const answer = yield* two.elicit('ask', { message: 'left' })
              return [answer.action, yield* two.step('left', world.do('l'))]
            }),
            one.branch(function* (two) {
              return yield* two.branch(function* (three) {
                yield* three.step('right', world.do('r'))
                return (yield* three.sample({ prompt: 'deep' })).exchange.messages.length
              })
            }),
          ])
          return [before, both]
        })
      })
      .build(),
  'parallel questions': (world) =>
    createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const sides = ['a', 'b', 'c'].map((name) =>
          ctx.branch(function* (inner) {
            const first = yield* inner.elicit('ask', { message: `${name}?` })
            yield* inner.step(name, world.do(name))
            const second = yield* inner.elicit('ask', { message: `${name} again?` })
            return [first, second].map((answer) => answer.action === 'accept' && answer.content.text)
          }),
        )
        return yield* ctx.all(sides)
      })
      .build(),
  race: (world) =>
    createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const winner = yield* ctx.race([
          ctx.branch(function* (inner) {
            try {
              yield* inner.sleep(60_000)
              return 'slept'
            } finally {
              yield* inner.step('undo', world.do('undone'))
            }
          }),
          ctx.branch(function* (inner) {
            yield* inner.elicit('ask', { message: 'first' })
            yield* inner.elicit('ask', { message: 'second' })
            return 'answered'
          }),
        ])
        return [winner, yield* ctx.step('after', world.do('after'))]
      })
      .build(),
  handoff: (world) =>
    createMcpTool('t')
      .elicits({ ask })
      .handoff({
        *before(_, ctx) {
          const [a, b] = yield* ctx.all([ctx.step('a', world.do(1)), ctx.step('b', world.do(2))])
          return { a, b }
        },
        *client(handoff, ctx) {
          const answer = yield* ctx.elicit('ask', { message: 'm', ...handoff })
          return answer.action
        },
        *after(handoff, action, ctx) {
          yield* ctx.step('tell', world.do(action))
          return { ...handoff, action }
        },
      })
      .build(),
  retries: (world) =>
    createMcpTool('t')
      .elicits({ twice: ask })
      .execute(function* (_, ctx) {
        const answer = yield* ctx.elicit('twice', { message: 'm' })
        const schema = z.object({ n: z.number().min(3) })
        const { parsed } = yield* ctx.sampleSchema({ prompt: 'n?', schema })
        yield* ctx.step('end', world.do(1))
        return [answer.action, parsed.n]
      })
      .build(),
  errors: (world) =>
    createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const seen: string[] = []
        try {
          yield* ctx.step('fail', (step) => {
            world.do(0)(step)
            throw new Error('broken')
          })
        } catch (error) {
          seen.push(String(error))
        }
        try {
          yield* ctx.all([
            ctx.step('also', async (step) => {
              world.do(0)(step)
              throw Object.assign(new Error('coded'), { code: 7 })
            }),
            ctx.sleep(1_000_000),
          ])
        } catch (error) {
          seen.push(String(error))
        } finally {
          yield* ctx.step('finally', world.do(1))
        }
        yield* ctx.elicit('ask', { message: seen.join() })
        throw new Error(seen.join())
      })
      .build(),
  limits: (world) =>
    createMcpTool('t')
      .elicits({ ask })
      .limits({ maxTokens: 60, maxDepth: 1 })
      .execute(function* (_, ctx) {
        const seen: string[] = []
        try {
          for (;;) yield* ctx.sample({ prompt: 'spend '.repeat(5) })
        } catch (error) {
          seen.push(String(error))
        }
        yield* ctx.elicit('ask', { message: 'm' })
        try {
          yield* ctx.branch(function* (inner) {
            yield* inner.step('fits', world.do(1))
            yield* inner.branch(function* () {})
          })
        } catch (error) {
          seen.push(String(error))
        }
        return seen
      })
      .build(),
}

/** A run that knows the idempotency key of each address. */
class KeyedRun extends Run {
  readonly keys = new Map<string, string>()

  constructor(...given: ConstructorParameters<typeof Run>) {
    super(...given)
    const open = this.effects.open.bind(this.effects)
    this.effects.open = (fiber, effect) => {
      const pending = open(fiber, effect)
      this.keys.set(pending.address, `run/${pending.place}`)
      return pending
    }
  }
}

/** One process: a clock, a peer and a tool of its own, and a world that all of them share. */
function processOf(build: (world: World) => McpTool<string, Schema, Elicits, unknown>, peer: Peer, world: World) {
  return async (journal: CuttableJournal): Promise<RunResult> => {
    const clock = createVirtualClock(1_000)
    const recorded = journal.entries.map(({ at }) => at)
    const before = world.done.length
    const run = new KeyedRun(build(world), {}, { peer, journal, clock, runId: 'run' })
    try {
      return await toEnd(run)
    } finally {
      const known = new Set(recorded.map((at) => run.keys.get(at)))
      const repeated = world.done.slice(before).filter((key) => known.has(key))
      expect(repeated, 'recorded steps that ran again').toEqual([])
    }
  }
}

async function toEnd(run: Run): Promise<RunResult> {
  let result = await run.advance()
  while (result.type === 'parked') {
    const [question] = result.questions
    result = await result.resume({ [question!.id]: answerTo(question!) })
  }
  return result
}

const summary = (result: RunResult) => (result.type === 'failed' ? { ...result, error: String(result.error) } : result)

describe.each(Object.entries(peers))('at every cut, with %s', (_, peer) => {
  it.each(Object.entries(examples))(
    'R1 R3 R9 a tool with %s ends the same, and repeats nothing that was recorded',
    async (_name, build) => {
      const world = new World()
      const run = processOf(build, peer, world)
      const { whole, cuts } = await cutEverywhere(run)
      expect(whole.type).not.toBe('parked')
      expect(cuts.length).toBeGreaterThan(3)
      for (const { after, entries, result, journal } of cuts) {
        expect(summary(result), `after write ${after}`).toEqual(summary(whole))
        expect(journal.entries.slice(0, entries.length), 'what was recorded stands').toEqual(entries)
        const done = world.done.length
        expect(summary(await run(journal.reopen())), 'a finished run replays').toEqual(summary(whole))
        expect(world.done.length, 'a replay does nothing').toBe(done)
      }
    },
  )
})

it('a failed peer is not an outcome: the same question is asked of the next process', async () => {
  let broken = true
  const peer: Peer = {
    answer(effect) {
      if (broken) return Promise.reject(new Error('gone'))
      return 'id' in effect ? succeeded(answerTo(effect)) : failed(new Error('unexpected'))
    },
  }
  const world = new World()
  const run = processOf(examples.linear!, peer, world)
  const { createCuttableJournal } = await import('../testing/cuttable-journal.ts')
  const journal = createCuttableJournal()
  await expect(run(journal)).rejects.toThrow('gone')
  broken = false
  expect(await run(journal.reopen())).toMatchObject({ type: 'completed' })
  expect(new Set(world.done).size).toBe(world.done.length)
})
