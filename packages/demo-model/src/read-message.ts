import type { Place, Suggest } from './place.ts'
import { readChoice } from './read-choice.ts'
import { readDate } from './read-date.ts'
import { readExpression } from './read-expression.ts'
import { readConfidence, readNumber } from './read-number.ts'
import { readLabelled, readLink, readPhrase, readQuoted } from './read-phrase.ts'
import { readText } from './read-text.ts'
import type { Json } from './schema.ts'
import type { Situation } from './situation.ts'

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
    READERS.flatMap((read) => read(place, situation))
