import type { ChatMessage, ChatState, ToolCallState } from '../chat/state.ts'
import type { UserBlock, UserContent } from '../chat/user-content.ts'
import { isObject } from '../tools/json.ts'

/** A message of AG-UI, as far as a chat has it. */
export type AgUiMessage =
  | { id: string; role: 'user'; content: string | AgUiPart[] }
  | { id: string; role: 'assistant'; content?: string; toolCalls?: AgUiToolCall[] }
  | { id: string; role: 'reasoning'; content: string }
  | { id: string; role: 'tool'; toolCallId: string; content: string; error?: string }
  | { id: string; role: 'activity'; activityType: string; content: Record<string, unknown> }

export interface AgUiToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** A part of a person's message. */
export type AgUiPart =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio' | 'document'; source: { type: 'data'; value: string; mimeType: string } }

/** Returns the conversation as AG-UI has it. A message of a person has the id that its client gave it. */
export function toMessages(state: ChatState): AgUiMessage[] {
  return state.messages.flatMap((message): AgUiMessage[] => {
    const { messageId, commandId, role, content } = message
    if (role === 'user') return [{ id: commandId ?? messageId, role, content: toParts(content) }]
    const texts = textsOf(message)
    const reasoning = texts.find(({ kind }) => kind === 'reasoning')
    const text = texts.find(({ kind }) => kind === 'text')
    const calls = callsOf(state, messageId)
    const toolCalls = calls.map(
      ({ callId: id, toolName: name, arguments: args }): AgUiToolCall => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      }),
    )
    return [
      ...(reasoning ? [{ id: reasoning.id, role: 'reasoning' as const, content: reasoning.text }] : []),
      {
        id: messageId,
        role,
        ...(text && { content: text.text }),
        ...(toolCalls.length > 0 && { toolCalls }),
      },
      ...calls.flatMap(toCallMessages),
    ]
  })
}

function toCallMessages(call: ToolCallState): AgUiMessage[] {
  const { callId: toolCallId, progress, error } = call
  const result = resultOf(call)
  return [
    ...(progress ? [{ id: toProgressId(toolCallId), role: 'activity' as const, ...toActivity(progress) }] : []),
    ...(result === undefined
      ? []
      : [
          {
            id: toResultId(toolCallId),
            role: 'tool' as const,
            toolCallId,
            content: result,
            ...(error && { error: error.code }),
          },
        ]),
  ]
}

export const toProgressId = (callId: string): string => `${callId}-progress`
export const toResultId = (callId: string): string => `${callId}-result`

export const toActivity = (progress: NonNullable<ToolCallState['progress']>) => ({
  activityType: 'PROGRESS',
  content: { ...progress },
})

/** Returns what a call ended with as text, or `undefined` while it goes on. */
export function resultOf({ status, result, error }: ToolCallState): string | undefined {
  if (status === 'done') return typeof result === 'string' ? result : JSON.stringify(result ?? null)
  if (status === 'failed') return error?.message ?? 'failed'
  return status === 'cancelled' ? 'cancelled' : undefined
}

export const callsOf = ({ toolCalls }: ChatState, messageId: string): ToolCallState[] =>
  Object.values(toolCalls).filter((call) => call.messageId === messageId && call.calledBy === undefined)

/** Returns the reasoning and the text of an answer, each as a message of its own. */
export function textsOf({ messageId, content }: ChatMessage) {
  const join = (type: 'text' | 'reasoning') => content.map((block) => (block.type === type ? block.text : '')).join('')
  const texts = [
    { id: `${messageId}-reasoning`, kind: 'reasoning' as const, text: join('reasoning') },
    { id: messageId, kind: 'text' as const, text: join('text') },
  ]
  return texts.filter(({ text }) => text !== '')
}

function toParts(content: ChatMessage['content']): string | AgUiPart[] {
  if (content.every(({ type }) => type === 'text'))
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  return content.flatMap((block): AgUiPart[] => {
    if (block.type === 'text') return [{ type: 'text', text: block.text }]
    if (block.type !== 'image' && block.type !== 'audio' && block.type !== 'file') return []
    const { type, data: value, mimeType } = block
    return [{ type: type === 'file' ? 'document' : type, source: { type: 'data', value, mimeType } }]
  })
}

/** Returns what a person said, from a message of the client. Sources by URL are left out: the server does not load them. */
export function fromContent(content: unknown): UserContent {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  return content.flatMap((part): UserBlock[] => {
    if (!isObject(part)) return []
    const { type, text, source } = part
    if (type === 'text' && typeof text === 'string') return [{ type, text }]
    if (!isObject(source) || source.type !== 'data') return []
    const { value: data, mimeType } = source
    if (typeof data !== 'string' || typeof mimeType !== 'string') return []
    if (type === 'image' || type === 'audio') return [{ type, data, mimeType }]
    return type === 'document' ? [{ type: 'file', data, mimeType }] : []
  })
}
