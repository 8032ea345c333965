import { optionsOf, type QuestionKind } from '../session/question.ts'
import type { NumberRange, Vote } from '../session/response.ts'
import type { Stance } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import { wordsOf } from '../session/words.ts'
import { matchAnswer, nameOnly } from './match-answer.ts'
import { type Fields, type Parsed, readObject, readText, SIZES } from './read-object.ts'

/** The form in which a question wants to be answered. */
export interface Asked {
  kind: QuestionKind
  /** The possible answers; empty if there are none to choose from. */
  options: readonly string[]
  /** The unit of an estimate. */
  unit?: string
}

export const toAsked = (session: Session): Asked => ({
  kind: session.question?.kind ?? 'open',
  options: optionsOf(session),
  ...(session.question?.kind === 'estimate' && { unit: session.question.unit }),
})

/** Reads the private vote of a seat. Without a position, the vote itself is the position. */
export function parseBallot(text: string, asked: Asked): Parsed<Vote> {
  const found = readObject(text, VOTE_FIELDS[asked.kind])
  if (found.type === 'malformed') return found
  const vote = readVote(found.value, asked)
  if (typeof vote === 'string') return { type: 'malformed', problem: vote }
  const position = vote.position ?? sayVote(vote)
  if (position === undefined) return { type: 'malformed', problem: 'expected "position" to be a sentence' }
  return { type: 'parsed', value: { ...vote, position } }
}

/** Fields by which a vote is recognized among other data. */
const VOTE_FIELDS: Record<QuestionKind, readonly string[]> = {
  proposition: ['position', 'stance', 'side'],
  choice: ['answer', 'position', 'vote', 'choice'],
  estimate: ['estimate', 'position'],
  open: ['position', 'answer'],
}

const sayVote = ({ answer, estimate, stance }: Partial<Vote>): string | undefined =>
  answer ?? (estimate === undefined ? stance : String(estimate.value))

/** Reads what counts of an answer. Returns what is wrong if it lacks the form of its question. */
export function readVote(fields: Fields, asked: Asked): Partial<Vote> | string {
  const position = readText(fields('position'), SIZES.position)
  const held = VOTES[asked.kind](fields, asked, position)
  if (typeof held === 'string') return held
  const confidence = readConfidence(fields('confidence', 'confidenceLevel', 'confidenceScore', 'certainty'))
  return { ...(position !== undefined && { position }), ...held, ...(confidence !== undefined && { confidence }) }
}

type ReadVote = (fields: Fields, asked: Asked, position: string | undefined) => Partial<Vote> | string

const VOTES: Record<QuestionKind, ReadVote> = {
  proposition(fields) {
    const stance = readStance(fields('stance', 'side', 'vote', 'answer'))
    return stance === undefined ? 'expected "stance" to be support | oppose | neutral' : { stance }
  },
  choice(fields, { options }, position) {
    const spread = readSpread(fields('spread', 'probabilities'), options)
    const given = readText(fields('answer', 'vote', 'choice', 'verdict'), SIZES.point)
    // If the answer is not a possible one, the position may still name one.
    const answer =
      (given === undefined ? likeliest(spread) : matchAnswer(given, options)) ??
      (position === undefined ? undefined : nameOnly(position, options))
    if (answer === undefined) return `expected "answer" to be one of the possible answers: ${options.join(' | ')}`
    return { answer, ...(spread !== undefined && { spread }) }
  },
  estimate(fields, { unit = '' }) {
    const given = fields('estimate', 'value', 'number', 'answer')
    const value = readNumber(given, unit)
    if (value === undefined)
      return `expected "estimate" to be a number in ${unit || 'the unit of the question'}${typeof given === 'string' ? `; got “${given.slice(0, 80)}”` : ''}`
    const low = readNumber(fields('low', 'lower', 'min'), unit)
    const high = readNumber(fields('high', 'upper', 'max'), unit)
    const isRange = low !== undefined && high !== undefined && low <= value && value <= high
    return { estimate: { value, ...(isRange && { low, high }) } satisfies NumberRange }
  },
  open(fields, { options }, position) {
    const spread = readSpread(fields('spread', 'probabilities'), options)
    const given = readText(fields('answer', 'proposal', 'vote', 'choice'), PROPOSAL) ?? likeliest(spread)
    // A proposal in other words is one of its own: whether it says the same is not decided here.
    const answer = given ?? (position === undefined ? undefined : readText(position, PROPOSAL))
    if (answer === undefined) return 'expected "answer" to be your proposal in a few words'
    return { answer: matchAnswer(answer, options) ?? answer, ...(spread !== undefined && { spread }) }
  },
}

