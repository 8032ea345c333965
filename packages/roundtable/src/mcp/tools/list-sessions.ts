import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
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
      createdAt: z.string(),
      updatedAt: z.string(),
    }),
  ),
})

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
        orRefusal(roundtable, async () => ({ sessions: await roundtable.list({ principal, limit }) })),
      )
    },
  })
