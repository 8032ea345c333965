import type { Situation } from '@sweatpants/demo-model'
import { sideOf } from '../modes/opposing-side.ts'
import type { NumberRange } from '../session/response.ts'
import { type Brief, medianOf, type Side } from './brief.ts'
import { PROPOSALS } from './library.ts'

/** What a seat holds and how sure it is. */
export interface Held {
  side: Side
  /** One of the possible answers, or the proposal of the seat. */
  answer: string | undefined
  estimate: NumberRange | undefined
  /** Whether its own number is below or above what the panel leans to. */
  leans: 'low' | 'high'
  confidence: number
  /** What it held before the other seats changed its mind, if they have done so since its last statement. */
  changedFrom: string | undefined
  /** The number of other seats that changed its mind. */
  agreeing: number
}

/** The share of seats that listen, and the majority that changes the mind of such a seat. */
const OPEN_SHARE = 0.75
const FEWEST_VOTES = 2
const LEAST_SHARE = 2 / 3
const LESS_SURE = 0.85

type Draw = (what: string) => number

/** Draws what a seat holds from seed, seat and topic, so that it is the same in every round. Then counts the other seats. */
export function takeStance(brief: Brief, draw: Situation['draw']): Held {
  const topic = brief.topic.toLowerCase().replace(/\W+/g, ' ').trim()
  const ofSeat: Draw = (what) => draw(`${what} ${brief.seat} ${topic}`)
  const ofTopic: Draw = (what) => draw(`${what} ${topic}`)
  const own = ownStance(brief, ofSeat, ofTopic)
  const isOpen = brief.side === undefined && ofSeat('open mind') < OPEN_SHARE
  if (own.estimate !== undefined) return isOpen ? revise(own, own.estimate, brief) : own
  const held = own.answer ?? own.side
  const { choice, count } = majorityOf(brief.votes)
  if (!isOpen || choice === held || count < FEWEST_VOTES || count / brief.votes.length < LEAST_SHARE) return own
  // Votes are answers where there are answers, and sides otherwise.
  const changed =
    own.answer === undefined ? { side: choice as Side } : { answer: choice, side: sideOf(choice) ?? own.side }
  const isNew = brief.before !== choice
  return { ...own, ...changed, confidence: lessSure(own), ...(isNew && { changedFrom: held, agreeing: count }) }
}

const lessSure = ({ confidence }: Held): number => Number((confidence * LESS_SURE).toFixed(2))

/** How the seats of a panel differ from what it leans to, by their places: every panel of three or more is divided. */
const VARIANTS = [0, 1, 0, 2]
/** The same for numbers, as a factor. */
const FACTORS = [1, 0.6, 1.4, 0.8, 1.9]

function ownStance(brief: Brief, ofSeat: Draw, ofTopic: Draw): Held {
  const { kind, answers, side: assigned, place } = brief
  const turn = place === 0 ? Math.floor(ofSeat('place') * 60) : place + Math.floor(ofTopic('turn') * 60)
  const variant = VARIANTS[turn % VARIANTS.length]!
  const leansFor = ofTopic('side') < 0.5
  const side = assigned ?? (leansFor === (variant !== 1) ? 'support' : 'oppose')
  const confidence = Number((0.6 + 0.35 * ofSeat('confidence')).toFixed(2))
  const factor = FACTORS[turn % FACTORS.length]!
  const leans = factor > 1 ? ('high' as const) : ('low' as const)
  const unchanged = { changedFrom: undefined, agreeing: 0 }
  const held = { side, answer: undefined, estimate: undefined, leans, confidence, ...unchanged }
  if (kind === 'proposition') return held
  // A number around one from 10 to 40.
  if (kind === 'estimate') return { ...held, estimate: rangeAround((10 + 30 * ofTopic('estimate')) * factor) }
  const listed = kind === 'open' ? PROPOSALS.map(({ proposal }) => proposal) : answersFor(assigned, answers)
  const answer = listed[(Math.floor(ofTopic('answer') * listed.length) + variant) % listed.length]
  return { ...held, side: assigned ?? sideOf(answer ?? '') ?? side, answer }
}

function rangeAround(number: number): NumberRange {
  const value = Math.round(number)
  return { value, low: Math.round(value * 0.6), high: Math.round(value * 1.6) }
}

/** Moves once, half of the way to the median of the others. */
function revise(own: Held, { value }: NumberRange, { before, numbers }: Brief): Held {
  const median = medianOf(numbers)
  if (median === undefined || numbers.length < FEWEST_VOTES) return own
  const hasMoved = before !== undefined && Number(before) !== value
  if (hasMoved) return { ...own, estimate: rangeAround(Number(before)) }
  const estimate = rangeAround((value + median) / 2)
  const isNew = estimate.value !== value
  return { ...own, estimate, ...(isNew && { changedFrom: String(value), agreeing: numbers.length }) }
}

/** Returns the answers that a role may argue. The first answer is the proposal, unless answers name their side. */
function answersFor(side: Side | undefined, answers: readonly string[]): readonly string[] {
  const named = answers.filter((answer) => sideOf(answer) === side)
  if (side === undefined) return answers
  if (named.length > 0) return named
  return side === 'support' ? answers.slice(0, 1) : answers.slice(1)
}

function majorityOf(votes: readonly string[]): { choice: string; count: number } {
  const counts = [...Map.groupBy(votes, (vote) => vote)].map(([choice, those]) => ({ choice, count: those.length }))
  return counts.toSorted((a, b) => b.count - a.count)[0] ?? { choice: '', count: 0 }
}
