import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Answers } from './answer-box.ts'
import { createMcpTool } from './builder.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred, succeeded } from './outcome.ts'
import type { Peer, PeerEffect } from './peer.ts'
import { Run } from './run.ts'
import { runTool } from './run-tool.ts'
import type { Schema } from './schema.ts'

const yes = { sure: { action: 'accept', content: { ok: true } } }
const changed = [{ id: 'sure', reason: 'changed' }]

interface Shown {
  message: string
  context?: Record<string, unknown>
  response?: Schema<unknown, { ok: boolean }>
  expiresIn?: number
}

/** A tool that asks before it pays, and a process for each call of `resume`, which may show something else. */
function createPayment() {
  const clock = { time: 0, now: () => clock.time, alarm: () => () => {} }
  const paid: string[] = []
  const asked: PeerEffect[] = []
  const peer: Peer = {
    answer(effect) {
      asked.push(effect)
      return 'id' in effect ? deferred : succeeded(undefined)
    },
  }
  const journal = createMemoryJournal()
  const resume = ({ message, context = {}, response, expiresIn }: Shown, answers?: Answers, from?: string) => {
    const tool = createMcpTool('pay')
      .elicits({
        sure: {
          response: response ?? z.object({ ok: z.boolean() }),
          ...(expiresIn !== undefined && { expiresIn }),
        },
      })
      .execute(function* (_, ctx) {
        const { action } = yield* ctx.elicit('sure', { message, ...context })
        if (action === 'accept') yield* ctx.step('charge', () => void paid.push(message))
        return action
      })
      .build()
    const run = new Run(tool, {}, { peer, journal, clock })
    return run.advance(answers, from === undefined ? {} : { from })
  }
  return { resume, paid, asked, journal, clock }
}

