import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { responsesOf, type Session } from '../../session/session.ts'
import { readOnly, roundNumber, sessionId } from '../inputs.ts'
import { findRound, readSession, withAnswers, withNames } from '../read-session.ts'
import * as schemas from '../reply-schemas.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({
  sessionId: z.string(),
  round: z.number(),
  focusQuestion: z.string().optional(),
  ballots: z.array(schemas.ballot).describe('Private answers before the seats heard each other in this round'),
  responses: z.array(schemas.briefResponse.extend({ reasoning: z.string() })),
  failures: z.array(schemas.failure),
  requested: z.array(schemas.contextRequest).describe('Context requests of this round'),
  provided: z
    .array(z.object({ requestId: z.string(), agentId: z.string(), query: z.string(), success: z.boolean() }))
    .describe('Answers that every agent was shown in this round'),
  summary: schemas.summary.optional(),
  summaryFailure: z.string().optional(),
  consensus: schemas.consensus.optional(),
  usage: schemas.usage,
  startedAt: z.string(),
  endedAt: z.string().optional(),
})

export const createRoundDetailsTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'get_round_details',
    description: 'The answers of a round with their reasoning, and the context that agents requested and received.',
    input: z.object({ sessionId, round: roundNumber.optional().describe('Default: the last') }),
    output,
    annotations: { title: 'Get a round', ...readOnly },
    *execute({ sessionId, round }, ctx) {
      return yield* readSession(roundtable, ctx, sessionId, (session) => toDetails(session, round))
    },
  })

function toDetails(session: Session, number: number | undefined): z.infer<typeof output> {
  const round = findRound(session, number)
  const named = withNames(session)
  const shown = session.contextRequests.filter(({ id }) => round.contextIds.includes(id))
  return {
    ...round,
    sessionId: session.id,
    round: round.number,
    ballots: round.ballots.map(withAnswers(session)),
    responses: responsesOf(session, round.number).map(withAnswers(session)).map(named),
    failures: round.failures.map(named),
    requested: session.contextRequests.filter((request) => request.round === round.number).map(named),
    provided: shown.map(({ id, agentId, query, answer }) => ({
      requestId: id,
      agentId,
      query,
      success: answer?.success ?? false,
    })),
  }
}
