import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { RoundtableError } from '../../errors.ts'
import type { Session } from '../../session/session.ts'
import { readOnly, roundNumber, sessionId } from '../inputs.ts'
import { describeSeats, findRound, readSession } from '../read-session.ts'
import { consensus, seat, summary } from '../reply-schemas.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({ sessionId: z.string(), consensus, summary: summary.optional(), seats: z.array(seat) })

export const createConsensusTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'get_consensus',
    description:
      'The result of a round, computed from the answers: the vote, the probability, how many seats and ' +
      'model families are behind it, who changed their mind and why, the dissent. No model is asked.',
    input: z.object({ sessionId, round: roundNumber.optional().describe('Default: the last that has ended') }),
    output,
    annotations: { title: 'Get the consensus', ...readOnly },
    *execute({ sessionId, round }, ctx) {
      return yield* readSession(roundtable, ctx, sessionId, (session) => toConsensus(session, round))
    },
  })

function toConsensus(session: Session, number: number | undefined): z.infer<typeof output> {
  const round = findRound(session, number ?? session.consensus?.round)
  const { consensus, summary } = round
  if (consensus === undefined) {
    throw new RoundtableError('not_found', `round ${round.number} of session ${session.id} has not ended`)
  }
  return { sessionId: session.id, consensus, summary, seats: describeSeats(session) }
}
