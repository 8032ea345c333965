import {
  type AgentResponse,
  type Ballot,
  isRunning,
  type Round,
  type SeatFailure,
  type Session,
} from '@sweatpants/roundtable/browser'

/** The state of a seat in a running round. */
export type SeatState =
  /** It casts a private ballot. */
  | { type: 'voting' }
  /** It has voted, and other seats have not. */
  | { type: 'waiting' }
  | { type: 'asked' }
  /** Seats speak one after another, and it has not spoken. */
  | { type: 'in-turn' }
  /** It has not answered, and the round is not played now. */
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
  if (!isRunning(session)) return { type: 'unheard' }
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

/** The first round begins with a ballot only in modes in which seats speak one after another. */
const speaksInTurn = ({ rounds: [first] }: Session): boolean => first !== undefined && beganWithBallot(first)
