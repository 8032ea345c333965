import type { SampleReply, WireTool } from '../tools/effects/sample.ts'
import type { McpMessage, ToolUseBlock } from '../tools/message.ts'
import type { ModelPreferences, ToolChoice } from '../tools/sampling.ts'

/** What a model is asked: a `SampleEffect` is one, and so is each step of a chat. */
export interface ModelRequest {
  messages: readonly McpMessage[]
  systemPrompt?: string | undefined
  maxTokens?: number | undefined
  temperature?: number | undefined
  modelPreferences?: ModelPreferences | undefined
  tools?: readonly WireTool[] | undefined
  toolChoice?: { mode: ToolChoice } | undefined
}

/** A piece of an answer, as it is made. */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool_use'; block: ToolUseBlock }

export interface ModelCall {
  /** Aborting it closes the connection to the provider before `answer` settles. */
  signal: AbortSignal
  /** Hears the answer as it is made. A call that somebody has heard something of is not tried again. */
  onPart?: (part: ReplyPart) => void
  /** Who asks: where a provider is crowded, callers take turns. */
  caller?: string
}

/** Whoever answers samples. Retries, limits, budgets and choices are models around models. */
export interface Model {
  /** `provider/name`, as `resolveModel` takes it. */
  readonly id: string
  answer(request: ModelRequest, call: ModelCall): Promise<SampleReply>
}
