import { findDates } from './read-date.ts'
import { asksFor, type JsonSchema } from './schema.ts'
import type { Reader } from './suggest.ts'
import { stemOf, wordsOf } from './words.ts'

const SPELLED = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Returns numbers beside the name ("three nights"), then, for a required place, the number of its position. */
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
  // "one" is also a pronoun.
  return spelled > 1 || spelled === 0 ? spelled : undefined
}

const CONFIDENCES = new Set(['confidence', 'certainty', 'probability', 'likelihood', 'score', 'rating'])

const isConfidence = (name: string): boolean => wordsOf(name).some((word) => CONFIDENCES.has(word))

/** Returns a confidence that is always the same for a message, between 0.55 and 0.95 of the scale. */
export const readConfidence: Reader = ({ name, schema }, { draw, message }) =>
  isConfidence(name) && asksFor(schema, 'number', 'integer')
    ? [onScale(0.55 + 0.4 * draw(`confidence ${message}`), schema)]
    : []

/** Returns a share of one on the scale of the schema. Without bounds, an integer is a percentage. */
function onScale(share: number, schema: JsonSchema): number {
  const isWhole = !asksFor(schema, 'number')
  const low = (schema.minimum ?? schema.exclusiveMinimum ?? 0) as number
  const high = (schema.maximum ?? schema.exclusiveMaximum ?? (isWhole ? 100 : 1)) as number
  const isBounded = Math.abs(low) < Number.MAX_SAFE_INTEGER && high < Number.MAX_SAFE_INTEGER
  const value = isBounded ? low + share * (high - low) : share * (isWhole ? 100 : 1)
  return isWhole ? Math.round(value) : Number(value.toFixed(2))
}
