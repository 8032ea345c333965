/**
 * How much what seats say is worth: everything that a probability depends on. `npm run bench:debate -- --fit` fits the
 * constants on simulated debates, and `bench/DEBATE.md` says how they do in others.
 */
export interface Calibration {
  /** Added to the log-odds of a stated confidence. Below 0, since 50% is said by who has no idea. */
  skill: number
  /** What the log-odds of a stated confidence are multiplied with. */
  shrink: number
  /** A confidence is read as no more than this, so that one “100%” does not decide. */
  surest: number
  /** What the confidence of a seat is taken to be that states none. Not fitted: those who are simulated state theirs. */
  unstated: number
  /** How likely all seats of a model family are led astray together. */
  familyError: number
  /** How alike the errors of different families are, from 0 to 1: they have read the same texts. */
  otherFamily: number
  /**
   * What a vote counts that was changed, or first given, after hearing others, against an independent one. Whether seats
   * went over to the truth or to somebody persuasive does not show, and the second costs more than the first gains.
   */
  conversion: number
  /** The same for a vote that was changed when facts had come in. Not fitted: those who are simulated ask for none. */
  informed: number
  /** No probability is nearer to 0 or 1 than this leaves it. Not fitted. */
  ceiling: number
}

export const DEFAULT_CALIBRATION: Calibration = {
  skill: -1.03,
  shrink: 1.58,
  surest: 0.849,
  unstated: 0.65,
  familyError: 0.103,
  otherFamily: 0.161,
  conversion: 0,
  informed: 0.5,
  ceiling: 0.99,
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