describe('R14 consent is for what was shown', () => {
  it.each<[string, Answers]>([
    ['to a question that has changed', yes],
    ['that was refused', { sure: { action: 'accept', content: { ok: 'perhaps' } } }],
  ])('R14 an answer %s does not count when its request is played again', async (_, answers) => {
    const { resume, paid } = createPayment()
    await resume({ message: 'Pay 10?' })
    const next = { message: answers === yes ? 'Pay 1000?' : 'Pay 10?' }
    const played = await resume(next, answers, 'a request')
    const again = await resume(next, answers, 'a request')
    for (const result of [played, again]) {
      expect(result).toMatchObject({ type: 'parked', questions: [{ attempt: 2 }] })
      expect(result.ignored).toEqual(played.ignored)
    }
    expect(paid).toEqual([])
    expect(await resume(next, yes, 'another request')).toMatchObject({ type: 'completed' })
    expect(paid).toEqual([next.message])
  })

  it.each<[string, Shown, Shown]>([
    ['message', { message: 'Pay 10?' }, { message: 'Pay 1000?' }],
    ['context', { message: 'Pay?', context: { amount: 10 } }, { message: 'Pay?', context: { amount: 1000 } }],
    [
      'form',
      { message: 'Pay?' },
      { message: 'Pay?', response: z.object({ ok: z.boolean().describe('Pay ten times as much') }) },
    ],
  ])(
    'R14 an answer to a question whose %s has changed is ignored, and the new question is asked',
    async (_, old, next) => {
      const { resume, paid } = createPayment()
      await resume(old)
      const second = await resume(next, yes)
      expect(second).toMatchObject({
        type: 'parked',
        questions: [
          { message: next.message, attempt: 2, hasChanged: true, refusal: expect.stringContaining('has changed') },
        ],
      })
      expect(second.ignored).toEqual(changed)
      expect(paid).toEqual([])
      expect(await resume(next, yes)).toMatchObject({ type: 'completed', value: 'accept', ignored: [] })
      expect(paid).toEqual([next.message])
    },
  )

  it('R14 a question that has changed while nothing was answered is another attempt as well', async () => {
    const { resume, paid } = createPayment()
    await resume({ message: 'Pay 10?' })
    expect(await resume({ message: 'Pay 1000?' })).toMatchObject({ questions: [{ attempt: 2 }], ignored: [] })
    expect(await resume({ message: 'Pay 10?' }, yes)).toMatchObject({ questions: [{ attempt: 3 }], ignored: changed })
    expect(paid).toEqual([])
  })

  it('R14 an answer given before its question was asked counts, since nothing else was shown', async () => {
    const { resume, paid } = createPayment()
    expect(await resume({ message: 'Pay 10?' }, yes)).toMatchObject({ type: 'completed', ignored: [] })
    expect(paid).toEqual(['Pay 10?'])
  })

  it('R14 refused answers and changes count as attempts of one series', async () => {
    const { resume } = createPayment()
    const wrong = { sure: { action: 'accept', content: { ok: 'maybe' } } }
    await resume({ message: 'Pay 10?' })
    const refused = await resume({ message: 'Pay 10?' }, wrong)
    expect(refused).toMatchObject({ questions: [{ attempt: 2, refusal: expect.stringContaining('ok') }] })
    expect(refused).not.toMatchObject({ questions: [{ hasChanged: true }] })
    expect(await resume({ message: 'Pay 20?' })).toMatchObject({ questions: [{ attempt: 3, hasChanged: true }] })
    const again = await resume({ message: 'Pay 20?' }, wrong)
    expect(again).toMatchObject({ questions: [{ attempt: 4, refusal: expect.stringContaining('ok') }] })
    expect(again).not.toMatchObject({ questions: [{ hasChanged: true }] })
  })

  it('R14 a change does not use up the answers that may be refused', async () => {
    const { resume } = createPayment()
    const wrong = { sure: { action: 'accept', content: {} } }
    await resume({ message: 'Pay 10?' })
    await resume({ message: 'Pay 20?' })
    for (let attempt = 3; attempt < 6; attempt++) {
      expect(await resume({ message: 'Pay 20?' }, wrong)).toMatchObject({ type: 'parked', questions: [{ attempt }] })
    }
    expect(await resume({ message: 'Pay 20?' }, wrong)).toMatchObject({
      type: 'failed',
      error: {
        name: 'ElicitError',
        message: expect.stringContaining('4 answers were invalid'),
        failure: { data: { attempts: 4 } },
      },
    })
  })

  it('R14 a question whose text is different at every replay fails, and the error says so', async () => {
    const { resume, paid } = createPayment()
    await resume({ message: 'Pay 1?' })
    await resume({ message: 'Pay 2?' }, yes)
    await resume({ message: 'Pay 3?' }, yes)
    const failed = await resume({ message: 'Pay 4?' }, yes)
    expect(failed).toMatchObject({
      type: 'failed',
      error: { name: 'ElicitError', message: expect.stringMatching(/different each of the last 3 times.*ctx\.step/) },
    })
    expect(failed.ignored).toEqual(changed)
    expect(paid).toEqual([])
  })

  it('R14 a question whose text is different at every replay fails also if it is asked again in between', async () => {
    const { resume, paid } = createPayment()
    const wrong = { sure: { action: 'accept', content: { ok: 'maybe' } } }
    await resume({ message: 'Pay 1?' })
    for (let amount = 2; amount < 4; amount++) {
      const changed = await resume({ message: `Pay ${amount}?` })
      expect(changed).toMatchObject({ type: 'parked' })
      if (changed.type === 'parked') await changed.resume(wrong)
    }
    expect(await resume({ message: 'Pay 4?' })).toMatchObject({ type: 'failed', error: { name: 'ElicitError' } })
    expect(paid).toEqual([])
  })

  it('R14 a question that changes with deploys, and is the same in between, may change any number of times', async () => {
    const { resume, paid } = createPayment()
    await resume({ message: 'Pay 1?' })
    for (let amount = 2; amount < 8; amount++) {
      const message = `Pay ${amount}?`
      expect(await resume({ message }, yes)).toMatchObject({
        questions: [{ message, attempt: amount, hasChanged: true }],
      })
      expect(await resume({ message })).toMatchObject({ questions: [{ message, attempt: amount, hasChanged: true }] })
    }
    expect(await resume({ message: 'Pay 7?' }, yes)).toMatchObject({ type: 'completed' })
    expect(paid).toEqual(['Pay 7?'])
  })

  it('R14 a question that has changed has its whole time again', async () => {
    const { resume, clock } = createPayment()
    await resume({ message: 'Pay 10?', expiresIn: 1_000 })
    clock.time += 900
    const second = await resume({ message: 'Pay 1000?', expiresIn: 1_000 })
    expect(second).toMatchObject({ questions: [{ expiresAt: 1_900 }], wakeAt: 1_900 })
    clock.time += 900
    expect(await resume({ message: 'Pay 1000?', expiresIn: 1_000 }, yes)).toMatchObject({ value: 'accept' })
  })

  it('R14 a question that had expired before it changed stays expired', async () => {
    const { resume, clock } = createPayment()
    await resume({ message: 'Pay 10?', expiresIn: 1_000 })
    clock.time += 1_000
    expect(await resume({ message: 'Pay 1000?', expiresIn: 1_000 }, yes)).toMatchObject({ value: 'cancel' })
  })

  it('R14 a sample that the client performs counts only for the request that the client saw', async () => {
    const create = (prompt: string) =>
      createMcpTool('poet')
        .execute(function* (_, ctx) {
          return (yield* ctx.sample({ prompt })).text
        })
        .build()
    const journal = createMemoryJournal()
    const peer: Peer = { answer: () => deferred }
    const answers = { sample: { content: { type: 'text', text: 'a rose' }, model: 'm' } }
    await runTool(create('A flower?'), {}, { peer, journal })
    const second = await runTool(create('A beast?'), {}, { peer, journal, answers })
    expect(second).toMatchObject({ type: 'parked', questions: [{ type: 'sample', attempt: 2, hasChanged: true }] })
    expect(second.ignored).toEqual([{ id: 'sample', reason: 'changed' }])
    expect(await runTool(create('A beast?'), {}, { peer, journal, answers })).toMatchObject({ value: 'a rose' })
  })

  it('R14 what was shown is written before the question goes out', async () => {
    const { resume, journal, asked } = createPayment()
    const shownAt: (string | undefined)[] = []
    const push = asked.push.bind(asked)
    asked.push = (...effects) => {
      shownAt.push(journal.read()?.progress.asked['0']?.shown)
      return push(...effects)
    }
    await resume({ message: 'Pay 10?' })
    expect(shownAt).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  })
})
