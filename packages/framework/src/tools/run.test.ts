import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCuttableJournal, JournalCut } from '../testing/cuttable-journal.ts'
import { createMcpTool } from './builder.ts'
import {
  DivergenceError,
  ElicitError,
  JournalConflictError,
  StepError,
  StepInterruptedError,
  ToolCapabilityError,
  ToolInputError,
  ToolOutputError,
  VersionError,
} from './errors.ts'
import { createMemoryJournal, type Entry, type Journal, type Recording } from './journal.ts'
import { deferred, succeeded } from './outcome.ts'
import type { Peer, PeerEffect } from './peer.ts'
import { type Parked, type RunResult, runTool } from './run-tool.ts'
import { jsonSchema } from './schema.ts'

const deferring: Peer = { answer: () => deferred }
const accept = (content: unknown) => ({ action: 'accept', content })

const ask = { response: z.object({ text: z.string() }) }

function parked<T>(result: RunResult<T>): Parked<T> {
  if (result.type !== 'parked') throw new Error(`expected a parked run, got ${JSON.stringify(result)}`)
  return result
}

const ids = (result: RunResult) => parked(result).questions.map((question) => question.id)

describe('R1 an outcome is in the journal before the tool sees it', () => {
  it('R1 hands a step result out only after the append has resolved', async () => {
    const order: string[] = []
    const inner = createMemoryJournal()
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        yield* ctx.step('one', () => {
          order.push('performed')
        })
        order.push('seen')
        return 'done'
      })
      .build()
    await runTool(
      tool,
      {},
      {
        peer: deferring,
        journal: {
          read: () => inner.read(),
          async append(revision, write) {
            await Promise.resolve()
            inner.append(revision, write)
            order.push(write.entries.length === 0 ? 'header' : 'recorded')
          },
        },
      },
    )
    expect(order).toEqual(['header', 'performed', 'recorded', 'seen'])
  })

  it('R1 stops the run when the journal refuses the write, and runs no finally', async () => {
    const seen: string[] = []
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        try {
          yield* ctx.step('one', () => 1)
          seen.push('seen')
        } finally {
          seen.push('finally')
        }
      })
      .build()
    const journal = createCuttableJournal({ cutAfter: 2 })
    await expect(runTool(tool, {}, { peer: deferring, journal })).rejects.toThrow(JournalCut)
    expect(journal.entries).toHaveLength(1)
    expect(seen).toEqual([])
  })
})

describe('R2 an entry must fit what is asked at its address', () => {
  const version = (steps: string[]) =>
    createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        for (const name of steps) yield* ctx.step(name, () => name)
        yield* ctx.elicit('ask', { message: steps.join() })
      })
      .build()

  const recorded = async (steps: string[]) => {
    const journal = createMemoryJournal()
    const result = parked(await runTool(version(steps), {}, { peer: deferring, journal }))
    await result.resume({ ask: accept({ text: 'x' }) })
    return journal.read()!
  }

  it('R2 names both when another effect is asked at the address', async () => {
    const journal = createMemoryJournal(await recorded(['a', 'b']))
    const run = runTool(version(['a', 'c']), {}, { peer: deferring, journal })
    await expect(run).rejects.toThrow(DivergenceError)
    await expect(run).rejects.toThrow('the journal has step "b" at 1, but the tool asks for step "c" at 1')
  })

  it('R2 tells two requests of the same question apart', async () => {
    const recording = await recorded(['a'])
    const other = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        yield* ctx.step('a', () => 'a')
        yield* ctx.elicit('ask', { message: 'something else' })
      })
      .build()
    await expect(runTool(other, {}, { peer: deferring, journal: createMemoryJournal(recording) })).rejects.toThrow(
      'elicit "ask" at 1 with another request',
    )
  })

  it('R2 refuses an entry that the finished tool never asked for', async () => {
    const shorter = createMcpTool('t')
      .execute(function* (_, ctx) {
        return yield* ctx.step('a', () => 'a')
      })
      .build()
    await expect(
      runTool(shorter, {}, { peer: deferring, journal: createMemoryJournal(await recorded(['a', 'b'])) }),
    ).rejects.toThrow('the journal has step "b" at 1, but the tool asks for nothing more')
  })

  it('R2 refuses the journal of another tool and of other arguments', async () => {
    const recording = await recorded(['a'])
    const renamed: Recording = { ...recording, header: { ...recording.header, tool: 'other' } }
    await expect(
      runTool(version(['a']), {}, { peer: deferring, journal: createMemoryJournal(renamed) }),
    ).rejects.toThrow('is a run of the tool "other", not of "t"')
    await expect(
      runTool(version(['a']), { more: 1 }, { peer: deferring, journal: createMemoryJournal(recording) }),
    ).rejects.toThrow('was started with other arguments')
  })

  it('R2 takes the same arguments in another order of keys', async () => {
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('ask', { message: 'm' })
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(tool, { a: 1, b: { c: 2, d: 3 } }, { peer: deferring, journal })
    const again = await runTool(tool, { b: { d: 3, c: 2 }, a: 1 }, { peer: deferring, journal })
    expect(again.type).toBe('parked')
  })

  it('R2 refuses a recorded answer that its schema no longer takes', async () => {
    const recording = await recorded(['a'])
    const stricter = createMcpTool('t')
      .elicits({ ask: { response: z.object({ text: z.string().min(5) }) } })
      .execute(function* (_, ctx) {
        yield* ctx.step('a', () => 'a')
        yield* ctx.elicit('ask', { message: 'a' })
      })
      .build()
    await expect(runTool(stricter, {}, { peer: deferring, journal: createMemoryJournal(recording) })).rejects.toThrow(
      'the answer recorded for elicit "ask" at 1 no longer fits',
    )
  })
})

