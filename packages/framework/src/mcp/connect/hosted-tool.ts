import type { Tool } from '@modelcontextprotocol/client'
import { createMcpTool } from '../../tools/builder.ts'
import { foreignSchema } from '../../tools/foreign-schema.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import type { McpTool, ToolAnnotations } from '../../tools/tool.ts'
import { readParamHeaders, toParamHeaders } from '../core/param-headers.ts'
import { callHosted, type Host } from './hosted-call.ts'
import { hostedOutput } from './hosted-result.ts'

/** A tool of another server as one of ours. */
export function toHostedTool(listed: Tool, host: Host): McpTool {
  const inputSchema: JsonSchema = listed.inputSchema
  const { readOnlyHint, idempotentHint } = listed.annotations ?? {}
  const repeatable = (readOnlyHint || idempotentHint) ?? false
  const declared = readParamHeaders(listed.name, inputSchema)
  const tool = createMcpTool(listed.name)
    .parameters(foreignSchema<Record<string, unknown>>(inputSchema))
    .execute((params, ctx) => {
      const headers = toParamHeaders(declared, params)
      return callHosted(ctx, host, { tool: listed.name, arguments: params, headers, can: ctx.can, repeatable })
    })
    .build()
  return Object.freeze({
    ...tool,
    description: listed.description,
    annotations: toAnnotations(listed),
    output: listed.outputSchema === undefined ? undefined : hostedOutput(listed.outputSchema),
  })
}

// The client's types allow a hint that is undefined; on the wire there is none.
const toAnnotations = ({ title, annotations }: Tool): McpTool['annotations'] =>
  title === undefined && annotations === undefined
    ? undefined
    : ({ ...(title !== undefined && { title }), ...annotations } as ToolAnnotations)
