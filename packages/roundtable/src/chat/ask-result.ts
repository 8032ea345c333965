import { noticeOf } from '../mcp/notices.ts'
import { readHeadline } from '../report/headline.ts'
import { sayChecked, sayLikely } from '../report/words.ts'
import { readWriteUp, sayWriteUp } from '../report/write-up.ts'
import { nameSeats } from '../session/name-seats.ts'
import { shorten } from '../session/phrases.ts'
import type { Session } from '../session/session.ts'

/** The result of a debate, as a page shows it in a conversation. */
export interface AskResult {
  sessionId: string
  /** The path of the debate's page. */
  path: string
  rounds: number
  /** Why it ended, in a sentence. */
  progress: string
  endReason?: string
  decision: {
    /** The answer, or that there is none, in the words of the debate's page; absent before the first round has ended. */
    answer?: string
    level: string
    /** The share of all seats that support the leading answer, from 0 to 1. */
    agreement: number
    probability?: number
    /** How likely the answer is right, in words, and on how many known outcomes that was checked. */
    likely?: string
    checked?: string
    recommendation: string
  }
  /** The answer as a model wrote it, in Markdown, with what a reader must know before trusting it. */
  written?: string
  seats: { total: number; heard: number; absent: number }
  dissent: { agentId: string; name: string; answer: string; reason: string }[]
  /** The seats that failed in the last round. */
  failures: { agentId: string; name: string; code: string }[]
  notice?: string
}

/** Characters of a statement, and of the answer as a model wrote it; the debate's page has all of them. */
const LENGTH = 600
const WRITTEN = 4_000

export const pathOf = (sessionId: string): string => `/debates/${sessionId}`

export function toAskResult(session: Session): AskResult {
  const { id, currentRound, endReason, consensus, absent, rounds, seats, agentIds } = session
  const { probability } = consensus?.decision ?? {}
  const notice = noticeOf(seats)
  const nameOf = nameSeats(session)
  const writeUp = readWriteUp(session)
  return {
    sessionId: id,
    path: pathOf(id),
    rounds: currentRound,
    progress: readHeadline(session).progress,
    ...(endReason !== undefined && { endReason }),
    decision: {
      ...(consensus !== undefined && { answer: shorten(readHeadline(session).answer, LENGTH) }),
      level: consensus?.level ?? 'insufficient',
      agreement: consensus?.agreementScore ?? 0,
      ...(probability !== undefined && {
        probability,
        likely: sayLikely(probability, consensus!.outcomes),
        checked: sayChecked(consensus!.outcomes),
      }),
      recommendation: consensus?.recommendation ?? 'No round has ended, so there is no decision.',
    },
    ...(writeUp !== undefined && { written: shorten(sayWriteUp({ ...writeUp, parts: [] }, nameOf), WRITTEN) }),
    seats: consensus?.seats ?? { total: agentIds.length, heard: 0, absent: agentIds.length },
    dissent: (consensus?.dissent ?? []).map(({ agentId, answer, reason }) => {
      return { agentId, name: nameOf(agentId), answer: shorten(answer, LENGTH), reason: shorten(reason, LENGTH) }
    }),
    failures: [...absent, ...(rounds.at(-1)?.failures ?? [])].map(({ agentId, code }) => ({
      agentId,
      name: nameOf(agentId),
      code,
    })),
    ...(notice !== undefined && { notice }),
  }
}
