import type { Json } from '../tools/json.ts'
import type { McpBlock, McpMessage, TextBlock, ToolResultBlock } from '../tools/message.ts'
import type { ChatMessage, ChatState, ToolCallState } from './state.ts'

type CallsOfMessages = Partial<Record<string, ToolCallState[]>>

/** What the model is told at the beginning of a turn: all earlier turns, and what the person says in this one. */
export function toHistory({ messages, toolCalls }: ChatState, turn: number): McpMessage[] {
  const calls: CallsOfMessages = Object.groupBy(Object.values(toolCalls), ({ messageId }) => messageId)
  return messages.flatMap((message) => {
    const isEarlier = message.turn !== undefined && message.turn < turn
    if (!isEarlier && !(message.role === 'user' && message.turn === turn)) return []
    return toMessages(message, calls[message.messageId] ?? [])
  })
}

function toMessages(message: ChatMessage, calls: readonly ToolCallState[]): McpMessage[] {
  const { role } = message
  const content = toContent(message)
  if (content.length === 0) return []
  const uses = content.filter((block) => block.type === 'tool_use')
  if (uses.length === 0) return [{ role, content }]
  const results = uses.map(({ id }) =>
    toResult(
      id,
      calls.find(({ toolUseId }) => toolUseId === id),
    ),
  )
  return [
    { role, content },
    { role: 'user', content: results },
  ]
}

/** Of an answer that was stopped, the thoughts lack what its provider wants back with them. */
const toContent = ({ content, stopReason }: ChatMessage): McpBlock[] =>
  stopReason === undefined ? content.filter(({ type }) => type !== 'reasoning') : content

/** Every call has a result, so that the history is one that providers accept. */
function toResult(toolUseId: string, call: ToolCallState | undefined): ToolResultBlock {
  if (call?.status === 'done') {
    return { type: 'tool_result', toolUseId, content: call.content ?? valueBlocks(call.result ?? null) }
  }
  const text = call?.error?.message ?? 'The call was cancelled before it had a result.'
  return { type: 'tool_result', toolUseId, content: [{ type: 'text', text }], isError: true }
}

/** A value as the model is shown it. */
export const valueBlocks = (value: Json): TextBlock[] => [
  { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) },
]
