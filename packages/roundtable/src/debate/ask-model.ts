import {
  addUsage,
  EffectError,
  type McpMessage,
  noUsage,
  type Operation,
  type SampleResult,
  type ToolContext,
  type Usage,
} from '@sweatpants/framework'
import type { Parsed } from '../answers/read-object.ts'

export interface Question<T> {
  /** Whose model is asked. */
  key: string
  system?: string
  message: string | McpMessage
  /** The most tokens of an answer. */
  answerTokens: number
  /** Reads the answer. */
  parse: (text: string) => Parsed<T>
}

/** Why there is no answer that can be used. */
export interface Problem {
  code: string
  reason: string
}

/** The answer of a model, with the usage of all attempts at it. */
export type Answered<T> =
  | { type: 'answered'; value: T; model: string; usage: Usage; cutAt?: number }
  | ({ type: 'failed'; usage: Usage } & Problem)

/** Asks a model once, and reads its answer. A failure is a value: the round goes on without the answer. */
export function* askModel<T>(ctx: ToolContext, question: Question<T>): Operation<Answered<T>> {
  const { key, system, message, answerTokens, parse } = question
  const messages = [typeof message === 'string' ? { role: 'user' as const, content: message } : message]
  const request = { key, messages, ...(system !== undefined && { systemPrompt: system }) }
  try {
    const said = yield* sampleWhole(answerTokens, (maxTokens) => ctx.sample({ ...request, maxTokens }))
    const { text, model, usage, cutAt } = said
    const parsed = parse(text)
    if (parsed.type === 'malformed') return { type: 'failed', usage, ...toProblem(said, parsed.problem) }
    return { type: 'answered', value: parsed.value, model, usage, ...(cutAt !== undefined && { cutAt }) }
  } catch (error) {
    if (!(error instanceof EffectError)) throw error
    return { type: 'failed', usage: noUsage, ...toFailure(error) }
  }
}

/** An answer that is cut is requested once more with so many times the tokens. */
const MORE_TOKENS = 4

/** An answer, with the usage of all attempts at it. */
export type Whole<R> = R & {
  /** The token limit at which the answer ends early; absent if it is whole. */
  cutAt?: number
}

/**
 * Asks a model, and once more with more tokens if its answer is cut: a model that thinks may use all of them before it says
 * anything. If the second attempt fails, the cut answer counts.
 */
export function* sampleWhole<R extends Pick<SampleResult, 'stopReason' | 'usage'>>(
  maxTokens: number,
  ask: (maxTokens: number) => Operation<R>,
): Operation<Whole<R>> {
  const first = yield* ask(maxTokens)
  if (first.stopReason !== 'maxTokens') return first
  const more = maxTokens * MORE_TOKENS
  try {
    const again = yield* ask(more)
    const usage = addUsage(first.usage, again.usage)
    return { ...again, usage, ...(again.stopReason === 'maxTokens' && { cutAt: more }) }
  } catch (error) {
    if (!(error instanceof EffectError)) throw error
    return { ...first, cutAt: maxTokens }
  }
}

/** Why an answer cannot be used: it was cut, or else what is wrong with it. */
export const toProblem = ({ cutAt }: { cutAt?: number }, problem: string): Problem =>
  cutAt === undefined
    ? { code: 'malformed_answer', reason: problem }
    : {
        code: 'truncated',
        reason: `the answer was cut at ${cutAt} tokens; settings.answerTokens (ROUNDTABLE_ANSWER_TOKENS) sets the limit`,
      }

/** Why a model gave no answer. */
export const toFailure = ({ failure }: EffectError): Problem => ({
  code: String(failure.code ?? 'unavailable'),
  reason: failure.message,
})
