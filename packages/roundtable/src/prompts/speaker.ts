import type { Mode } from '../modes/mode.ts'
import type { AgentResponse } from '../session/response.ts'
import type { Seat } from '../session/seat.ts'
import type { Session } from '../session/session.ts'

/** What a seat is called at this table: its `agentId`, or its label where names are hidden. */
export const speakerOf = (seat: Seat, mode: Mode): string =>
  plainName(mode.recall.speakers === 'names' ? seat.agentId : seat.label)

/** The same by `agentId`. Somebody who has no seat has no name. */
export function createNames(session: Session, mode: Mode): (agentId: string) => string {
  const names = new Map(session.seats.map((seat) => [seat.agentId, speakerOf(seat, mode)]))
  return (agentId) => names.get(agentId) ?? 'somebody else'
}

/** Statements round by round in the order in which seats speak, not that in which their models were done. */
export function inOrder(statements: readonly AgentResponse[], session: Session, mode: Mode): AgentResponse[] {
  const order = mode.order(session.seats).flatMap((group) => group.map(({ agentId }) => agentId))
  return statements.toSorted((a, b) => a.round - b.round || order.indexOf(a.agentId) - order.indexOf(b.agentId))
}

/** A name stands outside of fences, and a session that was imported may bring any. */
const plainName = (name: string): string =>
  (name.match(/[\p{L}\p{N}_ -]+/gu) ?? []).join('').trim().slice(0, 60) || 'a seat'
