import { noticeOf } from '../mcp/notices.ts'
import type { Session } from '../session/session.ts'

/** What a debate came to, as a page shows it in a conversation. */
export interface AskResult {
  sessionId: string
  /** Where the whole of it is. */
  path: string
  rounds: number
  endReason?: string
  decision: {
    /** The leading answer; none where several lead. */
    answer?: string
    level: string
    /** The share of all seats behind it, from 0 to 1. */
    agreement: number
    probability?: number
    recommendation: string
  }
  seats: { total: number; heard: number; absent: number }
  dissent: { agentId: string; answer: string; reason: string }[]
  /** Who was not heard in the last round. */
  failures: { agentId: string; code: string }[]
  notice?: string
}

/** Characters of one thing that somebody said. The whole of it is where the debate is. */
const LENGTH = 600

export const pathOf = (sessionId: string): string => `/debates/${sessionId}`

export function toAskResult(session: Session): AskResult {
  const { id, currentRound, endReason, consensus, absent, rounds, seats, agentIds } = session
  const { answer, probability } = consensus?.decision ?? {}
  const notice = noticeOf(seats)
  return {
    sessionId: id,
    path: pathOf(id),
    rounds: currentRound,
    ...(endReason !== undefined && { endReason }),
    decision: {
      ...(answer !== undefined && { answer: shorten(answer) }),
      level: consensus?.level ?? 'insufficient',
      agreement: consensus?.agreementScore ?? 0,
      ...(probability !== undefined && { probability }),
      recommendation: consensus?.recommendation ?? 'No round came to its end, so there is nothing to decide on.',
    },
    seats: consensus?.seats ?? { total: agentIds.length, heard: 0, absent: agentIds.length },
    dissent: (consensus?.dissent ?? []).map(({ agentId, answer, reason }) => {
      return { agentId, answer: shorten(answer), reason: shorten(reason) }
    }),
    failures: [...absent, ...(rounds.at(-1)?.failures ?? [])].map(({ agentId, code }) => ({ agentId, code })),
    ...(notice !== undefined && { notice }),
  }
}

const shorten = (text: string): string => (text.length > LENGTH ? `${text.slice(0, LENGTH - 1)}…` : text)
