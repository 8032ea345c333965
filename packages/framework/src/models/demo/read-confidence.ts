import type { JsonSchema } from '../../tools/schema.ts'
import { drawn } from './place.ts'
import type { Reader } from './read-message.ts'
import { asksFor } from './type-of.ts'
import { wordsOf } from './words.ts'

const NAMES = new Set(['confidence', 'certainty', 'probability', 'likelihood', 'score', 'rating'])

export const isConfidence = (name: string): boolean => wordsOf(name).some((word) => NAMES.has(word))

/** How sure it is: always the same for a message, and never quite sure. */
export const readConfidence: Reader = ({ name, schema }, { seed, message }) =>
  isConfidence(name) && asksFor(schema, 'number', 'integer')
    ? [onScale(0.55 + 0.4 * drawn(seed, `confidence ${message}`), schema)]
    : []

/** A share of one on the scale of the schema; without a scale, an integer is in percent. */
export function onScale(share: number, schema: JsonSchema): number {
  const whole = !asksFor(schema, 'number')
  const low = (schema.minimum ?? schema.exclusiveMinimum ?? 0) as number
  const high = (schema.maximum ?? schema.exclusiveMaximum ?? (whole ? 100 : 1)) as number
  const bounded = Math.abs(low) < Number.MAX_SAFE_INTEGER && high < Number.MAX_SAFE_INTEGER
  const value = bounded ? low + share * (high - low) : share * (whole ? 100 : 1)
  return whole ? Math.round(value) : Number(value.toFixed(2))
}
