import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { HostedCallInterruptedError } from '@sweatpants/framework/mcp'
import { z } from 'zod'

const elicits = { callAgain: { response: z.object({}) } }

/**
 * Asks the person whether to repeat a call that was open when our process died: the server may have done some of it, and may
 * have caused the death. `connectMcp` has then repeated a call once that does no harm, as the server says.
 */
export function withCallAgain(tool: McpTool): McpTool {
  const asking = createMcpTool(tool.name)
    .elicits(elicits)
    .execute(function* (params, ctx) {
      for (;;) {
        try {
          return yield* tool.execute(params, ctx)
        } catch (error) {
          if (!(error instanceof HostedCallInterruptedError)) throw error
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
