import type { Stance } from '../session/seat.ts'
import { wordsOf } from './words.ts'

const SIDES: readonly [Stance, ReadonlySet<string>][] = [
  [
    'support',
    new Set(
      'support supports supportive supporting for yes pro agree agrees favor favour approve affirmative'.split(' '),
    ),
  ],
  [
    'oppose',
    new Set(
      'oppose opposes opposed opposing against no con anti disagree disagrees reject rejects negative'.split(' '),
    ),
  ],
  ['neutral', new Set('neutral undecided unsure mixed abstain neither both balanced uncertain'.split(' '))],
]

/** The side that is named. Absent where none is, or several are, or it is denied. */
export function readStance(value: unknown): Stance | undefined {
  if (typeof value !== 'string') return undefined
  const words = wordsOf(value.slice(0, 200))
  if (words.some((word) => word === 'not' || word === 'never' || word.endsWith("n't"))) return undefined
  const named = SIDES.filter(([, names]) => words.some((word) => names.has(word)))
  return named.length === 1 ? named[0]![0] : undefined
}
