import {
  type NameOf,
  nameSeats,
  type Question,
  type ReportSeat,
  readSeats,
  type Session,
} from '@sweatpants/roundtable/browser'
import { type CSSProperties, createContext, type ReactNode, useContext, useMemo } from 'react'

interface Known {
  seats: readonly ReportSeat[]
  nameOf: NameOf
  question: Question | undefined
}

const SeatsContext = createContext<Known>({
  seats: [],
  nameOf: (agentId) => agentId,
  question: undefined,
})

/** Tells the components in it the names of a debate's panellists, and its question. */
export function KnownSeats({ session, children }: { session: Session; children: ReactNode }) {
  const known = useMemo(
    () => ({ seats: readSeats(session), nameOf: nameSeats(session), question: session.question }),
    [session],
  )
  return <SeatsContext value={known}>{children}</SeatsContext>
}

export const useQuestion = (): Question | undefined => useContext(SeatsContext).question

/** The number of colours. Seats that share a colour differ by their number. */
const COLORS = 8

export const seatColor = (number: number): string => `var(--seat-${((number - 1) % COLORS) + 1})`

/** The number of a seat in its colour, as in the chart. */
export const SeatBadge = ({ number }: { number: number }) => (
  <span className="seat-badge" style={{ '--seat': seatColor(number) } as CSSProperties}>
    {number}
  </span>
)

/** The name of a seat, also of one that was replaced. */
export function SeatName({ agentId }: { agentId: string }) {
  const { seats, nameOf } = useContext(SeatsContext)
  const seat = seats.find((one) => one.agentId === agentId)
  return (
    <span className="seat-name">
      {seat && <SeatBadge number={seat.number} />} {nameOf(agentId)}
    </span>
  )
}

interface Described {
  model: string
  role?: string | undefined
  persona?: string | undefined
}

/** Describes a seat beside its name, which ends with the model without its provider. */
export const sayDetails = ({ model, role, persona }: Described): string =>
  [model.includes('/') && model, role, persona].filter(Boolean).join(' · ')

/** The names of seats, in the order of their numbers. */
export function SeatNames({ agentIds }: { agentIds: readonly string[] }) {
  const { seats } = useContext(SeatsContext)
  const numberOf = (agentId: string) => seats.findIndex((seat) => seat.agentId === agentId)
  return (
    <span className="seat-names">
      {agentIds
        .toSorted((a, b) => numberOf(a) - numberOf(b))
        .map((agentId) => (
          <SeatName key={agentId} agentId={agentId} />
        ))}
    </span>
  )
}
