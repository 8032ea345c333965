import { HttpError } from '../http/http-error.ts'
import type { HostedView } from '../tools/hosted-app.ts'
import type { McpTool } from '../tools/tool.ts'
import { CommandError } from './command.ts'
import { findTool } from './plan.ts'
import type { ChatState } from './state.ts'

/** Which view is wanted: that of a call, or that of an open question of the call. */
export interface ShownView {
  callId: string
  elicitId: string | undefined
}

/** Resolves to a view from the server of the call's tool. The address is the one that the tool or the question named. */
export async function readView(
  tools: readonly McpTool[],
  { toolCalls, pendingElicits }: ChatState,
  { callId, elicitId }: ShownView,
): Promise<HostedView> {
  const call = toolCalls[callId]
  const question = elicitId === undefined ? undefined : pendingElicits[elicitId]
  const uri = elicitId === undefined ? call?.view : question?.callId === callId ? question.app?.view : undefined
  if (call === undefined || uri === undefined) {
    throw new CommandError('view_not_found', `there is no view of ${elicitId ?? callId}`)
  }
  const tool = findTool(tools, call.toolName)
  // Another server may have a tool of the same name now.
  if (tool?.app === undefined || tool.origin !== call.origin) {
    throw new CommandError('view_not_found', `the server of ${call.toolName} is not connected any more`)
  }
  try {
    return await tool.app.server.readView(uri)
  } catch (cause) {
    throw new HttpError(502, 'view_failed', `the view of ${call.toolName} cannot be read from its server`, undefined, {
      cause,
    })
  }
}
