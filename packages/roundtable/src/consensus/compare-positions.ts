import { contentWords } from '../answers/words.ts'
import { DEFAULT_LIKENESS, type Likeness } from './calibration.ts'
import { opposite, type SignedWords, signedWords } from './signed-words.ts'

export interface Comparison {
  /** How alike they are, from 0 to 1; 0 where they are not alike enough to say the same. */
  likeness: number
  /** One denies what the other says, or they choose differently. They never say the same. */
  isConflict: boolean
}

/**
 * Compares positions on a topic by their words. Words of the topic are left out, as everybody uses them, unless a
 * position has no others; the alternatives that the topic names (“A or B”) and numbers must not differ.
 */
export function createComparison(topic: string, thresholds: Likeness = DEFAULT_LIKENESS) {
  const known = contentWords(topic)
  const alternatives = alternativesIn(topic)
  return (one: SignedWords, other: SignedWords): Comparison => {
    if (isDenied(one, other) || differ(one, other, (word) => alternatives.has(word)) || differ(one, other, isNumber))
      return { likeness: 0, isConflict: true }
    const isOwn = (signed: string) => !known.has(signed.slice(1))
    const [a, b] = [new Set([...one].filter(isOwn)), new Set([...other].filter(isOwn))]
    const likeness = a.size > 0 && b.size > 0 ? alike(a, b, thresholds) : alike(one, other, thresholds)
    return { likeness, isConflict: false }
  }
}

function alike(a: SignedWords, b: SignedWords, { jaccard, containment }: Likeness): number {
  const shared = [...a].filter((signed) => b.has(signed)).length
  const ofAll = shared / (a.size + b.size - shared)
  const ofShorter = shared / Math.min(a.size, b.size)
  return ofAll >= jaccard || ofShorter >= containment ? Math.max(ofAll, ofShorter * 0.9) : 0
}

/** Whether one denies something that the other says. To part two that agree is better than to join two that do not. */
const isDenied = (one: SignedWords, other: SignedWords): boolean =>
  [...one].some((signed) => other.has(opposite(signed)) && !other.has(signed) && !one.has(opposite(signed)))

/** Whether each speaks for such a word, and neither for all that the other does. */
function differ(one: SignedWords, other: SignedWords, isSuch: (word: string) => boolean): boolean {
  const isMeant = (signed: string) => signed.startsWith('+') && isSuch(signed.slice(1))
  const lacks = (words: SignedWords) => (signed: string) => isMeant(signed) && !words.has(signed)
  return [...one].some(lacks(other)) && [...other].some(lacks(one))
}

const isNumber = (word: string): boolean => /^\p{N}/u.test(word)

/** The words on both sides of an “or”. */
function alternativesIn(topic: string): Set<string> {
  const sides = topic.matchAll(/(\S+)\s+(?:or|vs\.?|versus|oder|ou)\s+(?:(?:a|an|the)\s+)?(\S+)/gi)
  const named = [...sides].map(([, left, right]) => [signedWords(left!), signedWords(right!)])
  return new Set(named.flat().flatMap((words) => [...words].map((signed) => signed.slice(1))))
}