/** Characters of a proposal. */
const PROPOSAL = 200

/** Reads probabilities of options, and scales them so that they sum to 1. Unknown options are skipped. */
function readSpread(value: unknown, options: readonly string[]): Record<string, number> | undefined {
  if (typeof value !== 'object' || value === null || options.length === 0) return undefined
  const entries = Object.entries(value)
    .slice(0, 2 * SIZES.points)
    .flatMap(([name, share]): [string, number][] => {
      const option = matchAnswer(name, options)
      const chance = readConfidence(share)
      return option === undefined || chance === undefined || chance === 0 ? [] : [[option, chance]]
    })
  const total = [...new Map(entries).values()].reduce((sum, chance) => sum + chance, 0)
  return total === 0
    ? undefined
    : Object.fromEntries([...new Map(entries)].map(([option, chance]) => [option, chance / total]))
}

const likeliest = (spread: Record<string, number> | undefined): string | undefined =>
  Object.entries(spread ?? {}).toSorted(([, a], [, b]) => b - a)[0]?.[0]

const SCALES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 }

const scaleOf = (word: string): number | undefined => SCALES[word.toLowerCase().replace(/s$/, '')]

/** Units of which a number in another one would be wrong by a factor. */
const TIMES = /^(?:(?:milli|micro|nano)?second|minute|hour|day|week|month|quarter|year|decade)/i

/** Short words after a number, and what they can stand for. Without one of these in the unit, the number may be wrong by a factor. */
const SHORT: Readonly<Record<string, RegExp>> = {
  M: /^million/,
  m: /^(?:million|minute|month|met(?:re|er))/,
  mn: /^million/,
  mio: /^million/,
  b: /^billion/,
  bn: /^billion/,
  t: /^(?:trillion|ton)/,
  tn: /^trillion/,
  ms: /^millisecond/,
  s: /^second/,
  sec: /^second/,
  min: /^minute/,
  h: /^hour/,
  hr: /^hour/,
  d: /^day/,
  wk: /^week/,
  mo: /^month/,
  y: /^year/,
  yr: /^year/,
}

const shortOf = (word: string): RegExp | undefined =>
  [word, word.toLowerCase(), word.toLowerCase().replace(/s$/, '')].flatMap((one) => SHORT[one] ?? [])[0]

/**
 * Reads a number, also from a text with separators between thousands, a word for a scale, or a unit. Returns `undefined` if the
 * text may mean another unit than the question, or its separators have several readings.
 */
function readNumber(value: unknown, unit: string): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value !== 'string') return undefined
  const text = value
    .slice(0, 200)
    .replace(/\b0,(?=\d)/g, '0.')
    .replace(/(\d)[,_ \u00a0](?=\d{3}(?!\d))/g, '$1')
    .replace(/(\d),(?=\d)/g, '$1.')
  const [, digits, word = ''] = /([+-]?\d+(?:\.\d+)*(?:e[+-]?\d{1,3})?)\s*([a-z]*)/i.exec(text) ?? []
  const number = Number(digits) * findScale(word, unit)
  return digits === undefined || isOtherUnit(word, unit) || !Number.isFinite(number) ? undefined : number + 0
}

/** The factor of a word after a number, in a unit that may have a scale itself. */
function findScale(word: string, unit: string): number {
  const scale = scaleOf(word)
  return scale === undefined ? 1 : scale / (unit.split(/\W+/).flatMap((part) => scaleOf(part) ?? [])[0] ?? 1)
}

function isOtherUnit(word: string, unit: string): boolean {
  const parts = unit.toLowerCase().split(/\W+/)
  const times = parts.flatMap((part) => TIMES.exec(part)?.[0] ?? [])
  const [time] = TIMES.exec(word.toLowerCase()) ?? []
  const short = shortOf(word)
  return short === undefined
    ? time !== undefined && times.length > 0 && !times.includes(time)
    : !parts.some((part) => part === word.toLowerCase() || short.test(part))
}

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
