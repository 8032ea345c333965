import type { Place, Suggest } from './place.ts'
import { findDates } from './read-date.ts'
import { suggestFromMessage } from './read-message.ts'
import { asksFor, type Json } from './schema.ts'
import type { Situation } from './situation.ts'
import { wordsOf } from './words.ts'

/** Suggests what a conversation says about a place: refusals of earlier calls first, then the message. */
export function suggestFor(situation: Situation): Suggest {
  const sources = [suggestCorrections(situation), suggestFromMessage(situation)]
  return (place) => sources.flatMap((suggest) => suggest(place))
}

/** Suggests the values that refusals of earlier calls ask for, the last refusal first. */
function suggestCorrections({ exchanges }: Situation): Suggest {
  const refusals = exchanges
    .toReversed()
    .flatMap(({ result }) => (result.outcome === 'failed' ? problemsOf(result.text) : []))
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
