import type { Usage } from '@sweatpants/framework'
import type { Attachment } from './attachment.ts'
import type { ConsensusResult } from './consensus.ts'
import type { ContextRecord, ContextRequest } from './context-request.ts'
import type { Merger, Question } from './question.ts'
import type { AgentResponse, Ballot } from './response.ts'
import type { Seat, SeatFailure, Substitute } from './seat.ts'
import type { Synthesis } from './synthesis.ts'

export type SessionStatus = 'active' | 'paused' | 'completed'

/** Why a debate ended. */
export type EndReason = 'rounds' | 'unanimous' | 'decided' | 'stable_disagreement' | 'budget' | 'stopped'

export interface BudgetLimits {
  /** Input and output together. */
  tokens?: number | undefined
  usd?: number | undefined
  /** The price of models that is not known otherwise, in US dollars for a million tokens. */
  pricePerMillion?: { input: number; output: number } | undefined
}

/** A model's summary of a round. The vote is computed without it. */
export interface RoundSummary {
  text: string
  keyPoints: string[]
  model: string
  usage: Usage
}

/**
 * What happens with a round that has not ended.
 *
 * - `called`: a caller has begun or continued it, and no process plays it yet.
 * - `playing`: a process plays it for that caller.
 * - `adopted`: another process has taken it over, and the caller may be gone; `continue` joins it.
 * - `interrupted`: it waits for `continue`.
 * - `blocked`: it waits for a server version that can continue it.
 */
export type RoundStage = 'called' | 'playing' | 'adopted' | 'interrupted' | 'blocked'

/** One pass in which every seat is asked once. */
export interface Round {
  number: number
  focusQuestion?: string
  /** The seats that are asked. */
  agentIds: string[]
  /** Answered context that every seat is shown, by request id. */
  contextIds: string[]
  /** Absent once the round has ended. */
  stage?: RoundStage
  /** Seats whose model has been asked and has not answered yet. */
  asking: string[]
  /** What these seats have said so far, by `agentId`. */
  drafts?: Record<string, string>
  ballots: Ballot[]
  failures: SeatFailure[]
  summary?: RoundSummary
  /** Why there is no summary although one was requested. */
  summaryFailure?: string
  consensus?: ConsensusResult
  usage: Usage
  startedAt: string
  endedAt?: string
}

/** How a decision turned out. */
export type Verdict = 'right' | 'wrong'

/** What the owner of a debate has said about how its decision turned out. */
export interface DecisionOutcome {
  verdict: Verdict
  /** The decision that it is about. */
  answer: string
  note?: string
  timestamp: string
}

/** A connected tool. After a restart, a tool of another server can have the same name, but not the same version. */
export interface ChosenTool {
  name: string
  version?: string
}

/** A debate: the state that its events reduce to. */
export interface Session {
  id: string
  principal?: string
  topic: string
  /** What lists call it, if its owner has renamed it. The panel debates the topic. */
  title?: string
  mode: string
  seats: Seat[]
  agentIds: string[]
  /** Requested seats without a usable model. */
  absent: SeatFailure[]
  /** Models that can still take the place of a seat. */
  substitutes?: Substitute[]
  /** Seats that failed before they were heard and were replaced. */
  replaced?: Seat[]
  /** Documents that every seat can read. */
  attachments?: Attachment[]
  /** Seats whose model cannot see the images among the attachments. */
  withoutImages?: string[]
  /** What is decided. Absent until the caller or a model has said which kind of question the topic is. */
  question?: Question
  /** The proposals of an open question, once they were merged. */
  merger?: Merger
  exitOnConsensus: boolean
  /** Whether seats search the web, where their provider can. */
  webSearch?: boolean
  /** Connected tools that the seats can use. Absent: no tool was connected. */
  tools?: ChosenTool[]
  /** Whether a model suggests the perspectives of the seats before the first round. */
  generatesPerspectives: boolean
  /** Whether the caller passes context requests on to the owner, so that the inbox does not list them as well. */
  asksThroughCaller?: boolean
  budget: BudgetLimits
  status: SessionStatus
  endReason?: EndReason
  /** 0 before the first round. */
  currentRound: number
  totalRounds: number
  rounds: Round[]
  responses: AgentResponse[]
  contextRequests: ContextRecord[]
  /** The requests without an answer. */
  pendingContextRequests: ContextRequest[]
  /** Computed from the last round that ended. */
  consensus?: ConsensusResult
  /** The model that writes the synthesis, or `none`. Default: that of a seat that did not speak last. */
  synthesizer?: string
  synthesis?: Synthesis
  /** Why the last attempt at a synthesis failed. */
  synthesisFailure?: string
  /** Absent until the owner has recorded one for the current decision. */
  outcome?: DecisionOutcome
  usage: Usage
  createdAt: string
  updatedAt: string
}

export const roundOf = (session: Session, number: number): Round | undefined =>
  session.rounds.find((round) => round.number === number)

/** Returns the round that was begun and has not ended. */
export const openRound = (session: Session): Round | undefined =>
  session.rounds.find((round) => round.endedAt === undefined)

/** Whether a round may still end, and change the result. A debate that is over leaves its last round open if it was stopped. */
export const isInRound = (session: Session): boolean =>
  session.status !== 'completed' && openRound(session) !== undefined

export const responsesOf = (session: Session, round: number): AgentResponse[] =>
  session.responses.filter((response) => response.round === round)

export function seatOf(session: Session, agentId: string): Seat {
  const seat = session.seats.find((one) => one.agentId === agentId)
  if (seat === undefined) throw new TypeError(`session ${session.id} has no seat ${agentId}`)
  return seat
}

/** Whether a seat answered in the round. One in which no seat was heard does not count. */
export const isHeard = ({ responses }: Session, number: number): boolean =>
  responses.some(({ round }) => round === number)

/** Returns the last round before this one in which a seat was heard; 0 if there is none. */
export const heardBefore = ({ responses }: Session, number: number): number =>
  responses.findLast(({ round }) => round < number)?.round ?? 0

/** Whether the budget allows no further call. */
export const isSpent = ({
  budget: { tokens = Number.POSITIVE_INFINITY, usd = Number.POSITIVE_INFINITY },
  usage,
}: Session): boolean => usage.inputTokens + usage.outputTokens >= tokens || (usage.costUsd ?? 0) >= usd

/** Whether a model can write the debate up: a seat has answered, and the budget is not used up. */
export const canWriteUp = (session: Session): boolean =>
  session.responses.length > 0 && session.endReason !== 'budget' && !isSpent(session)

/** Whether one more round about a question can be added to a debate that is over. */
export const canReopen = (session: Session): boolean =>
  session.status === 'completed' &&
  session.endReason !== 'stopped' &&
  session.endReason !== 'budget' &&
  !isSpent(session)
