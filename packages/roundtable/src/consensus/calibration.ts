/**
 * How much what seats say is worth. Priors from what is known of panels of models; an evaluation fits them again, so
 * everything that a probability depends on is here.
 */
export interface Calibration {
  /** What the log-odds of a stated confidence are multiplied with: models that say 90% are right less often. */
  shrink: number
  /** A confidence is read as no more than this before it is shrunk, so that one “100%” does not decide. */
  surest: number
  /** The log-odds of a vote without a confidence, or with one below a half: a weak vote for what it says. */
  weakVote: number
  /** How alike the errors of two seats of one model family are, from 0 to 1. */
  sameFamily: number
  /** How alike the errors of two seats of different families are: they have read the same texts. */
  otherFamily: number
  /** What a vote counts that was changed, or first given, after hearing others, against an independent one. */
  conversion: number
  /** No probability is nearer to 0 or 1 than this leaves it. */
  ceiling: number
}

export const DEFAULT_CALIBRATION: Calibration = {
  shrink: 0.5,
  surest: 0.95,
  weakVote: 0.2,
  sameFamily: 0.6,
  otherFamily: 0.3,
  conversion: 0.15,
  ceiling: 0.95,
}

/** When two positions are taken to say the same. */
export interface Likeness {
  /** The least share of all their words that both have. */
  jaccard: number
  /** The least share of the shorter one's words that the longer one has. */
  containment: number
}

export const DEFAULT_LIKENESS: Likeness = { jaccard: 0.5, containment: 0.8 }

/** How much surer the seats have to become on average, without anything new, for that to be suspicious. */
export const SUSPICIOUS_RISE = 0.1
