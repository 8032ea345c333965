import { z } from 'zod'
import type { IgnoredResult } from '../debate/roundtable.ts'
import type { AgentResponse } from '../session/response.ts'
import type { SeatFailure } from '../session/seat.ts'
import { type Round, responsesOf, roundOf, type Session } from '../session/session.ts'
import { stateOf } from '../session/session-state.ts'
import { nextStepOf, state } from './next-step.ts'
import { noticeOf } from './notices.ts'
import { describeSeats } from './read-session.ts'
import * as schemas from './reply-schemas.ts'

/** The result of a round, the most important fields first. */
export const roundReply = z.object({
  sessionId: z.string(),
  topic: z.string(),
  mode: z.string(),
  roundNumber: z.number(),
  totalRounds: z.number(),
  status: state,
  nextStep: z.string().describe('What to do next'),
  endReason: schemas.endReason.optional(),
  contextRequests: z.array(schemas.contextRequest).describe('Open questions of the agents to you'),
  ignoredContextResults: z
    .array(z.object({ requestId: z.string(), reason: z.enum(['unknown', 'repeated', 'empty']) }))
    .describe('Context results that were not taken'),
  question: schemas.question.optional().describe('What is decided'),
  proposals: schemas.proposals.optional(),
  decision: z.object({
    consensusLevel: schemas.level,
    agreementScore: z.number(),
    answer: z.string().optional().describe('The recommended answer, pooled from the independent answers'),
    probability: z.number().optional().describe('The probability that it is right'),
    leading: z.string().optional().describe('The answer of most seats now'),
    actionRecommendation: z.string(),
  }),
  synthesis: schemas.synthesis.optional(),
  agentResponses: z.array(schemas.briefResponse),
  failures: z.array(schemas.failure).describe('Seats that gave no answer, and why'),
  evidence: z.object({
    citations: z.array(schemas.attributedCitation),
    conflicts: z.array(schemas.dissent).describe('Seats that disagree with the leading answer, and why'),
    consensusSummary: z.string(),
    keyPoints: z.array(z.string()),
  }),
  metadata: z.object({
    seats: z.array(schemas.seat),
    focusQuestion: z.string().optional(),
    attachments: z
      .array(
        z.object({
          name: z.string(),
          characters: z.number(),
          leftOut: z.number().optional(),
          notes: z.array(z.string()).optional(),
          image: z.object({ mimeType: z.string() }).optional(),
        }),
      )
      .describe(
        'Documents that the seats can read; leftOut characters at the end were cut; notes say what was not read',
      ),
    withoutImages: z.array(z.string()).optional().describe('Agents whose model cannot see the images'),
    consensus: schemas.consensus.optional(),
    startedAt: z.string().optional(),
    endedAt: z.string().optional(),
    notice: z.string().optional(),
  }),
  usage: z.object({ round: schemas.usage, session: schemas.usage }),
})

export type RoundReply = z.infer<typeof roundReply>

/** Returns the reply about a round, by default the last. */
export function toRoundReply(
  session: Session,
  ignored: readonly IgnoredResult[],
  number = session.currentRound,
): RoundReply {
  const round = roundOf(session, number)
  const responses = responsesOf(session, number)
  return {
    sessionId: session.id,
    topic: session.topic,
    mode: session.mode,
    roundNumber: number,
    totalRounds: session.totalRounds,
    status: stateOf(session),
    nextStep: nextStepOf(session),
    endReason: session.endReason,
    contextRequests: session.pendingContextRequests,
    ignoredContextResults: [...ignored],
    question: session.question,
    proposals: session.merger?.groups,
    decision: decisionOf(round),
    synthesis: session.synthesis?.round === number ? session.synthesis : undefined,
    agentResponses: responses,
    failures: [...session.absent, ...(round === undefined ? [] : [...lostBefore(session, round), ...round.failures])],
    evidence: evidenceOf(round, responses),
    metadata: {
      seats: describeSeats(session),
      focusQuestion: round?.focusQuestion,
      attachments: (session.attachments ?? []).map(({ text, ...document }) => ({
        ...document,
        characters: text.length,
      })),
      withoutImages: session.withoutImages,
      consensus: round?.consensus,
      startedAt: round?.startedAt,
      endedAt: round?.endedAt,
      notice: noticeOf(session.seats),
    },
    usage: { round: round?.usage ?? { inputTokens: 0, outputTokens: 0 }, session: session.usage },
  }
}

/** Returns the last failure of each seat that is no longer asked. */
const lostBefore = ({ agentIds, rounds }: Session, round: Round): SeatFailure[] => {
  const failures = rounds.filter(({ number }) => number < round.number).flatMap((earlier) => earlier.failures)
  const lost = agentIds.filter((agentId) => !round.agentIds.includes(agentId))
  return lost.flatMap((lostId) => failures.findLast(({ agentId }) => agentId === lostId) ?? [])
}

function decisionOf(round: Round | undefined): RoundReply['decision'] {
  const consensus = round?.consensus
  if (consensus === undefined) {
    return { consensusLevel: 'insufficient', agreementScore: 0, actionRecommendation: 'The round has not ended.' }
  }
  const { level, agreementScore, leading, decision, recommendation } = consensus
  const { answer, probability } = decision ?? {}
  return { consensusLevel: level, agreementScore, answer, probability, leading, actionRecommendation: recommendation }
}

function evidenceOf(round: Round | undefined, responses: readonly AgentResponse[]): RoundReply['evidence'] {
  return {
    citations: citationsIn(responses),
    conflicts: round?.consensus?.dissent ?? [],
    consensusSummary: summaryOf(round),
    keyPoints: round?.summary?.keyPoints ?? [],
  }
}

export const citationsIn = (responses: readonly AgentResponse[]): RoundReply['evidence']['citations'] =>
  responses.flatMap(({ agentId, round, citations }) => citations.map((cited) => ({ ...cited, agentId, round })))

function summaryOf(round: Round | undefined): string {
  if (round?.summary !== undefined) return round.summary.text
  const computed = round?.consensus?.recommendation ?? 'The round has not ended.'
  return round?.summaryFailure === undefined ? computed : `${computed} (No summary: ${round.summaryFailure})`
}
