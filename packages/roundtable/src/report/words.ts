import type { VoteBasis } from '../session/consensus.ts'

const SIDES: Readonly<Record<string, string>> = { support: 'In favour', oppose: 'Against', neutral: 'Undecided' }

/** An answer as a person would say it: sides have names, everything else is said as it is. */
export const sayAnswer = (answer: string, basis: VoteBasis): string =>
  basis === 'stances' ? (SIDES[answer] ?? answer) : answer

export const sayPercent = (share: number): string => `${Math.round(share * 100)} %`

export const saySure = (confidence: number | undefined): string =>
  confidence === undefined ? 'does not say how sure' : `${sayPercent(confidence)} sure`

/** How a seat comes to say something in the ballot of a round. */
export const sayBallot = (round: number): string =>
  round === 1 ? 'in private, before anybody spoke' : 'in private, asked once more as if nobody had spoken'

/** From which probability on which words are used: a scale that analysts agreed on, so that “likely” is no mood. */
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

/** In quotation marks, on one line, and without a full stop that would end the sentence around it. */
export const quote = (text: string): string => `“${text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')}”`

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** What an answer is called in a picture or a table: A to Z, then A2 and so on. */
export const letterOf = (index: number): string => {
  const lap = Math.floor(index / LETTERS.length)
  return `${LETTERS[index % LETTERS.length]}${lap === 0 ? '' : lap + 1}`
}
