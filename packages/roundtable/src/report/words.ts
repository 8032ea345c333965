import type { VoteBasis } from '../session/consensus.ts'

const SIDES: Readonly<Record<string, string>> = { support: 'In favour', oppose: 'Against', neutral: 'Undecided' }

/** An answer in words: stances have names, all other answers are unchanged. */
export const sayAnswer = (answer: string, basis: VoteBasis): string =>
  basis === 'stances' ? (SIDES[answer] ?? answer) : answer

export const sayPercent = (share: number): string => `${Math.round(share * 100)} %`

export const saySure = (confidence: number | undefined): string =>
  confidence === undefined ? 'does not say how sure' : `${sayPercent(confidence)} sure`

/** When and how the ballot of a round was cast. */
export const sayBallot = (round: number): string =>
  round === 1 ? 'in private, before anybody spoke' : 'in private, asked once more as if nobody had spoken'

/** The words for each range of probabilities, after the scale that intelligence analysts use. */
const LIKELY: readonly (readonly [from: number, words: string])[] = [
  [0.95, 'almost certainly right'],
  [0.8, 'very likely right'],
  [0.55, 'likely right'],
  [0.45, 'as likely right as wrong'],
  [0.2, 'rather wrong than right'],
  [0, 'very likely wrong'],
]

export const sayProbability = (probability: number): string =>
  LIKELY.find(([from]) => Math.round(probability * 100) / 100 >= from)?.[1] ?? 'very likely wrong'

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
