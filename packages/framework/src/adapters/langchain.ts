import type { Answers } from '../tools/answer-box.ts'
import type { CallOptions } from '../tools/call-tool.ts'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { ElicitAnswer, Elicits } from '../tools/elicit.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import { orAborted } from '../tools/maybe-promise.ts'
import type { JsonSchema, Schema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { mintId } from '../tools/uuid.ts'
import { type AdapterOptions, type PlainResult, runCall, toInput } from './adapted-tool.ts'
import { type AskedQuestion, fromAnswers, toAsked } from './asked.ts'

export interface LangChainOptions extends AdapterOptions {
  /**
   * `interrupt` of `@langchain/langgraph`: questions interrupt the graph, and `new Command({ resume })` answers them with
   * `{ [question.id]: { action: 'accept', content } }`. Without it, pass `onQuestion`.
   */
  interrupt?: (value: { questions: AskedQuestion[] }) => unknown
}

interface LangChainConfig {
  toolCall?: { id?: string | undefined } | undefined
  configurable?: Record<string, unknown> | undefined
  signal?: AbortSignal | undefined
}

/** The two arguments of `tool()` of `@langchain/core/tools`. */
export type LangChainTool<T> = [
  run: (input: unknown, config: LangChainConfig) => Promise<PlainResult<T> | string>,
  fields: { name: string; description: string; schema: JsonSchema & { type: 'object' } },
]

/**
 * Makes the arguments of a tool of LangChain. In a LangGraph with a checkpointer, a question interrupts the graph until it is
 * resumed. With `runs`, the resumed graph repeats no step of the tool; without, the tool begins anew.
 *
 * ```ts
 * const node = new ToolNode([tool(...toLangChainTool(bookFlight, { interrupt, runs: createRuns(store) }))])
 * ```
 */
export function toLangChainTool<P extends Schema, E extends Elicits, T>(
  tool: McpTool<string, P, E, T>,
  { interrupt, ...options }: LangChainOptions = {},
): LangChainTool<T> {
  async function run(input: unknown, { toolCall, configurable, signal }: LangChainConfig) {
    const callId = toolCall?.id ?? mintId()
    const onPark = interrupt && ((questions: readonly ElicitEffect[]) => interruptWith(interrupt, callId, questions))
    if (
      tool.approval === 'confirm' &&
      !(await isApproved(toApproval(tool.name, input), { ...options, onPark, signal }))
    )
      return `The user did not allow ${tool.name} to run.`
    return runCall(tool, input, options, { id: callId, thread: configurable?.thread_id, signal, onPark })
  }
  const schema = { ...toInput(tool), type: 'object' as const }
  return [run, { name: tool.name, description: tool.description ?? tool.name, schema }]
}

type Interrupt = NonNullable<LangChainOptions['interrupt']>

/** Throws LangGraph's `GraphInterrupt`, or returns the answers to these questions once the graph was resumed with them. */
function interruptWith(interrupt: Interrupt, callId: string, questions: readonly ElicitEffect[]): Answers {
  for (;;) {
    const answers = fromAnswers(callId, questions, interrupt({ questions: toAsked(callId, questions) }))
    // LangGraph hands out the values of earlier resumptions first. They answered other questions.
    if (Object.keys(answers).length > 0) return answers
  }
}

const toApproval = (toolName: string, input: unknown): ElicitEffect => ({
  type: 'elicit',
  id: 'approval',
  at: '',
  key: 'approval',
  attempt: 1,
  toolName,
  message: `Allow ${toolName} to run?`,
  // What a model sends is JSON.
  context: { arguments: (input ?? {}) as Json },
  schema: { type: 'object', properties: {} },
})

/** LangChain has no approvals of its own, so a call that needs one asks for it first. */
async function isApproved(
  question: ElicitEffect,
  {
    onPark,
    onQuestion,
    signal,
  }: {
    onPark: CallOptions['onPark'] | undefined
    onQuestion?: CallOptions['onQuestion']
    signal: AbortSignal | undefined
  },
): Promise<boolean> {
  if (onPark === undefined && onQuestion === undefined)
    throw new SweatpantsError(`${question.toolName} needs approval; pass \`interrupt\` of LangGraph, or \`onQuestion\``)
  signal?.throwIfAborted()
  const answer = onQuestion
    ? await orAborted(onQuestion(question, signal ?? new AbortController().signal), signal)
    : (await onPark!([question]))[question.id]
  return (answer as ElicitAnswer).action === 'accept'
}
