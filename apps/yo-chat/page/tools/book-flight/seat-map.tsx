import type { ViewProps } from '@sweatpants/framework'
import { useState } from 'react'
import type { bookFlight } from '../../../tools/book-flight/tool.ts'
import { moveByArrowKeys } from '../../controls/arrow-keys.ts'
import { texts } from './texts.ts'
import './flights.css'

type SeatMapProps = ViewProps<typeof bookFlight, 'pickSeat'>

const SEAT = 'minmax(0, 2.125rem)'

export default function SeatMap({ flight, seats, onRespond, disabled = false, response }: SeatMapProps) {
  const { rows, columns, taken } = seats
  const [picked, setPicked] = useState(response?.seat)
  const aisle = Math.floor(columns.length / 2)
  const all = Array.from({ length: rows }, (_, row) => columns.map((column) => `${row + 1}${column}`)).flat()
  const first = picked ?? all.find((seat) => !taken.includes(seat))
  return (
    <div className="seats">
      <fieldset onKeyDown={moveByArrowKeys(columns.length)}>
        <legend>{texts.seats(flight.id)}</legend>
        <div
          className="seat-grid"
          style={{ gridTemplateColumns: `repeat(${aisle}, ${SEAT}) 1rem repeat(${columns.length - aisle}, ${SEAT})` }}
        >
          {all.map((seat, index) => {
            const isTaken = taken.includes(seat)
            return (
              <button
                key={seat}
                type="button"
                className="seat"
                data-arrow
                // Those after the aisle leave its column free.
                style={index % columns.length === aisle ? { gridColumnStart: aisle + 2 } : undefined}
                tabIndex={seat === first ? 0 : -1}
                aria-label={isTaken ? texts.taken(seat) : seat}
                aria-pressed={seat === picked}
                aria-disabled={disabled || isTaken}
                onClick={() => !disabled && !isTaken && setPicked(seat)}
              >
                {isTaken ? '×' : seat}
              </button>
            )
          })}
        </div>
      </fieldset>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={disabled || picked === undefined}
        onClick={() => picked !== undefined && onRespond({ seat: picked })}
      >
        {picked === undefined ? texts.chooseSeat : texts.takeSeat(picked)}
      </button>
    </div>
  )
}
