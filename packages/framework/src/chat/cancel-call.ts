import type { Store } from '../log/log.ts'
import { createChatStates } from './create-chat.ts'
import type { Patch } from './patch.ts'

/**
 * Cancels one call of a chat by the id of its run, on any node. Its turn goes on. Resolves to false, and cancels nothing, while the
 * log does not have the call yet: its start is stored while it runs already, and a cancel before the start changes no call.
 */
export async function cancelCall(store: Store, sessionId: string, runId: string): Promise<boolean> {
  const log = store.log<Patch>('chat')
  const callId = runId.slice(runId.indexOf('/', `chat/${sessionId}/`.length) + 1)
  const { toolCalls } = await createChatStates(log).load(sessionId)
  if (toolCalls[callId] === undefined) return false
  const commandId = `cancel/${runId}`
  await log.append(sessionId, { events: [{ type: 'tool_call_cancel', callId, commandId }], commandId, dueAt: 0 })
  return true
}
