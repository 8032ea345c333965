import type { Offer } from '@sweatpants/roundtable/browser'
import { type Draft, toAnswers } from './draft.ts'
import { texts } from './texts.ts'

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
    rounds: isWithin(draft.rounds, limits.rounds) ? undefined : texts.problems.rounds(limits.rounds),
    answers: checkAnswers(toAnswers(draft.answers), limits),
    tokens:
      draft.tokens.trim() === '' || isWithin(draft.tokens, Number.MAX_SAFE_INTEGER) ? undefined : texts.problems.tokens,
    dollars: draft.dollars.trim() === '' || Number(draft.dollars) > 0 ? undefined : texts.problems.dollars,
  }
  const problems = Object.entries(found).filter(([, problem]) => problem !== undefined)
  return { ...Object.fromEntries(problems), personas: checkPersonas(draft.seats, limits) }
}

export const isSound = ({ personas, ...problems }: Problems): boolean =>
  personas.size === 0 && Object.keys(problems).length === 0

const isWithin = (text: string, most: number): boolean =>
  /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= most

function checkTopic(topic: string, limits: Limits): string | undefined {
  if (topic === '') return texts.problems.noQuestion
  return topic.length > limits.topic ? texts.problems.longQuestion(topic.length, limits.topic) : undefined
}

function checkSeats(count: number, limits: Limits): string | undefined {
  if (count === 0) return texts.problems.noPanellist
  return count > limits.agents ? texts.problems.manyPanellists(count, limits.agents) : undefined
}

function checkAnswers(answers: readonly string[], limits: Limits): string | undefined {
  const long = answers.find((answer) => answer.length > limits.answer)
  if (answers.length === 1) return texts.problems.oneAnswer
  if (answers.length > limits.answers) return texts.problems.manyAnswers(answers.length, limits.answers)
  if (long !== undefined) return texts.problems.longAnswer(long.length, limits.answer)
  const isDistinct = new Set(answers.map((answer) => answer.toLowerCase())).size === answers.length
  return isDistinct ? undefined : texts.problems.sameAnswers
}

const checkPersonas = (seats: Draft['seats'], limits: Limits): ReadonlyMap<number, string> =>
  new Map(
    seats.flatMap(({ key, persona, isWritten }): [number, string][] => {
      if (isWritten && persona.trim() === '') return [[key, texts.problems.noPersona]]
      return persona.length > limits.persona ? [[key, texts.problems.longPersona(persona.length, limits.persona)]] : []
    }),
  )
