import type { Mode } from '../modes/mode.ts'
import type { AgentResponse } from '../session/response.ts'
import type { Round, Session } from '../session/session.ts'
import type { Chapter } from './digest.ts'
import { inOrder } from './speaker.ts'

export interface Recalled {
  /** All that was said in earlier rounds. */
  before: readonly AgentResponse[]
  heard: readonly AgentResponse[]
  /** What the mode lets a seat know of both. */
  chapters: readonly Chapter[]
}

/** What a seat has heard when it speaks. Who else has answered in this round meanwhile makes no difference. */
export function recall(input: {
  session: Session
  mode: Mode
  round: Round
  heard: readonly AgentResponse[]
}): Recalled {
  const { session, mode, round } = input
  const earlier = session.responses.filter((said) => said.round < round.number)
  const before = inOrder(earlier, session, mode)
  const heard = inOrder(input.heard, session, mode)
  const rounds = [...new Set(before.map((said) => said.round))]
  const told = mode.recall.rounds === 'all' ? rounds : rounds.slice(-1)
  const chapters = told.map((number) => ({
    heading: `Round ${number}:`,
    statements: before.filter((said) => said.round === number),
    isNewest: number === rounds.at(-1),
  }))
  const now = { heading: 'In this round, before you:', statements: heard, isNewest: true }
  return { before, heard, chapters: [...chapters, now] }
}
