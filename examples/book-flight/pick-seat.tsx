import type { ViewProps } from '@sweatpants/framework'
import type { bookFlight } from './tool.ts'
import './pick-seat.css'

const SEATS = [
  { seat: 'window', title: 'By the window' },
  { seat: 'middle', title: 'In the middle' },
  { seat: 'aisle', title: 'On the aisle' },
] as const

/** One side of a row, from the window to the aisle. */
export default function PickSeat({ onRespond, disabled = false, response }: ViewProps<typeof bookFlight, 'pickSeat'>) {
  return (
    <fieldset className="row" aria-label="Seats of your row" disabled={disabled}>
      {SEATS.map(({ seat, title }) => (
        <button
          key={seat}
          type="button"
          className="seat"
          aria-pressed={response?.seat === seat}
          onClick={() => onRespond({ seat })}
        >
          <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
            <path d="M7 3h7a3 3 0 0 1 3 3v8H7zM5 15h14v4a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z" fill="currentColor" />
          </svg>
          {title}
        </button>
      ))}
    </fieldset>
  )
}
