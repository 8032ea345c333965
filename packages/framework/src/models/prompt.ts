import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import type { AudioBlock, ImageBlock, McpBlock, McpMessage, ToolResultBlock } from '../tools/message.ts'
import { toBlocks } from '../tools/message.ts'
import { providerOptions } from './provider-meta.ts'

type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number]
type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number]

/** Some providers refuse a conversation that an assistant opens, as one that begins with a question to the person does. */
const OPENING: LanguageModelV4Message = { role: 'user', content: [{ type: 'text', text: 'Begin.' }] }

/** Our messages as the AI SDK has them: results in messages of their own, turns that alternate, a user who begins. */
export function toPrompt(messages: readonly McpMessage[], systemPrompt: string | undefined): LanguageModelV4Prompt {
  const names = new Map<string, string>()
  const turns: LanguageModelV4Message[] = []
  for (const message of messages) {
    const blocks = toBlocks(message)
    if (message.role === 'assistant') {
      for (const block of blocks) if (block.type === 'tool_use') names.set(block.id, block.name)
      push(turns, { role: 'assistant', content: blocks.flatMap(toAssistantPart) })
    } else {
      const results = blocks.filter((block) => block.type === 'tool_result')
      push(turns, { role: 'tool', content: results.map((block) => toResultPart(block, names)) })
      push(turns, { role: 'user', content: blocks.flatMap(toUserPart) })
    }
  }
  if (turns[0]?.role !== 'user') turns.unshift(OPENING)
  return systemPrompt === undefined ? turns : [{ role: 'system', content: systemPrompt }, ...turns]
}

/** Of one role in a row, one message. */
function push(turns: LanguageModelV4Message[], turn: LanguageModelV4Message): void {
  if (turn.content.length === 0) return
  const last = turns.at(-1)
  if (last?.role !== turn.role) turns.push(turn)
  // The same role has the same kind of parts.
  else (last.content as unknown[]).push(...turn.content)
}

function toUserPart(block: McpBlock): UserPart[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text, ...providerOptions(block) }]
  if (block.type === 'image' || block.type === 'audio') return [{ ...toFile(block), ...providerOptions(block) }]
  return []
}

function toAssistantPart(block: McpBlock): AssistantPart[] {
  if (block.type === 'tool_result') return []
  const kept = providerOptions(block)
  if (block.type === 'text') return [{ type: 'text', text: block.text, ...kept }]
  if (block.type === 'reasoning') return [{ type: 'reasoning', text: block.text, ...kept }]
  if (block.type === 'tool_use') {
    return [{ type: 'tool-call', toolCallId: block.id, toolName: block.name, input: block.input, ...kept }]
  }
  return [{ ...toFile(block), ...kept }]
}

function toResultPart(block: ToolResultBlock, names: ReadonlyMap<string, string>): LanguageModelV4ToolResultPart {
  const { toolUseId, content, isError } = block
  const text = content.every((part) => part.type === 'text') && content.map((part) => part.text).join('\n')
  const output: LanguageModelV4ToolResultPart['output'] =
    text === false
      ? {
          type: 'content',
          value: content.map((part) => (part.type === 'text' ? { type: 'text', text: part.text } : toFile(part))),
        }
      : { type: isError ? 'error-text' : 'text', value: text }
  // `refuseUnanswered` has seen the call; a host that sends a result alone still gets its words across.
  const toolName = names.get(toolUseId) ?? 'tool'
  return { type: 'tool-result', toolCallId: toolUseId, toolName, output, ...providerOptions(block) }
}

const toFile = ({ data, mimeType }: ImageBlock | AudioBlock) => ({
  type: 'file' as const,
  data: { type: 'data' as const, data },
  mediaType: mimeType,
})
