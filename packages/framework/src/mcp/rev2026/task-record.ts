import { JsonError } from '../../tools/errors.ts'
import { type Json, toJson } from '../../tools/json.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { ClientCapabilities } from '../client-capabilities.ts'
import type { InputRequest } from '../input-request.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'

type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** What is kept of a task beside its journal. */
export interface TaskData {
  tool: string
  arguments: Json
  principal: string | null
  capabilities: ClientCapabilities
  status: Status
  createdAt: string
  lastUpdatedAt: string
  ttlMs: number
  result?: Json
  error?: { code: number; message: string; data?: Json }
}

/** What a task that is not over is doing. */
export interface TaskActivity {
  readonly inputRequests: Record<string, InputRequest>
  /** What the tool said last. */
  readonly statusMessage: string | undefined
}

const POLL_INTERVAL = 1_000

export const isOver = ({ status }: TaskData): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** As clients see it. */
export function toTask(taskId: string, data: TaskData, activity?: TaskActivity): Record<string, unknown> {
  const { status, createdAt, lastUpdatedAt, ttlMs, result, error } = data
  const task = { taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs: POLL_INTERVAL }
  if (isOver(data)) return { ...task, ...(result !== undefined && { result }), ...(error !== undefined && { error }) }
  if (activity === undefined) return task
  const { inputRequests, statusMessage } = activity
  const asks = Object.keys(inputRequests).length > 0
  return {
    ...task,
    status: asks ? 'input_required' : 'working',
    ...(statusMessage !== undefined && { statusMessage }),
    ...(asks && { inputRequests }),
  }
}

/** They are kept as they are, so they must be what JSON carries. */
export function readTaskArguments({ name }: McpTool, args: unknown): Json {
  try {
    return toJson(args, `the arguments of ${name}`) ?? null
  } catch (error) {
    if (error instanceof JsonError) throw new ProtocolError(ErrorCode.invalidParams, error.message)
    throw error
  }
}
