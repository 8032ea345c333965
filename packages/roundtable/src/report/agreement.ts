import { readVotes } from '../consensus/vote-history.ts'
import type { Session } from '../session/session.ts'
import { type ReportSeat, readSeats } from './seats.ts'

export type Relation =
  | { type: 'self' }
  /** As of the last round in which both were heard. */
  | { type: 'agree' | 'disagree'; round: number }
  | { type: 'unknown' }

export interface Agreement {
  seats: ReportSeat[]
  /** A row for each seat, a column for each seat. */
  rows: Relation[][]
}

/** Who is of whose opinion. Two that were never heard in the same round are not compared. */
export function readAgreement(session: Session): Agreement {
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
  return { seats, rows: seats.map((one) => seats.map((other) => relate(one.agentId, other.agentId))) }
}
