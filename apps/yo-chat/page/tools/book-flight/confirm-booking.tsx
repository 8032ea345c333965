import type { RenderProps } from '@sweatpants/framework'
import type { Flight } from '../../../tools/book-flight/airline.ts'
import { Ticket } from './ticket.tsx'

interface ConfirmBookingProps extends RenderProps<{ ok: boolean }> {
  trip: { from: string; to: string; date: string }
  flight: Flight
  seat: string
}

export function ConfirmBooking({ trip, flight, seat, onRespond, disabled = false }: ConfirmBookingProps) {
  const { id, departs, arrives, price } = flight
  const facts = {
    From: trip.from,
    To: trip.to,
    Date: trip.date,
    Flight: id,
    Departs: departs,
    Arrives: arrives,
    Seat: seat,
    Price: `${price} EUR`,
  }
  return (
    <Ticket facts={facts}>
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
