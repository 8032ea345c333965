import type { ConsensusResult } from '../session/consensus.ts'
import type { ContextRecord } from '../session/context-request.ts'
import type { AgentResponse, Ballot } from '../session/response.ts'
import type { SeatFailure } from '../session/seat.ts'
import { type RoundSummary, responsesOf, type Session } from '../session/session.ts'
import { type Claims, readClaims } from './claims.ts'
import { type Headline, readHeadline } from './headline.ts'
import { type Minds, readMinds } from './minds.ts'
import { type Positions, readPositions } from './positions.ts'
import { listProposals } from './proposals.ts'
import { type Ranges, readRanges } from './ranges.ts'
import { type Ranking, readRanking } from './ranking.ts'
import { sayRoles } from './say-roles.ts'
import { type Agreement, type ReportSeat, readAgreement, readSeats } from './seats.ts'
import { BALLOTS, readBallot, sayCorrection } from './words.ts'
import { readWriteUp, sayWriteUpProblem, type WriteUp } from './write-up.ts'

/** A debate for readers: the answer first, then the vote, who changed their mind, and the rest. */
export interface Report {
  headline: Headline
  writeUp?: WriteUp
  /** Why the last attempt to write the answer up failed. */
  writeUpProblem?: string
  /** The numbers of the panel, if the question is an estimate. */
  ranges?: Ranges
  ranking?: Ranking
  /** Said where panellists argue an assigned side. */
  roles?: string
  minds: Minds
  /** Which proposals of an open question a model put together, and why. */
  proposals: string[]
  seats: ReportSeat[]
  positions: Positions
  /** Absent if no two panellists were heard in the same round. */
  agreement?: Agreement
  claims: Claims
  transcript: TranscriptRound[]
}

export function readReport(session: Session): Report {
  const writeUp = readWriteUp(session)
  const writeUpProblem = sayWriteUpProblem(session)
  const ranges = readRanges(session)
  const ranking = readRanking(session)
  const agreement = readAgreement(session)
  const roles = sayRoles(session)
  return {
    headline: readHeadline(session),
    ...(writeUp !== undefined && { writeUp }),
    ...(writeUpProblem !== undefined && { writeUpProblem }),
    ...(ranges !== undefined && { ranges }),
    ...(ranking !== undefined && { ranking }),
    ...(roles !== undefined && { roles }),
    minds: readMinds(session),
    proposals: listProposals(session),
    seats: readSeats(session),
    positions: readPositions(session),
    ...(agreement !== undefined && { agreement }),
    claims: readClaims(session),
    transcript: readTranscript(session),
  }
}

/** Everything that happened in a round. */
export interface TranscriptRound {
  number: number
  /** What is decided from this round on, if the question was corrected with it. */
  correction?: string
  focusQuestion?: string
  /** Context that all seats were shown. */
  given: ContextRecord[]
  ballots: Ballot[]
  /** When and how the ballots were cast. */
  balloted: string
  /** In the order of arrival. */
  responses: AgentResponse[]
  failures: SeatFailure[]
  /** Context that seats requested in this round. */
  requests: ContextRecord[]
  summary?: RoundSummary
  consensus?: ConsensusResult
  isOpen: boolean
}

export const readTranscript = (session: Session): TranscriptRound[] =>
  session.rounds.map((round) => {
    const { number, focusQuestion, contextIds, ballots, failures, summary, consensus, endedAt } = round
    const correction = session.question && sayCorrection(session.question, number)
    return {
      number,
      ...(correction !== undefined && { correction }),
      ...(focusQuestion !== undefined && { focusQuestion }),
      given: session.contextRequests.filter(({ id }) => contextIds.includes(id)),
      ballots,
      balloted: BALLOTS[readBallot(session, number)],
      responses: responsesOf(session, number),
      failures,
      requests: session.contextRequests.filter((request) => request.round === number),
      ...(summary !== undefined && { summary }),
      ...(consensus !== undefined && { consensus }),
      isOpen: endedAt === undefined,
    }
  })
