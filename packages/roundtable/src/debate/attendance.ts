import type { RoundtableEvent } from '../session/event.ts'
import { responsesOf, roundOf, type Session } from '../session/session.ts'
import { toNotice } from './notice.ts'
import type { Heard } from './roundtable.ts'
import { takesBallot } from './takes-ballot.ts'

/** How far a round has come when this event was written. */
export function toHeard(session: Session, round: number, lsn: number, event: RoundtableEvent): Heard | undefined {
  const notice = toNotice(event)
  const isOver = event.type === 'round_end' && event.round === round
  if (notice === undefined) return undefined
  return { after: lsn, notice, ...countAnswers(session, round), isOver }
}

function countAnswers(session: Session, number: number): { done: number; expected: number } {
  const round = roundOf(session, number)
  if (round === undefined) return { done: 0, expected: 0 }
  const done = round.ballots.length + round.failures.length + responsesOf(session, number).length
  return { done, expected: round.agentIds.length * (takesBallot(session, number) ? 2 : 1) }
}
