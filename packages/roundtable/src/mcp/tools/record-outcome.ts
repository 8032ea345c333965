import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import { toDebateRecord } from '../../consensus/track-record.ts'
import type { Roundtable } from '../../debate/roundtable.ts'
import { sessionId } from '../inputs.ts'
import { nextStepOf } from '../next-step.ts'
import { orRefusal } from '../refusal.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const verdict = z.enum(['right', 'wrong'])

const output = z.object({
  sessionId: z.string(),
  decision: z.string(),
  outcome: verdict,
  note: z.string().optional(),
  isCounted: z
    .literal(false)
    .optional()
    .describe('It changes no weight, because of demo seats, a question of values or an estimate'),
  nextStep: z.string(),
})

export const createOutcomeTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'record_outcome',
    description:
      'Records whether the decision of a debate turned out right or wrong, as the user says. Never guess it. From then on the ' +
      'votes of its models count by it. A later call replaces an earlier one.',
    input: z.object({
      sessionId,
      outcome: verdict,
      note: z.string().trim().min(1).max(2_000).optional().describe('What happened, in the words of the user'),
    }),
    output,
    annotations: { title: 'Record an outcome', readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    *execute({ sessionId, outcome, note }, ctx) {
      const { principal } = ctx
      return yield* ctx.step('outcome', ({ idempotencyKey }) =>
        orRefusal(roundtable, async () => {
          const options = { note, principal, commandId: idempotencyKey }
          const session = await roundtable.recordOutcome(sessionId, outcome, options)
          const { verdict, answer, note: noted } = session.outcome!
          const counted = toDebateRecord(session) === undefined ? { isCounted: false as const } : {}
          const nextStep = nextStepOf(session)
          return { sessionId, decision: answer, outcome: verdict, note: noted, ...counted, nextStep }
        }),
      )
    },
  })
