import type { Situation } from '@sweatpants/demo-model'
import { sideOf } from '../modes/opposing-side.ts'
import type { Brief, Side } from './brief.ts'

/** What a seat holds and how sure it is. */
export interface Held {
  side: Side
  /** One of the possible answers, if the topic is a choice. */
  answer: string | undefined
  confidence: number
  /** What it held before the other seats changed its mind. */
  changedFrom: string | undefined
  /** The number of other seats that changed its mind. */
  agreeing: number
}

/** The share of seats that listen, and the majority that changes the mind of such a seat. */
const OPEN_SHARE = 0.6
const FEWEST_VOTES = 2
const LEAST_SHARE = 2 / 3
const LESS_SURE = 0.85

/** Draws what a seat holds from seed, seat and topic, so that it is the same in every round. Then counts the other seats. */
export function takeStance(brief: Brief, draw: Situation['draw']): Held {
  const key = `${brief.seat} ${brief.topic.toLowerCase().replace(/\W+/g, ' ').trim()}`
  const own = ownStance(brief, (what) => draw(`${what} ${key}`))
  const held = own.answer ?? own.side
  const { choice, count } = majorityOf(brief.votes)
  const isOpen = brief.side === undefined && draw(`open ${key}`) < OPEN_SHARE
  if (!isOpen || choice === held || count < FEWEST_VOTES || count / brief.votes.length < LEAST_SHARE) return own
  const confidence = Number((own.confidence * LESS_SURE).toFixed(2))
  // Votes are answers where there are answers, and sides otherwise.
  const changed =
    own.answer === undefined ? { side: choice as Side } : { answer: choice, side: sideOf(choice) ?? own.side }
  return { ...own, ...changed, confidence, changedFrom: held, agreeing: count }
}

function ownStance({ answers, side: assigned }: Brief, draw: (what: string) => number): Held {
  const side = assigned ?? (draw('side') < 0.5 ? 'support' : 'oppose')
  const listed = assigned === undefined ? answers : answersFor(assigned, answers)
  const answer = listed[Math.floor(draw('answer') * listed.length)]
  const confidence = Number((0.6 + 0.35 * draw('confidence')).toFixed(2))
  const named = answer === undefined ? undefined : sideOf(answer)
  return { side: assigned ?? named ?? side, answer, confidence, changedFrom: undefined, agreeing: 0 }
}

/** Returns the answers that a role may argue. The first answer is the proposal, unless answers name their side. */
function answersFor(side: Side, answers: readonly string[]): readonly string[] {
  const named = answers.filter((answer) => sideOf(answer) === side)
  if (named.length > 0) return named
  return side === 'support' ? answers.slice(0, 1) : answers.slice(1)
}

function majorityOf(votes: readonly string[]): { choice: string; count: number } {
  const counts = [...Map.groupBy(votes, (vote) => vote)].map(([choice, those]) => ({ choice, count: those.length }))
  return counts.toSorted((a, b) => b.count - a.count)[0] ?? { choice: '', count: 0 }
}
