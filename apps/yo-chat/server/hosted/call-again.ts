import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { HostedCallInterruptedError } from '@sweatpants/framework/mcp'
import { z } from 'zod'

const elicits = { callAgain: { response: z.object({}) } }

/**
 * A call that was open when our process died is never sent again by itself: the server may have done some of it. So the person
 * is asked; a tool that says of itself that a second call does no harm is called at once.
 */
export function withCallAgain(tool: McpTool): McpTool {
  const { readOnlyHint = false, idempotentHint = false } = tool.annotations ?? {}
  const asking = createMcpTool(tool.name)
    .elicits(elicits)
    .execute(function* (params, ctx) {
      for (;;) {
        try {
          return yield* tool.execute(params, ctx)
        } catch (error) {
          if (!(error instanceof HostedCallInterruptedError)) throw error
          if (readOnlyHint || idempotentHint) continue
          const answer = yield* ctx.elicit('callAgain', { message: toQuestion(error) })
          if (answer.action !== 'accept') throw toGivenUp(error)
        }
      }
    })
    .build()
  const { questions, execute } = asking
  return { ...tool, elicits, questions, execute }
}

const toQuestion = ({ server, tool }: HostedCallInterruptedError): string =>
  `This chat was restarted while ${tool} of ${server} was running. The call is lost, and what it had done by then is not ` +
  'known. Call it again?'

const toGivenUp = ({ server, tool, failure }: HostedCallInterruptedError): HostedCallInterruptedError =>
  new HostedCallInterruptedError(
    server,
    tool,
    'it was interrupted by a restart of this chat, and was not called again',
    failure,
  )
