import type { Elicits } from '../tools/elicit.ts'
import { isObject } from '../tools/json.ts'
import type { Schema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { mintId } from '../tools/uuid.ts'
import { type AdapterOptions, type PlainResult, runCall, toInput } from './adapted-tool.ts'

/** The options of `tool()` of `@openai/agents`. */
export interface OpenAiToolOptions<T> {
  name: string
  description: string
  parameters: {
    type: 'object'
    properties: Record<string, Record<string, unknown>>
    required: string[]
    additionalProperties: true
  }
  /** Strict schemas have no optional fields; the tool checks its arguments itself. */
  strict: false
  needsApproval: boolean
  execute(
    input: unknown,
    context?: unknown,
    details?: { toolCall?: { callId: string } | undefined; signal?: AbortSignal | undefined },
  ): Promise<PlainResult<T>>
}

/**
 * Makes the options of a tool of the OpenAI Agents SDK. Its interruptions approve or reject and carry no answer, so
 * `onQuestion` answers while the call waits. With `runs`, a repeated call with the same id repeats no step.
 *
 * ```ts
 * const agent = new Agent({ name: 'Travel', tools: [tool(toOpenAiTool(bookFlight, { onQuestion }))] })
 * ```
 */
export function toOpenAiTool<P extends Schema, E extends Elicits, T>(
  tool: McpTool<string, P, E, T>,
  options: AdapterOptions = {},
): OpenAiToolOptions<T> {
  const { properties, required, ...schema } = toInput(tool)
  return {
    name: tool.name,
    description: tool.description ?? tool.name,
    parameters: {
      ...schema,
      type: 'object',
      // Properties of a JSON Schema are schemas.
      properties: (isObject(properties) ? properties : {}) as Record<string, Record<string, unknown>>,
      required: Array.isArray(required) ? required : [],
      additionalProperties: true,
    },
    strict: false,
    needsApproval: tool.approval === 'confirm',
    execute: async (input, _context, { toolCall, signal } = {}) =>
      runCall(tool, input, options, { id: toolCall?.callId ?? mintId(), signal }),
  }
}
