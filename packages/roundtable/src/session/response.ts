import type { Usage } from '@sweatpants/framework'
import type { Stance } from './seat.ts'

/** A source of an answer. */
export interface Citation {
  title: string
  url?: string
  quote?: string
  /** The claim that it supports. */
  claim?: string
  /** Whether a search or a tool has returned it. Otherwise the model names it from memory. */
  isChecked?: true
}

/** A number, and the range in which the seat is 80% sure that the true number lies. */
export interface NumberRange {
  value: number
  low?: number
  high?: number
}

/** A parsed answer of a seat. A field that the model did not give is absent. */
export interface Statement {
  /** One sentence. */
  position: string
  /** One of the options of a choice, or the proposal of the seat if the question is open. */
  answer?: string
  /** How the seat spreads its belief over the options; sums to 1. */
  spread?: Record<string, number>
  /** The side of the seat, if the question is a proposition. */
  stance?: Stance
  /** The number of the seat, if the question is an estimate. */
  estimate?: NumberRange
  /** From 0 to 1. */
  confidence?: number
  /** False if the group that the seat's proposal was put into does not say what the seat meant. */
  standsBehind?: boolean
  reasoning: string
  keyPoints: string[]
  citations: Citation[]
  /** Why the seat changed its position. */
  changeReason?: string
  /** The `agentId`s of the seats that it agrees with. */
  agreesWith: string[]
  /** The `agentId`s of the other seats by their last answers, best first, if the mode ranks. */
  ranking?: string[]
  /** What is missing or wrong in the ranking. */
  rankingProblem?: string
}

/** One use of the toolkit. */
export interface ToolUse {
  name: string
  input: unknown
  result: unknown
}

/** The answer of a seat in a round. There is at most one for each round and seat. */
export interface AgentResponse extends Statement {
  agentId: string
  round: number
  /** The model that answered, as its provider names it. */
  model: string
  /** The model's reasoning, if its provider returns it. */
  thoughts?: string
  toolUses: ToolUse[]
  /** How the answer departs from the seat's role. */
  violation?: string
  /** The answer ends early: it was cut at the token limit, also when it was requested with more. */
  isCut?: true
  usage: Usage
  timestamp: string
}

/** What counts of an answer. */
export type Vote = Pick<Statement, 'position' | 'answer' | 'spread' | 'stance' | 'estimate' | 'confidence'>

/** The private answer of a seat: before it has heard the others, or as if it had not. */
export interface Ballot extends Vote {
  agentId: string
  round: number
  model: string
  usage: Usage
  timestamp: string
}
