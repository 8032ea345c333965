import type { ReportSeat } from '@sweatpants/roundtable/browser'
import { type CSSProperties, createContext, useContext } from 'react'

export const SeatsContext = createContext<readonly ReportSeat[]>([])

/** The number of colours. Seats that share a colour differ by their number. */
const COLORS = 8

export const seatColor = (number: number): string => `var(--seat-${((number - 1) % COLORS) + 1})`

/** The number of a seat in its colour, as in the chart. */
export const SeatBadge = ({ number }: { number: number }) => (
  <span className="seat-badge" style={{ '--seat': seatColor(number) } as CSSProperties}>
    {number}
  </span>
)

export function SeatName({ agentId }: { agentId: string }) {
  const seat = useContext(SeatsContext).find((one) => one.agentId === agentId)
  return (
    <span className="seat-name">
      {seat && <SeatBadge number={seat.number} />} {agentId}
    </span>
  )
}

export const SeatNames = ({ agentIds }: { agentIds: readonly string[] }) => (
  <span className="seat-names">
    {agentIds.map((agentId) => (
      <SeatName key={agentId} agentId={agentId} />
    ))}
  </span>
)
