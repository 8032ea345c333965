import { ToolCapabilityError } from '../tools/errors.ts'
import type { RunResult } from '../tools/run-tool.ts'
import type { McpTool } from '../tools/tool.ts'
import { type CallToolResult, toCallToolResult, toErrorResult } from './content.ts'
import { ErrorCode, missingCapability, ProtocolError } from './protocol-error.ts'

/** A run that is over: whoever calls has nothing left to answer. */
export type Ended = Exclude<RunResult, { type: 'parked' }>

/** The result of `tools/call`. A tool's own failure is part of it; a failure of the protocol is thrown, and is a JSON-RPC error. */
export function toToolResult(tool: McpTool, ended: Ended): CallToolResult {
  if (ended.type === 'failed' && !isProtocol(ended.error)) return toErrorResult(ended.error)
  return toCallToolResult(toValue(ended), tool.output !== undefined)
}

/** What a run came to; every other end is thrown as the JSON-RPC error that it is. */
export function toValue(ended: Ended): unknown {
  if (ended.type === 'completed') return ended.value
  if (ended.type === 'cancelled') throw new ProtocolError(ErrorCode.internal, 'cancelled')
  const { error } = ended
  if (error instanceof ToolCapabilityError) throw toMissing(error)
  throw error
}

const isProtocol = (error: Error): boolean => error instanceof ProtocolError || error instanceof ToolCapabilityError

const REQUIRED: Readonly<Record<string, object>> = { elicitation: { form: {} }, sampling: {} }

const toMissing = ({ missing }: ToolCapabilityError): ProtocolError =>
  missingCapability(missing.join(' and '), Object.fromEntries(missing.map((need) => [need, REQUIRED[need] ?? {}])))
