import { expect, test } from 'vitest'
import { z } from 'zod'
import { createVirtualClock } from '../testing/clock.ts'
import { createCuttableJournal } from '../testing/cuttable-journal.ts'
import { createMcpTool } from './builder.ts'
import { createMemoryJournal } from './journal.ts'
import type { OutsideWait } from './outside.ts'
import type { Peer, PeerEffect } from './peer.ts'
import { RunHandle } from './run-handle.ts'
import { type Parked, type RunResult, runTool } from './run-tool.ts'

const approval = { response: z.object({ ok: z.boolean() }) }

const approve = createMcpTool('approve')
  .elicits({ approve: approval })
  .execute(function* (_, ctx) {
    return yield* ctx.elicit('approve', { message: 'Pay 300?' }, { to: 'role:manager' })
  })
  .build()

const approveTwice = createMcpTool('approve_twice')
  .elicits({ approve: approval })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit(
      'approve',
      { message: 'Pay 300?' },
      { to: ['role:manager', 'user:eve'], quorum: 2 },
    )
    if (answer.action !== 'accept') return answer
    const { answeredBy, answeredAt, exchange, answers } = answer
    return { answeredBy, answeredAt, answers, text: exchange.response.content }
  })
  .build()

const accepted = { approve: { action: 'accept', content: { ok: true } } }
const declined = { approve: { action: 'decline' } }

/** A peer that must not be asked. */
function createCaller(): Peer & { asked: PeerEffect[] } {
  const asked: PeerEffect[] = []
  return {
    asked,
    answer(effect) {
      asked.push(effect)
      throw new Error('the caller was asked')
    },
  }
}

function parked<T>(result: RunResult<T>): RunResult<T> & Parked<T> {
  if (result.type !== 'parked') throw new Error(`the run is ${result.type}`)
  return result
}

test('a question to others is passed to onWait and never to the peer of the caller', async () => {
  const peer = createCaller()
  const waits: OutsideWait[] = []
  const result = parked(await runTool(approve, {}, { peer, onWait: (wait) => void waits.push(wait) }))
  expect(peer.asked).toEqual([])
  expect(result.questions).toEqual([])
  expect(result.waits).toEqual(waits)
  expect(waits).toMatchObject([
    { type: 'elicit', id: 'approve', message: 'Pay 300?', to: ['role:manager'], attempt: 1 },
  ])
  expect(Object.isFrozen(waits[0])).toBe(true)
})

test('a question to others takes only an answer that says who gave it', async () => {
  const clock = createVirtualClock(1000)
  const first = parked(await runTool(approve, {}, { peer: createCaller(), clock, principal: 'carl' }))
  const second = parked(await first.resume(accepted))
  expect(second.ignored).toEqual([{ id: 'approve', reason: 'unknown' }])
  const result = await second.resume(accepted, { by: 'ada', at: 900 })
  expect(result).toMatchObject({
    type: 'completed',
    value: { action: 'accept', content: { ok: true }, answeredBy: 'ada', answeredAt: 900 },
  })
})

test('an answer that was sent before a question to others was asked does not count', async () => {
  const options = { peer: createCaller(), answers: accepted, answeredBy: 'ada' }
  const result = parked(await runTool(approve, {}, options))
  expect(result.ignored).toEqual([{ id: 'approve', reason: 'unknown' }])
})

test('the first answer to a question without a quorum wins', async () => {
  const run = new RunHandle(approve, {}, { peer: createCaller() })
  await expect.poll(() => run.waitsFor).toHaveLength(1)
  run.answer(declined, { by: 'ada' })
  run.answer(accepted, { by: 'bob' })
  expect(await run.ended).toMatchObject({ value: { action: 'decline', answeredBy: 'ada' } })
})

test('an answer of the caller is attributed to the principal of the run', async () => {
  const ask = createMcpTool('ask')
    .elicits({ approve: approval })
    .execute(function* (_, ctx) {
      return yield* ctx.elicit('approve', { message: 'Pay?' })
    })
    .build()
  const clock = createVirtualClock(1000)
  const options = { peer: createCaller(), clock, principal: 'carl', answers: declined }
  expect(await runTool(ask, {}, options)).toMatchObject({
    value: { action: 'decline', answeredBy: 'carl', answeredAt: 1000 },
  })
})

test('R19 a quorum is reached when as many different people have accepted', async () => {
  const waits: OutsideWait[] = []
  const clock = createVirtualClock(1000)
  const options = { peer: createCaller(), clock, onWait: (wait: OutsideWait) => void waits.push(wait) }
  const first = parked(await runTool(approveTwice, {}, options))
  const second = parked(await first.resume(accepted, { by: 'ada', at: 10 }))
  expect(waits.at(-1)).toMatchObject({ quorum: 2, answeredBy: ['ada'], attempt: 1 })
  const third = parked(await second.resume(accepted, { by: 'ada', at: 20 }))
  expect(third.ignored).toEqual([{ id: 'approve', reason: 'answered', at: 10 }])
  const result = await third.resume(accepted, { by: 'bob', at: 30 })
  expect(result).toMatchObject({
    type: 'completed',
    value: {
      answeredBy: 'bob',
      answeredAt: 30,
      answers: [
        { content: { ok: true }, answeredBy: 'ada', answeredAt: 10 },
        { content: { ok: true }, answeredBy: 'bob', answeredAt: 30 },
      ],
      text: [{ content: [{ text: '[{"ok":true},{"ok":true}]' }] }],
    },
  })
})

