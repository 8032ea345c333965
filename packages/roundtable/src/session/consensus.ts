import type { QuestionKind } from './question.ts'

export type ConsensusLevel = 'high' | 'medium' | 'low' | 'insufficient'

export interface VoteShare {
  /** The answer as people say it: “Yes, migrate now”. */
  answer: string
  agentIds: string[]
  families: string[]
}

/** A seat that changed its answer. */
export interface Flip {
  agentId: string
  /** The round in which it changed. */
  round: number
  from: string
  to: string
  reason?: string
}

export interface Dissent {
  agentId: string
  answer: string
  confidence?: number
  reason: string
}

/** The recommended answer, pooled from the independent answers. It may differ from the final majority. */
export interface Decision {
  answer: string
  /** The probability that it is right; absent where none can be given. */
  probability?: number
}

/**
 * Why there is no probability: demo seats know nothing, no answer can turn out right, there are too few votes, the result is a
 * distribution of its own, or a model put proposals together and their seats have not confirmed that they are the same.
 */
export type Unrated = 'demo' | 'values' | 'evidence' | 'estimate' | 'unconfirmed'

/** How much a seat counts, and why. */
export interface SeatWeight {
  agentId: string
  /** How often the seat is right, from 0 to 1. */
  skill: number
  /** Whether the skill table lists its model. */
  isListed: boolean
  /** Past decisions of the owner in which it turned out whether the model was right, and in how many it was. */
  known: number
  right: number
  /** Pairs with other models in past debates, if the seat is rated by how often they agreed. */
  pairs?: number
  /** 1 for a seat of average weight; 0 for a seat that was not heard. */
  weight: number
}

/** An answer of the round before, as the other seats rank it. */
export interface RankedSeat {
  agentId: string
  /** The mean share of the possible Borda points, from 0 to 1. */
  score: number
  /** 1 is the best. Equal scores share a place. */
  place: number
  /** The rankings that count for it. */
  rankings: number
}

/** The result of a round, computed from the answers. A failed seat counts as absent. */
export interface ConsensusResult {
  round: number
  kind: QuestionKind
  level: ConsensusLevel
  /** The share of all seats, absent ones included, that agree on the leading answer; from 0 to 1. */
  agreementScore: number
  /** The leading answer; absent without answers or with a tie. */
  leading?: string
  /** The probability that the leading answer is right, based on the independent answers. */
  probability?: number
  /** Absent without answers or with a tie. */
  decision?: Decision
  unrated?: Unrated
  /** The distribution of the numbers, if the question is an estimate. */
  estimate?: { median: number; low: number; high: number; unit: string }
  /** The largest share first. */
  vote: VoteShare[]
  /** The answers of the seats before they heard each other. */
  independentVote: VoteShare[]
  /** The answers of the second private ballot, if there was one. */
  againVote?: VoteShare[]
  seats: { total: number; heard: number; absent: number }
  /** Seats that were not heard in this round, whose earlier vote counts. */
  carried: string[]
  /** Seats whose proposals a model put together as the leading answer, and that were not asked yet whether they are the same. */
  unconfirmed?: string[]
  /** How much each seat counts, and how many seats of equal weight would count as much together. */
  weights: SeatWeight[]
  effective: number
  /** Past decisions of the owner whose outcome was known when the round ended. */
  outcomes: number
  /** Model families behind the leading answer. */
  families: string[]
  /** If seats have ranked each other's answers, the best first. */
  ranking?: RankedSeat[]
  flips: Flip[]
  dissent: Dissent[]
  warnings: string[]
  recommendation: string
}

/** The probabilities from which on an answer is advised firmly, is called probable, and is given at all. */
export const BANDS = { firm: 0.9, probable: 0.7, least: 0.5 } as const

type Decided = Pick<ConsensusResult, 'decision' | 'unrated'>

/**
 * Returns the answer of the panel; `undefined` if it is more likely wrong than right, or if the seats have not confirmed that
 * their proposals are the same.
 */
export function givenAnswer({ decision, unrated }: Decided): string | undefined {
  const { answer, probability = 1 } = decision ?? {}
  return unrated === 'unconfirmed' || probability < BANDS.least ? undefined : answer
}

/** Whether the answer can turn out right or wrong, and the track record of the seats follows from it. */
export const canTurnOut = (consensus: Decided | undefined): boolean =>
  consensus !== undefined &&
  givenAnswer(consensus) !== undefined &&
  !['demo', 'values', 'estimate'].includes(consensus.unrated ?? '')
