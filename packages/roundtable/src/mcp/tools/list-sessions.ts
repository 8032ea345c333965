import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { findReview } from '../../session/find-review.ts'
import type { SessionSummary } from '../../session/session-manager.ts'
import { readOnly } from '../inputs.ts'
import { orRefusal } from '../refusal.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      topic: z.string(),
      mode: z.string(),
      status: z.enum(['active', 'paused', 'completed']),
      currentRound: z.number(),
      totalRounds: z.number(),
      agentIds: z.array(z.string()),
      pendingContextRequests: z.number().describe('How many'),
      decision: z.string().optional(),
      outcome: z.enum(['right', 'wrong', 'unknown']).optional().describe('Recorded by record_outcome'),
      createdAt: z.string(),
      updatedAt: z.string(),
    }),
  ),
  review: z
    .object({ sessionId: z.string(), topic: z.string(), decision: z.string(), nextStep: z.string() })
    .optional()
    .describe('An old decision whose outcome the user may know by now'),
})

/** Debates among which one is found for review. */
const REVIEWED = 100

export const createListTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'list_sessions',
    description: 'Your debates, the latest changed first.',
    input: z.object({ limit: z.int().min(1).max(100).default(20) }),
    output,
    annotations: { title: 'List debates', ...readOnly },
    *execute({ limit }, ctx) {
      const { principal } = ctx
      return yield* ctx.step('list', () =>
        orRefusal(roundtable, async () => {
          const sessions = await roundtable.list({ principal, limit: REVIEWED })
          const due = findReview(sessions, roundtable.sessions.now())
          return { sessions: sessions.slice(0, limit), ...(due !== undefined && { review: toReview(due) }) }
        }),
      )
    },
  })

const toReview = ({ id, topic, decision = '' }: SessionSummary) => ({
  sessionId: id,
  topic,
  decision,
  nextStep: 'Ask the user “Did this turn out right?”, and call record_outcome with "right" or "wrong" if they know.',
})
