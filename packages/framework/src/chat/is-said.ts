import type { Patch } from './patch.ts'
import type { ChatState, ToolCallState } from './state.ts'

/** Whether the log has it already: a turn that is replayed says everything again. */
export function isSaid(state: ChatState, patch: Patch): boolean {
  switch (patch.type) {
    case 'assistant_message':
      return state.messages.findLast(({ messageId }) => messageId === patch.messageId)?.stopReason !== undefined
    case 'tool_call_start':
      return state.toolCalls[patch.callId] !== undefined
    case 'tool_call_result':
    case 'tool_call_error':
      return isOver(state.toolCalls[patch.callId])
    case 'approval_request':
      return state.pendingApprovals[patch.callId] !== undefined || isOver(state.toolCalls[patch.callId])
    case 'elicit_start':
      return state.toolCalls[patch.callId]?.asks === true || isOver(state.toolCalls[patch.callId])
    case 'elicit':
      return state.pendingElicits[patch.elicitId]?.attempt === patch.attempt || isOver(state.toolCalls[patch.callId])
    case 'elicit_complete':
      return !Object.values(state.pendingElicits).some(
        ({ callId, elicitId }) =>
          callId === patch.callId && (patch.elicitId === undefined || elicitId === patch.elicitId),
      )
    default:
      return false
  }
}

const isOver = (call: ToolCallState | undefined): boolean =>
  call?.status === 'done' || call?.status === 'failed' || call?.status === 'cancelled'
