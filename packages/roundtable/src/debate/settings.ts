/** What may be configured, and between which bounds. */
export interface DebateSettings {
  /** Tokens that a prompt may have, about. */
  promptTokens: number
  /** Tokens that an answer may have. */
  answerTokens: number
  /** How often a seat may use its toolkit before it has to answer. */
  toolRounds: number
  /** Milliseconds after which a process that was not heard of counts as dead. */
  leaseTtl: number
  thresholds: Thresholds
}

export interface Thresholds {
  /** The least agreement that is called high. */
  high: number
  /** The least agreement that is called medium. */
  medium: number
  /** How many rounds without a change make a disagreement stable. */
  stableRounds: number
}

/** What holds where nothing is configured. */
export const DEFAULT_SETTINGS: DebateSettings = {
  promptTokens: 12_000,
  answerTokens: 2_048,
  toolRounds: 4,
  leaseTtl: 5_000,
  thresholds: { high: 0.75, medium: 0.5, stableRounds: 2 },
}