describe('R3 one total order of outcomes', () => {
  it('R3 replays a race with the same winner, and never runs the loser again', async () => {
    const ran: string[] = []
    const gates = new Map<string, () => void>()
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const slow = (name: string) =>
          ctx.step(name, () => {
            ran.push(name)
            return new Promise<string>((resolve) => gates.set(name, () => resolve(name)))
          })
        const winner = yield* ctx.race([slow('first'), slow('second')])
        yield* ctx.elicit('ask', { message: winner })
        return winner
      })
      .build()
    const journal = createMemoryJournal()
    const running = runTool(tool, {}, { peer: deferring, journal })
    await Promise.resolve()
    gates.get('second')!()
    expect(parked(await running).questions[0]).toMatchObject({ message: 'second' })
    const rebuilt = await runTool(tool, {}, { peer: deferring, journal, answers: { ask: accept({ text: '' }) } })
    expect(rebuilt).toMatchObject({ type: 'completed', value: 'second' })
    expect(ran).toEqual(['first', 'second'])
  })

  it('R3 holds an effect without an entry until the last recorded outcome is handed out', async () => {
    const ran: string[] = []
    const tool = createMcpTool('t')
      .elicits({ ask, last: ask })
      .execute(function* (_, ctx) {
        const winner = yield* ctx.race([
          ctx.branch(function* (inner) {
            yield* inner.elicit('ask', { message: 'm' })
            return yield* inner.step('endless', () => {
              ran.push('endless')
              return new Promise<string>(() => {})
            })
          }),
          ctx.branch(function* (inner) {
            yield* inner.elicit('ask', { message: 'm' })
            return 'person'
          }),
        ])
        yield* ctx.elicit('last', { message: 'm' })
        return winner
      })
      .build()
    const journal = createMemoryJournal()
    const waiting: Peer = {
      answer: (effect, _signal) =>
        effect.type === 'elicit' && effect.id === '2/ask'
          ? new Promise((resolve) => setTimeout(() => resolve(succeeded(accept({ text: '' }))), 5))
          : effect.type === 'elicit' && effect.id === '1/ask'
            ? succeeded(accept({ text: '' }))
            : deferred,
    }
    // Live, the step began after 1/ask and lost to 2/ask. On replay it is asked for again between the two entries.
    await runTool(tool, {}, { peer: waiting, journal })
    expect(journal.read()!.entries.map((entry) => entry.at)).toEqual(['1:0', '2:0'])
    const result = await runTool(tool, {}, { peer: deferring, journal, answers: { last: accept({ text: '' }) } })
    expect(result).toMatchObject({ type: 'completed', value: 'person' })
    expect(ran).toEqual(['endless'])
  })

  it('R3 records answers that arrive together in the order in which their questions were opened', async () => {
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const all = [1, 2, 3].map((n) => ctx.elicit('ask', { message: String(n) }))
        yield* ctx.all(all)
      })
      .build()
    const journal = createMemoryJournal()
    const result = parked(await runTool(tool, {}, { peer: deferring, journal }))
    await result.resume({ 'ask#3': accept({ text: '3' }), ask: accept({ text: '1' }), 'ask#2': accept({ text: '2' }) })
    expect(journal.read()!.entries.map((entry) => entry.at)).toEqual(['0', '1', '2'])
  })
})

