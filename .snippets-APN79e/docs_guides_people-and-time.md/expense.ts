export {}







import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'
import { mail, transfer } from './company.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export const expense = createMcpTool('expense')
  .description('Gets an expense approved and paid')
  .parameters(z.object({ amount: z.number(), purpose: z.string() }))
  .elicits({ approve: { response: z.object({ ok: z.boolean() }), expiresIn: 14 * DAY } })
  .task('auto')
  .execute(function* ({ amount, purpose }, ctx) {
    const message = `Pay ${amount} EUR for ${purpose}?`
    const answer = yield* ctx.race([
      ctx.elicit('approve', { message }, { to: 'role:manager', quorum: 2 }),
      ctx.branch(function* (ctx) {
        for (;;) {
          yield* ctx.sleep(2 * DAY)
          yield* ctx.step('remind', ({ idempotencyKey }) => mail('managers', `Reminder: ${message}`, idempotencyKey))
        }
      }),
    ])
    if (answer.action !== 'accept') return { paid: false, decidedBy: answer.answeredBy ?? 'time' }

    const url = yield* ctx.signalUrl('paid')
    yield* ctx.step('transfer', ({ idempotencyKey }) => transfer(amount, url, idempotencyKey), {
      retry: { attempts: 5, backoff: { initial: 10 * MINUTE, factor: 2 }, maxElapsed: DAY },
    })
    const { reference } = yield* ctx.signal('paid', z.object({ reference: z.string() }))
    return { paid: true, reference, approvedBy: answer.answers.map(({ answeredBy }) => answeredBy) }
  })
  .build()
