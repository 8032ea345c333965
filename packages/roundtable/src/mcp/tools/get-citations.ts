import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import type { Session } from '../../session/session.ts'
import { agentId, readOnly, roundNumber, sessionId } from '../inputs.ts'
import { findRound, readSession, refuseUnknownAgent } from '../read-session.ts'
import { source } from '../reply-schemas.ts'
import { citationsIn } from '../round-reply.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({ sessionId: z.string(), citations: z.array(source) })

interface Filter {
  round?: number | undefined
  agentId?: string | undefined
}

export const createCitationsTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'get_citations',
    description:
      'The sources that agents cite, each once, with who cites it in which round and for which claim. isChecked: a search or a tool returned it.',
    input: z.object({
      sessionId,
      round: roundNumber.optional().describe('Default: all rounds'),
      agentId: agentId.optional().describe('Default: all agents'),
    }),
    output,
    annotations: { title: 'Get the citations', ...readOnly },
    *execute({ sessionId, ...filter }, ctx) {
      return yield* readSession(roundtable, ctx, sessionId, (session) => toCitations(session, filter))
    },
  })

function toCitations(session: Session, { round, agentId }: Filter): z.infer<typeof output> {
  if (round !== undefined) findRound(session, round)
  if (agentId !== undefined) refuseUnknownAgent(session, agentId)
  const wanted = session.responses.filter(
    (response) =>
      (round === undefined || response.round === round) && (agentId === undefined || response.agentId === agentId),
  )
  return { sessionId: session.id, citations: citationsIn(session, wanted) }
}
