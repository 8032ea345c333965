import { noticeOf } from '../mcp/notices.ts'
import { sayLikely } from '../report/words.ts'
import { nameSeats } from '../session/name-seats.ts'
import type { Session } from '../session/session.ts'

/** The result of a debate, as a page shows it in a conversation. */
export interface AskResult {
  sessionId: string
  /** The path of the debate's page. */
  path: string
  rounds: number
  endReason?: string
  decision: {
    /** The recommended answer; absent with a tie. */
    answer?: string
    level: string
    /** The share of all seats that support the leading answer, from 0 to 1. */
    agreement: number
    probability?: number
    /** How likely the answer is right, in words. */
    likely?: string
    recommendation: string
  }
  seats: { total: number; heard: number; absent: number }
  dissent: { agentId: string; name: string; answer: string; reason: string }[]
  /** The seats that failed in the last round. */
  failures: { agentId: string; name: string; code: string }[]
  notice?: string
}

/** Characters of a statement; the debate's page has all of it. */
const LENGTH = 600

export const pathOf = (sessionId: string): string => `/debates/${sessionId}`

export function toAskResult(session: Session): AskResult {
  const { id, currentRound, endReason, consensus, absent, rounds, seats, agentIds } = session
  const { answer, probability } = consensus?.decision ?? {}
  const notice = noticeOf(seats)
  const nameOf = nameSeats(session)
  return {
    sessionId: id,
    path: pathOf(id),
    rounds: currentRound,
    ...(endReason !== undefined && { endReason }),
    decision: {
      ...(answer !== undefined && { answer: shorten(answer) }),
      level: consensus?.level ?? 'insufficient',
      agreement: consensus?.agreementScore ?? 0,
      ...(probability !== undefined && { probability, likely: sayLikely(probability, consensus!.outcomes) }),
      recommendation: consensus?.recommendation ?? 'No round has ended, so there is no decision.',
    },
    seats: consensus?.seats ?? { total: agentIds.length, heard: 0, absent: agentIds.length },
    dissent: (consensus?.dissent ?? []).map(({ agentId, answer, reason }) => {
      return { agentId, name: nameOf(agentId), answer: shorten(answer), reason: shorten(reason) }
    }),
    failures: [...absent, ...(rounds.at(-1)?.failures ?? [])].map(({ agentId, code }) => ({
      agentId,
      name: nameOf(agentId),
      code,
    })),
    ...(notice !== undefined && { notice }),
  }
}

const shorten = (text: string): string => (text.length > LENGTH ? `${text.slice(0, LENGTH - 1)}…` : text)
