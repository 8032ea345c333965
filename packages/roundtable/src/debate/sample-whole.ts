import { addUsage, EffectError, type Operation, type SampleResult } from '@sweatpants/framework'

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
export const sayProblem = ({ cutAt }: { cutAt?: number }, problem: string): string =>
  cutAt === undefined
    ? problem
    : `the answer was cut at ${cutAt} tokens; settings.answerTokens (ROUNDTABLE_ANSWER_TOKENS) sets the limit`
