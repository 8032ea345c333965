import type { Offer, StartInput } from '@sweatpants/roundtable/browser'
import { chooseSeats, type SeatDraft } from './choose-seats.ts'

/** A debate while the user fills in its form. */
export interface Draft {
  topic: string
  mode: string
  seats: readonly SeatDraft[]
  rounds: string
  /** One per line. */
  answers: string
  tokens: string
  dollars: string
  exitOnConsensus: boolean
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
  answers: '',
  tokens: '',
  dollars: '',
  exitOnConsensus: true,
  files: [],
  webSearch: offer.defaults.webSearch,
})

/** Returns the names of the tools that the panel has, without those that are not connected any more. */
export const toolsOf = ({ tools }: Pick<Draft, 'tools'>, offer: Pick<Offer, 'tools' | 'defaults'>): readonly string[] =>
  tools?.filter((name) => offer.tools.some((tool) => tool.name === name)) ?? offer.defaults.tools

export const toAnswers = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Converts a valid draft to the input of a debate. */
export function toStartInput(
  { topic, mode, seats, rounds, ...draft }: Draft,
  offer: Pick<Offer, 'tools' | 'defaults'>,
): StartInput {
  const answers = toAnswers(draft.answers)
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
    ...(draft.files.length > 0 && { attachments: draft.files.map(({ name, data }) => ({ name, data })) }),
    ...(draft.webSearch !== offer.defaults.webSearch && { webSearch: draft.webSearch }),
    ...(draft.tools !== undefined && { tools: [...toolsOf(draft, offer)] }),
    ...(answers.length > 0 && { answers }),
    ...(Object.keys(budget).length > 0 && { budget }),
  }
}
