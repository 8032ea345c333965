import type { LanguageModelV4 } from '@ai-sdk/provider'
import { answerTo } from './answer.ts'
import { type Pace, streamResult, toResult } from './result.ts'
import { readSituation } from './situation.ts'
import type { Voice } from './voice.ts'

export interface DemoModelOptions {
  /** The same seed and the same prompt give the same answer, on the same day if it has a date. Default: `demo`. */
  seed?: string
  /** How fast `doStream` sends words. Default: `human`. `doGenerate` never waits. */
  pace?: Pace
  /** What the model can do besides calling tools and filling schemas. The first voice that takes a prompt answers it. */
  voices?: readonly Voice[]
  /** The time, which “tomorrow” counts from, and which made-up dates come after. Default: the time when it is asked. */
  now?: () => number
}

/**
 * Creates a model that needs no key and no network. It is not a language model: it routes a message to a tool and fills
 * schemas by rules, and the first text of a conversation says so.
 *
 * ```ts
 * const model = fromLanguageModel(createDemoModel())
 * ```
 */
export function createDemoModel(options: DemoModelOptions = {}): LanguageModelV4 {
  const { seed = 'demo', pace = 'human', voices = [], now = Date.now } = options
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: 'demo',
    supportedUrls: {},

    async doGenerate(call) {
      call.abortSignal?.throwIfAborted()
      const situation = readSituation(call, { seed, now: now() })
      return toResult(answerTo(situation, voices), situation)
    },

    async doStream(call) {
      call.abortSignal?.throwIfAborted()
      const situation = readSituation(call, { seed, now: now() })
      const result = toResult(answerTo(situation, voices), situation)
      return { stream: streamResult(result, { pace, seed, signal: call.abortSignal }) }
    },
  }
}
