import type { ElicitAnswer } from '../tools/elicit.ts'
import type { Json } from '../tools/json.ts'
import type { McpBlock, ToolResultBlock } from '../tools/message.ts'
import type { Source } from '../tools/sampling.ts'
import type { JsonSchema } from '../tools/schema.ts'
import type { Usage } from '../tools/usage.ts'

/** What a command's patch carries, so that whoever sent it knows it again. */
interface OfCommand {
  commandId?: string
}

export interface ToolCapability {
  name: string
  description?: string
  approval?: 'confirm'
  /** What its arguments must be, where a person can change them. */
  inputSchema?: JsonSchema
}

/** What a conversation offers. */
export interface ChatCapabilities {
  tools: ToolCapability[]
  models: string[]
  personas: string[]
}

export interface SessionInfoPatch extends OfCommand {
  type: 'session_info'
  sessionId?: string
  title?: string
  model?: string
  persona?: string
  capabilities?: ChatCapabilities
}
export interface UserMessagePatch extends OfCommand {
  type: 'user_message'
  messageId: string
  content: string
  timestamp: number
  model?: string
  persona?: string
}
/** A turn begins: the model is given these messages, and all before them. */
export interface TurnStartPatch {
  type: 'turn_start'
  turn: number
  messageIds: string[]
  model: string
}
export interface TurnEndPatch {
  type: 'turn_end'
  turn: number
  reason: 'complete' | 'step_limit' | 'aborted' | 'failed'
}
/** Another attempt clears what the last one had said. */
export interface StreamingStartPatch {
  type: 'streaming_start'
  messageId: string
  turn: number
  attempt: number
  timestamp: number
}
export interface StreamingTextPatch {
  type: 'streaming_text' | 'streaming_reasoning'
  messageId: string
  text: string
}
export interface StreamingEndPatch {
  type: 'streaming_end'
  messageId: string
}
/** A whole answer of the model. Replaces what was streamed of it. */
export interface AssistantMessagePatch {
  type: 'assistant_message'
  messageId: string
  turn: number
  content: McpBlock[]
  model: string
  stopReason: string
  usage: Usage
  timestamp: number
  sources?: Source[]
}
export interface ToolCallStartPatch {
  type: 'tool_call_start'
  callId: string
  /** The id of the model's `tool_use`, which is unique only within its message. */
  toolUseId: string
  messageId: string
  toolName: string
  arguments: Json
  timestamp: number
}
export interface ToolCallProgressPatch {
  type: 'tool_call_progress'
  callId: string
  message: string
  progress?: number
}
export interface ToolCallResultPatch {
  type: 'tool_call_result'
  callId: string
  result: Json
  /** What the model is shown, where that is more than the result as text. */
  content?: ToolResultBlock['content']
}
export interface ToolCallErrorPatch {
  type: 'tool_call_error'
  callId: string
  code: string
  message: string
}
export interface ApprovalRequestPatch {
  type: 'approval_request'
  callId: string
  toolName: string
  arguments: Json
  timestamp: number
}
export interface ApprovalResponsePatch extends OfCommand {
  type: 'approval_response'
  callId: string
  approved: boolean
  arguments?: Json
  reason?: string
}
/** A tool that may ask begins. */
export interface ElicitStartPatch {
  type: 'elicit_start'
  callId: string
  toolName: string
}
/** A question is open. Asked again with the reason when its answer was refused. */
export interface ElicitPatch {
  type: 'elicit'
  callId: string
  toolName: string
  elicitId: string
  key: string
  message: string
  context: Json
  attempt: number
  timestamp: number
  schema?: JsonSchema
  refusal?: string
  expiresAt?: number
  ui?: string
}
export interface ElicitResponsePatch extends OfCommand {
  type: 'elicit_response'
  callId: string
  elicitId: string
  result: ElicitAnswer
  timestamp: number
}
/** The questions of a call are over: all, or the one that is named. */
export interface ElicitCompletePatch {
  type: 'elicit_complete'
  callId: string
  elicitId?: string
}
export interface UsagePatch {
  type: 'usage'
  turn: number
  usage: Usage
}
/** The message and all that follow are taken back. */
export interface HistoryCutPatch extends OfCommand {
  type: 'history_cut'
  messageId: string
}
export interface AbortRequestPatch extends OfCommand {
  type: 'abort_request'
}
export interface AbortCompletePatch {
  type: 'abort_complete'
  turn: number
}
export interface ErrorPatch {
  type: 'error'
  code: string
  message: string
  turn?: number
}
export interface ResetPatch extends OfCommand {
  type: 'reset'
}

/** A change of a chat. The state is `reduce` over all of them. */
export type Patch =
  | SessionInfoPatch
  | UserMessagePatch
  | TurnStartPatch
  | TurnEndPatch
  | StreamingStartPatch
  | StreamingTextPatch
  | StreamingEndPatch
  | AssistantMessagePatch
  | ToolCallStartPatch
  | ToolCallProgressPatch
  | ToolCallResultPatch
  | ToolCallErrorPatch
  | ApprovalRequestPatch
  | ApprovalResponsePatch
  | ElicitStartPatch
  | ElicitPatch
  | ElicitResponsePatch
  | ElicitCompletePatch
  | UsagePatch
  | HistoryCutPatch
  | AbortRequestPatch
  | AbortCompletePatch
  | ErrorPatch
  | ResetPatch
