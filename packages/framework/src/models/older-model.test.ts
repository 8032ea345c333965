import type { LanguageModelV2 } from '@ai-sdk/provider'
import { MockLanguageModelV3 } from 'ai/test'
import { expect, test } from 'vitest'
import { ask, textOf } from './fixtures/ask.ts'
import { resolveModel } from './resolve.ts'

const content = [{ type: 'text' as const, text: 'hi' }]

const third = new MockLanguageModelV3({
  provider: 'vendor.chat',
  modelId: 'm',
  doGenerate: async () => ({
    content,
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 1, text: 1, reasoning: undefined },
    },
    warnings: [],
  }),
})

const second: LanguageModelV2 = {
  specificationVersion: 'v2',
  provider: 'vendor.chat',
  modelId: 'm',
  supportedUrls: {},
  doGenerate: async () => ({
    content,
    finishReason: 'stop',
    usage: { inputTokens: 3, outputTokens: 1, totalTokens: 4 },
    warnings: [],
  }),
  doStream: () => Promise.reject(new Error('nobody listens')),
}

test.each([
  ['third', third],
  ['second', second],
])('a model of the %s version answers like one of today', async (_, model) => {
  const reply = await ask(await resolveModel(model))
  expect(textOf(reply)).toBe('hi')
  expect(reply).toMatchObject({
    model: 'vendor/m',
    stopReason: 'endTurn',
    usage: { inputTokens: 3, outputTokens: 1 },
  })
})
