import type { Citation, Statement } from '../session/response.ts'
import { wordsOf } from '../session/words.ts'
import { type Asked, readVote } from './parse-ballot.ts'
import { parseRanking } from './parse-ranking.ts'
import { fieldsOf, type Parsed, readObject, readText, readTexts, SIZES } from './read-object.ts'

interface StatementOptions extends Asked {
  /** Maps the name of a seat to its `agentId`. */
  speakers: Readonly<Record<string, string>>
  /** Whether the seat was asked if it stands behind the group of its proposal. */
  isGrouped?: boolean
  /** The seat and those with an answer in the last round, if it was asked to rank the answers of the others. */
  ranks?: { own: string; speakers: Readonly<Record<string, string>> }
}

/** Reads the statement of a seat. It needs a position, a vote in the form of the question, and reasoning or key points. */
export function parseStatement(
  text: string,
  { speakers, isGrouped = false, ranks, ...asked }: StatementOptions,
): Parsed<Statement> {
  const found = readObject(text, ['position'])
  if (found.type === 'malformed') return found
  const fields = found.value
  const position = readText(fields('position'), SIZES.position)
  const vote = readVote(fields, asked)
  const reasoning = readText(fields('reasoning', 'rationale', 'explanation', 'reason'), SIZES.reasoning)
  const keyPoints = readTexts(fields('keyPoints', 'points'))
  const standsBehind = isGrouped ? readBoolean(fields('standsBehind', 'standBehind')) : undefined
  const changeReason = readText(fields('changeReason', 'reasonForChange'), SIZES.point)
  if (position === undefined) return { type: 'malformed', problem: 'expected "position" to be a sentence' }
  if (typeof vote === 'string') return { type: 'malformed', problem: vote }
  if (reasoning === undefined && keyPoints.length === 0)
    return { type: 'malformed', problem: 'expected "reasoning" or "keyPoints" beside "position"; got neither' }
  const value = {
    ...vote,
    position,
    ...(standsBehind !== undefined && { standsBehind }),
    reasoning: reasoning ?? '',
    keyPoints,
    citations: readCitations(fields('citations', 'sources', 'references')),
    ...(changeReason !== undefined && !/^(?:n\/?a|none|null|-)\.?$/i.test(changeReason) && { changeReason }),
    agreesWith: readSpeakers(fields('agreesWith', 'agreeWith'), speakers),
    ...(ranks !== undefined && parseRanking(fields('ranking', 'rank'), ranks.own, ranks.speakers)),
  }
  return { type: 'parsed', value }
}

const readBoolean = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined

/** Reads the citations of an answer. Skips a citation that cannot be read. */
export function readCitations(value: unknown): Citation[] {
  const values = Array.isArray(value) ? value : [value]
  return values.slice(0, SIZES.points).flatMap((one) => readCitation(one) ?? [])
}

function readCitation(value: unknown): Citation | undefined {
  if (typeof value === 'string') return fromLine(value)
  const fields = fieldsOf(value)
  if (fields === undefined) return undefined
  const url = readUrl(fields('url', 'link', 'href', 'uri'))
  const title = readText(fields('title', 'name', 'source', 'citation'), SIZES.point) ?? url
  if (title === undefined) return undefined
  const quote = readText(fields('quote', 'excerpt', 'snippet'), SIZES.point)
  const claim = readText(fields('claim'), SIZES.point)
  return {
    title,
    ...(url !== undefined && { url }),
    ...(quote !== undefined && { quote }),
    ...(claim !== undefined && { claim }),
  }
}

/** Reads a title, a URL, or both on one line. */
function fromLine(line: string): Citation | undefined {
  const text = readText(line, SIZES.point) ?? ''
  const address = /https?:\/\/[^\s<>"'\])]+/i.exec(text)?.[0].replace(/[.,;]+$/, '')
  const url = readUrl(address)
  const title = (address === undefined ? text : withoutAddress(text, address)) || url
  return title === undefined || title === '' ? undefined : { title, ...(url !== undefined && { url }) }
}

const withoutAddress = (text: string, address: string): string =>
  text
    .replace(address, ' ')
    .replace(/[[\]()<>"\s]+/g, ' ')
    .replace(/^[\s:,.;–—-]+|[\s:,;–—-]+(?:\.\s*)?$/g, '')

/** Returns a web address, or `undefined`: other protocols could do anything when a reader follows them. */
function readUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > SIZES.url) return undefined
  const url = readText(value, SIZES.url)
  return url !== undefined && /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url) ? url : undefined
}

/** Returns the ids of the seats that are named, each once. Skips unknown names. */
export function readSpeakers(value: unknown, speakers: Readonly<Record<string, string>>): string[] {
  const known = new Map(Object.entries(speakers).map(([name, agentId]) => [fold(name), agentId]))
  const names = readTexts(value).flatMap((name) => (known.has(fold(name)) ? name : name.split(/[,;&]|\band\b/)))
  return [...new Set(names.flatMap((name) => known.get(fold(name)) ?? []))]
}

const fold = (name: string): string => wordsOf(name).join(' ')
