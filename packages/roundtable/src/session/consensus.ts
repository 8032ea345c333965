export type ConsensusLevel = 'high' | 'medium' | 'low' | 'insufficient'

/** What the vote is about: typed answers, sides, or positions that say the same. */
export type VoteBasis = 'answers' | 'stances' | 'positions'

export interface VoteShare {
  /** The answer, the side, or the position of whoever is surest of it. */
  answer: string
  agentIds: string[]
  families: string[]
}

/** Somebody who no longer says what they said before. */
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

/** What to go by: what seats said on their own, pooled. It need not be what they agree on in the end. */
export interface Decision {
  answer: string
  /** How likely it is right. */
  probability: number
}

/** Where a debate stands after a round. Computed from what seats said; a failed seat is absent, not of anybody's opinion. */
export interface ConsensusResult {
  round: number
  basis: VoteBasis
  level: ConsensusLevel
  /** The share of all seats that stand behind the leading answer, from 0 to 1; absent seats stand behind nothing. */
  agreementScore: number
  /** The leading answer; none where nobody was heard or several lead. */
  leading?: string
  /** How likely the leading answer is right, anchored on what seats said before they heard each other. */
  probability?: number
  /** None where nobody was heard, or several answers are as likely. */
  decision?: Decision
  /** The largest first. */
  vote: VoteShare[]
  /** What seats said before they heard each other. */
  independentVote: VoteShare[]
  /** What they said when they were asked once more in private, if they were. */
  againVote?: VoteShare[]
  seats: { total: number; heard: number; absent: number }
  /** Model families behind the leading answer. */
  families: string[]
  flips: Flip[]
  dissent: Dissent[]
  warnings: string[]
  recommendation: string
}
