import { createMcpTool, type ToolContext } from '@sweatpants/framework'
import { z } from 'zod'
import { bookSeat, Flight, freeSeats, readSeats, SeatMap, searchFlights } from './airline.ts'

const Trip = z.object({ from: z.string(), to: z.string(), date: z.iso.date() })
type Trip = z.infer<typeof Trip>

const elicits = {
  pickFlight: {
    response: z.object({ flightId: z.string().meta({ title: 'Flight' }) }),
    context: z.object({ trip: Trip, flights: z.array(Flight) }),
    view: new URL('../../page/tools/book-flight/flight-list.tsx', import.meta.url),
  },
  pickSeat: {
    response: z.object({ seat: z.string().meta({ title: 'Seat' }) }),
    context: z.object({ flight: Flight, seats: SeatMap }),
    view: new URL('../../page/tools/book-flight/seat-map.tsx', import.meta.url),
  },
  confirm: {
    response: z.object({ ok: z.boolean().meta({ title: 'Book it' }) }),
    context: z.object({ trip: Trip, flight: Flight, seat: z.string() }),
    view: new URL('../../page/tools/book-flight/confirm-booking.tsx', import.meta.url),
    // An answer that arrives before the question was sent is no consent.
    mustAsk: true,
  },
}

type Context = ToolContext<typeof elicits>

/** Books a flight with the traveller: a list, a seat map, a consent, one payment. */
export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight with the traveller')
  .parameters(Trip)
  .requires({ elicitation: true })
  .elicits(elicits)
  .view(new URL('../../page/tools/book-flight/booking.tsx', import.meta.url))
  .execute(function* (trip, ctx) {
    const flights = yield* ctx.step('search', () => searchFlights(trip))
    if (flights.length === 0) return notBooked(`no flight goes from ${trip.from} to ${trip.to}`)
    const flight = yield* pickFlight(ctx, trip, flights)
    if (flight === undefined) return notBooked('no flight was picked')
    const seat = yield* pickSeat(ctx, flight)
    if (seat === undefined) return notBooked('no seat was picked')

    const { id, departs, arrives, price } = flight
    const message = `Flight ${id} on ${trip.date} at ${departs}, seat ${seat}, for ${price} EUR?`
    const sure = yield* ctx.elicit('confirm', { message, trip, flight, seat })
    if (sure.action !== 'accept' || !sure.content.ok) return notBooked('it was not confirmed')

    const book = ({ idempotencyKey }: { idempotencyKey: string }) => bookSeat(id, seat, idempotencyKey)
    const reference = yield* ctx.step('book', book, { once: true })
    return { booked: true as const, reference, trip, flight: id, departs, arrives, seat, price: `${price} EUR` }
  })
  .build()

/** Undefined when the person picks none. */
function* pickFlight(ctx: Context, trip: Trip, flights: Flight[]) {
  const plain = flights.map(({ id, departs, price }) => `  ${id}  ${departs}  ${price} EUR`).join('\n')
  let message = `${trip.from} to ${trip.to} on ${trip.date}: which flight?`
  for (;;) {
    const pick = yield* ctx.elicit('pickFlight', { message, plain, trip, flights })
    if (pick.action !== 'accept') return undefined
    const found = flights.find(({ id }) => id === pick.content.flightId.trim().toUpperCase())
    if (found !== undefined) return found
    message = `There is no flight ${pick.content.flightId}. Which one would you like?`
  }
}

/** Undefined when the person picks none. */
function* pickSeat(ctx: Context, flight: Flight) {
  const seats = yield* ctx.step('seats', () => readSeats(flight.id))
  const free = freeSeats(seats)
  const plain = `Free: ${free.join(', ')}.`
  let message = `Where would you like to sit on ${flight.id}?`
  for (;;) {
    const pick = yield* ctx.elicit('pickSeat', { message, plain, flight, seats })
    if (pick.action !== 'accept') return undefined
    const seat = pick.content.seat.trim().toUpperCase()
    if (free.includes(seat)) return seat
    message = `Seat ${seat} is not free. Where would you like to sit?`
  }
}

const notBooked = (reason: string) => ({ booked: false as const, reason })
