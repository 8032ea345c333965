import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../tools/builder.ts'
import { accept, after, by, decline, toMilliseconds } from './answers.ts'
import { runScript } from './script.ts'
import { inOrder } from './steps.ts'

const DAY = 86_400_000

/** Two managers approve, each is reminded every other day, and the payment is confirmed by the bank. */
const expense = createMcpTool('expense')
  .parameters(z.object({ amount: z.number() }))
  .elicits({ approve: { response: z.object({ ok: z.boolean() }), expiresIn: 14 * DAY } })
  .execute(function* ({ amount }, ctx) {
    const began = yield* ctx.now()
    const approval = ctx.elicit('approve', { message: `Pay ${amount}?` }, { to: 'role:manager', quorum: 2 })
    const answer = yield* ctx.race([
      approval,
      ctx.branch(function* (reminder) {
        for (;;) {
          yield* reminder.sleep(2 * DAY)
          yield* reminder.step('remind', () => 'sent')
        }
      }),
    ])
    if (answer.action !== 'accept') return `${answer.action} by ${answer.answeredBy ?? 'no one'}`
    const payment = yield* ctx.step('pay', () => 'never run', { retry: { attempts: 3, backoff: 60_000 } })
    const { reference } = yield* ctx.signal('paid', z.object({ reference: z.string() }))
    const days = ((yield* ctx.now()) - began) / DAY
    return { payment, reference, people: answer.answers.map(({ answeredBy }) => answeredBy), days: Math.floor(days) }
  })
  .build()

test('several people answer after days, reminders are sent, a step is retried, and a signal arrives, in virtual time', async () => {
  const { value, transcript } = await runScript(
    expense,
    { amount: 300 },
    {
      answers: {
        approve: [after('1 day', by('ada', accept({ ok: true }))), by('bob', after('4 days', accept({ ok: true })))],
      },
      steps: { remind: 'sent', pay: inOrder(new Error('the bank is closed'), 'sent to the bank') },
      signals: { paid: after('1 day', { reference: 'X1' }) },
    },
  )
  expect(value).toEqual({ payment: 'sent to the bank', reference: 'X1', people: ['ada', 'bob'], days: 6 })
  const told = transcript.map((line) => ('by' in line ? line.by : 'name' in line ? line.name : line.type))
  expect(told).toEqual(['ada', 'remind', 'remind', 'bob', 'pay', 'paid'])
})

test('a person who declines ends the question, and the one who is silent is not waited for', async () => {
  const { value } = await runScript(
    expense,
    { amount: 1 },
    { answers: { approve: [accept({ ok: true }), by('bob', decline())] } },
  )
  expect(value).toBe('decline by bob')
})

test('people who are not named are those who are asked, each once', async () => {
  const { value } = await runScript(
    expense,
    { amount: 1 },
    {
      answers: { approve: [accept({ ok: true }), accept({ ok: true })] },
      steps: { pay: 'sent' },
      signals: { paid: { reference: 'X2' } },
    },
  )
  expect(value).toMatchObject({ people: ['role:manager', 'role:manager 2'] })
})

test('a question that expires is not answered by an answer that comes later', async () => {
  const steps = { remind: 'sent' }
  const answers = { approve: after('3 weeks', accept({ ok: true })) }
  const { value } = await runScript(expense, { amount: 1 }, { answers, steps })
  expect(value).toBe('cancel by no one')
})

test('a script that has no signal for a tool that waits for one is refused', async () => {
  const answers = { approve: [accept({ ok: true }), accept({ ok: true })] }
  await expect(runScript(expense, { amount: 1 }, { answers, steps: { pay: 'sent' } })).rejects.toThrow(
    'the script has no signal "paid"',
  )
})

test('a script with a signal that is not waited for is refused', async () => {
  const script = { answers: { approve: decline() }, signals: { paid: 1 } }
  await expect(runScript(expense, { amount: 1 }, script)).rejects.toThrow('1 signal "paid"')
})

test('an answer of the caller may come later too', async () => {
  const tool = createMcpTool('ask')
    .elicits({ name: { response: z.object({ name: z.string() }) } })
    .execute(function* (_, ctx) {
      const began = yield* ctx.now()
      const answer = yield* ctx.elicit('name', { message: 'Who?' })
      return [answer.answeredBy, (answer.answeredAt ?? 0) - began]
    })
    .build()
  const script = { answers: { name: after('90 seconds', accept({ name: 'Ada' })) }, principal: 'ada' }
  expect((await runScript(tool, {}, script)).value).toEqual(['ada', 90_000])
})

test('a duration is read in words or in milliseconds', () => {
  expect([toMilliseconds(7), toMilliseconds('1 day'), toMilliseconds('1.5 hours')]).toEqual([7, DAY, 5_400_000])
  expect(() => toMilliseconds('3 moons' as never)).toThrow('a duration is a number of milliseconds')
})
