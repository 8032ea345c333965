import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { modeNames } from '../../modes/index.ts'
import { findReview } from '../../session/find-review.ts'
import type { SessionSummary } from '../../session/session-manager.ts'
import { readOnly, sessionId } from '../inputs.ts'
import { state } from '../next-step.ts'
import { orRefusal } from '../refusal.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      topic: z.string(),
      mode: z.string(),
      status: state,
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
  nextCursor: z.string().optional().describe('Absent on the last page'),
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
    description: 'Your debates, the latest changed first, by page and filter.',
    input: z.object({
      limit: z.int().min(1).max(100).default(20),
      cursor: sessionId.optional().describe('nextCursor of the page before'),
      status: state.optional(),
      mode: z.enum(modeNames).optional(),
      search: z.string().max(200).optional().describe('Words of the topic or the decision'),
    }),
    output,
    annotations: { title: 'List debates', ...readOnly },
    *execute({ limit, cursor: after, ...wanted }, ctx) {
      const { principal } = ctx
      return yield* ctx.step('list', () =>
        orRefusal(roundtable, async () => {
          const found = await roundtable.list({ principal, ...wanted, after, limit: limit + 1 })
          const sessions = found.slice(0, limit)
          const latest = after === undefined ? await roundtable.list({ principal, limit: REVIEWED }) : []
          const due = findReview(latest, roundtable.sessions.now())
          const nextCursor = found.length > limit ? sessions.at(-1)!.id : undefined
          return { sessions, nextCursor, ...(due !== undefined && { review: toReview(due) }) }
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
