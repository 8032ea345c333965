import { contentWords, toContentWord, wordsOf } from '../session/words.ts'

export interface Comparison {
  /** Similarity from 0 to 1; 0 if it is too low to count as the same. */
  likeness: number
  /** Whether one negates the other, or they choose differently. They then never count as the same. */
  isConflict: boolean
}

/** When two claims count as the same. */
interface Likeness {
  /** Minimum share of all their words that both contain. */
  jaccard: number
  /** Minimum share of the words of the shorter claim that the longer one contains. */
  containment: number
}

const DEFAULT_LIKENESS: Likeness = { jaccard: 0.5, containment: 0.8 }

/** Claims for different answers count as the same only if they have the same words: “prices will rise” is not “prices will fall”. */
const ACROSS_ANSWERS: Likeness = { jaccard: 1, containment: Number.POSITIVE_INFINITY }

export interface ClaimText {
  text: string
  /** The answer that the seat gave when it stated the claim. */
  answer?: string | undefined
}

/** A claim, prepared for comparison. */
interface Wording {
  words: SignedWords
  /** Without the words of the topic, which all claims use. If a claim has no others, all its words are compared. */
  own: SignedWords
  /** The possible answers, and the alternatives of the topic (“A or B”), that the claim names. */
  choices: ReadonlySet<string>
  numbers: SignedWords
  answer: string | undefined
}

/** Reads claims on a topic for comparison. */
export function createReader(topic: string, options: readonly string[] = []): (claim: ClaimText) => Wording {
  const known = contentWords(topic)
  const alternatives = alternativesIn(topic)
  const named = options.map((option) => ({ option, words: signedWords(option, keepWord) }))
  return ({ text, answer }) => {
    const words = signedWords(text)
    const all = named.length > 0 ? signedWords(text, keepWord) : words
    const only = (isWanted: (signed: string) => boolean): SignedWords => new Set([...words].filter(isWanted))
    return {
      words,
      own: only((signed) => !known.has(signed.slice(1))),
      choices: new Set([
        ...only((signed) => signed.startsWith('+') && alternatives.has(signed.slice(1))),
        ...named.flatMap((one) => ([...one.words].every((signed) => all.has(signed)) ? one.option : [])),
      ]),
      numbers: only((signed) => /^\+\p{N}/u.test(signed)),
      answer,
    }
  }
}

/** Compares two claims on the same topic by their words. */
export function compare(one: Wording, other: Wording): Comparison {
  const isConflict =
    isDenied(one.words, other.words) || differ(one.choices, other.choices) || differ(one.numbers, other.numbers)
  if (isConflict) return { likeness: 0, isConflict }
  const isAcross = one.answer !== undefined && other.answer !== undefined && one.answer !== other.answer
  if (isAcross) return { likeness: alike(one.words, other.words, ACROSS_ANSWERS), isConflict }
  const haveOwn = one.own.size > 0 && other.own.size > 0
  const [words, others] = haveOwn ? [one.own, other.own] : [one.words, other.words]
  return { likeness: alike(words, others, DEFAULT_LIKENESS), isConflict }
}

/** The words of an answer count even if they have no meaning of their own, such as “Go”. */
const keepWord = (word: string): string => toContentWord(word) ?? word

function alike(a: SignedWords, b: SignedWords, { jaccard, containment }: Likeness): number {
  const shared = countShared(a, b)
  const ofAll = shared / (a.size + b.size - shared)
  const ofShorter = shared / Math.min(a.size, b.size)
  return ofAll >= jaccard || ofShorter >= containment ? Math.max(ofAll, ofShorter * 0.9) : 0
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0
  for (const signed of a) if (b.has(signed)) count++
  return count
}

/** Whether one negates a word of the other. Separating two claims that agree is better than joining two that do not. */
function isDenied(one: SignedWords, other: SignedWords): boolean {
  for (const signed of one) {
    const denied = opposite(signed)
    if (other.has(denied) && !other.has(signed) && !one.has(denied)) return true
  }
  return false
}

/** Whether neither set contains the other. */
const differ = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => countShared(a, b) < Math.min(a.size, b.size)

const OR = /^(?:or|vs\.?|versus|oder|ou)$/i
const ARTICLE = /^(?:a|an|the)$/i

/** The words on both sides of an “or”. */
function alternativesIn(topic: string): Set<string> {
  const words = topic.trim().split(/\s+/)
  const sides = words.flatMap((word, i) => {
    if (i === 0 || !OR.test(word)) return []
    const right = ARTICLE.test(words[i + 1] ?? '') ? words[i + 2] : words[i + 1]
    return right === undefined ? [] : [words[i - 1]!, right]
  })
  return new Set([...new Set(sides)].flatMap((side) => [...signedWords(side)].map((signed) => signed.slice(1))))
}

/** The words of a claim, each affirmed (`+`) or negated (`-`): “use A, not B” is `+a -b`. */
type SignedWords = ReadonlySet<string>

const CLAUSE = /[,.;:!?](?=\s|$)|[()\n—–]|\b(?:but|because|since|although|though|while|whereas|unless)\b/i

const DENIALS = new Set(
  `not no never none nor neither without against avoid avoids avoiding reject rejects oppose opposes cannot stop unlikely
  nicht kein keine nie pas jamais nunca não niet geen`.split(/\s+/),
)

/** Words before an alternative that is not preferred. */
const PREFERENCES = new Set(['over', 'than', 'instead', 'beats', 'outperforms', 'versus', 'vs'])

const NO_DENIAL = /\bnot (?:only|just|merely|solely)\b/gi

/** A negation holds to the end of its clause, and a second one cancels it. */
export function signedWords(text: string, toWord: (word: string) => string | undefined = toContentWord): SignedWords {
  const words = new Set<string>()
  let isDenied = false
  for (const clause of text.replace(NO_DENIAL, ' ').split(CLAUSE)) {
    if (clause === '') continue
    let sign = '+'
    for (const word of wordsOf(clause)) {
      const isDenial = DENIALS.has(word) || word.endsWith("n't")
      if (isDenial) isDenied = true
      if (isDenial) sign = sign === '+' ? '-' : '+'
      else if (PREFERENCES.has(word)) sign = '-'
      else {
        const content = toWord(word)
        if (content !== undefined) words.add(sign + content)
      }
    }
  }
  // “Yes.” and “No.” have no other words, and must differ.
  return words.size > 0 ? words : new Set([isDenied ? '-' : '+'])
}

export const opposite = (signed: string): string => (signed.startsWith('+') ? '-' : '+') + signed.slice(1)
