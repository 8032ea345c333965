import type { Offer, StartInput } from '@sweatpants/roundtable/browser'
import { type QuestionDraft, toGivenQuestion, toQuestionDraft } from '../question/question-draft.ts'
import { chooseSeats, listSubstitutes, type SeatDraft } from './choose-seats.ts'

/** A debate while the user fills in its form. */
export interface Draft {
  topic: string
  mode: string
  seats: readonly SeatDraft[]
  rounds: string
  question: QuestionDraft
  tokens: string
  dollars: string
  exitOnConsensus: boolean
  /** Whether another usable model takes the place of a panellist that fails before it is heard. */
  replacesFailed: boolean
  /** The model that writes the answer at the end, or `none`. Empty: that of a panellist that did not speak last. */
  synthesizer: string
  files: readonly DraftFile[]
  webSearch: boolean
  /** Names of the tools that the panel can use. Absent: those that the server suggests. */
  tools?: readonly string[]
}

/** A file that the panel can read. */
export interface DraftFile {
  name: string
  /** In bytes. */
  size: number
  /** By its content. */
  mimeType: string
  /** In base64. */
  data: string
}

export const createDraft = (offer: Offer, topic: string): Draft => ({
  topic,
  mode: offer.modes[0]?.name ?? 'collaborative',
  seats: chooseSeats(offer),
  rounds: '3',
  question: toQuestionDraft(),
  tokens: '',
  dollars: '',
  exitOnConsensus: true,
  replacesFailed: true,
  synthesizer: '',
  files: [],
  webSearch: offer.defaults.webSearch,
})

/** Returns the names of the tools that the panel has, without those that are not connected any more. */
export const toolsOf = ({ tools }: Pick<Draft, 'tools'>, offer: Pick<Offer, 'tools' | 'defaults'>): readonly string[] =>
  tools?.filter((name) => offer.tools.some((tool) => tool.name === name)) ?? offer.defaults.tools

/** Converts a valid draft to the input of a debate. */
export function toStartInput(
  { topic, mode, seats, rounds, ...draft }: Draft,
  offer: Pick<Offer, 'candidates' | 'tools' | 'defaults'>,
): StartInput {
  const question = toGivenQuestion(draft.question)
  const substitutes = draft.replacesFailed ? listSubstitutes(seats, offer) : []
  const budget = {
    ...(draft.tokens.trim() !== '' && { tokens: Number(draft.tokens) }),
    ...(draft.dollars.trim() !== '' && { usd: Number(draft.dollars) }),
  }
  return {
    topic: topic.trim(),
    // It is one of the modes that the server offers.
    mode: mode as NonNullable<StartInput['mode']>,
    agents: seats.map(({ model, persona }) => ({ model, ...(persona.trim() !== '' && { persona: persona.trim() }) })),
    rounds: Number(rounds),
    exitOnConsensus: draft.exitOnConsensus,
    ...(substitutes.length > 0 && { substitutes }),
    ...(draft.synthesizer !== '' && { synthesizer: draft.synthesizer }),
    ...(draft.files.length > 0 && { attachments: draft.files.map(({ name, data }) => ({ name, data })) }),
    ...(draft.webSearch !== offer.defaults.webSearch && { webSearch: draft.webSearch }),
    ...(draft.tools !== undefined && { tools: [...toolsOf(draft, offer)] }),
    ...(question !== undefined && { question }),
    ...(Object.keys(budget).length > 0 && { budget }),
  }
}
