import { readChoice } from './read-choice.ts'
import { findDates, readDate } from './read-date.ts'
import { readExpression } from './read-expression.ts'
import { readConfidence, readNumber } from './read-number.ts'
import { readLabelled, readLink, readPhrase, readQuoted } from './read-phrase.ts'
import { readText } from './read-text.ts'
import { asksFor, type Json, type Place, type Suggest } from './schema.ts'
import type { Situation } from './situation.ts'
import { MOST_READ, wordsOf } from './words.ts'

/** Suggests what a conversation says about a place: refusals of earlier calls first, then the message. */
export function suggestFor(situation: Situation): Suggest {
  const sources = [suggestCorrections(situation), suggestFromMessage(situation)]
  return (place) => sources.flatMap((suggest) => suggest(place))
}

/** Suggests the values that refusals of earlier calls ask for, the last refusal first. */
function suggestCorrections({ exchanges }: Situation): Suggest {
  const refusals = exchanges
    .toReversed()
    .flatMap(({ result }) => (result.outcome === 'failed' ? problemsOf(result.text.slice(0, MOST_READ)) : []))
  return (place) =>
    refusals.filter((problem) => concerns(problem, place)).flatMap((problem) => valuesIn(problem, place))
}

/** Validators list several problems in a row, each with the path of its field first. */
const problemsOf = (text: string): string[] => text.split(/;|\n/)

const concerns = (problem: string, { name }: Place): boolean => {
  const label = wordsOf(name).join(' ')
  return label !== '' && ` ${wordsOf(problem).join(' ')} `.includes(` ${label} `)
}

function valuesIn(problem: string, { name, schema }: Place): readonly Json[] {
  if (asksFor(schema, 'number', 'integer')) return (problem.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  const quoted = [...problem.matchAll(/["'“]([^"'”]+)["'”]/g)].map(([, value]) => value!)
  const listed = /one of:? ([^.]+)/i.exec(problem)?.[1]?.split(/,\s*(?:or )?| or |\|/) ?? []
  const bare = listed.map((value) => value.trim().replace(/^["']|["']$/g, ''))
  return [...findDates(problem), ...quoted, ...bare].filter((value) => value !== '' && value !== name)
}

/** Returns values for a place that the message holds in one particular way. */
export type Reader = (place: Place, situation: Situation) => readonly Json[]

/** From the explicit to the vague. The order decides which value is tried first. */
const READERS: readonly Reader[] = [
  readExpression,
  readLabelled,
  readChoice,
  readDate,
  readLink,
  readNumber,
  readPhrase,
  readQuoted,
  readConfidence,
  readText,
]

/** Suggests the values that the message holds. */
export const suggestFromMessage =
  (situation: Situation): Suggest =>
  (place) =>
    READERS.flatMap((read) => read(place, { ...situation, message: situation.message.slice(0, MOST_READ) }))
