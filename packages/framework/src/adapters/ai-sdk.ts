import type { Elicits } from '../tools/elicit.ts'
import { jsonSchema, type Schema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { type AdapterOptions, type PlainResult, runCall, toInput } from './adapted-tool.ts'

/**
 * The schema of the tool, from which the SDK infers the type of the input. A tool without parameters has none, and `never` fits what
 * every version expects; the AI SDK 5 accepts the types of zod only.
 */
export type AiSdkSchema<P extends Schema> = Schema extends P ? never : P

/** A tool for `tools: { … }` of `generateText`, `streamText` and agents of the AI SDK 5, 6 and 7. */
export interface AiSdkTool<P extends Schema, T> {
  description: string
  inputSchema: AiSdkSchema<P>
  /** The AI SDK 5 has no approvals, and ignores it. */
  needsApproval?: boolean
  execute(
    input: unknown,
    options: { toolCallId: string; abortSignal?: AbortSignal | undefined },
  ): Promise<PlainResult<T>>
}

/**
 * Makes a tool of the AI SDK. The SDK cannot suspend a tool, so `onQuestion` answers while the call waits. With `runs`, a
 * repeated call with the same `toolCallId` repeats no step.
 *
 * ```ts
 * const result = streamText({ model, prompt, tools: { book_flight: toAiSdkTool(bookFlight, { onQuestion }) } })
 * ```
 */
export function toAiSdkTool<P extends Schema, E extends Elicits, T>(
  tool: McpTool<string, P, E, T>,
  options: AdapterOptions = {},
): AiSdkTool<P, T> {
  return {
    description: tool.description ?? tool.name,
    inputSchema: toAiSdkSchema(tool),
    ...(tool.approval === 'confirm' && { needsApproval: true }),
    execute: async (input, { toolCallId, abortSignal }) =>
      runCall(tool, input, options, { id: toolCallId, signal: abortSignal }),
  }
}

/** The schema, marked as one of the SDK without a check of its own: the tool would get what a transform has made already. */
function toAiSdkSchema<P extends Schema>(tool: McpTool<string, P>): AiSdkSchema<P> {
  const input = toInput(tool)
  const schema: object = tool.parameters ?? jsonSchema(input)
  const marked = { [Symbol.for('vercel.ai.schema')]: true, jsonSchema: input, validate: undefined }
  // Everything else of it is as it was.
  return Object.assign(Object.create(schema), marked)
}
