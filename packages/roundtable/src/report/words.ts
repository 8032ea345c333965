import type { Question } from '../session/question.ts'

export const sayPercent = (share: number): string => `${Math.round(share * 100)}%`

export const saySure = (confidence: number | undefined): string =>
  confidence === undefined ? 'does not say how sure' : `${sayPercent(confidence)} sure`

/** When and how the ballot of a round was cast. */
export const sayBallot = (round: number): string =>
  round === 1 ? 'in private, before the seats spoke' : 'in private, asked again in other words'

/** Bands of the probability, instead of digits that claim more than is known. */
const BANDS: readonly (readonly [from: number, words: string])[] = [
  [0.9, 'very likely right: nine of ten such decisions were right'],
  [0.7, 'probably right'],
  [0.5, 'open, leaning this way'],
  [0, 'no answer: more likely wrong than right'],
]

export const sayBand = (probability: number): string => BANDS.find(([from]) => probability >= from)![1]

/** Says what is decided, in a sentence. */
export function sayQuestion(question: Question): string {
  switch (question.kind) {
    case 'proposition':
      return `Yes or no: ${question.proposition}`
    case 'choice':
      return 'A choice between the possible answers.'
    case 'estimate':
      return `An estimate in ${question.unit}: ${question.quantity}`
    case 'open':
      return 'An open question: the panel proposes answers, and proposals that say the same are merged.'
  }
}

/** “a”, “a and b”, “a, b and c”. */
export function sayList(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

export const sayCount = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Quotes a text on one line, without a full stop at its end. */
export const quote = (text: string): string => `“${text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')}”`

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The short name of an answer in pictures and tables: A to Z, then A2 and so on. */
export const letterOf = (index: number): string => {
  const lap = Math.floor(index / LETTERS.length)
  return `${LETTERS[index % LETTERS.length]}${lap === 0 ? '' : lap + 1}`
}
