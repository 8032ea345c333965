import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { sessionId } from '../inputs.ts'
import { noticeOf } from '../notices.ts'
import { orRefusal } from '../refusal.ts'
import { usage } from '../reply-schemas.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({
  sessionId: z.string(),
  synthesis: z.string().describe('Markdown'),
  model: z.string(),
  round: z.number().describe('The last round that it covers'),
  usage,
  notice: z.string().optional(),
})

export const createSynthesizeTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'synthesize_debate',
    description:
      'A write-up of the whole debate by one of its models. It is written once per round and stored: a repeated call costs nothing.',
    input: z.object({ sessionId }),
    output,
    annotations: {
      title: 'Write up a debate',
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
    task: 'auto',
    *execute({ sessionId }, ctx) {
      const { principal } = ctx
      return yield* ctx.step('synthesize', ({ signal }) =>
        orRefusal(roundtable, async () => {
          const { synthesis, seats } = await roundtable.synthesize(sessionId, { principal, signal })
          const { text, ...written } = synthesis!
          return { ...written, sessionId, synthesis: text, notice: noticeOf(seats) }
        }),
      )
    },
  })