describe('R4 a run parks when it is quiet, with every open question', () => {
  const two = createMcpTool('t')
    .elicits({ ask })
    .execute(function* (_, ctx) {
      const side = (name: string) =>
        ctx.branch(function* (inner) {
          const first = yield* inner.elicit('ask', { message: `${name} 1` })
          const second = yield* inner.elicit('ask', { message: `${name} 2` })
          return [first.action, second.action].join()
        })
      return yield* ctx.all([side('left'), side('right')])
    })
    .build()

  it('R4 parks two branches together, and an answer to one lets that one go on', async () => {
    let result = await runTool(two, {}, { peer: deferring })
    expect(ids(result)).toEqual(['1/ask', '2/ask'])
    result = await parked(result).resume({ '2/ask': accept({ text: 'r' }) })
    expect(ids(result)).toEqual(['1/ask', '2/ask#2'])
    result = await parked(result).resume({ '1/ask': { action: 'decline' }, '2/ask#2': { action: 'cancel' } })
    expect(ids(result)).toEqual(['1/ask#2'])
    result = await parked(result).resume({ '1/ask#2': accept({ text: 'l' }) })
    expect(result).toMatchObject({ type: 'completed', value: ['decline,accept', 'accept,cancel'] })
  })

  it('R4 does not park while a step is being performed', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        yield* ctx.all([ctx.elicit('ask', { message: 'm' }), ctx.step('slow', () => promise)])
      })
      .build()
    let done = false
    const running = runTool(tool, {}, { peer: deferring }).finally(() => {
      done = true
    })
    await new Promise((wait) => setTimeout(wait))
    expect(done).toBe(false)
    resolve('late')
    expect(ids(await running)).toEqual(['ask'])
  })

  it('R4 takes an answer to a published question while a step still runs', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const seen: string[] = []
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        yield* ctx.all([
          ctx.branch(function* (inner) {
            yield* inner.elicit('ask', { message: 'm' })
            seen.push('answered')
          }),
          ctx.step('slow', () => promise),
        ])
        return seen
      })
      .build()
    const waiting: Peer = {
      answer: (effect: PeerEffect) =>
        effect.type === 'elicit' ? Promise.resolve(succeeded(accept({ text: 'soon' }))) : deferred,
    }
    const running = runTool(tool, {}, { peer: waiting })
    await new Promise((wait) => setTimeout(wait))
    expect(seen).toEqual(['answered'])
    resolve('late')
    expect(await running).toMatchObject({ type: 'completed' })
  })
})

describe('R6 answers settle questions and nothing else', () => {
  it('R6 ignores an answer for a step, an address, or a sample that the client was not asked for', async () => {
    const ran: string[] = []
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const step = yield* ctx.step('book', () => {
          ran.push('book')
          return 'real'
        })
        const { text } = yield* ctx.sample({ prompt: 'p' })
        yield* ctx.elicit('ask', { message: 'm' })
        return [step, text]
      })
      .build()
    const peer: Peer = {
      answer: (effect) =>
        effect.type === 'sample' ? succeeded({ content: [{ type: 'text', text: 'ours' }], model: 'm' }) : deferred,
    }
    const forged = { content: { type: 'text', text: 'forged' }, model: 'x' }
    const result = await runTool(
      tool,
      {},
      {
        peer,
        answers: { book: 'forged', '0': 'forged', sample: forged, ask: accept({ text: '' }) },
      },
    )
    expect(result).toMatchObject({ type: 'completed', value: ['real', 'ours'] })
    expect(result.ignored.map(({ id, reason }) => [id, reason])).toEqual(
      expect.arrayContaining([
        ['book', 'unknown'],
        ['0', 'unknown'],
      ]),
    )
    expect(ran).toEqual(['book'])
  })

  it('R6 takes the answer to a sample that the client was asked for', async () => {
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        return (yield* ctx.sample({ prompt: 'p', key: 'opinion' })).text
      })
      .build()
    const journal = createMemoryJournal()
    expect(ids(await runTool(tool, {}, { peer: deferring, journal }))).toEqual(['opinion'])
    const answers = { opinion: { content: { type: 'text', text: 'yes' }, model: 'theirs' } }
    expect(await runTool(tool, {}, { peer: deferring, journal, answers })).toMatchObject({
      type: 'completed',
      value: 'yes',
    })
  })

  it('takes an early answer when its question is really reached, unless it must be asked', async () => {
    const tool = createMcpTool('t')
      .elicits({ name: ask, sure: { ...ask, mustAsk: true } })
      .execute(function* (_, ctx) {
        const name = yield* ctx.elicit('name', { message: 'm' })
        const sure = yield* ctx.elicit('sure', { message: 'm' })
        return [name.action, sure.action]
      })
      .build()
    const early = { name: accept({ text: 'a' }), sure: accept({ text: 'b' }) }
    const result = await runTool(tool, {}, { peer: deferring, answers: early })
    expect(ids(result)).toEqual(['sure'])
    expect(result.ignored).toEqual([{ id: 'sure', reason: 'unknown' }])
    expect(await parked(result).resume(early)).toMatchObject({ type: 'completed', value: ['accept', 'accept'] })
  })

  it('takes an answer that comes while the run is parking', async () => {
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('ask', { message: 'm' })
        return (yield* ctx.sample({ prompt: 'p' })).text
      })
      .build()
    const inner = createMemoryJournal()
    let early: Promise<RunResult<string>> | undefined
    let first: RunResult<string> | undefined
    const reply = { content: { type: 'text', text: 'in time' }, model: 'm' }
    const journal: Journal = {
      read: () => inner.read(),
      async append(revision, write) {
        await null
        inner.append(revision, write)
        // The write before the park: the sample is open, and not yet announced.
        if (first !== undefined && write.entries.length === 0) early ??= parked(first).resume({ sample: reply })
      },
    }
    first = await runTool(tool, {}, { peer: deferring, journal })
    const result = await parked(first).resume({ ask: accept({ text: '' }) })
    expect(await early).toBe(result)
    expect(result).toMatchObject({ type: 'completed', value: 'in time', ignored: [] })
  })

  it('lets the first of two answers win that wait together, and tells the other', async () => {
    const tool = createMcpTool('t')
      .elicits({ one: ask, two: ask })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('one', { message: 'm' })
        const two = yield* ctx.elicit('two', { message: 'm' })
        return two.action === 'accept' && two.content.text
      })
      .build()
    const inner = createMemoryJournal()
    const slow: Journal = { read: () => inner.read(), append: async (revision, write) => inner.append(revision, write) }
    const first = parked(await runTool(tool, {}, { peer: deferring, journal: slow }))
    void first.resume({ one: accept({ text: '1' }), two: accept({ text: 'first' }) })
    const result = await first.resume({ two: accept({ text: 'second' }) })
    expect(result).toMatchObject({ type: 'completed', value: 'first', ignored: [{ id: 'two', reason: 'answered' }] })
  })

  it('lets the first answer win, and tells a later one when that was', async () => {
    const tool = createMcpTool('t')
      .elicits({ one: ask, two: ask })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('one', { message: 'm' })
        yield* ctx.elicit('two', { message: 'm' })
      })
      .build()
    const clock = { now: () => 42, alarm: () => () => {} }
    const first = await parked(await runTool(tool, {}, { peer: deferring, clock })).resume({
      one: accept({ text: '1' }),
    })
    const second = await parked(first).resume({ one: accept({ text: 'other' }) })
    expect(second.ignored).toEqual([{ id: 'one', reason: 'answered', at: 42 }])
    expect(ids(second)).toEqual(['two'])
  })
})

