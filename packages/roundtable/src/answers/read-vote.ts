import type { Ballot } from '../session/response.ts'
import type { Fields } from './fields.ts'
import { matchAnswer, nameOnly } from './match-answer.ts'
import { readConfidence } from './read-confidence.ts'
import { readStance } from './read-stance.ts'
import { readText, SIZES } from './read-text.ts'

type Vote = Partial<Pick<Ballot, 'position' | 'answer' | 'stance' | 'confidence'>>

/** What a seat holds, as far as it said so. Where its answer is none of those possible, its position may still name one. */
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
