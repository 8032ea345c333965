import type { AnswerEvent } from '../inbox/question.ts'
import type { SignalledRun } from '../inbox/token.ts'
import type { StreamRef } from '../log/log.ts'
import type { Driven } from '../log/machine.ts'
import type { Model } from '../models/model.ts'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { RunOptions } from '../tools/run-tool.ts'
import type { McpTool } from '../tools/tool.ts'
import type { ElicitPatch, ElicitWaitPatch, Patch } from './patch.ts'
import type { ChatState } from './state.ts'

/** What the turns and calls of a chat use: its driver, and what the application offers. */
export interface ChatDriven extends Driven<ChatState, Patch> {
  readonly stepLimit: number
  /** Appends a patch soon, unless the log has it already. */
  say(patch: Patch): void
  /** Appends the patch of a question and indexes it, unless the log has it already. */
  ask(patch: ElicitPatch | ElicitWaitPatch, effect: ElicitEffect): void
  /** Whether the store survives the process, so that other people can answer later. */
  readonly isDurable: boolean
  /** Returns the URL at which a signal is sent to a call; `undefined` without an inbox. */
  readonly signalUrl?: ((refs: readonly StreamRef[], event: AnswerEvent, run: SignalledRun) => string) | undefined
  /** How to go on with a call of another `.version` of its tool. */
  readonly onVersionChange?: RunOptions['onVersionChange']
  tools(): readonly McpTool[]
  /** Rejects when there is no such model. */
  model(id: string): Promise<Model>
  systemPrompt(persona: string | undefined): string | undefined
  onError(error: unknown): void
}
