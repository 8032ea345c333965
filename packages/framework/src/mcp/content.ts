import { type ContentBlock, ToolContent } from '../tools/content.ts'
import type { Json } from '../tools/json.ts'

export interface CallToolResult {
  content: ContentBlock[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** A tool's value as MCP has it: text for everyone, and structured where the tool declares its output. */
export function toCallToolResult(value: unknown, structured: boolean): CallToolResult {
  if (value instanceof ToolContent) {
    const { blocks, isError, structured } = value
    return {
      content: blocks,
      ...(structured !== undefined && { structuredContent: structured }),
      ...(isError && { isError }),
    }
  }
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const result: CallToolResult = { content: value === undefined ? [] : [{ type: 'text', text }] }
  if (structured) result.structuredContent = value as Json
  return result
}

/** A tool's failure: the call ends with it, and the model can read why. */
export const toErrorResult = (error: Error): CallToolResult => ({
  content: [{ type: 'text', text: error.message || error.name }],
  isError: true,
})
