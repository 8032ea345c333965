import type { AgentResponse, Ballot, Vote } from '../session/response.ts'
import type { Seat } from '../session/seat.ts'
import type { Session } from '../session/session.ts'

/** A vote of a seat, in a ballot or in a round. */
export interface Said extends Vote {
  seat: Seat
  round: number
  isBallot: boolean
  changeReason?: string
  standsBehind?: boolean
  /** The reason for the vote, in a sentence or two. */
  reason: string
}

/** Whether the debate began with a ballot, even if it failed. */
export const opensWithBallots = ({ rounds: [first] }: Session): boolean =>
  first !== undefined && (first.ballots.length > 0 || first.failures.some(({ phase }) => phase === 'ballot'))

/**
 * Lists the votes up to a round, in the order of rounds and seats. A seat that is assigned a side holds what its first
 * ballot says, not what it argues; without a ballot its own view is unknown.
 */
export function listSaid(session: Session, round: number): Said[] {
  const isBalloted = opensWithBallots(session)
  const said = session.seats.flatMap((seat): Said[] => {
    const isOwn = (one: { agentId: string; round: number }) => one.agentId === seat.agentId && one.round <= round
    const ballots = session.rounds.flatMap((one) => one.ballots.filter(isOwn)).map((ballot) => fromBallot(ballot, seat))
    const responses = session.responses.filter(isOwn)
    if (seat.role?.stance === undefined || !isBalloted)
      return [...ballots, ...responses.map((response) => fromResponse(response, seat))]
    const [held] = ballots
    if (held === undefined) return []
    const since = responses.filter(({ round }) => round >= held.round)
    return [...ballots, ...since.map((one) => ({ ...held, round: one.round, isBallot: false }))]
  })
  return said.sort((a, b) => a.round - b.round || Number(b.isBallot) - Number(a.isBallot))
}

const fromBallot = (ballot: Ballot, seat: Seat): Said => {
  const { round, position, answer, spread, stance, estimate, confidence } = ballot
  return {
    seat,
    round,
    isBallot: true,
    position,
    ...(answer !== undefined && { answer }),
    ...(spread !== undefined && { spread }),
    ...(stance !== undefined && { stance }),
    ...(estimate !== undefined && { estimate }),
    ...(confidence !== undefined && { confidence }),
    reason: position,
  }
}

const fromResponse = (response: AgentResponse, seat: Seat): Said => {
  const { changeReason, standsBehind, keyPoints, reasoning, position } = response
  return {
    ...fromBallot(response, seat),
    isBallot: false,
    ...(changeReason !== undefined && { changeReason }),
    ...(standsBehind !== undefined && { standsBehind }),
    reason: keyPoints[0] ?? (firstSentence(reasoning) || position),
  }
}

const firstSentence = (text: string): string =>
  (/^.{1,400}?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text.slice(0, 400)).trim()

/** The first round in which seats received a fact that they had asked for. */
export function findInformedRound({ rounds, contextRequests }: Session): number {
  const found = new Set(contextRequests.filter(({ answer }) => answer?.success === true).map(({ id }) => id))
  const first = rounds.find(({ contextIds }) => contextIds.some((id) => found.has(id)))
  return first?.number ?? Number.POSITIVE_INFINITY
}
