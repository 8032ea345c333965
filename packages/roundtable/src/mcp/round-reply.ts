import { z } from 'zod'
import type { IgnoredResult } from '../debate/roundtable.ts'
import { listSources } from '../report/sources.ts'
import { sayChecked, sayLikely } from '../report/words.ts'
import { givenAnswer } from '../session/consensus.ts'
import type { AgentResponse } from '../session/response.ts'
import type { SeatFailure } from '../session/seat.ts'
import { type Round, responsesOf, roundOf, type Session } from '../session/session.ts'
import { stateOf } from '../session/session-state.ts'
import { nextStepOf, state } from './next-step.ts'
import { noticeOf } from './notices.ts'
import { describeSeats, withAnswers, withNames } from './read-session.ts'
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
    answer: z
      .string()
      .optional()
      .describe(
        'The likeliest answer, pooled from the independent ones; absent if it is more likely wrong than right, or if the agents have not confirmed that their proposals are the same',
      ),
    probability: z
      .number()
      .optional()
      .describe(
        'How often panels that voted like this were right in 12,000 recorded questions, not how sure the models say they are; tell people likely and checked instead',
      ),
    likely: z.string().optional().describe('How likely it is right, in words: digits only from 20 known outcomes on'),
    checked: z.string().optional().describe('On how many known outcomes of the user that was checked'),
    leading: z.string().optional().describe('The answer with more seats than any other now'),
    actionRecommendation: z.string(),
  }),
  synthesis: schemas.synthesis.optional(),
  synthesisFailure: z.string().optional().describe('Why no model could write the synthesis'),
  agentResponses: z.array(schemas.briefResponse),
  failures: z.array(schemas.failure).describe('Seats that gave no answer, and why'),
  evidence: z.object({
    citations: z.array(schemas.source),
    conflicts: z.array(schemas.conflict).describe('Seats that disagree with the leading answer, and why'),
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
  const named = withNames(session)
  const lost = round === undefined ? [] : [...lostBefore(session, round), ...round.failures]
  return {
    sessionId: session.id,
    topic: session.topic,
    mode: session.mode,
    roundNumber: number,
    totalRounds: session.totalRounds,
    status: stateOf(session),
    nextStep: nextStepOf(session),
    endReason: session.endReason,
    contextRequests: session.pendingContextRequests.map(named),
    ignoredContextResults: [...ignored],
    question: session.question,
    proposals: session.merger?.groups,
    decision: decisionOf(round),
    synthesis: session.synthesis?.round === number ? session.synthesis : undefined,
    synthesisFailure: session.synthesisFailure,
    agentResponses: responses.map(withAnswers(session)).map(named),
    failures: [...session.absent, ...lost].map(named),
    evidence: {
      citations: citationsIn(session, responses),
      conflicts: (round?.consensus?.dissent ?? []).map(named),
      consensusSummary: summaryOf(round),
      keyPoints: round?.summary?.keyPoints ?? [],
    },
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
  const { level, agreementScore, leading, decision, outcomes, recommendation } = consensus
  const { probability } = decision ?? {}
  const answer = givenAnswer(consensus)
  const sureness =
    probability === undefined ? {} : { likely: sayLikely(probability, outcomes), checked: sayChecked(outcomes) }
  const standing = { consensusLevel: level, agreementScore, answer, probability, ...sureness, leading }
  return { ...standing, actionRecommendation: recommendation }
}

/** Returns the sources of statements, each once, with the names of the seats. */
export function citationsIn(
  session: Session,
  responses: readonly AgentResponse[],
): RoundReply['evidence']['citations'] {
  const named = withNames(session)
  return listSources(responses).map(({ citedBy, ...source }) => {
    const uses = citedBy.map(named)
    return { ...source, ...uses[0]!, citedBy: uses }
  })
}

function summaryOf(round: Round | undefined): string {
  if (round?.summary !== undefined) return round.summary.text
  const computed = round?.consensus?.recommendation ?? 'The round has not ended.'
  return round?.summaryFailure === undefined ? computed : `${computed} (No summary: ${round.summaryFailure})`
}
