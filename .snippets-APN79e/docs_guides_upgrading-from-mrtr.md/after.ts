import { createApp, connectMcp, serveMcp, resolveModel, createSqliteStore, accept, runScript, sessions, searchFlights, book } from '../../test/docs/preludes/travel.ts'



























































import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export const bookFlight = createMcpTool('book_flight')
  .parameters(z.object({ from: z.string(), to: z.string() }))
  .elicits({
    pick: { response: z.object({ flightId: z.string() }) },
    confirm: { response: z.object({ ok: z.boolean() }), mustAsk: true },
  })
  .execute(function* (trip, ctx) {
    const flights = yield* ctx.step('search', () => searchFlights(trip))
    const pick = yield* ctx.elicit('pick', { message: `Which of ${flights.map(({ id }) => id).join(', ')}?` })
    if (pick.action !== 'accept') return 'Not booked.'
    const { flightId } = pick.content
    const sure = yield* ctx.elicit('confirm', { message: `Book ${flightId}?` })
    if (sure.action !== 'accept' || !sure.content.ok) return 'Not booked.'
    const { reference } = yield* ctx.step('book', ({ idempotencyKey }) => book(flightId, idempotencyKey), { once: true })
    return `Booked: ${reference.split('/')[0]}`
  })
  .build()
