import { DEFAULT_THRESHOLDS, type Thresholds } from '../consensus/compute-consensus.ts'
import type { Skills } from '../consensus/decide.ts'

export interface DebateSettings {
  /** The approximate most tokens of a prompt. */
  promptTokens: number
  /** The most tokens of an answer, reasoning included. An answer that is cut is requested once more with four times as many. */
  answerTokens: number
  /** Milliseconds after which a model call counts as failed. */
  modelTimeout: number
  /** Milliseconds after which a call over MCP returns although its round is still played. */
  patience: number
  /** How often a seat may use its toolkit before it must answer. */
  toolRounds: number
  /** Milliseconds without a heartbeat after which a process counts as dead. */
  leaseTtl: number
  /** Debates of one principal. */
  sessions: number
  thresholds: Thresholds
  /** The accuracy of models that the skill table does not list, from 0 to 1, by model id. */
  skills: Skills
}

export const DEFAULT_SETTINGS: DebateSettings = {
  promptTokens: 12_000,
  answerTokens: 8_192,
  modelTimeout: 120_000,
  patience: 50_000,
  toolRounds: 4,
  leaseTtl: 5_000,
  sessions: 10_000,
  thresholds: DEFAULT_THRESHOLDS,
  skills: {},
}
