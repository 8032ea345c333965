import { givenAnswer } from '../session/consensus.ts'
import type { NameOf } from '../session/name-seats.ts'
import { quote, sayList } from '../session/phrases.ts'
import { firstRoundOf } from '../session/question.ts'
import type { Session } from '../session/session.ts'
import {
  FINDING_LISTS,
  type Finding,
  type FindingList,
  type ModelFailure,
  type Synthesis,
} from '../session/synthesis.ts'
import { ENDS_EARLY } from './words.ts'

/** A part of the synthesis, as readers see it. */
export interface WriteUpPart {
  list: FindingList
  title: string
  findings: readonly (Finding & { settledBy?: string })[]
}

/** The synthesis for readers. */
export interface WriteUp {
  /** Markdown. */
  answer: string
  parts: WriteUpPart[]
  /** What a reader must know before trusting it: a vote without a clear answer, a contradiction with the vote, a text that was cut, another author, a later round. */
  cautions: string[]
  /** Who wrote it. */
  note: string
}

const TITLES: Readonly<Record<FindingList, string>> = {
  reasons: 'Why',
  conditions: 'Under which conditions',
  risks: 'Risks',
  nextSteps: 'Next steps',
  commonGround: 'What all agree on',
  disagreements: 'What is contested',
  wouldChange: 'What would change the answer',
}

export function readWriteUp(session: Session): WriteUp | undefined {
  const { synthesis } = session
  if (synthesis === undefined) return undefined
  const parts = FINDING_LISTS.map((list) => ({ list, title: TITLES[list], findings: synthesis[list] }))
  return {
    answer: synthesis.answer,
    parts: parts.filter(({ findings }) => findings.length > 0),
    cautions: listCautions(synthesis, session),
    note: `Written by ${synthesis.model}. It does not change the vote.`,
  }
}

/** Why the debate has no synthesis, or an older one, although one was wanted. */
export const sayWriteUpProblem = ({ synthesisFailure }: Session): string | undefined =>
  synthesisFailure === undefined
    ? undefined
    : `The answer could not be written up: ${withoutStop(synthesisFailure)}. The vote does not depend on it.`

function listCautions({ contradiction, isCut, insteadOf, round }: Synthesis, session: Session): string[] {
  if (round < firstRoundOf(session)) return [`It was written after round ${round}, before the question was corrected.`]
  const { consensus } = session
  const isUnclear = consensus?.decision !== undefined && givenAnswer(consensus) === undefined
  return [
    ...(isUnclear ? [NO_CLEAR_ANSWER] : []),
    ...(contradiction === undefined ? [] : [sayContradiction(contradiction)]),
    ...(isCut ? [ENDS_EARLY] : []),
    ...(insteadOf === undefined ? [] : [sayReplaced(insteadOf)]),
    ...(round < session.currentRound ? [`It was written after round ${round}; later rounds are missing.`] : []),
  ]
}

const NO_CLEAR_ANSWER = 'The vote gives no clear answer. If this text gives one, it goes further than the panel.'

const sayContradiction = ({ written, counted }: NonNullable<Synthesis['contradiction']>): string =>
  counted === undefined
    ? `This text says ${quote(written)}, but the vote is tied.`
    : `This text says ${quote(written)}, but the count says ${quote(counted)}. The count is the result.`

const sayReplaced = ({ model, reason }: ModelFailure): string =>
  `Another model wrote this text, because ${model} failed: ${withoutStop(reason)}.`

const withoutStop = (text: string): string => text.replace(/[.\s]+$/, '')

/** The synthesis as Markdown. */
export function sayWriteUp({ answer, parts, cautions }: WriteUp, nameOf: NameOf): string {
  const sayItems = (findings: WriteUpPart['findings']) =>
    findings.map((one) => `- ${sayFinding(one, nameOf)}`).join('\n')
  const blocks = parts.map(({ title, findings }) => [`## ${title}`, sayItems(findings)].join('\n\n'))
  return [...cautions.map((caution) => `**${caution}**`), answer, ...blocks].join('\n\n')
}

/** A finding on one line of Markdown, with the seats that said it. */
export function sayFinding({ text, agentIds, settledBy }: WriteUpPart['findings'][number], nameOf: NameOf): string {
  const by = agentIds.length === 0 ? '' : ` (${sayList(agentIds.map(nameOf))})`
  const settled = settledBy === undefined ? '' : ` It would be settled by: ${settledBy}`
  return `${text.replaceAll(/\s*\n\s*/g, ' ')}${by}${settled}`
}
