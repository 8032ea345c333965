import type { Stance } from '../session/seat.ts'
import type { Session } from '../session/session.ts'

/** Somebody who was wanted at the table, as a reader is shown them. */
export interface ReportSeat {
  /** From 1, in the order of the table; what it is known by in pictures. */
  number: number
  agentId: string
  model: string
  family?: string
  persona?: string
  role?: string
  /** The side that it argues because it has to. */
  argues?: Stance
  /** Why it never sat down. */
  absence?: string
}

/** All seats, also those that could not be had. */
export function readSeats({ seats, agentIds, absent }: Session): ReportSeat[] {
  const present = seats.map(({ agentId, model, family, persona, role }) => ({
    agentId,
    model,
    family,
    ...(persona !== undefined && { persona }),
    ...(role !== undefined && { role: role.name }),
    ...(role?.stance !== undefined && { argues: role.stance }),
  }))
  const missing = absent
    .filter(({ agentId }) => !agentIds.includes(agentId))
    .map(({ agentId, model, reason }) => ({ agentId, model, absence: reason }))
  return [...present, ...missing].map((seat, index) => ({ number: index + 1, ...seat }))
}
