import type { Ballot } from '../session/response.ts'
import type { Parsed } from './parsed.ts'
import { readObject } from './read-object.ts'
import { readVote, wrongAnswer } from './read-vote.ts'

/** Reads what a seat holds on its own. An answer alone is its position. */
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
