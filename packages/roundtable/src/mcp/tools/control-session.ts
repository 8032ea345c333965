import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { stateOf } from '../../session/session-state.ts'
import { sessionId } from '../inputs.ts'
import { nextStepOf, state } from '../next-step.ts'
import { orRefusal } from '../refusal.ts'
import { endReason } from '../reply-schemas.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({
  sessionId: z.string(),
  status: state,
  endReason: endReason.optional(),
  currentRound: z.number(),
  totalRounds: z.number(),
  nextStep: z.string(),
})

export const createControlTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'control_session',
    description:
      'Pauses, resumes or stops a debate. Pausing and stopping abort outstanding model calls; answers that have arrived ' +
      'are kept. A stopped debate is completed.',
    input: z.object({ sessionId, action: z.enum(['pause', 'resume', 'stop']) }),
    output,
    annotations: { title: 'Control a debate', readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    *execute({ sessionId, action }, ctx) {
      const { principal } = ctx
      return yield* ctx.step('control', ({ idempotencyKey }) =>
        orRefusal(roundtable, async () => {
          const session = await roundtable.control(sessionId, action, { principal, commandId: idempotencyKey })
          const { endReason, currentRound, totalRounds } = session
          return {
            sessionId,
            status: stateOf(session),
            endReason,
            currentRound,
            totalRounds,
            nextStep: nextStepOf(session),
          }
        }),
      )
    },
  })
