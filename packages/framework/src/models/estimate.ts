import type { SampleReply } from '../tools/effects/sample.ts'
import { type McpBlock, toBlocks } from '../tools/message.ts'
import type { ModelRequest, ReplyPart } from './model.ts'

/** About what a provider counts for a picture. Its bytes say nothing about that. */
const MEDIA_TOKENS = 1500

/** About four characters to a token. */
export const toTokens = (characters: number): number => Math.ceil(characters / 4)

export function estimateInput({ messages, systemPrompt = '', tools = [] }: ModelRequest): number {
  const told = messages.flatMap(toBlocks).reduce((sum, block) => sum + tokensOf(block), 0)
  return told + toTokens(systemPrompt.length + tools.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0))
}

export const estimateOutput = ({ content }: SampleReply): number =>
  [content].flat().reduce((sum, block) => sum + tokensOf(block), 0)

/** How much of an answer a part is, in characters. */
export const lengthOfPart = (part: ReplyPart): number =>
  part.type === 'tool_use' ? lengthOf(part.block.input) : part.text.length

function tokensOf(block: McpBlock): number {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return toTokens(block.text.length)
    case 'image':
    case 'audio':
      return MEDIA_TOKENS
    case 'tool_use':
      return toTokens(block.name.length + lengthOf(block.input))
    case 'tool_result':
      return block.content.reduce((sum, part) => sum + tokensOf(part), 0)
  }
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length
