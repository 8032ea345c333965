import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { RoundtableError } from '../../errors.ts'
import type { Session } from '../../session/session.ts'
import { agentId, readOnly, roundNumber, sessionId } from '../inputs.ts'
import { readSession, refuseUnknownAgent, withAnswers, withNames } from '../read-session.ts'
import * as schemas from '../reply-schemas.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = schemas.briefResponse.extend({
  sessionId: z.string(),
  round: z.number(),
  reasoning: z.string(),
  citations: z.array(schemas.citation),
  toolUses: z.array(z.object({ name: z.string(), input: z.unknown(), result: z.unknown() })),
  usage: schemas.usage,
  timestamp: z.string(),
})

export const createResponseDetailTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'get_response_detail',
    description: 'The whole answer of one agent in a round: position, full reasoning, citations and tool uses.',
    input: z.object({
      sessionId,
      agentId,
      round: roundNumber.optional().describe('Default: the last in which it answered'),
    }),
    output,
    annotations: { title: 'Get a response', ...readOnly },
    *execute({ sessionId, agentId, round }, ctx) {
      return yield* readSession(roundtable, ctx, sessionId, (session) => toDetail(session, agentId, round))
    },
  })

function toDetail(session: Session, agentId: string, number: number | undefined): z.infer<typeof output> {
  refuseUnknownAgent(session, agentId)
  const response = session.responses.findLast(
    (one) => one.agentId === agentId && (number === undefined || one.round === number),
  )
  if (response === undefined) {
    const failure = session.rounds
      .flatMap(({ failures }) => failures)
      .findLast((one) => one.agentId === agentId && (number === undefined || one.round === number))
    const where = number === undefined ? 'has not answered yet' : `gave no answer in round ${number}`
    throw new RoundtableError('not_found', `${agentId} ${where}${failure === undefined ? '' : `: ${failure.reason}`}`)
  }
  return { ...withNames(session)(withAnswers(session)(response)), sessionId: session.id }
}
