import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { HandoffError } from './errors.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'

const deferring: Peer = { answer: () => deferred }
const pick = { response: z.object({ card: z.string() }) }
const accept = (card: string) => ({ action: 'accept', content: { card } })

describe('handoff on the server', () => {
  function cards() {
    const dealt: string[][] = []
    const told: string[] = []
    let fetched = 0
    const tool = createMcpTool('cards')
      .parameters(z.object({ count: z.number() }))
      .elicits({ pick })
      .handoff({
        *before({ count }, ctx) {
          const fresh = yield* ctx.step('fetch', () => ++fetched)
          const cards = Array.from({ length: count }, () => `${fresh}:${Math.random()}`)
          dealt.push(cards)
          return cards
        },
        *client(cards, ctx) {
          const answer = yield* ctx.elicit('pick', { message: 'Pick one', cards })
          return answer.action === 'accept' ? answer.content.card : undefined
        },
        *after(cards, card, ctx, { count }) {
          yield* ctx.step('tell', () => told.push(`${card}`))
          return { card, known: cards.includes(card ?? ''), count }
        },
      })
      .build()
    return { tool, dealt, told, fetched: () => fetched }
  }

  it('deals once: a shuffle in before survives a rebuild though it is not deterministic', async () => {
    const { tool, dealt, told, fetched } = cards()
    const journal = createMemoryJournal()
    const options = { peer: deferring, journal }
    const first = await runTool(tool, { count: 3 }, options)
    const shown =
      first.type === 'parked' && first.questions[0]!.type === 'elicit' ? first.questions[0]!.context.cards : undefined
    expect(shown).toEqual(dealt[0])
    const rebuilt = await runTool(tool, { count: 3 }, options)
    expect(rebuilt).toMatchObject({ type: 'parked', questions: [{ context: { cards: dealt[0] } }] })
    const card = dealt[0]![1]!
    const result = await runTool(tool, { count: 3 }, { ...options, answers: { pick: accept(card) } })
    expect(result).toMatchObject({ type: 'completed', value: { card, known: true, count: 3 } })
    expect(await runTool(tool, { count: 3 }, options)).toEqual(result)
    expect([dealt.length, fetched(), told]).toEqual([1, 1, [card]])
  })

  it('runs before again, with its recorded steps, when the process died inside it', async () => {
    const { tool, dealt, fetched } = cards()
    const journal = createMemoryJournal()
    await runTool(tool, { count: 1 }, { peer: deferring, journal })
    const recording = journal.read()!
    expect(recording.entries.map((entry) => entry.at)).toEqual(['before:0', '0'])
    const died = createMemoryJournal({ ...recording, entries: recording.entries.slice(0, 1) })
    expect(await runTool(tool, { count: 1 }, { peer: deferring, journal: died })).toMatchObject({ type: 'parked' })
    expect([dealt.length, fetched()]).toEqual([2, 1])
  })

  it('refuses questions in before and after', async () => {
    const asking = createMcpTool('t')
      .elicits({ pick })
      .handoff({
        *before(_, ctx) {
          yield* (ctx as never as { elicit(key: string, request: object): Iterable<never> }).elicit('pick', {
            message: 'm',
          })
        },
        *client() {},
        *after() {},
      })
      .build()
    expect(await runTool(asking, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('before and after cannot ask') },
    })
  })

  it('shows a failing before as the same HandoffError live and replayed', async () => {
    const failing = createMcpTool('t')
      .elicits({ pick })
      .handoff({
        *before() {
          throw new Error('no cards')
        },
        *client() {},
        *after() {},
      })
      .build()
    const journal = createMemoryJournal()
    for (let round = 0; round < 2; round++) {
      const result = await runTool(failing, {}, { peer: deferring, journal })
      expect(result).toMatchObject({ type: 'failed', error: { message: 'before of the handoff failed: no cards' } })
      expect(result.type === 'failed' && result.error).toBeInstanceOf(HandoffError)
    }
  })

  it('runs finally of a before that is cancelled', async () => {
    const log: string[] = []
    const abort = new AbortController()
    const slow = createMcpTool('t')
      .handoff({
        *before(_, ctx) {
          try {
            yield* ctx.step('slow', () => new Promise(() => setTimeout(() => abort.abort())))
          } finally {
            yield* ctx.step('undo', () => log.push('undo'))
          }
        },
        *client() {
          log.push('client')
        },
        *after() {},
      })
      .build()
    expect(await runTool(slow, {}, { peer: deferring, signal: abort.signal })).toMatchObject({ type: 'cancelled' })
    expect(log).toEqual(['undo'])
  })
})
