import type { SampleReply, WireTool } from '../../tools/effects/sample.ts'
import { foreignSchema } from '../../tools/foreign-schema.ts'
import { type McpMessage, toBlocks, toText } from '../../tools/message.ts'
import type { ModelPreferences, SampleTool, ToolChoice } from '../../tools/sampling.ts'

/** What `sampling/createMessage` asks for, as far as we do it. */
export interface SampleParams {
  messages: McpMessage[]
  maxTokens: number
  systemPrompt?: string
  temperature?: number
  modelPreferences?: ModelPreferences
  tools?: WireTool[]
  toolChoice?: { mode?: ToolChoice }
}

/** What our run asks for: the conversation stands for itself. */
export function fromSampleParams(params: SampleParams) {
  const { messages, maxTokens, systemPrompt, temperature, modelPreferences } = params
  return {
    messages,
    maxTokens,
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(temperature !== undefined && { temperature }),
    ...(modelPreferences !== undefined && { modelPreferences }),
  }
}

/** `__schema__` stays the tool that it is, so that whoever answers sees it. */
export const toOffer = (tools: readonly WireTool[]): SampleTool[] =>
  tools.map((tool) => ({ ...tool, inputSchema: foreignSchema(tool.inputSchema) }))

/** A list of blocks is only for those who offered tools. */
export function toSampleResult({ content, model, stopReason }: SampleReply, { tools }: SampleParams) {
  const blocks = toBlocks({ role: 'assistant', content }).filter((block) => block.type !== 'reasoning')
  const single = blocks.length === 1 ? blocks[0] : { type: 'text', text: toText(blocks) }
  return {
    role: 'assistant',
    content: tools === undefined ? single : blocks,
    model,
    ...(stopReason !== undefined && { stopReason }),
  }
}
