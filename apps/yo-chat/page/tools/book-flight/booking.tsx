import type { ResultProps } from '@sweatpants/framework'
import type { bookFlight } from '../../../tools/book-flight/tool.ts'
import { texts } from './texts.ts'
import { Ticket } from './ticket.tsx'

/** The booked ticket, or why nothing was booked. */
export default function Booking({ result }: ResultProps<typeof bookFlight>) {
  if (!result.booked) return <p>{texts.notBooked(result.reason)}</p>
  const { trip, reference, flight, departs, arrives, seat, price } = result
  return (
    <Ticket from={trip.from} to={trip.to} facts={{ date: trip.date, flight, departs, arrives, seat, price }}>
      {texts.booked} <strong className="ticket-reference">{reference}</strong>
    </Ticket>
  )
}
