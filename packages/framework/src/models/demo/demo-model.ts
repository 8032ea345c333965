import type { LanguageModelV4 } from '@ai-sdk/provider'
import { answerTo } from './answer.ts'
import { toResult } from './result.ts'
import { readSituation } from './situation.ts'
import { type Pace, streamResult } from './stream-result.ts'

export interface DemoModelOptions {
  /** The same seed and the same prompt give the same answer. */
  seed?: string
  /** How fast it streams; by default as fast as a person reads. Whoever does not stream does not wait. */
  pace?: Pace
}

/**
 * A model that needs no key and no network, and is no language model: it routes a message to a tool, fills schemas, plays
 * tic-tac-toe and holds a seat in a debate, by rules. It says so in whatever it says as text.
 *
 * ```ts
 * const model = fromLanguageModel(createDemoModel())
 * ```
 */
export function createDemoModel({ seed = 'demo', pace = 'human' }: DemoModelOptions = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: 'demo',
    supportedUrls: {},

    async doGenerate(options) {
      options.abortSignal?.throwIfAborted()
      const situation = readSituation(options, seed)
      return toResult(answerTo(situation), situation)
    },

    async doStream(options) {
      options.abortSignal?.throwIfAborted()
      const situation = readSituation(options, seed)
      const result = toResult(answerTo(situation), situation)
      return { stream: streamResult(result, { pace, seed, signal: options.abortSignal }) }
    },
  }
}
