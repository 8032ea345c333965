import type { Statement } from '../session/response.ts'
import type { Parsed } from './parsed.ts'
import { readCitations } from './read-citations.ts'
import { readObject } from './read-object.ts'
import { readSpeakers } from './read-speakers.ts'
import { readText, readTexts, SIZES } from './read-text.ts'
import { readVote, wrongAnswer } from './read-vote.ts'

export interface StatementOptions {
  /** What may be answered; empty where the question is no choice. */
  answers: readonly string[]
  /** By what a seat is called: its `agentId`. */
  speakers: Readonly<Record<string, string>>
}

/**
 * Reads what a seat said. It needs a position, an answer where there are answers, and something that it rests on:
 * reasoning, or key points.
 */
export function parseStatement(text: string, { answers, speakers }: StatementOptions): Parsed<Statement> {
  const found = readObject(text, ['position'])
  if (found.type === 'malformed') return found
  const fields = found.value
  const { position, answer, ...vote } = readVote(fields, answers)
  const reasoning = readText(fields('reasoning', 'rationale', 'explanation', 'reason'), SIZES.reasoning)
  const keyPoints = readTexts(fields('keyPoints', 'points'))
  const changeReason = readText(fields('changeReason', 'reasonForChange'), SIZES.point)
  if (position === undefined) return { type: 'malformed', problem: 'expected "position" to be a sentence' }
  if (answers.length > 0 && answer === undefined) return { type: 'malformed', problem: wrongAnswer(answers) }
  if (reasoning === undefined && keyPoints.length === 0)
    return { type: 'malformed', problem: 'expected "reasoning" or "keyPoints" beside "position"; came neither' }
  const value = {
    ...vote,
    position,
    ...(answer !== undefined && { answer }),
    reasoning: reasoning ?? '',
    keyPoints,
    citations: readCitations(fields('citations', 'sources', 'references')),
    ...(changeReason !== undefined && !/^(?:n\/?a|none|null|-)\.?$/i.test(changeReason) && { changeReason }),
    agreesWith: readSpeakers(fields('agreesWith', 'agreeWith'), speakers),
  }
  return { type: 'parsed', value }
}
