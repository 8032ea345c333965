import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderMetadata,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { isObject } from '../tools/json.ts'
import {
  type AudioBlock,
  type FileBlock,
  type ImageBlock,
  type McpBlock,
  type McpMessage,
  type ToolResultBlock,
  toBlocks,
} from '../tools/message.ts'

type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number]
type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number]

/** Some providers reject a conversation that begins with a message of the assistant. */
const OPENING: LanguageModelV4Message = { role: 'user', content: [{ type: 'text', text: 'Begin.' }] }

/** Converts messages to the AI SDK's prompt: tool results in their own messages, alternating roles, a user first. */
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

/** Adds a message; merges it into the last one if both have the same role. */
function push(turns: LanguageModelV4Message[], turn: LanguageModelV4Message): void {
  if (turn.content.length === 0) return
  const last = turns.at(-1)
  if (last?.role !== turn.role) turns.push(turn)
  // Messages of one role have parts of one type.
  else (last.content as unknown[]).push(...turn.content)
}

function toUserPart(block: McpBlock): UserPart[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text, ...providerOptions(block) }]
  if (block.type === 'image' || block.type === 'audio' || block.type === 'file')
    return [{ ...toFile(block), ...providerOptions(block) }]
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
  // `refuseUnanswered` has checked for the call; a result without a call is still sent.
  const toolName = names.get(toolUseId) ?? 'tool'
  return { type: 'tool-result', toolCallId: toolUseId, toolName, output, ...providerOptions(block) }
}

const toFile = ({ data, mimeType, ...file }: ImageBlock | AudioBlock | FileBlock) => ({
  type: 'file' as const,
  data: { type: 'data' as const, data },
  mediaType: mimeType,
  ...('name' in file && file.name !== undefined && { filename: file.name }),
})

/** The key in `_meta` for metadata that the provider needs back: signatures of reasoning, ids of items. */
const PROVIDER_META = 'dev.sweatpants/provider'

/** The `_meta` of a block with metadata of its provider. */
export const providerMeta = (metadata: SharedV4ProviderMetadata | undefined): { _meta?: Record<string, unknown> } =>
  metadata === undefined ? {} : { _meta: { [PROVIDER_META]: metadata } }

/** The metadata of a block for its provider. The block may come from a client, so its shape is checked. */
function providerOptions(block: { _meta?: Record<string, unknown> }): {
  providerOptions?: SharedV4ProviderOptions
} {
  const kept = block._meta?.[PROVIDER_META]
  const isOptions = typeof kept === 'object' && kept !== null && Object.values(kept).every(isObject)
  return isOptions ? { providerOptions: kept as SharedV4ProviderOptions } : {}
}
