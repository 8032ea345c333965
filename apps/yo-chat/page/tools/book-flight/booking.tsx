import type { ResultProps } from '@sweatpants/framework'
import type { bookFlight } from '../../../tools/book-flight/tool.ts'
import { Ticket } from './ticket.tsx'

/** The booked ticket, or why nothing was booked. */
export default function Booking({ result }: ResultProps<typeof bookFlight>) {
  if (!result.booked) return <p>Nothing was booked: {result.reason}.</p>
  const { trip, reference, flight, departs, arrives, seat, price } = result
  const facts = { Date: trip.date, Flight: flight, Departs: departs, Arrives: arrives, Seat: seat, Price: price }
  return (
    <Ticket from={trip.from} to={trip.to} facts={facts}>
      Booked. Reference <strong className="ticket-reference">{reference}</strong>
    </Ticket>
  )
}
