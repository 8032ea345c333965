import type { ViewProps } from '@sweatpants/framework'
import type { bookFlight } from '../../../tools/book-flight/tool.ts'
import { Ticket } from './ticket.tsx'

type ConfirmBookingProps = ViewProps<typeof bookFlight, 'confirm'>

export default function ConfirmBooking({ trip, flight, seat, onRespond, disabled = false }: ConfirmBookingProps) {
  const { id, departs, arrives, price } = flight
  const facts = { Date: trip.date, Flight: id, Departs: departs, Arrives: arrives, Seat: seat, Price: `${price} EUR` }
  return (
    <Ticket from={trip.from} to={trip.to} facts={facts}>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={disabled}
        onClick={() => onRespond({ ok: true })}
      >
        {disabled ? 'Booking…' : `Book for ${price} EUR`}
      </button>
    </Ticket>
  )
}
