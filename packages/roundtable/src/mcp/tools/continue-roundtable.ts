import type { McpTool } from '@sweatpants/framework'
import { continueInput } from '../../debate/input.ts'
import type { Roundtable } from '../../debate/roundtable.ts'
import { attendRound } from '../attend-round.ts'
import { roundReply } from '../round-reply.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

export const createContinueTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'continue_roundtable',
    description: [
      'Runs the next round of a debate, finishes an interrupted one, or waits for one that is running; replies as start_roundtable does.',
      'When contextRequests of priority "required" are pending you MUST answer each in contextResults:',
      '{ requestId, success: true, result } with what you found, or { requestId, success: false, error } when it cannot be',
      'found. While one is unanswered the call is refused with code "context_required" and lists what is left; answers that',
      'were given with a refused call are kept.',
      'Use focusQuestion to ask something in particular, and question to correct the kind of question.',
    ].join('\n'),
    input: continueInput,
    output: roundReply,
    annotations: { title: 'Continue a debate', readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    task: 'auto',
    checksInput: true,
    *execute({ sessionId, ...input }, ctx) {
      const { principal } = ctx
      return yield* attendRound(roundtable, ctx, ({ idempotencyKey }) =>
        roundtable.continue(sessionId, input, { principal, commandId: idempotencyKey }),
      )
    },
  })
