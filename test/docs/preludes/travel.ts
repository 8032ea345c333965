import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export { createMcpTool } from '@sweatpants/framework'
export { createApp } from '@sweatpants/framework/app'
export { connectMcp, serveMcp } from '@sweatpants/framework/mcp'
export { resolveModel } from '@sweatpants/framework/models'
export { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
export { accept, runScript } from '@sweatpants/framework/testing'
export { z } from 'zod'

/** The users of an application, by the cookie of their session. */
export const sessions = new Map<string, string>()

export const searchFlights = async (trip: { from: string; to: string }): Promise<{ id: string; price: number }[]> => [
  { id: `${trip.from}-${trip.to}`, price: 89 },
]

export const book = async (flightId: string, idempotencyKey: string): Promise<{ reference: string }> => ({
  reference: `${flightId}/${idempotencyKey}`,
})

/** A tool that asks twice, which the README and the guides serve. */
export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight with the traveller')
  .parameters(z.object({ from: z.string(), to: z.string() }))
  .elicits({
    pickFlight: { response: z.object({ flightId: z.string() }) },
    confirm: { response: z.object({ ok: z.boolean() }), mustAsk: true },
  })
  .execute(function* (params, ctx) {
    const flights = yield* ctx.step('search', () => searchFlights(params))
    const choices = { flightId: flights.map(({ id, price }) => ({ value: id, title: `${id} for ${price} EUR` })) }
    const pick = yield* ctx.elicit('pickFlight', { message: 'Which one?', flights, choices })
    if (pick.action !== 'accept') return { cancelled: true }
    const sure = yield* ctx.elicit('confirm', { message: `Book ${pick.content.flightId}?` })
    if (sure.action !== 'accept' || !sure.content.ok) return { cancelled: true }
    return yield* ctx.step('book', ({ idempotencyKey }) => book(pick.content.flightId, idempotencyKey), { once: true })
  })
  .build()