describe('R7 an invalid answer is refused, and the question asked again', () => {
  const tool = createMcpTool('t')
    .elicits({ ask })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('ask', { message: 'm' })
      return answer.action === 'accept' ? answer.content.text : answer.action
    })
    .build()

  it('R7 keeps its id, gives the reason, and records only the refusal', async () => {
    const journal = createMemoryJournal()
    const first = parked(await runTool(tool, {}, { peer: deferring, journal }))
    const again = await first.resume({ ask: accept({ text: 7 }) })
    expect(parked(again).questions[0]).toMatchObject({
      id: 'ask',
      attempt: 2,
      refusal: expect.stringContaining('text: '),
    })
    expect(journal.read()).toMatchObject({ entries: [], progress: { asked: { '0': { attempt: 2, refused: 1 } } } })
    expect(await parked(again).resume({ ask: accept({ text: 'ok' }) })).toMatchObject({
      type: 'completed',
      value: 'ok',
    })
    expect(journal.read()!.progress.asked).toEqual({})
  })

  it.each([
    ['too large', 'x'.repeat(1_000_001), 'larger than 1000000 characters'],
    ['nested too deeply', JSON.parse('['.repeat(220) + ']'.repeat(220)), 'nesting deeper than 200 levels'],
  ])('R7 refuses an answer that is %s: its sender cannot fail the tool', async (_, text, refusal) => {
    const first = parked(await runTool(tool, {}, { peer: deferring }))
    const again = parked(await first.resume({ ask: accept({ text }) }))
    expect(again.questions[0]).toMatchObject({ attempt: 2, refusal: expect.stringContaining(refusal) })
    expect(await again.resume({ ask: accept({ text: 'ok' }) })).toMatchObject({ type: 'completed', value: 'ok' })
  })

  it('R7 remembers the refusal when the run is rebuilt', async () => {
    const journal = createMemoryJournal()
    await runTool(tool, {}, { peer: deferring, journal, answers: { ask: { action: 'maybe' } } })
    const rebuilt = parked(await runTool(tool, {}, { peer: deferring, journal }))
    expect(rebuilt.questions[0]).toMatchObject({ attempt: 2, refusal: expect.stringContaining('"accept"') })
  })

  it('R7 gives the tool a typed error after asking again three times', async () => {
    const refusals: (string | undefined)[] = []
    const peer: Peer = {
      answer(effect) {
        if (effect.type === 'elicit') refusals.push(effect.refusal)
        return succeeded(accept({ text: refusals.length }))
      },
    }
    const journal = createMemoryJournal()
    const result = await runTool(tool, {}, { peer, journal })
    expect(result).toMatchObject({ type: 'failed', error: expect.any(ElicitError) })
    expect(refusals).toHaveLength(4)
    expect(refusals[0]).toBeUndefined()
    expect(await runTool(tool, {}, { peer, journal })).toMatchObject({ type: 'failed', error: expect.any(ElicitError) })
    expect(refusals).toHaveLength(4)
  })

  it.each(['decline', 'cancel'])('R7 delivers %s as an answer', async (action) => {
    const result = parked(await runTool(tool, {}, { peer: deferring }))
    expect(await result.resume({ ask: { action } })).toMatchObject({ type: 'completed', value: action })
  })

  it('R7 refuses an answer on which the schema throws', async () => {
    const parsing = createMcpTool('t')
      .elicits({ ask: { response: z.object({ text: z.string().transform((text) => JSON.parse(text)) }) } })
      .execute(function* (_, ctx) {
        return yield* ctx.elicit('ask', { message: 'm' })
      })
      .build()
    const first = parked(await runTool(parsing, {}, { peer: deferring }))
    const again = parked(await first.resume({ ask: accept({ text: 'not json' }) }))
    expect(again.questions[0]).toMatchObject({ attempt: 2 })
    expect(await again.resume({ ask: accept({ text: '1' }) })).toMatchObject({ type: 'completed' })
  })

  it('R7 validates with an asynchronous schema too', async () => {
    const checked = z.object({ text: z.string().refine(async (text) => text !== 'taken', 'taken') })
    const slow = createMcpTool('t')
      .elicits({ ask: { response: checked } })
      .execute(function* (_, ctx) {
        return yield* ctx.elicit('ask', { message: 'm' })
      })
      .build()
    const journal = createMemoryJournal()
    const first = parked(await runTool(slow, {}, { peer: deferring, journal }))
    const again = parked(await first.resume({ ask: accept({ text: 'taken' }) }))
    expect(again.questions[0]).toMatchObject({ refusal: 'text: taken' })
    expect(await again.resume({ ask: accept({ text: 'free' }) })).toMatchObject({ type: 'completed' })
    expect(await runTool(slow, {}, { peer: deferring, journal })).toMatchObject({ type: 'completed' })
  })
})

