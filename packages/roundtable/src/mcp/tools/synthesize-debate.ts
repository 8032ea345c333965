import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { readWriteUp, sayWriteUp } from '../../report/write-up.ts'
import { nameSeats } from '../../session/name-seats.ts'
import { sessionId } from '../inputs.ts'
import { nextStepOf } from '../next-step.ts'
import { noticeOf } from '../notices.ts'
import { orRefusal } from '../refusal.ts'
import * as schemas from '../reply-schemas.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const output = z.object({
  sessionId: z.string(),
  synthesis: schemas.synthesis,
  markdown: z.string().describe('The same as a text'),
  usage: schemas.usage,
  nextStep: z.string(),
  notice: z.string().optional(),
})

export const createSynthesizeTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'synthesize_debate',
    description:
      'The answer of the debate as a model writes it, with reasons, conditions, risks, next steps and what is contested. It is ' +
      'written at the end of a debate by itself, and once per round: a repeated call costs nothing. It is refused in the middle of a round.',
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
          const session = await roundtable.synthesize(sessionId, { principal, signal })
          const synthesis = session.synthesis!
          const markdown = sayWriteUp(readWriteUp(session)!, nameSeats(session))
          return {
            sessionId,
            synthesis,
            markdown,
            usage: synthesis.usage,
            nextStep: nextStepOf(session),
            notice: noticeOf(session.seats),
          }
        }),
      )
    },
  })
