import type { Usage } from '@sweatpants/framework'
import type { Vote } from './response.ts'
import type { Stance } from './seat.ts'

/** A sentence to be for or against. */
export interface Proposition {
  kind: 'proposition'
  /** The proposition as a sentence. */
  proposition: string
  /** The two answers as people say them: “Yes, migrate now”. */
  yes: string
  no: string
}

/** A question whose possible answers are known. */
export interface Choice {
  kind: 'choice'
  options: string[]
}

/** A question for a number. */
export interface Estimate {
  kind: 'estimate'
  /** What the number measures. */
  quantity: string
  unit: string
}

/** A question whose answers the seats propose. */
export interface OpenQuestion {
  kind: 'open'
}

export type QuestionForm = Proposition | Choice | Estimate | OpenQuestion

export type QuestionKind = QuestionForm['kind']

/** What a debate decides. The kind determines the form of every answer. */
export type Question = QuestionForm & {
  /** Whether it can turn out which answer was right. False where the answer depends on values or taste. */
  isCheckable: boolean
  /** `default`: no model could decide on the kind, so the question counts as open. */
  by: 'caller' | 'model' | 'default'
  /** The first round that asks it in this form. */
  since: number
  /** What it was read as before the caller corrected it, the first reading first. */
  earlier?: EarlierReading[]
}

/** A form of the question that the caller has corrected. */
export type EarlierReading = QuestionForm & Pick<Question, 'since'>

/** Returns the form of a question, without who gave it. */
export const toForm = ({ isCheckable: _, by: __, since: ___, earlier: ____, ...form }: Question): QuestionForm => form

/** Returns the form in which a round asked the question. */
export const readingIn = (question: Question, round: number): EarlierReading => {
  const readings: EarlierReading[] = [...(question.earlier ?? []), question]
  return readings.findLast(({ since }) => since <= round) ?? readings[0]!
}

/** The part of a session that tells which rounds were heard. */
interface Heard {
  question?: Question
  currentRound: number
  responses: readonly { round: number }[]
}

/** Returns the first round whose answers count for the question. Rounds in which no seat was heard do not count. */
export const firstRoundOf = ({ question, currentRound, responses }: Heard): number => {
  const { since } = question ?? { since: 1 }
  return responses.find(({ round }) => round >= since)?.round ?? Math.max(since, currentRound)
}

/** Returns a side of a proposition as people say it. */
export const saySide = ({ yes, no }: { yes: string; no: string }, stance: Stance): string =>
  ({ support: yes, oppose: no, neutral: 'Undecided' })[stance]

export type CastVote = Pick<Vote, 'answer' | 'stance'> & { round: number }

/** Returns the answer of a vote as people say it; `undefined` for an estimate. */
export function answerOf(
  { question }: { question?: Question },
  { round, answer, stance }: CastVote,
): string | undefined {
  const form = question && readingIn(question, round)
  return stance !== undefined && form?.kind === 'proposition' ? saySide(form, stance) : answer
}

/** Proposals that say the same, according to a model that saw their texts without names. */
export interface ProposalGroup {
  /** The common proposal, and the possible answer from the next round on. */
  label: string
  /** Why these proposals are the same. */
  reason: string
  /** The proposals in the words of the seats. */
  texts: string[]
}

/** The proposals of an open question, merged at the end of a round. */
export interface Merger {
  groups: ProposalGroup[]
  /** The round whose proposals were merged last. */
  round: number
  /** The model that merged them; absent if there was nothing to merge. */
  model?: string
  /** Why no model merged them: each proposal is then a group of its own. */
  problem?: string
  usage: Usage
}

/** Returns the answers that a seat can choose from. An open question has some once its proposals were merged. */
export function optionsOf({ question, merger }: { question?: Question; merger?: Merger }): readonly string[] {
  if (question?.kind === 'choice') return question.options
  return question?.kind === 'open' ? (merger?.groups.map(({ label }) => label) ?? []) : []
}

/** Returns the answers that can be counted, also the two sides of a proposition. */
export const answersOf = (session: { question?: Question; merger?: Merger }): readonly string[] =>
  session.question?.kind === 'proposition' ? [session.question.yes, session.question.no] : optionsOf(session)

/** Returns the group that a proposal belongs to, by its label, or else by one of its texts: the labels are the answers to choose from. */
export const groupOf = (
  merger: { groups: readonly ProposalGroup[] } | undefined,
  proposal: string,
): ProposalGroup | undefined => {
  const wanted = foldText(proposal)
  return (
    merger?.groups.find((group) => isLabel(group, proposal)) ??
    merger?.groups.find(({ texts }) => texts.some((text) => foldText(text) === wanted))
  )
}

/** Whether a proposal is the label of a group, so that no model had to say that it belongs to it. */
export const isLabel = ({ label }: ProposalGroup, proposal: string): boolean => foldText(label) === foldText(proposal)

/** Texts that differ only in case, blanks and a final full stop are the same proposal. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '')
