import { type ChatMessage, type ChatState, everyMessage, type ToolCallState } from '@sweatpants/framework/chat'

/** A message as it leaves the app: what was said, the names of attachments, and what tools were asked and returned. */
export interface Said {
  role: ChatMessage['role']
  time: string
  model?: string
  text: string
  /** Names, or types where there is no name. Their data stays in the app. */
  attachments: string[]
  calls: { tool: string; arguments?: unknown; result?: unknown; error?: string }[]
}

export interface Transcript {
  title: string
  messages: Said[]
}

/** Returns the branch that is shown. */
export function toTranscript(state: ChatState): Transcript {
  return { title: state.title || 'Conversation', messages: toSaid(state, state.messages) }
}

/** Returns a transcript without what tools were given and returned, which may be private. */
export const withoutToolData = ({ title, messages }: Transcript): Transcript => ({
  title,
  messages: messages.map((said) => ({ ...said, calls: said.calls.map(({ tool }) => ({ tool })) })),
})

/** Returns the messages of the branches that are not shown. */
export const toOtherBranches = (state: ChatState): Said[] => {
  const shown = new Set(state.messages)
  return toSaid(
    state,
    everyMessage(state).filter((message) => !shown.has(message)),
  )
}

function toSaid({ toolCalls }: ChatState, messages: readonly ChatMessage[]): Said[] {
  const calls = Object.values(toolCalls)
  return messages
    .filter(({ status }) => status !== 'queued')
    .map(({ messageId, role, content, timestamp, model }) => ({
      role,
      time: new Date(timestamp).toISOString(),
      ...(role === 'assistant' && model !== undefined && { model }),
      text: content
        .flatMap((block) => (block.type === 'text' ? [block.text] : []))
        .join('\n\n')
        .trim(),
      attachments: content.flatMap((block) => {
        if (block.type === 'file') return [block.name ?? block.mimeType]
        return block.type === 'image' || block.type === 'audio' ? [block.mimeType] : []
      }),
      calls: calls.filter((call) => call.messageId === messageId && call.calledBy === undefined).map(toCall),
    }))
}

const toCall = ({ toolName, arguments: given, result, error }: ToolCallState): Said['calls'][number] => ({
  tool: toolName,
  arguments: given,
  ...(result !== undefined && { result }),
  ...(error !== undefined && { error: error.message }),
})
