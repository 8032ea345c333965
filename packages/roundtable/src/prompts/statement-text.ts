import type { AgentResponse, Citation, Statement } from '../session/response.ts'

/** What a seat said, at length. */
export const wholeStatement = (said: AgentResponse, nameOf: (agentId: string) => string): string =>
  lines([
    briefStatement(said),
    `reasoning: ${said.reasoning}`,
    ...said.citations.map(citationLine),
    said.changeReason === undefined ? '' : `changed, because ${said.changeReason}`,
    said.agreesWith.length === 0 ? '' : `agrees with ${said.agreesWith.map(nameOf).join(', ')}`,
  ])

/** What a seat holds, and its points. */
export const briefStatement = (said: AgentResponse): string =>
  lines([heldText(said), ...said.keyPoints.map((point) => `- ${point}`)])

export const heldText = (held: Pick<Statement, 'position' | 'answer' | 'stance' | 'confidence'>): string => {
  const { position, answer, stance, confidence } = held
  const told = [
    answer === undefined ? '' : `answer “${answer}”`,
    stance === undefined ? '' : `stance ${stance}`,
    confidence === undefined ? '' : `confidence ${confidence}`,
  ].filter((one) => one !== '')
  return lines([`position: ${position}`, told.length === 0 ? '' : `(${told.join(', ')})`])
}

const citationLine = ({ title, url, quote, claim }: Citation): string =>
  [`source: ${title}`, url, quote && `“${quote}”`, claim && `for the claim that ${claim}`].filter(Boolean).join(', ')

const lines = (those: readonly string[]): string => those.filter((line) => line !== '').join('\n')