describe('R9 the author cannot tell going on in place from being rebuilt', () => {
  it('R9 gives the same result, step counts and call id either way', async () => {
    const counts = { inPlace: 0, rebuilt: 0 }
    const build = (mode: keyof typeof counts) =>
      createMcpTool('t')
        .elicits({ ask })
        .execute(function* (_, ctx) {
          const ids = [ctx.callId, yield* ctx.uuid(), yield* ctx.random(), yield* ctx.now()]
          for (let round = 0; round < 3; round++) {
            yield* ctx.step('count', () => ++counts[mode])
            yield* ctx.elicit('ask', { message: `${round}` })
          }
          return [...ids, yield* ctx.uuid()]
        })
        .build()
    const journal = createMemoryJournal()
    let live = await runTool(build('inPlace'), {}, { peer: deferring, journal, runId: 'run' })
    const seed = journal.read()!
    const copy = createMemoryJournal({ ...seed, entries: [...seed.entries] })
    let last = await runTool(build('rebuilt'), {}, { peer: deferring, journal: copy })
    for (const id of ['ask', 'ask#2', 'ask#3']) {
      live = await parked(live).resume({ [id]: accept({ text: '' }) })
      last = await runTool(
        build('rebuilt'),
        {},
        { peer: deferring, journal: copy, answers: { [id]: accept({ text: '' }) } },
      )
    }
    expect(live).toMatchObject({ type: 'completed' })
    expect(last).toEqual(live)
    expect(counts).toEqual({ inPlace: 3, rebuilt: 2 })
  })
})

