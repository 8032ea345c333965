import type { ViewProps } from '@sweatpants/framework'
import type { bookFlight } from '../../../tools/book-flight/tool.ts'
import { moveByArrowKeys } from '../../controls/arrow-keys.ts'
import { texts } from './texts.ts'
import { toDuration } from './to-duration.ts'
import './flights.css'

type FlightListProps = ViewProps<typeof bookFlight, 'pickFlight'>

export default function FlightList({ trip, flights, onRespond, disabled = false, response }: FlightListProps) {
  const cheapest = Math.min(...flights.map(({ price }) => price))
  return (
    <fieldset className="flights" onKeyDown={moveByArrowKeys(1)}>
      <legend>{texts.trip(trip.from, trip.to, trip.date)}</legend>
      {flights.map(({ id, departs, arrives, price }) => (
        <button
          key={id}
          type="button"
          className="flight"
          data-arrow
          data-picked={response?.flightId === id || undefined}
          aria-disabled={disabled}
          onClick={() => !disabled && onRespond({ flightId: id })}
        >
          <span className="flight-times">
            {departs} <span aria-hidden="true">→</span>
            <span className="visually-hidden"> {texts.to} </span> {arrives}
          </span>
          <span className="hint">
            {id} · {toDuration(departs, arrives)}
          </span>
          <span className="flight-price">
            {price === cheapest && <span className="badge">{texts.cheapest}</span>} {texts.price(price)}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
