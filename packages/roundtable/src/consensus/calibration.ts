/**
 * The constants from which probabilities are computed. `npm run bench:debate -- --fit` fits the
 * constants on simulated debates, and `bench/DEBATE.md` reports how they perform on others.
 */
export interface Calibration {
  /** Added to the log-odds of a stated confidence. Below 0, since a seat that only guesses states 50%. */
  skill: number
  /** The factor for the log-odds of a stated confidence. */
  shrink: number
  /** The confidence of a seat that states none. Not fitted: simulated seats always state it. */
  unstated: number
  /** Correlation of the errors of any two seats, from 0 to 1: models are trained on the same texts. */
  alike: number
  /** Additional correlation within a model family. */
  kin: number
  /** Additional correlation between two answers of one seat. */
  self: number
  /** Correlation of the confidence of a seat between its answers, from 0 to 1. */
  mood: number
  /** The share of errors that choose the most tempting wrong answer. */
  temptation: number
  /**
   * Lead over the median confidence, in log-odds, at which a seat is 50 % likely to be overconfident. A confidence above
   * that limit counts as the limit.
   */
  brag: number
  /** How quickly the doubt grows with that lead. */
  doubt: number
  /** How much lower that limit is for a seat that convinces all others than for one that convinces none, in log-odds. */
  sway: number
  /**
   * The weight of a vote that changed after facts had arrived, relative to an independent vote. Not fitted: simulated
   * seats ask for no facts.
   */
  informed: number
  /** The highest probability; the lowest is 1 minus it. Not fitted. */
  ceiling: number
}

export const DEFAULT_CALIBRATION: Calibration = {
  skill: -0.588,
  shrink: 0.747,
  unstated: 0.65,
  alike: 0.349,
  kin: 0.232,
  self: 0.231,
  mood: 0.672,
  temptation: 0.569,
  brag: 1.95,
  doubt: 6.29,
  sway: 1.33,
  informed: 0.5,
  ceiling: 0.99,
}

/** When two positions count as the same. */
export interface Likeness {
  /** Minimum share of all their words that both contain. */
  jaccard: number
  /** Minimum share of the words of the shorter position that the longer one contains. */
  containment: number
}

export const DEFAULT_LIKENESS: Likeness = { jaccard: 0.5, containment: 0.8 }

/** The average rise in confidence, without new evidence, from which a warning is given. */
export const SUSPICIOUS_RISE = 0.1
