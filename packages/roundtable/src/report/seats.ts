import { readVotes } from '../consensus/votes.ts'
import { nameSeats } from '../session/name-seats.ts'
import type { Session } from '../session/session.ts'

/** A requested seat, as shown to readers. */
export interface ReportSeat {
  /** From 1, in the order of the table; identifies the seat in pictures. */
  number: number
  agentId: string
  /** “Empiricist · gpt-6”; unique. */
  name: string
  /** The name without the model: “Empiricist”. */
  title: string
  model: string
  family?: string
  persona?: string
  role?: string
  /** Why it could not take part. */
  absence?: string
}

/** All requested seats, including absent ones. */
export function readSeats(session: Session): ReportSeat[] {
  const { seats, agentIds, absent } = session
  const nameOf = nameSeats(session)
  const present = seats.map(({ agentId, model, family, persona, role }) => ({
    agentId,
    model,
    family,
    ...(persona !== undefined && { persona }),
    ...(role !== undefined && { role: role.name }),
  }))
  const missing = absent
    .filter(({ agentId }) => !agentIds.includes(agentId))
    .map(({ agentId, model, reason }) => ({ agentId, model, absence: reason }))
  return [...present, ...missing].map((seat, index) => ({
    number: index + 1,
    ...toNames(nameOf(seat.agentId)),
    ...seat,
  }))
}

const toNames = (name: string) => ({ name, title: name.split(' · ')[0]! })

export type Relation =
  | { type: 'self' }
  /** In the last round in which both were heard. */
  | { type: 'agree' | 'disagree'; round: number }
  | { type: 'unknown' }

export interface Agreement {
  seats: ReportSeat[]
  /** One row and one column per seat. */
  rows: Relation[][]
}

/** Which seats agree with each other; `undefined` if no two seats were heard in the same round. */
export function readAgreement(session: Session): Agreement | undefined {
  const seats = readSeats(session)
  const { votes } = readVotes(session, session.currentRound)
  const voteOf = (agentId: string, round: number) =>
    votes.findLast(({ said }) => said.seat.agentId === agentId && said.round === round && !said.isBallot)
  const rounds = session.rounds.map(({ number }) => number).reverse()

  const relate = (one: string, other: string): Relation => {
    if (one === other) return { type: 'self' }
    for (const round of rounds) {
      const [a, b] = [voteOf(one, round), voteOf(other, round)]
      if (a !== undefined && b !== undefined) return { type: a.key === b.key ? 'agree' : 'disagree', round }
    }
    return { type: 'unknown' }
  }
  const rows = seats.map((one) => seats.map((other) => relate(one.agentId, other.agentId)))
  const isCompared = rows.flat().some(({ type }) => type === 'agree' || type === 'disagree')
  return isCompared ? { seats, rows } : undefined
}
