import type { Jsonified, Operation, QuietContext } from '@sweatpants/framework'
import type { z } from 'zod'
import type { Roundtable } from '../debate/roundtable.ts'
import { RoundtableError } from '../errors.ts'
import { nameSeats } from '../session/name-seats.ts'
import { answerOf, type CastVote } from '../session/question.ts'
import { type Round, roundOf, type Session } from '../session/session.ts'
import { orRefusal, type Refusal } from './refusal.ts'
import type * as schemas from './reply-schemas.ts'

/** Reads something of a session in one step. Sessions of other principals are not found. */
export function* readSession<T>(
  roundtable: Roundtable,
  ctx: QuietContext,
  sessionId: string,
  read: (session: Session) => T,
): Operation<Jsonified<T | Refusal>> {
  const { principal } = ctx
  return yield* ctx.step('read', () =>
    orRefusal(roundtable, async () => read(await roundtable.get(sessionId, { principal }))),
  )
}

/** Returns a function that adds the name of the seat for people, since its id says nothing to them. */
export function withNames(session: Session): <T extends { agentId: string }>(one: T) => T & { name: string } {
  const nameOf = nameSeats(session)
  return (one) => ({ ...one, name: nameOf(one.agentId) })
}

/** Returns a function that says the answer of a vote as people do: “Yes, migrate now” for a side of a proposition. */
export const withAnswers =
  (session: Session) =>
  <T extends CastVote>(one: T): T & { answer: string | undefined } => ({ ...one, answer: answerOf(session, one) })

/** Returns the seats as replies show them. */
export const describeSeats = (session: Session): z.infer<typeof schemas.seat>[] =>
  session.seats.map(withNames(session)).map((seat) => ({ ...seat, role: seat.role?.name }))

/** Returns the round with that number, by default the last. Throws when there is none. */
export function findRound(session: Session, number = session.currentRound): Round {
  const round = roundOf(session, number)
  if (round === undefined) {
    const known = session.rounds.length === 0 ? 'no round has begun' : `its rounds are 1 to ${session.rounds.length}`
    throw new RoundtableError('not_found', `session ${session.id} has no round ${number}; ${known}`)
  }
  return round
}

export function refuseUnknownAgent(session: Session, agentId: string): void {
  if (session.agentIds.includes(agentId)) return
  const known = session.agentIds.join(', ')
  throw new RoundtableError('not_found', `session ${session.id} has no agent ${agentId}; its agents: ${known}`)
}
