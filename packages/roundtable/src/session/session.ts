import type { Usage } from '@sweatpants/framework'
import type { ConsensusResult } from './consensus.ts'
import type { ContextRecord, ContextRequest } from './context-request.ts'
import type { AgentResponse, Ballot } from './response.ts'
import type { Seat, SeatFailure } from './seat.ts'

export type SessionStatus = 'active' | 'paused' | 'completed'

/** Why a debate is over. */
export type EndReason = 'rounds' | 'unanimous' | 'decided' | 'stable_disagreement' | 'budget' | 'stopped'

export interface BudgetLimits {
  /** In and out, together. */
  tokens?: number | undefined
  usd?: number | undefined
}

/** What a model made of a round. A summary, not the number. */
export interface RoundSummary {
  text: string
  keyPoints: string[]
  model: string
  usage: Usage
}

/** One pass in which every seat is heard. */
export interface Round {
  number: number
  focusQuestion?: string
  /** Who is asked. */
  agentIds: string[]
  /** Answered context that every seat is shown, by request id. */
  contextIds: string[]
  /** Whose model is at work. */
  asking: string[]
  ballots: Ballot[]
  failures: SeatFailure[]
  summary?: RoundSummary
  /** Why there is no summary, where one was asked for. */
  summaryFailure?: string
  consensus?: ConsensusResult
  usage: Usage
  startedAt: string
  endedAt?: string
}

/** The whole of a debate, by a model, once. */
export interface Synthesis {
  text: string
  model: string
  /** After how many rounds it was written. */
  round: number
  usage: Usage
  timestamp: string
}

/** A debate. It is the reducer over its log. */
export interface Session {
  id: string
  principal?: string
  topic: string
  mode: string
  seats: Seat[]
  agentIds: string[]
  /** Seats that were wanted and could not be had. */
  absent: SeatFailure[]
  /** What may be answered, where the question is a choice. */
  answers: string[]
  exitOnConsensus: boolean
  /** Whether a model thinks of the perspectives of the seats, before the first of them speaks. */
  generatesPerspectives: boolean
  budget: BudgetLimits
  status: SessionStatus
  endReason?: EndReason
  /** 0 before the first. */
  currentRound: number
  totalRounds: number
  rounds: Round[]
  responses: AgentResponse[]
  contextRequests: ContextRecord[]
  /** Those that wait for an answer. */
  pendingContextRequests: ContextRequest[]
  /** Of the last round that ended. */
  consensus?: ConsensusResult
  synthesis?: Synthesis
  usage: Usage
  createdAt: string
  updatedAt: string
}

export const roundOf = (session: Session, number: number): Round | undefined =>
  session.rounds.find((round) => round.number === number)

/** The round that was begun and has not ended. */
export const openRound = (session: Session): Round | undefined =>
  session.rounds.find((round) => round.endedAt === undefined)

export const responsesOf = (session: Session, round: number): AgentResponse[] =>
  session.responses.filter((response) => response.round === round)

export function seatOf(session: Session, agentId: string): Seat {
  const seat = session.seats.find((one) => one.agentId === agentId)
  if (seat === undefined) throw new TypeError(`session ${session.id} has no seat ${agentId}`)
  return seat
}
