import type { LanguageModel } from '../models/formats.ts'
import { DELIVERIES, type Delivery, toPath, toTokens } from './deliveries.ts'

type Streamed = Awaited<ReturnType<LanguageModel['doStream']>>['stream']
type Part = Streamed extends ReadableStream<infer P> ? P : never

/** A model in this process, which says each token as soon as it is read and the delivery allows. */
export function createTokenModel(delivery: Delivery): LanguageModel {
  const { name, wait, alternates } = delivery
  const parts = toParts(toTokens(delivery), alternates)
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: name,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('this model only streams')),
    async doStream() {
      let next = 0
      const stream: Streamed = new ReadableStream<Part>({
        async pull(controller) {
          await wait()
          controller.enqueue(parts[next++]!)
          if (next === parts.length) controller.close()
        },
      })
      return { stream }
    },
  }
}

/** A model for each delivery, by path. */
export const createTokenModels = (): Map<string, LanguageModel> =>
  new Map(DELIVERIES.map((delivery) => [toPath(delivery), createTokenModel(delivery)]))

const toParts = (tokens: readonly string[], alternates: boolean): Part[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '1' },
  ...(alternates ? [{ type: 'reasoning-start', id: '2' } as const] : []),
  ...tokens.map(
    (delta, i): Part =>
      alternates && i % 2 === 1 ? { type: 'reasoning-delta', id: '2', delta } : { type: 'text-delta', id: '1', delta },
  ),
  ...(alternates ? [{ type: 'reasoning-end', id: '2' } as const] : []),
  { type: 'text-end', id: '1' },
  {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: tokens.length, text: tokens.length, reasoning: 0 },
    },
  },
]