describe('R11 the tool sees the value decoded from its entry', () => {
  it('R11 gives a copy: changing it changes neither the journal nor the replay', async () => {
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const list = yield* ctx.step('list', () => [3, 1, 2])
        list.sort()
        yield* ctx.elicit('ask', { message: list.join() })
        return list
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(tool, {}, { peer: deferring, journal })
    expect(journal.read()!.entries[0]).toMatchObject({ value: [3, 1, 2] })
    const rebuilt = await runTool(tool, {}, { peer: deferring, journal, answers: { ask: accept({ text: '' }) } })
    expect(rebuilt).toMatchObject({ type: 'completed', value: [1, 2, 3] })
  })

  it('R11 keeps answers and parameters raw, and applies their schema at each hand-out', async () => {
    const tool = createMcpTool('t')
      .parameters(z.object({ when: z.iso.date().transform((text) => new Date(text)) }))
      .elicits({ ask: { response: z.object({ text: z.string().transform((text) => text.length) }) } })
      .execute(function* ({ when }, ctx) {
        const answer = yield* ctx.elicit('ask', { message: 'm' })
        if (answer.action !== 'accept') return
        yield* ctx.elicit('ask', { message: 'again' })
        return [when.getUTCFullYear(), answer.content.text, answer.exchange.response]
      })
      .build()
    const journal = createMemoryJournal()
    const options = { peer: deferring, journal }
    await runTool(tool, { when: '2026-11-15' }, options)
    await runTool(tool, { when: '2026-11-15' }, { ...options, answers: { ask: accept({ text: 'four' }) } })
    expect(journal.read()!.entries[0]).toMatchObject({ value: { content: { text: 'four' } } })
    const result = await runTool(
      tool,
      { when: '2026-11-15' },
      { ...options, answers: { 'ask#2': accept({ text: '' }) } },
    )
    expect(result).toMatchObject({
      type: 'completed',
      value: [2026, 4, { role: 'user', content: [{ content: [{ text: '{"text":4}' }] }] }],
    })
  })

  it('R11 shows a failure as the same StepError live and replayed', async () => {
    class Declined extends Error {
      override name = 'Declined'
      code = 'card_declined'
      data = { retry: false }
    }
    const seen: unknown[] = []
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        try {
          yield* ctx.step('pay', async () => {
            throw new Declined('no money')
          })
        } catch (error) {
          seen.push(error)
        }
        yield* ctx.elicit('ask', { message: 'm' })
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(tool, {}, { peer: deferring, journal })
    await runTool(tool, {}, { peer: deferring, journal })
    expect(seen).toHaveLength(2)
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]).toBeInstanceOf(StepError)
    expect(seen[0]).toMatchObject({
      message: 'step "pay" failed: no money',
      failure: { name: 'Declined', message: 'no money', code: 'card_declined', data: { retry: false } },
    })
  })

  it('R11 gives a copy of a failure too: changing its data changes neither the journal nor the replay', async () => {
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        try {
          yield* ctx.step('pay', () => {
            throw Object.assign(new Error('no money'), { data: { missing: [7] } })
          })
        } catch (error) {
          const { missing } = (error as StepError).failure.data as { missing: number[] }
          missing.push(8)
          const answer = yield* ctx.elicit('ask', { message: missing.join() })
          return answer.action === 'accept' && missing
        }
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(tool, {}, { peer: deferring, journal })
    expect(journal.read()!.entries[0]).toMatchObject({ failure: { data: { missing: [7] } } })
    const rebuilt = await runTool(tool, {}, { peer: deferring, journal, answers: { ask: accept({ text: '' }) } })
    expect(rebuilt).toMatchObject({ type: 'completed', value: [7, 8] })
  })

  it.each([
    ['at once', (value: object) => value],
    ['later', async (value: object) => value],
  ])('R11 makes a failure of a step that returns %s what cannot be read', async (_, give) => {
    const unreadable = new Proxy(
      {},
      {
        has: () => {
          throw new Error('no key')
        },
        ownKeys: () => {
          throw new Error('no keys')
        },
      },
    )
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        yield* ctx.step('look', () => give(unreadable))
      })
      .build()
    const error = expect.objectContaining({
      message: expect.stringContaining('the result of step "look" cannot be read'),
    })
    expect(await runTool(tool, {}, { peer: deferring })).toMatchObject({ type: 'failed', error })
  })

  it('R11 takes a top-level undefined for a value, and refuses what JSON cannot carry with the step named', async () => {
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        const nothing = yield* ctx.step('nothing', () => {})
        const refused = yield* ctx.step('dates', () => ({ found: [{ at: new Date() }] }) as never)
        return [nothing, refused]
      })
      .build()
    const result = await runTool(tool, {}, { peer: deferring })
    expect(result).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('the result of step "dates" holds a Date at found[0].at') },
    })
  })

  it('R11 refuses an entry that is too large', async () => {
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        yield* ctx.step('huge', () => 'x'.repeat(2_000_000))
      })
      .build()
    const result = await runTool(tool, {}, { peer: deferring })
    expect(result).toMatchObject({ type: 'failed', error: { message: expect.stringContaining('larger than') } })
  })
})

