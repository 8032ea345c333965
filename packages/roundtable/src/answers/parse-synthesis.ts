import {
  type Disagreement,
  FINDING_LISTS,
  type Finding,
  NO_FINDINGS,
  type SynthesisText,
} from '../session/synthesis.ts'
import { readSpeakers } from './parse-statement.ts'
import { type Fields, fieldsOf, findExcess, missing, type Parsed, readObject, readText, SIZES } from './read-object.ts'

/** A synthesis, and the possible answer that its author says it follows. */
export interface ParsedSynthesis extends SynthesisText {
  follows?: string
}

/** Findings in a list. */
const MOST = 12

/** Reads a synthesis. A text without JSON is an answer without lists. `speakers` maps the name of a seat to its `agentId`. */
export function parseSynthesis(text: string, speakers: Readonly<Record<string, string>>): Parsed<ParsedSynthesis> {
  const found = readObject(text, ['answer'])
  if (found.type === 'malformed') return readProse(text)
  const fields = found.value
  const answer = readText(fields('answer', 'recommendation'), SIZES.reasoning)
  if (answer === undefined) return { type: 'malformed', problem: 'expected "answer" to be a text' }
  const follows = readText(fields('follows', 'vote'), SIZES.position)
  const lists = FINDING_LISTS.map((name) => [name, readFindings(fields(name), speakers)] as const)
  return {
    type: 'parsed',
    value: { answer, ...NO_FINDINGS, ...Object.fromEntries(lists), ...(follows !== undefined && { follows }) },
  }
}

function readProse(text: string): Parsed<ParsedSynthesis> {
  const answer = /[{}]/.test(text) || findExcess(text) !== undefined ? undefined : readText(text, SIZES.reasoning)
  if (answer === undefined) return { type: 'malformed', problem: missing('a JSON object with "answer"', text) }
  return { type: 'parsed', value: { answer, ...NO_FINDINGS } }
}

/** Reads findings: objects, or plain texts that name no seat. Skips what is neither. */
function readFindings(value: unknown, speakers: Readonly<Record<string, string>>): Disagreement[] {
  return [value ?? []]
    .flat()
    .slice(0, MOST)
    .flatMap((one) => readFinding(one, speakers) ?? [])
}

function readFinding(value: unknown, speakers: Readonly<Record<string, string>>): Finding | undefined {
  const fields: Fields = fieldsOf(value) ?? (() => value)
  const text = readText(fields('text', 'statement', 'point', 'claim', 'step'), SIZES.point)
  if (text === undefined) return undefined
  if (fieldsOf(value) === undefined) return { text, agentIds: [] }
  const settledBy = readText(fields('settledBy', 'dependsOn'), SIZES.point)
  const agentIds = readSpeakers(fields('by', 'speakers', 'from', 'seats'), speakers)
  return { text, agentIds, ...(settledBy !== undefined && { settledBy }) }
}
