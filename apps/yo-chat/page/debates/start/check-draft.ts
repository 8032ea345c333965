import type { Offer } from '@sweatpants/roundtable/browser'
import { checkQuestion, type QuestionProblems } from '../question/question-draft.ts'
import type { Draft } from './draft.ts'
import { texts } from './texts.ts'

type Limits = Offer['limits']

/** The problems of a draft by field. The problem of a persona is at its seat. */
export interface Problems {
  topic?: string
  seats?: string
  personas: ReadonlyMap<number, string>
  rounds?: string
  question?: QuestionProblems
  tokens?: string
  dollars?: string
}

export function checkDraft(draft: Draft, limits: Limits): Problems {
  const found = {
    topic: checkTopic(draft.topic.trim(), limits),
    seats: checkSeats(draft.seats.length, limits),
    rounds: isWithin(draft.rounds, limits.rounds) ? undefined : texts.problems.rounds(limits.rounds),
    question: toFound(checkQuestion(draft.question, limits)),
    tokens:
      draft.tokens.trim() === '' || isWithin(draft.tokens, Number.MAX_SAFE_INTEGER) ? undefined : texts.problems.tokens,
    dollars: draft.dollars.trim() === '' || Number(draft.dollars) > 0 ? undefined : texts.problems.dollars,
  }
  const problems = Object.entries(found).filter(([, problem]) => problem !== undefined)
  return { ...Object.fromEntries(problems), personas: checkPersonas(draft.seats, limits) }
}

/** No problem of any field is no problem. */
const toFound = (problems: QuestionProblems): QuestionProblems | undefined =>
  Object.keys(problems).length === 0 ? undefined : problems

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

const checkPersonas = (seats: Draft['seats'], limits: Limits): ReadonlyMap<number, string> =>
  new Map(
    seats.flatMap(({ key, persona, isWritten }): [number, string][] => {
      if (isWritten && persona.trim() === '') return [[key, texts.problems.noPersona]]
      return persona.length > limits.persona ? [[key, texts.problems.longPersona(persona.length, limits.persona)]] : []
    }),
  )
