import type { Usage } from '@sweatpants/framework'
import type { Stance } from './seat.ts'

/** Something that an answer rests on. */
export interface Citation {
  title: string
  url?: string
  quote?: string
  /** What it is cited for. */
  claim?: string
}

/** What a seat says, as it was understood. Stored strictly: what the model did not say is absent. */
export interface Statement {
  /** In a sentence. */
  position: string
  /** One of the session's `answers`, where it has any. */
  answer?: string
  stance?: Stance
  /** From 0 to 1. */
  confidence?: number
  reasoning: string
  keyPoints: string[]
  citations: Citation[]
  /** Why it no longer says what it said before. */
  changeReason?: string
  /** Seats whose position it shares, by `agentId`. */
  agreesWith: string[]
}

/** One use of the toolkit. */
export interface ToolUse {
  name: string
  input: unknown
  result: unknown
}

/** What a seat said in a round. There is one for each session, round and agent. */
export interface AgentResponse extends Statement {
  agentId: string
  round: number
  /** As the provider names what answered. */
  model: string
  /** What the model thought aloud before it answered. */
  thoughts?: string
  toolUses: ToolUse[]
  /** How it departs from its role. Reported, not rewritten. */
  violation?: string
  usage: Usage
  timestamp: string
}

/** What a seat holds, without having heard anybody or as if it had not. */
export interface Ballot {
  agentId: string
  round: number
  model: string
  position: string
  answer?: string
  stance?: Stance
  confidence?: number
  usage: Usage
  timestamp: string
}
