import type { Json } from '../../tools/json.ts'
import type { Situation } from './situation.ts'

/** Text is spoken to a person and says what it comes from; data stands for itself. */
export type Answer =
  | { type: 'text'; text: string }
  | { type: 'data'; value: Json }
  | { type: 'call'; name: string; input: Json }

/** One way to answer; nothing where it is not the right one. */
export type Strategy = (situation: Situation) => Answer | undefined
