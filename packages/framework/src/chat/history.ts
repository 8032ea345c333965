import type { Json } from '../tools/json.ts'
import {
  type AudioBlock,
  type FileBlock,
  type ImageBlock,
  type McpBlock,
  type McpMessage,
  type TextBlock,
  type ToolResultBlock,
  toBlocks,
} from '../tools/message.ts'
import { type ChatMessage, type ChatState, findMessage, type ToolCallState } from './state.ts'

type CallsOfMessages = Partial<Record<string, ToolCallState[]>>

/**
 * What the model is told at the beginning of a turn: all earlier turns of the branch, and what the person says in this one. Images, sounds and files
 * are references, because an entry of a journal is small; `attach` puts them in.
 */
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
  const content = toContent({ ...message, content: message.content.map((block, at) => detach(block, message, at)) })
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

/** Says in `_meta` which block of which message it is. */
const ATTACHMENT = 'dev.sweatpants/attachment'

const hasData = (block: McpBlock): block is ImageBlock | AudioBlock | FileBlock =>
  block.type === 'image' || block.type === 'audio' || block.type === 'file'

const detach = (block: McpBlock, { messageId }: ChatMessage, at: number): McpBlock =>
  hasData(block) ? { ...block, data: '', _meta: { [ATTACHMENT]: [messageId, at] } } : block

/** Returns messages of `toHistory` with their images, sounds and files. They are the same as long as the messages are in the chat. */
export function attach(messages: readonly McpMessage[], state: ChatState): McpMessage[] {
  return messages.map((message) => {
    const blocks = toBlocks(message)
    return blocks.some(hasData) ? { ...message, content: blocks.map((block) => find(block, state)) } : message
  })
}

function find(block: McpBlock, state: ChatState): McpBlock {
  const reference = block._meta?.[ATTACHMENT]
  if (!hasData(block) || !Array.isArray(reference)) return block
  const [messageId, at] = reference
  // Without the message the chat was reset: the turn is being aborted.
  return findMessage(state, String(messageId))?.content[Number(at)] ?? block
}

/** Every call has a result, so that the history is one that providers accept. */
function toResult(toolUseId: string, call: ToolCallState | undefined): ToolResultBlock {
  if (call?.status === 'done') {
    const content = call.content ?? valueBlocks(call.result ?? null)
    return { type: 'tool_result', toolUseId, content: [...content, ...noteBlocks(call)] }
  }
  const text = call?.error?.message ?? 'The call was cancelled before it had a result.'
  return { type: 'tool_result', toolUseId, content: [{ type: 'text', text }], isError: true }
}

/** The note of a view, as data of its server: it is not the person who says it. */
const noteBlocks = ({ note, origin }: ToolCallState): TextBlock[] =>
  note === undefined
    ? []
    : [
        {
          type: 'text',
          text: `The view of this result, by ${origin}, now says:\n<view-note>\n${toData(note)}\n</view-note>`,
        },
      ]

/** A note cannot end its own frame. */
const toData = (note: string): string => note.replaceAll(/<\/?view-note/gi, '(view-note')

/** A value as the model is shown it. */
export const valueBlocks = (value: Json): TextBlock[] => [
  { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) },
]
