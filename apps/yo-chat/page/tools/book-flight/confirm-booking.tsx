import type { ViewProps } from '@sweatpants/framework'
import type { bookFlight } from '../../../tools/book-flight/tool.ts'
import { texts } from './texts.ts'
import { Ticket } from './ticket.tsx'

type ConfirmBookingProps = ViewProps<typeof bookFlight, 'confirm'>

export default function ConfirmBooking({ trip, flight, seat, onRespond, disabled = false }: ConfirmBookingProps) {
  const { id, departs, arrives } = flight
  const price = texts.price(flight.price)
  return (
    <Ticket from={trip.from} to={trip.to} facts={{ date: trip.date, flight: id, departs, arrives, seat, price }}>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={disabled}
        onClick={() => onRespond({ ok: true })}
      >
        {disabled ? texts.booking : texts.book(price)}
      </button>
    </Ticket>
  )
}
