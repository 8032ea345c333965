import { expect, test } from 'vitest'
import { knownModel, priceOf } from './find-model.ts'
import { PROVIDERS } from './providers/index.ts'

test('the default model of every provider with a price list has a known price', () => {
  const usual = PROVIDERS.filter(({ models }) => models).flatMap(({ name, defaultModel }) =>
    defaultModel ? [`${name}/${defaultModel}`] : [],
  )
  expect(usual).not.toEqual([])
  expect(usual.filter((id) => priceOf(id) === undefined)).toEqual([])
})

test.each([
  ['anthropic/claude-opus-5-5', 4, 20],
  ['anthropic/claude-opus-4-5-20251101', 5, 25],
  ['anthropic/claude-opus-4-20250514', 15, 75],
  ['openai/gpt-5.4-2026-03-05', 2.5, 15],
  ['openai/gpt-5.4-mini', 0.75, 4.5],
  ['google/gemini-3.1-pro-preview', 2, 12],
  ['perplexity/sonar', 1, 1],
  ['ollama/qwen3:8b', 0, 0],
])('%s costs $%d per million input tokens and $%d per million output tokens', (id, input, output) => {
  expect(priceOf(id)).toEqual({ input, output })
})

test.each([
  'anthropic/claude-next',
  'openai/gpt-4o-audio-preview',
  'google/gemini-2.5-flash-image',
  'perplexity/sonar-deep-research',
  'ollama/gpt-oss:120b-cloud',
  'router/anthropic/claude-opus-5-5',
])('the price of %s is unknown', (id) => {
  expect(priceOf(id)).toBeUndefined()
})

test('own models take precedence over the built-in ones', () => {
  const own = [{ pattern: /opus/, price: { input: 1, output: 2 }, speed: 1, intelligence: 0 }]
  expect(priceOf('anthropic/claude-opus-5-5', own)).toEqual({ input: 1, output: 2 })
  expect(knownModel('anthropic/claude-opus-5-5', own)).toMatchObject({ speed: 1, intelligence: 0 })
  expect(priceOf('anthropic/claude-sonnet-5-5', own)).toEqual({ input: 2, output: 10 })
})
