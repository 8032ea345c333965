import type { ElicitAnswer } from '../tools/elicit.ts'
import type { Json } from '../tools/json.ts'
import type { McpBlock, ToolResultBlock } from '../tools/message.ts'
import type { Source } from '../tools/sampling.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { noUsage, type Usage } from '../tools/usage.ts'
import type { ChatCapabilities } from './patch.ts'

/** All that can be known of a chat. Only `reduce` makes a new one. */
export interface ChatState {
  /** The last patch that is in it. */
  lsn: number
  sessionId: string
  title: string
  model?: string
  persona?: string
  capabilities: ChatCapabilities
  messages: ChatMessage[]
  /** By callId. */
  toolCalls: Record<string, ToolCallState>
  /** By callId: calls that wait for somebody's consent. */
  pendingApprovals: Record<string, PendingApprovalState>
  /** By elicitId: one call may have several open. */
  pendingElicits: Record<string, PendingElicitState>
  /** The turn that is running or waits; queued messages are given to the one after it. */
  turn?: TurnState
  /** How many turns there have been. Never goes back, so that no turn is taken for another. */
  turns: number
  usage: Usage
  /** What ended the last turn badly. */
  error?: { code: string; message: string }
}

export interface TurnState {
  turn: number
  model: string
  aborting: boolean
}

/** `interrupted`: the text ends where it was stopped. */
export type MessageStatus = 'queued' | 'streaming' | 'complete' | 'interrupted'

export interface ChatMessage {
  messageId: string
  role: 'user' | 'assistant'
  content: McpBlock[]
  status: MessageStatus
  timestamp: number
  /** The turn that it is of; none while it is queued. */
  turn?: number
  /** Which attempt at an answer this is, from 1. */
  attempt?: number
  commandId?: string
  model?: string
  persona?: string
  stopReason?: string
  usage?: Usage
  sources?: Source[]
}

export type ToolCallStatus = 'running' | 'approval' | 'waiting' | 'done' | 'failed' | 'cancelled'

export interface ToolCallState {
  callId: string
  toolUseId: string
  messageId: string
  toolName: string
  arguments: Json
  status: ToolCallStatus
  timestamp: number
  /** Whether it may ask questions. */
  asks?: true
  progress?: { message: string; progress?: number }
  result?: Json
  content?: ToolResultBlock['content']
  error?: { code: string; message: string }
}

export interface PendingApprovalState {
  callId: string
  toolName: string
  arguments: Json
  status: 'pending' | 'responded'
  timestamp: number
  response?: { approved: boolean; arguments?: Json; reason?: string }
}

export interface PendingElicitState {
  callId: string
  toolName: string
  elicitId: string
  key: string
  context: Json
  message: string
  schema?: JsonSchema
  status: 'pending' | 'responded'
  timestamp: number
  expiresAt?: number
  attempt: number
  /** Why the last answer was not taken. */
  refusal?: string
  ui?: string
  /** What was answered, and when, once it is. */
  response?: { result: ElicitAnswer; timestamp: number }
}

/** A session before anything was said. */
export const emptyState: ChatState = {
  lsn: 0,
  sessionId: '',
  title: '',
  capabilities: { tools: [], models: [], personas: [] },
  messages: [],
  toolCalls: {},
  pendingApprovals: {},
  pendingElicits: {},
  turns: 0,
  usage: noUsage,
}
