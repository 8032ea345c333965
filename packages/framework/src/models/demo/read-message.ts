import type { Json } from '../../tools/json.ts'
import type { Place, Suggest } from './place.ts'
import { readChoice } from './read-choice.ts'
import { readConfidence } from './read-confidence.ts'
import { readDate } from './read-date.ts'
import { readExpression } from './read-expression.ts'
import { readLabelled } from './read-labelled.ts'
import { readLink } from './read-link.ts'
import { readNumber } from './read-number.ts'
import { readPhrase } from './read-phrase.ts'
import { readQuoted } from './read-quoted.ts'
import { readText } from './read-text.ts'
import type { Situation } from './situation.ts'

/** What a message says about a place, by one way of saying things. */
export type Reader = (place: Place, situation: Situation) => readonly Json[]

/** From the explicit to the vague. */
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

export const suggestFromMessage =
  (situation: Situation): Suggest =>
  (place) =>
    READERS.flatMap((read) => read(place, situation))
