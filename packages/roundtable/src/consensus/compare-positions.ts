import { contentWords } from '../answers/words.ts'
import { DEFAULT_LIKENESS, type Likeness } from './calibration.ts'
import { opposite, type SignedWords, signedWords } from './signed-words.ts'

export interface Comparison {
  /** How alike they are, from 0 to 1; 0 where they are not alike enough to say the same. */
  likeness: number
  /** One denies what the other says, or they choose differently. They never say the same. */
  isConflict: boolean
}

/** A position as it is compared. */
export interface Wording {
  words: SignedWords
  /** Without the words of the topic, as everybody uses those. Where one has no others, all its words are compared. */
  own: SignedWords
  /** Which of the alternatives that the topic names (“A or B”) it is for. */
  choices: SignedWords
  numbers: SignedWords
}

/** Reads positions on a topic for comparison. */
export function createReader(topic: string): (position: string) => Wording {
  const known = contentWords(topic)
  const alternatives = alternativesIn(topic)
  return (position) => {
    const words = signedWords(position)
    const only = (isWanted: (signed: string) => boolean): SignedWords => new Set([...words].filter(isWanted))
    return {
      words,
      own: only((signed) => !known.has(signed.slice(1))),
      choices: only((signed) => signed.startsWith('+') && alternatives.has(signed.slice(1))),
      numbers: only((signed) => /^\+\p{N}/u.test(signed)),
    }
  }
}

/** Compares two positions on the same topic by their words. */
export function compare(one: Wording, other: Wording, thresholds: Likeness = DEFAULT_LIKENESS): Comparison {
  const isConflict =
    isDenied(one.words, other.words) || differ(one.choices, other.choices) || differ(one.numbers, other.numbers)
  if (isConflict) return { likeness: 0, isConflict }
  const haveOwn = one.own.size > 0 && other.own.size > 0
  const likeness = haveOwn ? alike(one.own, other.own, thresholds) : alike(one.words, other.words, thresholds)
  return { likeness, isConflict }
}

function alike(a: SignedWords, b: SignedWords, { jaccard, containment }: Likeness): number {
  const shared = countShared(a, b)
  const ofAll = shared / (a.size + b.size - shared)
  const ofShorter = shared / Math.min(a.size, b.size)
  return ofAll >= jaccard || ofShorter >= containment ? Math.max(ofAll, ofShorter * 0.9) : 0
}

function countShared(a: SignedWords, b: SignedWords): number {
  let count = 0
  for (const signed of a) if (b.has(signed)) count++
  return count
}

/** Whether one denies something that the other says. To part two that agree is better than to join two that do not. */
function isDenied(one: SignedWords, other: SignedWords): boolean {
  for (const signed of one) {
    const denied = opposite(signed)
    if (other.has(denied) && !other.has(signed) && !one.has(denied)) return true
  }
  return false
}

/** Whether neither has all that the other has. */
const differ = (a: SignedWords, b: SignedWords): boolean => countShared(a, b) < Math.min(a.size, b.size)

/** The words on both sides of an “or”. */
function alternativesIn(topic: string): Set<string> {
  const sides = topic.matchAll(/(\S+)\s+(?:or|vs\.?|versus|oder|ou)\s+(?:(?:a|an|the)\s+)?(\S+)/gi)
  const named = [...sides].map(([, left, right]) => [signedWords(left!), signedWords(right!)])
  return new Set(named.flat().flatMap((words) => [...words].map((signed) => signed.slice(1))))
}
