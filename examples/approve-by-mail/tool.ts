import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

/** Asks a manager, who is not the caller, and pays if they approve. */
export const claimExpense = createMcpTool('claim_expense')
  .description('Claims an expense. A manager approves it.')
  .parameters(z.object({ title: z.string(), amount: z.number().positive() }))
  .elicits({
    approve: {
      response: z.object({
        limit: z.number().positive().describe('The most that you agree to pay, in EUR'),
        note: z.string().optional(),
      }),
      expiresIn: 7 * 86_400_000,
    },
  })
  .execute(function* ({ title, amount }, ctx) {
    const message = `Pay ${amount} EUR for ${title}?`
    const approval = yield* ctx.elicit('approve', { message, title, amount }, { to: 'role:manager' })
    if (approval.action !== 'accept') return `Not paid: ${approval.action}.`
    const { limit } = approval.content
    if (limit < amount) return `Not paid: ${approval.answeredBy} agrees to ${limit} EUR at most.`
    const receipt = yield* ctx.step('pay', ({ idempotencyKey }) => `receipt ${idempotencyKey.slice(0, 4)}`, {
      once: true,
    })
    return `Paid ${amount} EUR, approved by ${approval.answeredBy} (${receipt}).`
  })
  .build()
