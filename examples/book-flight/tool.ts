import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'
import { bookSeat, Flight, searchFlights } from './airline.ts'

const Seat = z.union([
  z.literal('window').meta({ title: 'By the window' }),
  z.literal('middle').meta({ title: 'In the middle' }),
  z.literal('aisle').meta({ title: 'On the aisle' }),
])

/**
 * Books a flight with the traveller: search, three questions, one payment. The code reads as if it never had to wait;
 * a process that dies at any line goes on from there, and the seat is paid for once.
 */
export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight with the traveller')
  .parameters(z.object({ from: z.string(), to: z.string(), date: z.iso.date() }))
  .requires({ elicitation: true })
  .elicits({
    pickFlight: {
      response: z.object({ flightId: z.string().meta({ title: 'Flight' }) }),
      context: z.object({ flights: z.array(Flight) }),
    },
    pickSeat: { response: z.object({ seat: Seat }), view: new URL('./pick-seat.tsx', import.meta.url) },
    // An answer that arrives before the question was sent is no consent.
    confirm: { response: z.object({ ok: z.boolean().meta({ title: 'Book it' }) }), mustAsk: true },
  })
  .execute(function* (trip, ctx) {
    const flights = yield* ctx.step('search', () => searchFlights(trip))
    if (flights.length === 0) return notBooked(`no flight goes from ${trip.from} to ${trip.to}`)

    const pick = yield* ctx.elicit('pickFlight', {
      message: `${trip.from} to ${trip.to} on ${trip.date}: which flight?`,
      flights,
      choices: { flightId: flights.map((flight) => ({ value: flight.id, title: toTitle(flight) })) },
    })
    if (pick.action !== 'accept') return notBooked('no flight was picked')
    // An answer is one of the choices.
    const flight = flights.find(({ id }) => id === pick.content.flightId)!

    const place = yield* ctx.elicit('pickSeat', { message: 'Where would you like to sit?' })
    if (place.action !== 'accept') return notBooked('no seat was picked')

    const { id, departs, price } = flight
    const { seat } = place.content
    const sure = yield* ctx.elicit('confirm', {
      message: `Flight ${id} at ${departs}, ${seat} seat, for ${price} EUR?`,
    })
    if (sure.action !== 'accept' || !sure.content.ok) return notBooked('it was not confirmed')

    const reference = yield* ctx.step('book', ({ idempotencyKey }) => bookSeat(id, seat, idempotencyKey), {
      once: true,
    })
    return { booked: true as const, reference, flight: id, departs, seat, price: `${price} EUR` }
  })
  .build()

const toTitle = ({ id, departs, price }: Flight) => `${id} at ${departs} for ${price} EUR`

const notBooked = (reason: string) => ({ booked: false as const, reason })
