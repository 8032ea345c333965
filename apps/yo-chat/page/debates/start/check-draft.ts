import type { Offer } from '@sweatpants/roundtable/browser'
import { type Draft, toAnswers } from './draft.ts'

type Limits = Offer['limits']

/** The problems of a draft by field. The problem of a persona is at its seat. */
export interface Problems {
  topic?: string
  seats?: string
  personas: ReadonlyMap<number, string>
  rounds?: string
  answers?: string
  tokens?: string
  dollars?: string
}

export function checkDraft(draft: Draft, limits: Limits): Problems {
  const found = {
    topic: checkTopic(draft.topic.trim(), limits),
    seats: checkSeats(draft.seats.length, limits),
    rounds: isWithin(draft.rounds, limits.rounds) ? undefined : `Enter a whole number from 1 to ${limits.rounds}.`,
    answers: checkAnswers(toAnswers(draft.answers), limits),
    tokens: draft.tokens.trim() === '' || isWithin(draft.tokens, Number.MAX_SAFE_INTEGER) ? undefined : TOKENS,
    dollars: draft.dollars.trim() === '' || Number(draft.dollars) > 0 ? undefined : DOLLARS,
  }
  const problems = Object.entries(found).filter(([, problem]) => problem !== undefined)
  return { ...Object.fromEntries(problems), personas: checkPersonas(draft.seats, limits) }
}

export const isSound = ({ personas, ...problems }: Problems): boolean =>
  personas.size === 0 && Object.keys(problems).length === 0

const TOKENS = 'Enter a whole number of tokens, or leave it empty for no limit.'
const DOLLARS = 'Enter an amount in dollars, or leave it empty for no limit.'

const isWithin = (text: string, most: number): boolean =>
  /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= most

function checkTopic(topic: string, limits: Limits): string | undefined {
  if (topic === '') return 'Enter a question.'
  return topic.length > limits.topic ? sayTooLong('The question', topic, limits.topic) : undefined
}

function checkSeats(count: number, limits: Limits): string | undefined {
  if (count === 0) return 'Add at least one panellist.'
  return count > limits.agents ? `At most ${limits.agents} panellists; remove ${count - limits.agents}.` : undefined
}

function checkAnswers(answers: readonly string[], limits: Limits): string | undefined {
  const long = answers.find((answer) => answer.length > limits.answer)
  if (answers.length === 1) return 'Enter at least two answers, or leave it empty.'
  if (answers.length > limits.answers) return `At most ${limits.answers} answers; there are ${answers.length}.`
  if (long !== undefined) return sayTooLong('An answer', long, limits.answer)
  const isDistinct = new Set(answers.map((answer) => answer.toLowerCase())).size === answers.length
  return isDistinct ? undefined : 'Two answers are the same.'
}

const checkPersonas = (seats: Draft['seats'], limits: Limits): ReadonlyMap<number, string> =>
  new Map(
    seats.flatMap(({ key, persona, isWritten }): [number, string][] => {
      if (isWritten && persona.trim() === '')
        return [[key, 'Say who the panellist speaks as, or choose “Any persona”.']]
      return persona.length > limits.persona ? [[key, sayTooLong('A persona', persona, limits.persona)]] : []
    }),
  )

const sayTooLong = (what: string, text: string, limit: number): string =>
  `${what} has at most ${limit.toLocaleString('en')} characters; this has ${text.length.toLocaleString('en')}.`
