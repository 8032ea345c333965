import { type CallOptions, callTool } from '../tools/call-tool.ts'
import { ToolContent } from '../tools/content.ts'
import type { Elicits } from '../tools/elicit.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { toParametersSchema } from '../tools/parameters-schema.ts'
import type { JsonSchema, Schema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { checkName } from '../tools/tool-names.ts'

/** How a tool is called by another framework, which chooses the id of the call and its signal. */
export interface AdapterOptions extends Omit<CallOptions, 'runId' | 'signal' | 'onPark'> {
  /** Returns the id of the run of a call. Default: the id of the call, which most models make unique. */
  runId?: (callId: string) => string
}

/** What a framework is given as the result: a tool that chooses its content blocks gives something else than it returns. */
export type PlainResult<T> = T extends ToolContent ? unknown : T

/** A call by another framework: its id, the conversation where the id is unique, and what the framework can do. */
interface AdaptedCall {
  id: string
  thread?: unknown
  signal?: AbortSignal | undefined
  onPark?: CallOptions['onPark'] | undefined
}

/** Runs a tool for another framework. The tool checks its arguments itself. */
export async function runCall<T>(
  tool: McpTool<string, Schema, Elicits, T>,
  input: unknown,
  { runId = (callId) => callId, ...options }: AdapterOptions,
  { id, thread, signal, onPark }: AdaptedCall,
): Promise<PlainResult<T>> {
  const value = await callTool(tool, input as never, {
    ...options,
    runId: runId(typeof thread === 'string' ? `${thread}/${id}` : id),
    ...(onPark && { onPark }),
    ...(signal && { signal }),
  })
  return toPlain(value)
}

/** Returns a tool's value as plain data. Throws if the tool marked its content as an error. */
function toPlain<T>(value: T): PlainResult<T> {
  // What follows is the other branch of the type.
  if (!(value instanceof ToolContent)) return value as PlainResult<T>
  const { blocks, isError, structured } = value
  const texts = blocks.map((block) => (block.type === 'text' ? block.text : undefined))
  const isText = texts.every((text) => text !== undefined)
  if (isError) throw new SweatpantsError(isText ? texts.join('\n') : JSON.stringify(blocks))
  return (structured ?? (isText ? texts.join('\n') : blocks)) as PlainResult<T>
}

/**
 * The JSON Schema of the arguments. Frameworks pass arguments on as they are: the tool checks them itself. Throws a
 * `ToolDefinitionError` for a name that the tool cannot have.
 */
export function toInput({ name, parameters }: McpTool): JsonSchema {
  const { $schema: _, ...schema } = toParametersSchema(checkName(name), parameters)
  return schema
}
