import type { Json } from '../tools/json.ts'

export type Annotations = { audience?: ('user' | 'assistant')[]; priority?: number; lastModified?: string }

/** What an MCP result is made of. */
export type ContentBlock = { annotations?: Annotations; _meta?: Record<string, unknown> } & (
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: ResourceContents }
  | { type: 'resource_link'; uri: string; name: string; description?: string; mimeType?: string }
)

export type ResourceContents = { uri: string; mimeType?: string } & ({ text: string } | { blob: string })

export interface CallToolResult {
  content: ContentBlock[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** What a tool returns to choose its content blocks itself, instead of having its value written as text. */
export class ToolContent {
  readonly blocks: ContentBlock[]
  readonly isError: boolean
  readonly structured: unknown

  constructor(blocks: ContentBlock[], isError: boolean, structured?: unknown) {
    this.blocks = blocks
    this.isError = isError
    this.structured = structured
  }
}

/** Content blocks as a tool's result: `return content([{ type: 'image', … }])`. */
export const content = (blocks: ContentBlock[], options: { isError?: boolean } = {}): ToolContent =>
  new ToolContent(blocks, options.isError ?? false)

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
