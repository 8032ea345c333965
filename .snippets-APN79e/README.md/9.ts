import { createMcpTool, createApp, connectMcp, serveMcp, resolveModel, createSqliteStore, accept, runScript, z, sessions, searchFlights, book } from '../../test/docs/preludes/travel.ts'







const bookFlight = createMcpTool('book_flight')
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
