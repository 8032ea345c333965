import { type ContentBlock, ToolContent } from '../../tools/content.ts'
import { foreignSchema } from '../../tools/foreign-schema.ts'
import type { JsonSchema, Schema } from '../../tools/schema.ts'
import type { CallToolResult } from '../core/outcome.ts'

/** The result of another server's tool: its blocks, and the structured data beside them. */
export class HostedContent extends ToolContent {
  constructor({ content, structuredContent, isError }: CallToolResult) {
    super(content, isError ?? false, structuredContent)
  }
}

/** Returns the part of a result that is recorded. */
export function toRecorded(result: object): CallToolResult {
  const { content, structuredContent, isError } = result as {
    content?: ContentBlock[]
    structuredContent?: unknown
    isError?: boolean
  }
  return {
    content: content ?? [],
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError && { isError }),
  }
}

/** Returns a schema that checks the structured data of a result against the server's output schema, unless it is an error. */
export function hostedOutput(schema: JsonSchema): Schema<HostedContent> {
  const data = foreignSchema(schema)['~standard']
  return {
    '~standard': {
      ...data,
      types: undefined,
      async validate(value) {
        if (!(value instanceof HostedContent)) return { issues: [{ message: 'is not the result of a hosted tool' }] }
        if (value.isError) return { value }
        const checked = await data.validate(value.structured)
        return checked.issues ? { issues: checked.issues } : { value }
      },
    },
  }
}