describe('R12 the header', () => {
  it('R12 is written once, before the first effect is performed, with all that fixes the run', async () => {
    const writes: unknown[] = []
    const inner = createMemoryJournal()
    const tool = createMcpTool('t')
      .version('3')
      .execute(function* (_, ctx) {
        yield* ctx.step('a', () => writes.push('performed'))
        yield* ctx.step('b', () => 0)
        return [ctx.can.sampling, ctx.principal, ctx.callId]
      })
      .build()
    const result = await runTool(
      tool,
      { x: 1 },
      {
        peer: deferring,
        runId: 'run-1',
        principal: 'ada',
        can: { sampling: false },
        journal: {
          read: () => inner.read(),
          append(revision, write) {
            writes.push(write.header ?? 'no header')
            inner.append(revision, write)
          },
        },
      },
    )
    expect(writes).toEqual([
      {
        format: 1,
        tool: 't',
        version: '3',
        runId: 'run-1',
        principal: 'ada',
        can: { elicitation: true, url: true, sampling: false, roots: true, tasks: false },
        seed: expect.any(String),
        params: expect.any(String),
        startedAt: expect.any(Number),
      },
      'performed',
      'no header',
      'no header',
    ])
    expect(result).toMatchObject({ value: [false, 'ada', 'run-1'] })
  })

  it('R12 keeps what the run was started with, against what a later call says', async () => {
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('ask', { message: 'm' })
        return [ctx.callId, ctx.principal, ctx.can.roots]
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(tool, {}, { peer: deferring, journal, runId: 'one', principal: 'ada', can: { roots: false } })
    const answers = { ask: accept({ text: '' }) }
    const result = await runTool(tool, {}, { peer: deferring, journal, answers, runId: 'two', principal: 'eve' })
    expect(result).toMatchObject({ value: ['one', 'ada', false] })
  })

  it('R12 leaves the arguments of the caller as they are, so that the next process takes them too', async () => {
    const parameters = jsonSchema<{ words: string[] }>({ type: 'object' })
    const collect = createMcpTool('collect')
      .parameters(parameters)
      .execute(function* ({ words }, ctx) {
        words.push('more')
        yield* ctx.roots()
        return words
      })
      .build()
    const params = { words: ['one'] }
    const journal = createMemoryJournal()
    expect(await runTool(collect, params, { peer: deferring, journal })).toMatchObject({ type: 'parked' })
    expect(params).toEqual({ words: ['one'] })
    const next = await runTool(collect, params, { peer: deferring, journal, answers: { roots: { roots: [] } } })
    expect(next).toMatchObject({ type: 'completed', value: ['one', 'more'] })
  })

  it('R12 knows the arguments as they arrived, although the body changes them', async () => {
    const sorting = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (params, ctx) {
        ;(params as { items: number[] }).items.sort()
        yield* ctx.elicit('ask', { message: 'm' })
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(sorting, { items: [2, 1] }, { peer: deferring, journal })
    expect((await runTool(sorting, { items: [2, 1] }, { peer: deferring, journal })).type).toBe('parked')
    const notJson = await runTool(
      sorting,
      { items: [1], at: new Date() },
      { peer: deferring, journal: createMemoryJournal() },
    )
    expect(notJson).toMatchObject({ type: 'failed', error: expect.any(ToolInputError) })
  })

  it('R12 does nothing that a tool which never waits would have to pay for', async () => {
    const journal = createMemoryJournal()
    const tool = createMcpTool('t')
      .execute(function* () {
        return 1
      })
      .build()
    expect(await runTool(tool, {}, { peer: deferring, journal })).toMatchObject({ type: 'completed', value: 1 })
    expect(journal.read()).toBeUndefined()
  })
})

describe('R13 another version', () => {
  const build = (version: string, word: string) =>
    createMcpTool('t')
      .version(version)
      .elicits({ ask })
      .execute(function* (_, ctx) {
        const step = yield* ctx.step('word', () => word)
        yield* ctx.elicit('ask', { message: 'm' })
        return step
      })
      .build()
  const begun = async () => {
    const journal = createMemoryJournal()
    await runTool(build('1', 'old'), {}, { peer: deferring, journal })
    return journal
  }
  const answers = { ask: accept({ text: '' }) }

  it('R13 fails by default, and says what to do', async () => {
    const run = runTool(build('2', 'new'), {}, { peer: deferring, journal: await begun() })
    await expect(run).rejects.toThrow(VersionError)
    await expect(run).rejects.toThrow(/version 1 of t, and this is version 2.*onVersionChange/)
  })

  it('R13 restarts under the same run id when told to', async () => {
    const journal = await begun()
    const before = journal.read()!.header
    const options = { peer: deferring, journal, answers, onVersionChange: 'restart' as const }
    expect(await runTool(build('2', 'new'), {}, options)).toMatchObject({ type: 'completed', value: 'new' })
    expect(journal.read()!.header).toMatchObject({ runId: before.runId, version: '2' })
    expect(journal.read()!.header.seed).not.toBe(before.seed)
    expect(journal.read()!.entries).toHaveLength(2)
  })

  it('R13 R14 asks again in a run that is started over, if the question is another one', async () => {
    const journal = await begun()
    const other = createMcpTool('t')
      .version('2')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('ask', { message: 'another' })).action
      })
      .build()
    const options = { peer: deferring, journal, onVersionChange: 'restart' as const }
    const ignored = [{ id: 'ask', reason: 'changed' }]
    const result = await runTool(other, {}, { ...options, answers })
    expect(result).toMatchObject({ type: 'parked', ignored, questions: [{ id: 'ask' }] })
    // The next process knows that it was started over, and no more than that.
    const rebuilt = createMemoryJournal({ ...journal.read()!, progress: { asked: {}, emitted: 0 } })
    expect(await runTool(other, {}, { peer: deferring, journal: rebuilt, answers })).toMatchObject({ ignored })
    expect(await parked(result).resume(answers)).toMatchObject({ type: 'completed', value: 'accept' })
  })

  it('R13 continues when told to', async () => {
    const options = { peer: deferring, journal: await begun(), answers, onVersionChange: 'continue' as const }
    expect(await runTool(build('2', 'new'), {}, options)).toMatchObject({ type: 'completed', value: 'old' })
  })
})

