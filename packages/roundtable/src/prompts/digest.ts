import type { AgentResponse } from '../session/response.ts'
import type { Fence } from './fence.ts'
import { fit, leftOutLine, type Piece } from './fit.ts'
import { briefStatement, wholeStatement } from './statement-text.ts'

/** What was said in a round, or earlier in this one. */
export interface Chapter {
  heading: string
  statements: readonly AgentResponse[]
  isNewest: boolean
}

export interface Teller {
  fence: Fence
  /** The name that stands on a statement. */
  nameOf(agentId: string): string
}

/**
 * What was said, in the order of the debate, in so many characters: the newest at length if there is room for all of it,
 * and the rest by position and key points. What still is too much is left out by whole statements, the oldest first.
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

/** Room for the line that says what was left out. */
const MOST_NOTICE = 80
