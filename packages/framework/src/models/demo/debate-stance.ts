import type { Brief } from './debate-brief.ts'
import { drawn } from './place.ts'

export type Side = 'support' | 'oppose'

/** What a seat holds, how surely, and what it held before the others made it think again. */
export interface Stance {
  side: Side
  /** One of the answers that may be given, where there is such a list. */
  answer: string | undefined
  confidence: number
  changedFrom: string | undefined
  /** How many of the others hold what it came to hold. */
  agreeing: number
}

/** From seed, seat and topic alone, so that it is the same in every round; then the others are heard. */
export function takeStance(brief: Brief, seed: string): Stance {
  const key = `${brief.seat} ${brief.topic.toLowerCase().replace(/\W+/g, ' ').trim()}`
  const own = ownStance(brief, seed, key)
  const held = own.answer ?? own.side
  const votes = brief.votes.flatMap((vote) => toChoice(vote, brief) ?? [])
  const { choice, count } = majorityOf(votes)
  const open = brief.assigned === undefined && drawn(seed, `open ${key}`) < OPEN_SHARE
  if (!open || choice === held || count < FEWEST || count / votes.length < LEAST_SHARE) return own
  const confidence = Number((own.confidence * LESS_SURE).toFixed(2))
  const changed =
    own.answer === undefined ? { side: choice as Side } : { answer: choice, side: sideOf(choice) ?? own.side }
  return { ...own, ...changed, confidence, changedFrom: held, agreeing: count }
}

/** Of all seats, those who listen; and how many must say so, and of how many, before they do. */
const OPEN_SHARE = 0.6
const FEWEST = 2
const LEAST_SHARE = 2 / 3
const LESS_SURE = 0.85

function ownStance({ answers, assigned }: Brief, seed: string, key: string): Stance {
  const drawnSide: Side = drawn(seed, `side ${key}`) < 0.5 ? 'support' : 'oppose'
  const side = assigned ?? drawnSide
  const sided = answers.filter((answer) => sideOf(answer) === side)
  const listed = assigned !== undefined && sided.length > 0 ? sided : answers
  const answer = listed[Math.floor(drawn(seed, `answer ${key}`) * listed.length)]
  const confidence = Number((0.6 + 0.35 * drawn(seed, `confidence ${key}`)).toFixed(2))
  const said = answer === undefined ? undefined : sideOf(answer)
  return { side: said ?? side, answer, confidence, changedFrom: undefined, agreeing: 0 }
}

const SIDES: Record<Side, RegExp> = {
  support: /^\W*(support|yes|for|agree|approve|in favou?r|pro|true|accept)\b/i,
  oppose: /^\W*(oppose|no|not|against|disagree|reject|con|false|decline)\b/i,
}

/** Which side a text takes with its first word. */
export const sideOf = (text: string): Side | undefined =>
  SIDES.oppose.test(text) ? 'oppose' : SIDES.support.test(text) ? 'support' : undefined

function toChoice(vote: string, { answers }: Brief): string | undefined {
  if (answers.length === 0) return sideOf(vote)
  return answers.find((answer) => vote.toLowerCase().startsWith(answer.toLowerCase()))
}

function majorityOf(votes: readonly string[]): { choice: string; count: number } {
  const counts = Map.groupBy(votes, (vote) => vote)
  const ranked = [...counts].map(([choice, those]) => ({ choice, count: those.length }))
  return ranked.toSorted((a, b) => b.count - a.count)[0] ?? { choice: '', count: 0 }
}
