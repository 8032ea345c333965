import type { Model } from '../models/model.ts'
import type { Journal } from '../tools/journal.ts'
import type { McpTool } from '../tools/tool.ts'
import type { Patch } from './patch.ts'
import type { ChatState } from './state.ts'

/** What the turns and calls of a session have around them. */
export interface SessionHost {
  readonly sessionId: string
  readonly principal: string | undefined
  readonly stepLimit: number
  /** As far as the log is known here. */
  readonly state: ChatState
  /** Adds to the log what is not in it yet. */
  say(patch: Patch): void
  /** Something may have come to rest. */
  ring(): void
  tools(): readonly McpTool[]
  /** Rejects when there is no such model. */
  model(id: string): Promise<Model>
  systemPrompt(persona: string | undefined): string | undefined
  /** Stops its run at the next write once the session is let go. */
  journal(runId: string): Journal
  /** Aborts when the session is let go: what is in flight is left, and done again elsewhere. */
  readonly closing: AbortSignal
  now(): number
}