describe('a step that runs once', () => {
  const build = (ran: string[]) =>
    createMcpTool('t')
      .execute(function* (_, ctx) {
        try {
          return yield* ctx.step('pay', ({ idempotencyKey }) => ran.push(idempotencyKey), { once: true })
        } catch (error) {
          return error instanceof StepInterruptedError ? 'interrupted' : 'failed'
        }
      })
      .build()

  it('records its start first, and is not run again when its outcome is unknown', async () => {
    const ran: string[] = []
    // The second write is the outcome's: cut after the first, the start is recorded and the outcome is not.
    const journal = createCuttableJournal({ cutAfter: 1 })
    await expect(runTool(build(ran), {}, { peer: deferring, journal })).rejects.toThrow(JournalCut)
    const again = journal.reopen()
    expect((again.read()!.entries as Entry[]).map((entry) => entry.type)).toEqual(['started'])
    expect(await runTool(build(ran), {}, { peer: deferring, journal: again })).toMatchObject({ value: 'interrupted' })
    expect(await runTool(build(ran), {}, { peer: deferring, journal: again.reopen() })).toMatchObject({
      value: 'interrupted',
    })
    expect(ran).toEqual([])
  })

  it('is not run again when the process died while it ran', async () => {
    const ran: string[] = []
    const journal = createMemoryJournal()
    await runTool(build(ran), {}, { peer: deferring, journal })
    const recording = journal.read()!
    expect(recording.entries.map((entry) => entry.type)).toEqual(['started', 'value'])
    const killed = createMemoryJournal({ ...recording, entries: recording.entries.slice(0, 1) })
    expect(await runTool(build(ran), {}, { peer: deferring, journal: killed })).toMatchObject({ value: 'interrupted' })
    expect(ran).toHaveLength(1)
  })

  it('gives its recorded result when it was recorded', async () => {
    const ran: string[] = []
    const journal = createMemoryJournal()
    await runTool(build(ran), {}, { peer: deferring, journal })
    await runTool(build(ran), {}, { peer: deferring, journal })
    expect(ran).toHaveLength(1)
  })

  it('has the same idempotency key in every process', async () => {
    const keys: string[] = []
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        return yield* ctx.branch(function* (inner) {
          return yield* inner.step('pay', ({ idempotencyKey }) => keys.push(idempotencyKey))
        })
      })
      .build()
    const journal = createCuttableJournal({ cutAfter: 1 })
    await expect(runTool(tool, {}, { peer: deferring, journal })).rejects.toThrow(JournalCut)
    await runTool(tool, {}, { peer: deferring, journal: journal.reopen() })
    await runTool(tool, {}, { peer: deferring, journal: journal.reopen() })
    expect(keys.length).toBeGreaterThan(0)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}\/0\.0\/0\/[0-9a-f]{32}$/)
  })
})

describe('what could not be run at all', () => {
  const simple = createMcpTool('t')
    .parameters(z.object({ n: z.number() }))
    .elicits({ ask })
    .requires({ elicitation: true })
    .execute(function* (_, ctx) {
      return yield* ctx.elicit('ask', { message: 'm' })
    })
    .build()

  it('fails with the arguments that are wrong', async () => {
    const result = await runTool(simple, { n: 'x' }, { peer: deferring })
    expect(result).toMatchObject({ type: 'failed', error: expect.any(ToolInputError) })
    expect(result).toMatchObject({ error: { message: expect.stringContaining('t: wrong arguments: n: ') } })
  })

  it('fails when the client lacks what the tool requires', async () => {
    const result = await runTool(simple, { n: 1 }, { peer: deferring, can: { elicitation: false } })
    expect(result).toMatchObject({ type: 'failed', error: expect.any(ToolCapabilityError) })
  })

  it('fails when the tool breaks the promise of its own output', async () => {
    const tool = createMcpTool('t')
      .output(z.object({ n: z.number() }))
      .execute(function* () {
        return { n: 'one' as unknown as number }
      })
      .build()
    expect(await runTool(tool, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: expect.any(ToolOutputError),
    })
  })

  it('rejects when the peer breaks down, records nothing, and can be gone on from', async () => {
    const journal = createMemoryJournal()
    const broken: Peer = { answer: () => Promise.reject(new Error('connection lost')) }
    await expect(runTool(simple, { n: 1 }, { peer: broken, journal })).rejects.toThrow('connection lost')
    expect(journal.read()!.entries).toEqual([])
    expect((await runTool(simple, { n: 1 }, { peer: deferring, journal })).type).toBe('parked')
  })

  it('rejects the second of two processes that continue the same run', async () => {
    const journal = createMemoryJournal()
    const one = parked(await runTool(simple, { n: 1 }, { peer: deferring, journal }))
    const two = parked(await runTool(simple, { n: 1 }, { peer: deferring, journal }))
    await one.resume({ ask: accept({ text: '1' }) })
    await expect(two.resume({ ask: accept({ text: '2' }) })).rejects.toThrow(JournalConflictError)
  })
})