test('answers of several people that arrive together reach the quorum', async () => {
  const run = new RunHandle(approveTwice, {}, { peer: createCaller() })
  await expect.poll(() => run.waitsFor).toHaveLength(1)
  run.answer(accepted, { by: 'ada' })
  run.answer(accepted, { by: 'bob' })
  expect(await run.ended).toMatchObject({ type: 'completed', value: { answeredBy: 'bob' } })
})

test('one person who declines decides a question with a quorum', async () => {
  const first = parked(await runTool(approveTwice, {}, { peer: createCaller() }))
  const second = parked(await first.resume(accepted, { by: 'ada' }))
  expect(await second.resume(declined, { by: 'bob' })).toMatchObject({
    value: { action: 'decline', answeredBy: 'bob' },
  })
})

test('an invalid answer of one person keeps the answers of the others', async () => {
  const first = parked(await runTool(approveTwice, {}, { peer: createCaller() }))
  const second = parked(await first.resume(accepted, { by: 'ada' }))
  const wrong = { approve: { action: 'accept', content: { ok: 'yes' } } }
  const third = parked(await second.resume(wrong, { by: 'bob' }))
  expect(third.waits).toMatchObject([{ attempt: 2, answeredBy: ['ada'] }])
  expect(await third.resume(accepted, { by: 'bob' })).toMatchObject({ type: 'completed' })
})

test('R19 the answers that a question with a quorum has survive a restart', async () => {
  const journal = createCuttableJournal()
  const peer = createCaller()
  const first = parked(await runTool(approveTwice, {}, { peer, journal }))
  await first.resume(accepted, { by: 'ada', at: 10 })
  const waits: OutsideWait[] = []
  const onWait = (wait: OutsideWait) => void waits.push(wait)
  const options = { peer, journal: createMemoryJournal(journal.read()), onWait }
  const again = parked(await runTool(approveTwice, {}, options))
  expect(waits).toMatchObject([{ answeredBy: ['ada'] }])
  const result = await again.resume(accepted, { by: 'bob', at: 30 })
  expect(result).toMatchObject({ value: { answers: [{ answeredBy: 'ada' }, { answeredBy: 'bob' }] } })
})

test('an answer to a question with a quorum is dropped when the question has changed since', async () => {
  const journal = createMemoryJournal()
  const build = (message: string) =>
    createMcpTool('approve_twice')
      .elicits({ approve: approval })
      .execute(function* (_, ctx) {
        return yield* ctx.elicit('approve', { message }, { to: 'role:manager', quorum: 2 })
      })
      .build()
  const first = parked(await runTool(build('Pay 300?'), {}, { peer: createCaller(), journal }))
  await first.resume(accepted, { by: 'ada' })
  const options = { peer: createCaller(), journal: createMemoryJournal(journal.read()) }
  const again = parked(await runTool(build('Pay 900?'), {}, options))
  expect(again.waits).toMatchObject([{ answeredBy: [], hasChanged: true }])
})

test('a wait is over when its question is answered, withdrawn or expires', async () => {
  const signals: AbortSignal[] = []
  const tool = createMcpTool('reminded')
    .elicits({ approve: approval, soon: { ...approval, expiresIn: 50 } })
    .execute(function* (_, ctx) {
      yield* ctx.race([ctx.elicit('approve', { message: 'Pay?' }, { to: 'user:ada' }), ctx.sleep(100)])
      const soon = yield* ctx.elicit('soon', { message: 'Pay soon?' }, { to: 'user:ada' })
      yield* ctx.elicit('approve', { message: 'Pay now?' }, { to: 'user:ada' })
      return soon
    })
    .build()
  const clock = createVirtualClock()
  const onWait = (_: OutsideWait, signal: AbortSignal) => void signals.push(signal)
  let result = parked(await runTool(tool, {}, { peer: createCaller(), clock, onWait }))
  await clock.advance(100)
  result = parked(await result.resume())
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  await clock.advance(50)
  result = parked(await result.resume())
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false])
  const ended = await result.resume({ 'approve#2': declined.approve }, { by: 'ada' })
  expect(ended).toMatchObject({ type: 'completed', value: { action: 'cancel', reason: 'expired' } })
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
})

test('a question refuses a wrong `to` and a wrong quorum', async () => {
  const run = (options: object) =>
    runTool(
      createMcpTool('wrong')
        .elicits({ approve: approval })
        .execute(function* (_, ctx) {
          return yield* ctx.elicit('approve', { message: 'Pay?' }, options)
        })
        .build(),
      {},
      { peer: createCaller() },
    )
  for (const [options, problem] of [
    [{ quorum: 2 }, 'no `to`'],
    [{ to: [] }, 'a list of names'],
    [{ to: 'user:ada', quorum: 0 }, 'whole number'],
    [{ to: ['user:ada', 'x'.repeat(257)] }, 'at most 256 characters; this one has 257'],
    [{ to: 'user:\ud83e' }, 'a name in `to` is well-formed Unicode; this one has half of a surrogate pair'],
  ] as const) {
    expect(await run(options)).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining(problem) },
    })
  }
})
