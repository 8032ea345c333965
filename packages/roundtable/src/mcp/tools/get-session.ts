import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { round as roundSchema } from '../../export/session-schema.ts'
import { responsesOf, type Session } from '../../session/session.ts'
import { stateOf } from '../../session/session-state.ts'
import { readOnly, sessionId } from '../inputs.ts'
import { nextStepOf, state } from '../next-step.ts'
import { noticeOf } from '../notices.ts'
import { describeSeats, readSession, withNames } from '../read-session.ts'
import * as schemas from '../reply-schemas.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const round = z.object({
  number: z.number(),
  stage: roundSchema.shape.stage.describe(
    'Until the round has ended. interrupted: continue_roundtable finishes it. blocked: it waits for another server version',
  ),
  focusQuestion: z.string().optional(),
  heard: z.array(z.string()).describe('Agents that answered'),
  failures: z.array(schemas.failure),
  consensusLevel: schemas.level.optional(),
  agreementScore: z.number().optional(),
  leading: z.string().optional(),
  startedAt: z.string(),
  endedAt: z.string().optional(),
})

const output = z.object({
  sessionId: z.string(),
  topic: z.string(),
  mode: z.string(),
  status: state,
  nextStep: z.string(),
  endReason: schemas.endReason.optional(),
  currentRound: z.number(),
  totalRounds: z.number(),
  seats: z.array(schemas.seat),
  absent: z.array(schemas.failure),
  question: schemas.question.optional(),
  proposals: schemas.proposals.optional(),
  exitOnConsensus: z.boolean(),
  budget: z.object({ tokens: z.number().optional(), usd: z.number().optional() }),
  rounds: z.array(round),
  contextRequests: z.array(schemas.contextRequest).describe('The requests without an answer'),
  hasSynthesis: z.boolean(),
  synthesisFailure: z.string().optional().describe('Why the last attempt at a synthesis failed'),
  usage: schemas.usage,
  notice: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const createSessionTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'get_session',
    description:
      'An overview of a debate: its seats, rounds with their results, open requests and usage. get_round_details and ' +
      'get_response_detail have what was said.',
    input: z.object({ sessionId }),
    output,
    annotations: { title: 'Get a debate', ...readOnly },
    *execute({ sessionId }, ctx) {
      return yield* readSession(roundtable, ctx, sessionId, toOverview)
    },
  })

function toOverview(session: Session): z.infer<typeof output> {
  const named = withNames(session)
  return {
    ...session,
    sessionId: session.id,
    status: stateOf(session),
    nextStep: nextStepOf(session),
    seats: describeSeats(session),
    absent: session.absent.map(named),
    rounds: session.rounds.map(({ consensus, failures, ...round }) => ({
      ...round,
      failures: failures.map(named),
      heard: responsesOf(session, round.number).map(({ agentId }) => agentId),
      consensusLevel: consensus?.level,
      agreementScore: consensus?.agreementScore,
      leading: consensus?.leading,
    })),
    contextRequests: session.pendingContextRequests.map(named),
    proposals: session.merger?.groups,
    hasSynthesis: session.synthesis !== undefined,
    notice: noticeOf(session.seats),
  }
}
