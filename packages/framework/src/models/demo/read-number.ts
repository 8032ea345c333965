import { isConfidence } from './read-confidence.ts'
import { findDates } from './read-date.ts'
import type { Reader } from './read-message.ts'
import { asksFor } from './type-of.ts'
import { stemOf, wordsOf } from './words.ts'

const SPELLED = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Numbers beside the name first ("three nights"); for what must be given, then the numbers in their order. */
export const readNumber: Reader = ({ name, schema, required, ordinal }, { message }) => {
  if (!asksFor(schema, 'number', 'integer')) return []
  const tokens = tokensOf(message)
  const stems = new Set(wordsOf(name).map(stemOf))
  const numbers = tokens.flatMap((token, at) =>
    toNumber(token) === undefined ? [] : [{ at, value: toNumber(token)! }],
  )
  const named = numbers.filter(({ at }) =>
    [at - 1, at + 1, at + 2].some((near) => stems.has(stemOf(tokens[near] ?? ''))),
  )
  const inOrder = required && !isConfidence(name) ? numbers.slice(ordinal, ordinal + 1) : []
  return [...named, ...inOrder].map(({ value }) => value)
}

function tokensOf(message: string): string[] {
  const plain = findDates(message).reduce((text, date) => text.replace(date, ' '), message)
  return plain.toLowerCase().match(/-?\d+(?:\.\d+)?|\p{L}+/gu) ?? []
}

function toNumber(token: string): number | undefined {
  if (/\d/.test(token)) return Number(token)
  const spelled = SPELLED.indexOf(token)
  // "one" is also what people say instead of a name.
  return spelled > 1 || spelled === 0 ? spelled : undefined
}
