import type { CallJournals } from '../tools/call-tool.ts'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { Elicits } from '../tools/elicit.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { JsonSchema, Schema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { mintId } from '../tools/uuid.ts'
import { type AdapterOptions, type PlainResult, runCall, toInput } from './adapted-tool.ts'
import { type AskedQuestion, fromAnswers, toAsked } from './asked.ts'

export interface MastraOptions extends AdapterOptions {
  /** Where the journals of calls are stored: Mastra runs a tool anew when it is resumed, and hands over the last answers only. */
  runs: CallJournals
}

/** What a tool of Mastra suspends with. */
interface Suspension {
  questions: AskedQuestion[]
}

interface Suspendable {
  suspend?: ((payload: Suspension) => Promise<void>) | undefined
  resumeData?: unknown
}

interface MastraContext extends Suspendable {
  agent?: (Suspendable & { toolCallId: string; threadId?: string | undefined }) | undefined
  workflow?: (Suspendable & { runId: string }) | undefined
  abortSignal?: AbortSignal | undefined
}

/** The options of `createTool()` of `@mastra/core/tools`. */
export interface MastraToolOptions<T> {
  id: string
  description: string
  inputSchema: JsonSchema & { type: 'object' }
  requireApproval: boolean
  execute(input: unknown, context: MastraContext): Promise<PlainResult<T> | undefined>
}

/**
 * Makes the options of a tool of Mastra. A question suspends the agent, and `resumeStream(answers, …)` goes on with
 * `{ [question.id]: { action: 'accept', content } }`.
 *
 * ```ts
 * const bookFlightTool = createTool(toMastraTool(bookFlight, { runs: createRuns(store) }))
 * ```
 */
export function toMastraTool<P extends Schema, E extends Elicits, T>(
  tool: McpTool<string, P, E, T>,
  options: MastraOptions,
): MastraToolOptions<T> {
  return {
    id: tool.name,
    description: tool.description ?? tool.name,
    inputSchema: { ...toInput(tool), type: 'object' },
    requireApproval: tool.approval === 'confirm',
    async execute(input, context) {
      const { agent, workflow, abortSignal } = context
      const { suspend, resumeData } = agent ?? workflow ?? context
      const callId = agent?.toolCallId ?? workflow?.runId ?? mintId()
      async function onPark(questions: readonly ElicitEffect[]) {
        const answers = fromAnswers(callId, questions, resumeData)
        if (Object.keys(answers).length > 0) return answers
        await suspend!({ questions: toAsked(callId, questions) })
        throw new Suspended()
      }
      try {
        const call = { id: callId, thread: agent?.threadId, signal: abortSignal, onPark: suspend && onPark }
        return await runCall(tool, input, options, call)
      } catch (error) {
        if (error instanceof Suspended) return undefined
        throw error
      }
    },
  }
}

class Suspended extends SweatpantsError {
  override name = 'Suspended'
}
