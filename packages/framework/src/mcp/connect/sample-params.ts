import { defined } from '../../tools/defined.ts'
import type { SampleReply, WireTool } from '../../tools/effects/sample.ts'
import { type McpMessage, toBlocks, toText } from '../../tools/message.ts'
import type { ModelPreferences, SampleTool, ToolChoice } from '../../tools/sampling.ts'
import { foreignSchema } from '../../tools/schema.ts'

/** The params of `sampling/createMessage` that we support. */
export interface SampleParams {
  messages: McpMessage[]
  maxTokens: number
  systemPrompt?: string
  temperature?: number
  modelPreferences?: ModelPreferences
  tools?: WireTool[]
  toolChoice?: { mode?: ToolChoice }
}

/** Returns the sample that our run asks for: `messages` is the whole conversation. */
export function fromSampleParams(params: SampleParams) {
  const { messages, maxTokens, systemPrompt, temperature, modelPreferences } = params
  return {
    messages,
    maxTokens,
    ...defined({ systemPrompt, temperature, modelPreferences }),
  }
}

/** Returns the tools of a sample. `__schema__` stays a tool, so that the model is offered it. */
export const toOffer = (tools: readonly WireTool[]): SampleTool[] =>
  tools.map((tool) => ({ ...tool, inputSchema: foreignSchema(tool.inputSchema) }))

/** Returns the result of `sampling/createMessage`. Only a server that offered tools gets a list of blocks. */
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
