import type { Mode } from '../modes/mode.ts'
import type { ContextRecord } from '../session/context-request.ts'
import type { AgentResponse, Citation, NumberRange, Vote } from '../session/response.ts'
import type { Round, Session } from '../session/session.ts'
import type { Fence } from './fence.ts'
import { fit, leftOutLine, type Piece } from './fit.ts'
import { roundHeading, toStatements } from './sections.ts'

/** The statements of a round, or of earlier groups in this round. */
interface Chapter {
  heading: string
  statements: readonly AgentResponse[]
  isNewest: boolean
}

export interface Teller {
  fence: Fence
  /** The name of a speaker. */
  nameOf(agentId: string): string
}

/**
 * The statements in the order of the debate, in at most `room` characters: the newest in full if all of them fit,
 * the others with position and key points. If that is too long, drops whole statements, the oldest first.
 */
export function digest(chapters: readonly Chapter[], room: number, { fence, nameOf }: Teller): string {
  const told = chapters.filter(({ statements }) => statements.length > 0)
  const space = room - told.reduce((sum, { heading }) => sum + heading.length + 4, MOST_NOTICE)
  const pieceOf = (said: AgentResponse, isWhole: boolean): Piece => ({
    text: isWhole ? wholeStatement(said, nameOf) : briefStatement(said),
    enclose: (text) => fence.data('statement', text, { from: nameOf(said.agentId), round: `${said.round}` }),
  })
  const piecesOf = (isWhole: boolean) =>
    told.flatMap(({ statements, isNewest }) => statements.map((said) => pieceOf(said, isWhole && isNewest)))
  const newest = told.filter(({ isNewest }) => isNewest).flatMap(({ statements }) => statements)
  const length = newest
    .map((said) => pieceOf(said, true))
    .reduce((sum, { text, enclose }) => sum + enclose(text).length, 0)
  const { texts, leftOut } = fit(piecesOf(length <= space || newest.length === 1), space)
  const rest = texts.values()
  const sections = told.flatMap(({ heading, statements }) => {
    const kept = statements.map(() => rest.next().value).filter((text) => text !== undefined)
    return kept.length === 0 ? [] : [[heading, ...kept].join('\n')]
  })
  return [...(leftOut === 0 ? [] : [leftOutLine(leftOut, 'statement')]), ...sections].join('\n\n')
}

/** Room for the line that says how much was left out, in characters. */
const MOST_NOTICE = 80

/** A statement in full. */
const wholeStatement = (said: AgentResponse, nameOf: (agentId: string) => string): string =>
  lines([
    briefStatement(said),
    `reasoning: ${said.reasoning}`,
    ...said.citations.map(citationLine),
    said.changeReason === undefined ? '' : `changed, because ${said.changeReason}`,
    said.agreesWith.length === 0 ? '' : `agrees with ${said.agreesWith.map(nameOf).join(', ')}`,
  ])

/** The vote and the key points of a statement. */
const briefStatement = (said: AgentResponse): string =>
  lines([heldText(said), ...said.keyPoints.map((point) => `- ${point}`)])

export const heldText = ({ position, answer, stance, estimate, confidence }: Vote): string => {
  const told = [
    answer === undefined ? '' : `answer “${answer}”`,
    stance === undefined ? '' : `stance ${stance}`,
    estimate === undefined ? '' : `estimate ${rangeText(estimate)}`,
    confidence === undefined ? '' : `confidence ${confidence}`,
  ].filter((one) => one !== '')
  return lines([`position: ${position}`, told.length === 0 ? '' : `(${told.join(', ')})`])
}

const rangeText = ({ value, low, high }: NumberRange): string =>
  low === undefined || high === undefined ? `${value}` : `${value}, between ${low} and ${high}`

const citationLine = ({ title, url, quote, claim }: Citation): string =>
  [`source: ${title}`, url, quote && `“${quote}”`, claim && `for the claim that ${claim}`].filter(Boolean).join(', ')

const lines = (those: readonly string[]): string => those.filter((line) => line !== '').join('\n')

/** The answered context requests of a round and of those before it, in the order of the requests. */
export function providedContext(session: Session, round: Round): ContextRecord[] {
  const earlier = session.rounds.filter(({ number }) => number < round.number)
  const ids = new Set([...earlier, round].flatMap(({ contextIds }) => contextIds))
  return session.contextRequests.filter(({ id, answer }) => ids.has(id) && answer !== undefined)
}

/** Context requests with their answers, in at most `room` characters. */
export function contextDigest(records: readonly ContextRecord[], room: number, teller: Teller): string {
  const { texts, leftOut } = fit(
    records.map((record) => toPiece(record, teller)),
    room - MOST_NOTICE,
  )
  const notice = leftOut === 0 ? [] : [leftOutLine(leftOut, 'question')]
  return [...notice, ...texts.filter((text) => text !== undefined)].join('\n')
}

const toPiece = (record: ContextRecord, { fence, nameOf }: Teller): Piece => ({
  text: `query: ${record.query}\n${outcomeOf(record)}`,
  enclose: (text) => fence.data('context', text, { 'asked-by': nameOf(record.agentId), round: `${record.round}` }),
})

function outcomeOf({ answer }: ContextRecord): string {
  if (answer === undefined) return 'not answered yet'
  return answer.success
    ? `result: ${answer.result ?? 'nothing'}`
    : `unavailable: ${answer.error ?? 'no reason was given'}`
}

interface Recalled {
  /** All statements of earlier rounds. */
  before: readonly AgentResponse[]
  heard: readonly AgentResponse[]
  /** What the mode lets the seat see of both. */
  chapters: readonly Chapter[]
}

/** What a seat has heard when it speaks. It does not depend on which seats of the same group have answered. */
export function recall(input: {
  session: Session
  mode: Mode
  round: Round
  heard: readonly AgentResponse[]
}): Recalled {
  const { session, mode, round } = input
  const earlier = session.responses.filter((said) => said.round < round.number)
  const before = toStatements(earlier, session, mode)
  const heard = toStatements(input.heard, session, mode)
  const rounds = [...new Set(before.map((said) => said.round))]
  const told = mode.recall.rounds === 'all' ? rounds : rounds.slice(-1)
  const chapters = told.map((number) => ({
    heading: roundHeading(session, number),
    statements: before.filter((said) => said.round === number),
    isNewest: number === rounds.at(-1),
  }))
  const now = { heading: 'In this round, before you:', statements: heard, isNewest: true }
  return { before, heard, chapters: [...chapters, now] }
}
