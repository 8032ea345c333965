import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import type { Session } from '../../session/session.ts'
import { agentId, readOnly, sessionId } from '../inputs.ts'
import { describeSeats, readSession, refuseUnknownAgent, withAnswers, withNames } from '../read-session.ts'
import * as schemas from '../reply-schemas.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({
  sessionId: z.string(),
  agent: schemas.seat,
  ballots: z.array(schemas.ballot.extend({ round: z.number() })).describe('Its private answers'),
  thoughts: z.array(
    z.object({
      round: z.number(),
      position: z.string(),
      confidence: z.number().optional(),
      reasoning: z.string(),
      thoughts: z.string().optional().describe('The reasoning that the provider returned'),
      changeReason: z.string().optional(),
    }),
  ),
  failures: z.array(schemas.failure),
})

export const createThoughtsTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'get_thoughts',
    description:
      'The reasoning of one agent through the whole debate: ballots, answers and changes of mind, round by round.',
    input: z.object({ sessionId, agentId }),
    output,
    annotations: { title: "Get an agent's thoughts", ...readOnly },
    *execute({ sessionId, agentId }, ctx) {
      return yield* readSession(roundtable, ctx, sessionId, (session) => toThoughts(session, agentId))
    },
  })

function toThoughts(session: Session, agentId: string): z.infer<typeof output> {
  refuseUnknownAgent(session, agentId)
  const isIts = (one: { agentId: string }) => one.agentId === agentId
  return {
    sessionId: session.id,
    agent: describeSeats(session).find(isIts)!,
    ballots: session.rounds
      .flatMap(({ ballots }) => ballots)
      .filter(isIts)
      .map(withAnswers(session)),
    thoughts: session.responses.filter(isIts),
    failures: session.rounds.flatMap(({ failures }) => failures.filter(isIts).map(withNames(session))),
  }
}
