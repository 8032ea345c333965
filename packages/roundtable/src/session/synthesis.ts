import type { Usage } from '@sweatpants/framework'

/** A statement of a synthesis. */
export interface Finding {
  text: string
  /** The seats that said it. Empty if the author named none. */
  agentIds: string[]
}

export interface Disagreement extends Finding {
  /** The fact or value that would settle it. */
  settledBy?: string
}

/** The lists of findings, in the order in which readers want them. */
export const FINDING_LISTS = [
  'reasons',
  'conditions',
  'risks',
  'nextSteps',
  'commonGround',
  'disagreements',
  'wouldChange',
] as const

export type FindingList = (typeof FINDING_LISTS)[number]

/** The answer of a debate as a model wrote it, with what it rests on. */
export interface SynthesisText {
  /** What to do, or what is true, in Markdown. */
  answer: string
  /** Why. */
  reasons: Finding[]
  /** What all seats hold. */
  commonGround: Finding[]
  /** What is contested. */
  disagreements: Disagreement[]
  /** When the answer holds. */
  conditions: Finding[]
  risks: Finding[]
  nextSteps: Finding[]
  /** What would change the answer. */
  wouldChange: Finding[]
}

export const NO_FINDINGS: Readonly<Omit<SynthesisText, 'answer'>> = {
  reasons: [],
  commonGround: [],
  disagreements: [],
  conditions: [],
  risks: [],
  nextSteps: [],
  wouldChange: [],
}

/** An answer that differs from the counted one. */
export interface Contradiction {
  /** The possible answer, or the number, that the author gives. */
  written: string
  /** The counted answer; absent with a tie. */
  counted?: string
}

/** Why a model did not write the synthesis. */
export interface ModelFailure {
  model: string
  reason: string
}

/** A model's write-up of the whole debate. The vote is counted without it. */
export interface Synthesis extends SynthesisText {
  /** Absent if the write-up follows the vote, or names none of its answers. */
  contradiction?: Contradiction
  /** Whether the text ends early, also after a second attempt with more tokens. */
  isCut?: boolean
  /** The chosen `synthesizer`, if it failed and `model` wrote the text instead. */
  insteadOf?: ModelFailure
  model: string
  /** The last round that it covers. */
  round: number
  usage: Usage
  timestamp: string
}
