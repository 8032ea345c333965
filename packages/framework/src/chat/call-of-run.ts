import type { Store } from '../log/log.ts'
import { createChatStates } from './create-chat.ts'
import type { Patch } from './patch.ts'
import { isOpen } from './reduce-calls.ts'

/**
 * Cancels one call of a chat by the id of its run, on any node. Its turn goes on. Resolves to false, and cancels nothing, while the
 * log does not have the call yet: its start is stored while it runs already, and a cancel before the start changes no call.
 */
export async function cancelCall(store: Store, sessionId: string, runId: string): Promise<boolean> {
  const { callId, state } = await findCall(store, sessionId, runId)
  if (state.toolCalls[callId] === undefined) return false
  const commandId = `cancel/${runId}`
  const events: Patch[] = [{ type: 'tool_call_cancel', callId, commandId }]
  await store.log<Patch>('chat').append(sessionId, { events, commandId, dueAt: 0 })
  return true
}

/** Whether the chat may still need the run of a call: its log has no outcome, which the turn records before. */
export async function isCallOpen(store: Store, sessionId: string, runId: string): Promise<boolean> {
  const { callId, turn, state } = await findCall(store, sessionId, runId)
  const call = state.toolCalls[callId]
  return call === undefined ? String(state.turn?.turn) === turn && !state.turn?.aborting : isOpen(call)
}

async function findCall(store: Store, sessionId: string, runId: string) {
  const [turn = '', callId = ''] = runId.slice(`chat/${sessionId}/`.length).split('/')
  const state = await createChatStates(store.log<Patch>('chat')).load(sessionId)
  return { callId, turn, state }
}
