import type { McpTool } from '@sweatpants/framework'
import { startInput } from '../../debate/input.ts'
import type { Roundtable } from '../../debate/roundtable.ts'
import { attendRound } from '../attend-round.ts'
import { roundReply } from '../round-reply.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

export const createStartTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'start_roundtable',
    description: [
      'Starts a debate between several models and runs its first round. Give the whole question in topic, with what the',
      'debaters need to know. Say in question whether it is a proposition, a choice, an estimate or open; otherwise a model',
      'decides it once, and the reply shows it.',
      'The reply has the decision first, then the answer of each agent, failures by name, evidence and usage.',
      'status "in_progress": call continue_roundtable with the sessionId for the next round.',
      'status "running": the round takes longer than a call should; call continue_roundtable with the sessionId to wait for it.',
      'status "needs_context": agents asked you for facts in contextRequests. Look up each request of priority "required",',
      'then call continue_roundtable with contextResults; it is refused until all of them are answered. What cannot be',
      'found is answered with success: false and an error. Requests of priority "optional" need no answer.',
      'status "completed": the debate is over. A round takes as long as its slowest model, often a minute or more; the second',
      'takes longer where the seats are split, since each is then asked once more in private.',
    ].join('\n'),
    input: startInput,
    output: roundReply,
    annotations: { title: 'Start a debate', readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    task: 'auto',
    *execute(input, ctx) {
      const sessionId = yield* ctx.uuid()
      const { principal } = ctx
      return yield* attendRound(roundtable, ctx, ({ idempotencyKey }) =>
        roundtable.start(input, { sessionId, principal, commandId: idempotencyKey }),
      )
    },
  })
