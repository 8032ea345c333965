import { DEFAULT_THRESHOLDS, type Thresholds } from '../consensus/thresholds.ts'

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

/** What holds where nothing is configured. */
export const DEFAULT_SETTINGS: DebateSettings = {
  promptTokens: 12_000,
  answerTokens: 2_048,
  toolRounds: 4,
  leaseTtl: 5_000,
  thresholds: DEFAULT_THRESHOLDS,
}
