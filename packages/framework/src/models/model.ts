import type { SampleReply, WireTool } from '../tools/effects/sample.ts'
import type { McpMessage, ToolUseBlock } from '../tools/message.ts'
import type { ModelPreferences, ToolChoice } from '../tools/sampling.ts'
import type { ModelErrorCode } from './errors.ts'
import type { Traits } from './provider.ts'

/** A request to a model: a `SampleEffect` is one, and so is each step of a chat. */
export interface ModelRequest {
  messages: readonly McpMessage[]
  systemPrompt?: string | undefined
  maxTokens?: number | undefined
  temperature?: number | undefined
  modelPreferences?: ModelPreferences | undefined
  tools?: readonly WireTool[] | undefined
  toolChoice?: { mode: ToolChoice } | undefined
  /** Lets the provider search the web while it answers, at most so often, where it can. What it finds is in `sources`. */
  webSearch?: { maxUses: number } | undefined
}

/** A part of a reply, as it is streamed. */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool_use'; block: ToolUseBlock }

/** The provider is asked again after a wait. */
export interface ModelRetry {
  /** Why: the provider is busy (`limited`), cannot be reached (`unavailable`), or its reply was of no use. */
  code: ModelErrorCode
  /** Milliseconds until then. */
  delay: number
  /** The number of calls so far. */
  attempt: number
}

export interface ModelCall {
  /** Aborting it closes the connection to the provider before `answer` settles. */
  signal: AbortSignal
  /** Called with each part of the reply as it arrives. After the first part, the call is not retried. */
  onPart?: (part: ReplyPart) => void
  /** Called before a wait, when the provider has failed in a way that may pass and is asked again. */
  onRetry?: (retry: ModelRetry) => void
  /** Identifies the caller: if a provider is busy, callers take turns. */
  caller?: string
}

/** Answers samples. Retries, limits, budgets and pools are models around models. */
export interface Model {
  /** `provider/name`, as `resolveModel` takes it. */
  readonly id: string
  /** The files that it takes as they are, if that is known. It is sent the text of a PDF otherwise, and no images. */
  readonly files?: Traits['files']
  answer(request: ModelRequest, call: ModelCall): Promise<SampleReply>
}

/** What a model that goes around another one tells of it. */
export const aboutModel = ({ id, files }: Model): Pick<Model, 'id' | 'files'> =>
  files === undefined ? { id } : { id, files }

/** The same call, with `listener` called before its own `onPart`. A call that does not stream is returned unchanged. */
export function withListener(call: ModelCall, listener: (part: ReplyPart) => void): ModelCall {
  const { onPart } = call
  if (onPart === undefined) return call
  return {
    ...call,
    onPart(part) {
      listener(part)
      onPart(part)
    },
  }
}
