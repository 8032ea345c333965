/**
 * How much what seats say is worth: everything that a probability depends on. `npm run bench:debate -- --fit` fits the
 * constants on simulated debates, and `bench/DEBATE.md` says how they do in others.
 */
export interface Calibration {
  /** Added to the log-odds of a stated confidence. Below 0, since 50% is said by who has no idea. */
  skill: number
  /** What the log-odds of a stated confidence are multiplied with. */
  shrink: number
  /** What the confidence of a seat is taken to be that states none. Not fitted: those who are simulated state theirs. */
  unstated: number
  /** How alike the errors of any two seats are, from 0 to 1: they have read the same texts. */
  alike: number
  /** How much more alike those of one model family are. */
  kin: number
  /** How much more alike those of one seat are, each time that it is asked. */
  self: number
  /** How alike a seat is sure each time that it is asked, whatever it answers, from 0 to 1. */
  mood: number
  /** How often an error is the one that tempts everybody. */
  temptation: number
  /**
   * How much surer than the others, in log-odds, somebody says to be who brags as likely as not. Nobody is believed to be
   * surer than that.
   */
  brag: number
  /** How quickly doubt grows with that. */
  doubt: number
  /** How much sooner somebody is doubted who wins over all others than one who wins over none, in the same log-odds. */
  sway: number
  /**
   * What a vote counts that was changed when facts had come in, against an independent one. Not fitted: those who are
   * simulated ask for none.
   */
  informed: number
  /** No probability is nearer to 0 or 1 than this leaves it. Not fitted. */
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
