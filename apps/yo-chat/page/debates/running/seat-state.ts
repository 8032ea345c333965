import type { AgentResponse, Ballot, Round, SeatFailure, Session } from '@sweatpants/roundtable/browser'

/** What a seat does in a round that goes on. */
export type SeatState =
  /** It is asked in private what it holds. */
  | { type: 'voting' }
  /** It has voted, and other seats have not. */
  | { type: 'waiting' }
  | { type: 'asked' }
  /** Seats speak one after another, and it has not spoken. */
  | { type: 'in-turn' }
  /** It was to be asked, and the debate is not going on. */
  | { type: 'unheard' }
  | { type: 'answered'; response: AgentResponse }
  | { type: 'failed'; failure: SeatFailure }

export interface SeatProgress {
  state: SeatState
  ballot?: Ballot
  /** Why it has no ballot, in a round that began with one. */
  ballotFailure?: SeatFailure
}

export function progressOf(session: Session, round: Round, agentId: string): SeatProgress {
  const isMine = (one: { agentId: string }) => one.agentId === agentId
  const ballot = round.ballots.find(isMine)
  const ballotFailure = round.failures.find((failure) => isMine(failure) && failure.phase === 'ballot')
  return {
    state: stateOf(session, round, agentId),
    ...(ballot && { ballot }),
    ...(ballotFailure && { ballotFailure }),
  }
}

function stateOf(session: Session, round: Round, agentId: string): SeatState {
  const response = session.responses.find((one) => one.round === round.number && one.agentId === agentId)
  if (response !== undefined) return { type: 'answered', response }
  const failure = round.failures.find((one) => one.agentId === agentId && one.phase === 'response')
  if (failure !== undefined) return { type: 'failed', failure }
  if (session.status !== 'active') return { type: 'unheard' }
  if (isVoting(round)) return { type: hasVoted(round, agentId) ? 'waiting' : 'voting' }
  if (round.asking.includes(agentId)) return { type: 'asked' }
  return { type: speaksInTurn(session) ? 'in-turn' : 'asked' }
}

const hasVoted = ({ ballots, failures }: Round, agentId: string): boolean =>
  ballots.some((ballot) => ballot.agentId === agentId) ||
  failures.some((failure) => failure.agentId === agentId && failure.phase === 'ballot')

const beganWithBallot = ({ ballots, failures }: Round): boolean =>
  ballots.length > 0 || failures.some(({ phase }) => phase === 'ballot')

/** Whether ballots are missing in a round that began with a ballot. */
const isVoting = (round: Round): boolean =>
  beganWithBallot(round) && !round.agentIds.every((agentId) => hasVoted(round, agentId))

/** It is the modes in which seats speak one after another whose first round begins with a ballot. */
const speaksInTurn = ({ rounds: [first] }: Session): boolean => first !== undefined && beganWithBallot(first)

/** How many of those who were asked in a round have been heard, or will not be. */
export function countHeard(session: Session, round: Round): { answered: number; failed: number; asked: number } {
  const states = round.agentIds.map((agentId) => stateOf(session, round, agentId).type)
  return {
    answered: states.filter((state) => state === 'answered').length,
    failed: states.filter((state) => state === 'failed').length,
    asked: states.length,
  }
}
