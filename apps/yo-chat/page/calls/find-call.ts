import type { ChatState, ToolCallState } from '@sweatpants/framework/chat'

const indexes = new WeakMap<ChatState['toolCalls'], Map<string, ToolCallState>>()

const keyOf = (messageId: string, toolUseId: string): string => `${messageId} ${toolUseId}`

/** Returns the call of a block. Called by every card of a conversation at every token, so it must be fast. */
export function findCall(
  calls: ChatState['toolCalls'],
  messageId: string,
  toolUseId: string,
): ToolCallState | undefined {
  let index = indexes.get(calls)
  if (index === undefined) {
    index = new Map(Object.values(calls).map((call) => [keyOf(call.messageId, call.toolUseId), call]))
    indexes.set(calls, index)
  }
  return index.get(keyOf(messageId, toolUseId))
}
