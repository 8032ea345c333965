import type { Filler } from './schema.ts'
import { wordsOf } from './words.ts'

/** Words for a number of things, which is 5 if the prompt names none. */
const COUNTED = new Set(['count', 'number', 'limit', 'size', 'quantity', 'amount', 'total', 'rounds'])

/** A number far from a bound often matches exactly one option of a `oneOf`. */
const FAR = 1000

export const fillNumber: Filler = function* (schema, { name, index }) {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as { [keyword: string]: number }
  const whole = [schema.type].flat().includes('integer')
  const step = multipleOf ?? (whole ? 1 : undefined)
  const low = Math.max(bound(minimum, -1), bound(exclusiveMinimum, -1))
  const high = Math.min(bound(maximum, 1), bound(exclusiveMaximum, 1))
  const usual = wordsOf(name).some((word) => COUNTED.has(word)) ? 5 : 1
  const wanted = [
    usual + index * (step ?? 1),
    low + index * (step ?? 0),
    low + (step ?? 1) * (index + 1),
    high,
    high - 1,
    low + FAR,
    high - FAR,
  ]
  const middle = low / 2 + high / 2
  for (const value of [...wanted, middle, middle + (high - middle) / (index + 2)]) {
    if (!Number.isFinite(value)) continue
    const inside = Math.max(low, Math.min(high, value))
    yield* step === undefined ? [inside] : [onStep(inside, step, Math.ceil), onStep(inside, step, Math.floor)]
  }
}

/** Schema libraries write the largest safe integer for an integer without a bound. */
const bound = (value: number | undefined, side: 1 | -1): number =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? side * Number.POSITIVE_INFINITY : value

const onStep = (value: number, step: number, round: (value: number) => number): number =>
  Number((round(value / step) * step).toFixed(10))
