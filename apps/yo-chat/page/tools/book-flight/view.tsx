import { z } from 'zod'
import { Icon } from '../../controls/icon.tsx'
import type { ToolView } from '../tool-views.ts'
import { Ticket } from './ticket.tsx'

const Booking = z.discriminatedUnion('booked', [
  z.object({
    booked: z.literal(true),
    reference: z.string(),
    flight: z.string(),
    departs: z.string(),
    seat: z.string(),
    price: z.string(),
  }),
  z.object({ booked: z.literal(false), reason: z.string() }),
])

export const bookFlightView: ToolView = {
  title: 'Book a flight',
  decline: 'Do not book',
  showResult(result) {
    const booking = Booking.safeParse(result)
    if (!booking.success) return undefined
    if (!booking.data.booked) return <p>Nothing was booked: {booking.data.reason}.</p>
    const { reference, flight, departs, seat, price } = booking.data
    return (
      <Ticket facts={{ Flight: flight, Departs: departs, Seat: seat, Price: price }}>
        <p className="ticket-reference">
          <Icon name="plane" /> Booked. Reference <strong>{reference}</strong>
        </p>
      </Ticket>
    )
  },
}
