import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

/** Called for every step that runs. Resolves to the result of the step. */
export type Act = (step: string, idempotencyKey: string) => string

/** Asks two questions at once, between two steps. */
export const bookFlight = (act: Act) =>
  createMcpTool('book_flight')
    .parameters(z.object({ to: z.string() }))
    .elicits({
      seat: { response: z.object({ seat: z.string() }) },
      meal: { response: z.object({ meal: z.string() }) },
    })
    .execute(function* ({ to }, ctx) {
      const flight = yield* ctx.step('search', ({ idempotencyKey }) => act('search', idempotencyKey))
      const [seat, meal] = yield* ctx.all([
        ctx.elicit('seat', { message: `Where do you sit on ${flight} to ${to}?` }),
        ctx.elicit('meal', { message: 'What do you eat?' }),
      ])
      const chosen = [seat.action === 'accept' && seat.content.seat, meal.action === 'accept' && meal.content.meal]
      const booking = yield* ctx.step('book', ({ idempotencyKey }) => act('book', idempotencyKey))
      return { booking, chosen }
    })
    .build()

/** Needs consent. */
export const payDeposit = (act: Act) =>
  createMcpTool('pay_deposit')
    .parameters(z.object({ amount: z.number() }))
    .approval('confirm')
    .execute(function* ({ amount }, ctx) {
      const receipt = yield* ctx.step('pay', ({ idempotencyKey }) => act('pay', idempotencyKey))
      return `${amount} paid: ${receipt}`
    })
    .build()
