import type { Driven } from '../log/driver.ts'
import type { Model } from '../models/model.ts'
import type { McpTool } from '../tools/tool.ts'
import type { Patch } from './patch.ts'
import type { ChatState } from './state.ts'

/** What the turns and calls of a chat use: its driver, and what the application offers. */
export interface ChatDriven extends Driven<ChatState, Patch> {
  readonly stepLimit: number
  /** Appends a patch soon, unless the log has it already. */
  say(patch: Patch): void
  tools(): readonly McpTool[]
  /** Rejects when there is no such model. */
  model(id: string): Promise<Model>
  systemPrompt(persona: string | undefined): string | undefined
  onError(error: unknown): void
}
