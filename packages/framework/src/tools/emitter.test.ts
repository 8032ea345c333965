import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCuttableJournal, JournalCut } from '../testing/cuttable-journal.ts'
import { createMcpTool } from './builder.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'

const ask = { response: z.object({ text: z.string() }) }
const decline = { action: 'decline' }

function listening() {
  const heard: unknown[] = []
  const peer: Peer = {
    answer(effect) {
      if (effect.type === 'log') heard.push(`${effect.level}: ${effect.message}`)
      else if (effect.type === 'notify') heard.push([effect.message, effect.progress])
      else return deferred
      return succeeded(undefined)
    },
  }
  return { peer, heard }
}

describe('R8 emissions', () => {
  it('R8 are sent once: a replay is silent up to the last one sent, branch by branch', async () => {
    const { peer, heard } = listening()
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        yield* ctx.log('info', 'root 1')
        yield* ctx.all(
          [1, 2].map((n) =>
            ctx.branch(function* (inner) {
              yield* inner.log('debug', `branch ${n}, before`)
              yield* inner.elicit('ask', { message: 'm' })
              yield* inner.log('debug', `branch ${n}, after`)
            }),
          ),
        )
        yield* ctx.log('info', 'root 2')
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(tool, {}, { peer, journal })
    expect(heard.splice(0)).toEqual(['info: root 1', 'debug: branch 1, before', 'debug: branch 2, before'])
    await runTool(tool, {}, { peer, journal, answers: { '2/ask': decline } })
    expect(heard.splice(0)).toEqual(['debug: branch 2, after'])
    await runTool(tool, {}, { peer, journal, answers: { '1/ask': decline } })
    expect(heard.splice(0)).toEqual(['debug: branch 1, after', 'info: root 2'])
  })

  it('R8 are not sent again when a run that has ended is replayed from a store', async () => {
    const { peer, heard } = listening()
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        yield* ctx.step('one', () => 1)
        yield* ctx.log('info', 'done')
      })
      .build()
    const journal = createCuttableJournal()
    await runTool(tool, {}, { peer, journal })
    await runTool(tool, {}, { peer, journal: journal.reopen() })
    expect(heard).toEqual(['info: done'])
  })

  it('R8 are sent once, also if the process ends after any of its writes, and the journal counts those since the last outcome', async () => {
    const { peer, heard } = listening()
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        yield* ctx.log('info', 'begin')
        yield* ctx.all(
          Array.from({ length: 5 }, (_, n) =>
            ctx.branch(function* (inner) {
              yield* inner.log('debug', `branch ${n}, before`)
              yield* inner.step('one', () => n)
              yield* inner.log('debug', `branch ${n}, after`)
              yield* inner.step('two', async () => n)
            }),
          ),
        )
        yield* ctx.log('info', 'end')
      })
      .build()
    const whole = createCuttableJournal()
    await runTool(tool, {}, { peer, journal: whole })
    const expected = heard.splice(0)
    expect(expected).toHaveLength(12)
    expect(whole.read()?.progress).toMatchObject({ emitted: 1, emittedBefore: 11 })
    for (let cutAfter = 1; cutAfter < whole.writes; cutAfter++) {
      const journal = createCuttableJournal({ cutAfter })
      await expect(runTool(tool, {}, { peer, journal })).rejects.toThrow(JournalCut)
      await runTool(tool, {}, { peer, journal: journal.reopen() })
      expect(heard.splice(0).sort()).toEqual(expected.toSorted())
    }
  })

  it('R8 carry progress only where it has grown, in one run or over several', async () => {
    const { peer, heard } = listening()
    const tool = createMcpTool('t')
      .elicits({ ask })
      .execute(function* (_, ctx) {
        yield* ctx.notify('a', 0.5)
        yield* ctx.notify('b', 0.2)
        yield* ctx.notify('c')
        yield* ctx.elicit('ask', { message: 'm' })
        yield* ctx.notify('d', 0.4)
        yield* ctx.notify('e', 1)
      })
      .build()
    const journal = createMemoryJournal()
    await runTool(tool, {}, { peer, journal })
    await runTool(tool, {}, { peer, journal, answers: { ask: decline } })
    expect(heard).toEqual([
      ['a', 0.5],
      ['b', undefined],
      ['c', undefined],
      ['d', undefined],
      ['e', 1],
    ])
  })

  it('are not waited for by the tool, and have all been sent when the run is over', async () => {
    const order: string[] = []
    const slow: Peer = {
      answer: async () => {
        await new Promise((wait) => setTimeout(wait, 2))
        order.push('sent')
        return succeeded(undefined)
      },
    }
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        yield* ctx.log('info', 'hello')
        order.push('went on')
      })
      .build()
    expect(await runTool(tool, {}, { peer: slow })).toMatchObject({ type: 'completed' })
    expect(order).toEqual(['went on', 'sent'])
  })

  it.each<[string, Peer['answer']]>([
    ['rejects', () => Promise.reject(new Error('pipe closed'))],
    [
      'throws',
      () => {
        throw new Error('pipe closed')
      },
    ],
  ])('stop the run when the peer %s: nothing is swallowed, by the tool neither', async (_, answer) => {
    const broken: Peer = { answer }
    const tool = createMcpTool('t')
      .execute(function* (_params, ctx) {
        try {
          yield* ctx.log('info', 'hello')
        } catch {
          return 'swallowed'
        }
      })
      .build()
    await expect(runTool(tool, {}, { peer: broken })).rejects.toThrow('pipe closed')
  })
})
