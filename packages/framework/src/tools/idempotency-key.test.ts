import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createVirtualClock } from '../testing/clock.ts'
import { cutEverywhere } from '../testing/every-cut.ts'
import type { Answers } from './answer-box.ts'
import { createMcpTool } from './builder.ts'
import type { ToolContext } from './context.ts'
import type { Effect } from './effect.ts'
import type { StepContext } from './effects/step.ts'
import { createMemoryJournal, type Recording } from './journal.ts'
import type { Operation } from './operation.ts'
import { deferred, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { type RunResult, runTool } from './run-tool.ts'

const text = { response: z.object({ text: z.string() }) }
const accept = (said: string) => ({ action: 'accept', content: { text: said } })
const reply = (said: string) => ({ content: { type: 'text', text: said }, model: 'm' })

/** Every question is answered later. */
const peer: Peer = { answer: (effect) => ('id' in effect ? deferred : succeeded(undefined)) }

type Ctx = ToolContext<{ left: typeof text; right: typeof text }>

/** A tool, and the keys that its steps were given, as `name key`. */
function createShop(body: (ctx: Ctx, pay: (name?: string) => Operation<unknown>) => Operation<unknown>) {
  const keys: string[] = []
  const tool = createMcpTool('shop')
    .elicits({ left: text, right: text })
    .execute(function* (_, ctx) {
      const note =
        (name: string) =>
        ({ idempotencyKey }: StepContext): number =>
          keys.push(`${name} ${idempotencyKey}`)
      return yield* body(ctx, (name = 'pay') => ctx.step(name, note(name)))
    })
    .build()
  /** Runs the tool on a copy of a state, once for each set of answers in turn. */
  async function attempt(state: Recording | undefined, ...answers: Answers[]): Promise<RunResult> {
    const journal = createMemoryJournal(structuredClone(state))
    let result = await runTool(tool, {}, { peer, journal, runId: 'run', clock: createVirtualClock(0) })
    for (const given of answers) {
      result = await runTool(tool, {}, { peer, journal, answers: given, clock: createVirtualClock(0) })
    }
    return result
  }
  async function begin(): Promise<Recording> {
    const journal = createMemoryJournal()
    await runTool(tool, {}, { peer, journal, runId: 'run', clock: createVirtualClock(0) })
    keys.length = 0
    return journal.read()!
  }
  /** The key of `pay` for each list of rounds of answers to the first state. */
  async function keysFor(...attempts: Answers[][]): Promise<string[]> {
    const state = await begin()
    const found: string[] = []
    for (const answers of attempts) {
      keys.length = 0
      await attempt(state, ...answers)
      found.push(keys.find((key) => key.startsWith('pay ')) ?? '(none)')
    }
    return found
  }
  return { tool, keys, begin, attempt, keysFor }
}

const distinct = (keys: readonly string[]) => new Set(keys).size

describe('an idempotency key', () => {
  it('R15 begins with the run and the place in the code', async () => {
    const shop = createShop(function* (ctx, pay) {
      yield* pay()
      yield* ctx.all([pay()])
      yield* ctx.branch(function* (inner) {
        yield* inner.step('pay', ({ idempotencyKey }) => shop.keys.push(`pay ${idempotencyKey}`))
      })
    })
    await shop.attempt(undefined)
    const places = shop.keys.map((key) => key.replace(/\/[0-9a-f]{32}$/, ''))
    expect(places).toEqual(['pay run/0', 'pay run/0.0/0', 'pay run/1.0/0'])
    expect(distinct(shop.keys)).toBe(3)
  })

  it('R15 begins with the fork in a copy of a run that has an id of its own', async () => {
    const shop = createShop(function* (ctx, pay) {
      yield* ctx.elicit('left', { message: 'What?' })
      yield* pay()
    })
    const state = await shop.begin()
    const forked = { ...state, header: { ...state.header, forkId: 'fork' } }
    for (const begun of [state, forked, forked]) await shop.attempt(begun, { left: accept('pencil') })
    const [original, ...forks] = shop.keys
    const inFork = original!.replace(' run/', ' fork/')
    expect([inFork === original, forks]).toEqual([false, [inFork, inFork]])
  })

  it('R15 begins with the fork also after the fork is started over with another version of the tool', async () => {
    const shop = createShop(function* (_, pay) {
      yield* pay()
    })
    const state = await shop.begin()
    const header = { ...state.header, forkId: 'fork', version: 'an earlier one' }
    const journal = createMemoryJournal({ ...state, header })
    await runTool(shop.tool, {}, { peer, journal, onVersionChange: 'restart', clock: createVirtualClock(0) })
    expect(shop.keys).toEqual([expect.stringMatching(/^pay fork\//)])
  })

  it('R15 is another for a step of another name at the same place', async () => {
    const seen: string[] = []
    for (const isPaid of [true, false]) {
      const shop = createShop(function* (ctx, pay) {
        const paid = yield* ctx.step('check', () => isPaid)
        yield* paid ? pay('refund') : pay('charge')
      })
      await shop.attempt(undefined)
      seen.push(...shop.keys.map((key) => key.split(' ')[1]!))
    }
    expect(distinct(seen)).toBe(2)
  })

  it('R15 is the same for the same answers to one state, although steps and times before it differ', async () => {
    let draws = 0
    const shop = createShop(function* (ctx, pay) {
      yield* ctx.elicit('left', { message: 'What?' })
      yield* ctx.now()
      yield* ctx.step('quote', () => draws++)
      yield* ctx.sleep(0)
      yield* pay()
    })
    expect(distinct(await shop.keysFor(...Array(3).fill([{ left: accept('pencil') }])))).toBe(1)
    expect(draws).toBe(3)
  })

  it('R15 is another for another answer to the same state', async () => {
    const shop = createShop(function* (ctx, pay) {
      yield* ctx.elicit('left', { message: 'What?' })
      yield* pay()
    })
    const answers = [accept('pencil'), accept('laptop'), { action: 'decline' }, { action: 'cancel' }]
    expect(distinct(await shop.keysFor(...answers.map((left) => [{ left }])))).toBe(4)
  })

  it('R15 is another for an answer to another question', async () => {
    let message = 'A pencil?'
    const shop = createShop(function* (ctx, pay) {
      yield* ctx.elicit('left', { message })
      yield* pay()
    })
    await shop.attempt(undefined, { left: accept('yes') })
    message = 'A laptop?'
    await shop.attempt(undefined, { left: accept('yes') })
    expect(distinct(shop.keys)).toBe(2)
  })

  it('R15 does not depend on the order in which parallel questions are answered, also after they are joined', async () => {
    const shop = createShop(function* (ctx, pay) {
      yield* ctx.all(
        (['left', 'right'] as const).map(function* (key) {
          yield* ctx.elicit(key, { message: key })
          yield* pay(key)
        }),
      )
      yield* pay()
    })
    const [left, right] = [accept('left'), accept('right')]
    const state = await shop.begin()
    await shop.attempt(state, { left }, { right })
    await shop.attempt(state, { right }, { left })
    await shop.attempt(state, { left, right })
    expect(shop.keys).toHaveLength(9)
    expect(distinct(shop.keys)).toBe(3)
  })

  it('R15 after `all` depends on every answer in it', async () => {
    const shop = createShop(function* (ctx, pay) {
      yield* ctx.all([ctx.elicit('left', { message: 'L' }), ctx.branch((own) => own.elicit('right', { message: 'R' }))])
      yield* pay()
    })
    const answers = ['aa', 'ab', 'ba'].map(([l, r]) => [{ left: accept(l!), '1/right': accept(r!) }])
    expect(distinct(await shop.keysFor(...answers))).toBe(3)
  })

  it('R15 after `race` depends on the answer that won, and not on the question that lost', async () => {
    const shop = createShop(function* (ctx, pay) {
      yield* ctx.race([ctx.elicit('left', { message: 'L' }), ctx.elicit('right', { message: 'R' })])
      yield* pay()
    })
    const won = { left: accept('a') }
    const [alone, beside, other, right] = await shop.keysFor(
      [won],
      [{ ...won, right: accept('b') }],
      [{ left: accept('c') }],
      [{ right: accept('a') }],
    )
    expect(beside).toBe(alone)
    expect(distinct([alone!, other!, right!])).toBe(3)
  })

  it('R15 after `race` does not depend on what the losers were answered before they lost', async () => {
    const shop = createShop(function* (ctx, pay) {
      const loser = (function* () {
        yield* ctx.elicit('left', { message: 'L' })
        return yield* ctx.elicit('left', { message: 'L again' })
      })()
      yield* ctx.race([loser, ctx.elicit('right', { message: 'R' })])
      yield* pay()
    })
    const right = { right: accept('r') }
    expect(distinct(await shop.keysFor([right], ...['a', 'b'].map((left) => [{ left: accept(left) }, right])))).toBe(1)
  })

  it('R15 after a caught error depends on what was answered where it was thrown', async () => {
    const shop = createShop(function* (ctx, pay) {
      try {
        yield* ctx.branch(function* (own): Generator<Effect, void, unknown> {
          yield* own.elicit('left', { message: 'L' })
          throw new Error('no')
        })
      } catch {
        yield* pay()
      }
    })
    const answers = ['a', 'a', 'b'].map((said) => [{ '1/left': accept(said) }])
    expect(distinct(await shop.keysFor(...answers))).toBe(2)
  })

  it('R15 depends on a sample that the client performed', async () => {
    const shop = createShop(function* (ctx, pay) {
      yield* ctx.sample({ prompt: 'How much?' })
      yield* pay()
    })
    expect(
      distinct(await shop.keysFor([{ sample: reply('1') }], [{ sample: reply('1') }], [{ sample: reply('2') }])),
    ).toBe(2)
  })

  it('R15 does not depend on what the own model of the server says, which differs at each attempt', async () => {
    let said = 0
    const server: Peer = { answer: () => succeeded(reply(String(said++))) }
    const shop = createShop(function* (ctx, pay) {
      yield* ctx.sample({ prompt: 'How much?' })
      yield* pay()
    })
    for (let i = 0; i < 2; i++) await runTool(shop.tool, {}, { peer: server, runId: 'run' })
    expect(shop.keys).toHaveLength(2)
    expect(distinct(shop.keys)).toBe(1)
  })

  it.each([
    ['roots', { roots: [{ uri: 'file:///a' }] }, { roots: [{ uri: 'file:///b' }] }],
    ['detach', true, false],
  ] as const)('R15 depends on the answer to %s', async (member, one, other) => {
    const shop = createShop(function* (ctx, pay) {
      yield* ctx[member]() as Operation<unknown>
      yield* pay()
    })
    expect(distinct(await shop.keysFor([{ [member]: one }], [{ [member]: one }], [{ [member]: other }]))).toBe(2)
  })

  it('R15 of a step in flight is the same after a crash, although parallel branches have recorded outcomes meanwhile', async () => {
    const seen: string[] = []
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const tool = createMcpTool('parallel')
      .execute(function* (_, ctx) {
        yield* ctx.all([
          ctx.step('slow', ({ idempotencyKey }) => {
            seen.push(idempotencyKey)
            return seen.length === 1 ? held.promise : undefined
          }),
          (function* () {
            for (let i = 0; i < 3; i++) yield* ctx.step(`quick ${i}`, () => i)
            started.resolve()
            yield* ctx.step('waits', () => (seen.length === 1 ? held.promise : undefined))
          })(),
        ])
      })
      .build()
    const journal = createMemoryJournal()
    void runTool(tool, {}, { peer, journal })
    await started.promise
    expect(journal.read()?.entries).toHaveLength(3)
    await runTool(tool, {}, { peer, journal: createMemoryJournal(journal.read()) })
    expect(seen).toHaveLength(2)
    expect(distinct(seen)).toBe(1)
  })

  it('R15 of each step is one and the same in a run that is killed after any write', async () => {
    const keys = new Map<string, Set<string>>()
    const note =
      (name: string) =>
      ({ idempotencyKey }: StepContext) => {
        keys.set(name, (keys.get(name) ?? new Set()).add(idempotencyKey))
        return name
      }
    const create = () =>
      createMcpTool('deal')
        .elicits({ ask: text })
        .handoff({
          *before(_, ctx) {
            yield* ctx.all([ctx.step('shuffle', note('shuffle')), ctx.step('cut', note('cut'))])
          },
          *client(_, ctx) {
            yield* ctx.all(
              ['a', 'b'].map(function* (name) {
                yield* ctx.step(`open ${name}`, note(`open ${name}`))
                yield* ctx.elicit('ask', { message: name })
                yield* ctx.step(`close ${name}`, note(`close ${name}`))
              }),
            )
            yield* ctx.step('pay', note('pay'))
          },
          *after(_handoff, _result, ctx) {
            yield* ctx.step('tell', note('tell'))
          },
        })
        .build()
    const { cuts } = await cutEverywhere(async (journal) => {
      let result = await runTool(create(), {}, { peer, journal, runId: 'run' })
      while (result.type === 'parked') {
        const { id, type } = result.questions.at(-1)!
        result = await result.resume({ [id]: type === 'elicit' ? accept(result.questions.at(-1)!.id) : undefined })
      }
      return result
    })
    expect(cuts.length).toBeGreaterThan(8)
    expect(Object.fromEntries([...keys].map(([name, found]) => [name, found.size]))).toEqual(
      Object.fromEntries([...keys.keys()].map((name) => [name, 1])),
    )
    expect([...keys.keys()]).toContain('tell')
  })
})

describe('a drawn value', () => {
  const create = () =>
    createShop(function* (ctx) {
      const before = yield* ctx.uuid()
      yield* ctx.elicit('left', { message: 'What?' })
      return [before, yield* ctx.uuid(), yield* ctx.random()]
    })

  it('is the same for the same answers to one state, and another for other answers', async () => {
    const shop = create()
    const state = await shop.begin()
    const values: unknown[] = []
    for (const said of ['a', 'a', 'b']) {
      const result = await shop.attempt(state, { left: accept(said) })
      values.push(result.type === 'completed' && result.value)
    }
    const [one, again, other] = values as [unknown[], unknown[], unknown[]]
    expect(again).toEqual(one)
    expect(other[0]).toBe(one[0])
    expect(other[1]).not.toBe(one[1])
    expect(other[2]).not.toBe(one[2])
  })

  it('of parallel operations does not depend on which of them goes on first', async () => {
    const shop = createShop((ctx) =>
      ctx.all(
        (['left', 'right'] as const).map(function* (key) {
          yield* ctx.elicit(key, { message: key })
          return yield* ctx.uuid()
        }),
      ),
    )
    const state = await shop.begin()
    const [left, right] = [accept('l'), accept('r')]
    const one = await shop.attempt(state, { left }, { right })
    const other = await shop.attempt(state, { right }, { left })
    expect(one).toMatchObject({ type: 'completed', value: [expect.any(String), expect.any(String)] })
    expect(other).toMatchObject({ value: one.type === 'completed' && one.value })
  })
})
