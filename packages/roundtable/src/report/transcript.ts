import type { ConsensusResult } from '../session/consensus.ts'
import type { ContextRecord } from '../session/context-request.ts'
import type { AgentResponse, Ballot } from '../session/response.ts'
import type { SeatFailure } from '../session/seat.ts'
import { type RoundSummary, responsesOf, type Session } from '../session/session.ts'

/** A round from its beginning to its end. */
export interface TranscriptRound {
  number: number
  focusQuestion?: string
  /** Context that all seats were shown. */
  given: ContextRecord[]
  ballots: Ballot[]
  /** In the order in which they came. */
  responses: AgentResponse[]
  failures: SeatFailure[]
  /** What seats asked for in it. */
  requests: ContextRecord[]
  summary?: RoundSummary
  consensus?: ConsensusResult
  isOpen: boolean
}

export const readTranscript = (session: Session): TranscriptRound[] =>
  session.rounds.map((round) => {
    const { number, focusQuestion, contextIds, ballots, failures, summary, consensus, endedAt } = round
    return {
      number,
      ...(focusQuestion !== undefined && { focusQuestion }),
      given: session.contextRequests.filter(({ id }) => contextIds.includes(id)),
      ballots,
      responses: responsesOf(session, number),
      failures,
      requests: session.contextRequests.filter((request) => request.round === number),
      ...(summary !== undefined && { summary }),
      ...(consensus !== undefined && { consensus }),
      isOpen: endedAt === undefined,
    }
  })
