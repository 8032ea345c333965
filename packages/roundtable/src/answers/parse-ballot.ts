import type { Ballot } from '../session/response.ts'
import type { Stance } from '../session/seat.ts'
import { matchAnswer, nameOnly } from './match-answer.ts'
import { type Fields, type Parsed, readObject, readText, SIZES } from './read-object.ts'
import { wordsOf } from './words.ts'

/** Reads the private vote of a seat. Without a position, the answer is the position. */
export function parseBallot(
  text: string,
  { answers }: { answers: readonly string[] },
): Parsed<Pick<Ballot, 'position' | 'answer' | 'stance' | 'confidence'>> {
  const found = readObject(text, answers.length > 0 ? ['answer', 'position', 'vote', 'choice'] : ['position'])
  if (found.type === 'malformed') return found
  const vote = readVote(found.value, answers)
  if (answers.length > 0 && vote.answer === undefined) return { type: 'malformed', problem: wrongAnswer(answers) }
  const position = vote.position ?? vote.answer
  if (position === undefined) return { type: 'malformed', problem: 'expected "position" to be a sentence' }
  return { type: 'parsed', value: { ...vote, position } }
}

type Vote = Partial<Pick<Ballot, 'position' | 'answer' | 'stance' | 'confidence'>>

/** Reads a vote. If the answer is not a possible one, the position may still name one. */
export function readVote(fields: Fields, answers: readonly string[]): Vote {
  const position = readText(fields('position'), SIZES.position)
  const given = readText(fields('answer', 'vote', 'choice', 'verdict'), SIZES.point)
  const answer =
    (given === undefined ? undefined : matchAnswer(given, answers)) ??
    (position === undefined ? undefined : nameOnly(position, answers))
  const stance = readStance(fields('stance', 'side'))
  const confidence = readConfidence(fields('confidence', 'confidenceLevel', 'confidenceScore', 'certainty'))
  return {
    ...(position !== undefined && { position }),
    ...(answer !== undefined && { answer }),
    ...(stance !== undefined && { stance }),
    ...(confidence !== undefined && { confidence }),
  }
}

export const wrongAnswer = (answers: readonly string[]): string =>
  `expected "answer" to be one of the possible answers: ${answers.join(' | ')}`

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

/** Returns the side that a text names, or `undefined` if it names none or several, or negates it. */
export function readStance(value: unknown): Stance | undefined {
  if (typeof value !== 'string') return undefined
  const words = wordsOf(value.slice(0, 200))
  if (words.some((word) => word === 'not' || word === 'never' || word.endsWith("n't"))) return undefined
  const named = SIDES.filter(([, names]) => words.some((word) => names.has(word)))
  return named.length === 1 ? named[0]![0] : undefined
}

/** Words for a confidence, with the number that models give when they state both. */
const WORDS: Readonly<Record<string, number>> = {
  'very high': 0.95,
  'extremely high': 0.95,
  certain: 0.95,
  high: 0.85,
  'fairly high': 0.75,
  'moderately high': 0.75,
  'medium high': 0.75,
  medium: 0.6,
  moderate: 0.6,
  fair: 0.6,
  'medium low': 0.4,
  low: 0.3,
  'very low': 0.1,
  'extremely low': 0.1,
}

/** Returns a confidence from 0 to 1, or `undefined` if there is none or it cannot be read. */
export function readConfidence(value: unknown): number | undefined {
  if (typeof value === 'number') return onScale(value)
  if (typeof value !== 'string') return undefined
  const text = value
    .slice(0, 200)
    .toLowerCase()
    .replace(/(\d),(\d)/g, '$1.$2')
  const [, digits, slash, whole, percent] =
    /^[^\d+-]{0,20}?([+-]?\d*\.?\d+)\s*(?:(\/|out of|of)\s*(\d+\.?\d*)|(%|per ?cent))?/.exec(text) ?? []
  if (digits === undefined) return inWords(text)
  const number = Number(digits)
  if (slash !== undefined && Number(whole) > 0) return clamp(number / Number(whole))
  return percent === undefined ? onScale(number) : clamp(number / 100)
}

/** Reads 2 to 100 as a percentage, and values slightly above 1 as 1. */
function onScale(number: number): number | undefined {
  if (!Number.isFinite(number)) return undefined
  return clamp(number >= 2 && number <= 100 ? number / 100 : number)
}

/** Adding 0 turns a negative zero, which JSON does not preserve, into 0. */
const clamp = (share: number): number => Math.min(1, Math.max(0, share)) + 0

const inWords = (text: string): number | undefined => {
  const words = text.match(/[a-z]+/g)?.filter((word) => !/^(confiden(t|ce)|level|quite|ly)$/.test(word)) ?? []
  const said = words.map((word) => (word === 'highly' ? 'high' : word)).join(' ')
  return Object.hasOwn(WORDS, said) ? WORDS[said] : undefined
}
