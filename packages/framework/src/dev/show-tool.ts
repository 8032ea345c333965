import { type JsonSchema, toJsonSchema } from '../tools/schema.ts'
import type { McpTool, ToolAnnotations } from '../tools/tool.ts'

/** A tool as the page shows it. */
export interface ShownTool {
  name: string
  description?: string
  version?: string
  annotations?: ToolAnnotations
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  /** The answers to its questions, by key. */
  questions: Readonly<Record<string, JsonSchema>>
}

const NOTHING: JsonSchema = { type: 'object', properties: {} }

export function showTool({ name, description, version, annotations, ...tool }: McpTool): ShownTool {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(version !== undefined && { version }),
    ...(annotations !== undefined && { annotations }),
    inputSchema: tool.parameters === undefined ? NOTHING : toJsonSchema(tool.parameters, 'input'),
    ...(tool.output !== undefined && { outputSchema: toJsonSchema(tool.output, 'output') }),
    questions: Object.fromEntries(Object.entries(tool.questions).map(([key, { schema }]) => [key, schema])),
  }
}
