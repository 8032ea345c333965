import { type ContentBlock, ToolContent } from '../../tools/content.ts'
import { EffectError, ToolCapabilityError } from '../../tools/errors.ts'
import type { Json } from '../../tools/json.ts'
import type { RunResult } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import { ErrorCode, missingCapability, ProtocolError } from './errors.ts'

export interface CallToolResult {
  content: ContentBlock[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** A run that has ended and asks nothing more. */
export type Ended = Exclude<RunResult, { type: 'parked' }>

/** Returns the result of `tools/call`. A tool's own failure is part of it; a failure of the protocol is thrown as a JSON-RPC error. */
export function toToolResult(tool: McpTool, ended: Ended): CallToolResult {
  if (ended.type === 'failed' && toProtocolError(ended.error) === undefined) return toErrorResult(ended.error)
  return toCallToolResult(toValue(ended), tool.output !== undefined)
}

/** Returns what a run completed with; throws the JSON-RPC error of every other end. */
export function toValue(ended: Ended): unknown {
  if (ended.type === 'completed') return ended.value
  if (ended.type === 'cancelled') throw new ProtocolError(ErrorCode.internal, 'cancelled')
  throw toProtocolError(ended.error) ?? ended.error
}

/** Returns the JSON-RPC error that a failed run is answered with, if it is one of the protocol and not of the tool. */
export function toProtocolError(error: Error): ProtocolError | undefined {
  if (error instanceof ProtocolError) return error
  if (error instanceof ToolCapabilityError) return toMissing(error)
  // The client lacks what the effect needs. That is recorded as a failure of the effect, so that `finally` blocks run.
  const { code, message, data } = error instanceof EffectError ? error.failure : {}
  if (code !== ErrorCode.missingCapability) return undefined
  return new ProtocolError(code, message!, data)
}

const REQUIRED: Readonly<Record<string, object>> = { elicitation: { form: {} }, sampling: {} }

const toMissing = ({ missing }: ToolCapabilityError): ProtocolError =>
  missingCapability(missing.join(' and '), Object.fromEntries(missing.map((need) => [need, REQUIRED[need] ?? {}])))

/** Returns a tool's value as MCP has it: as text, and structured where the tool declares its output. */
function toCallToolResult(value: unknown, isStructured: boolean): CallToolResult {
  if (value instanceof ToolContent) {
    const { blocks, isError, structured, meta } = value
    return {
      content: blocks,
      ...(structured !== undefined && { structuredContent: structured }),
      ...(isError && { isError }),
      ...(meta !== undefined && { _meta: meta }),
    }
  }
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const result: CallToolResult = { content: value === undefined ? [] : [{ type: 'text', text }] }
  if (isStructured) result.structuredContent = value as Json
  return result
}

/** Returns a tool's failure as a result, which the model can read. */
const toErrorResult = (error: Error): CallToolResult => ({
  content: [{ type: 'text', text: error.message || error.name }],
  isError: true,
})
