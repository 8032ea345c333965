import { type ReportSeat, readSeats, type Session } from '@sweatpants/roundtable/browser'
import { type CSSProperties, createContext, type ReactNode, useContext, useMemo } from 'react'

const SeatsContext = createContext<readonly ReportSeat[]>([])

/** Tells the components in it the names of a debate's panellists. */
export function KnownSeats({ session, children }: { session: Session; children: ReactNode }) {
  const seats = useMemo(() => readSeats(session), [session])
  return <SeatsContext value={seats}>{children}</SeatsContext>
}

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
      {seat && <SeatBadge number={seat.number} />} {seat?.name ?? agentId}
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
