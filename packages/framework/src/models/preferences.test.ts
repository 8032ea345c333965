import { expect, test } from 'vitest'
import type { ModelPreferences } from '../tools/sampling.ts'
import { ask } from './fixtures/ask.ts'
import type { Model } from './model.ts'
import { createModelPool } from './preferences.ts'

const named = (id: string): Model => ({
  id,
  answer: async () => ({ content: { type: 'text', text: 'hi' }, model: id }),
})

const models = [
  'openai/gpt-6.1-sol',
  'anthropic/claude-fable-5-1',
  'anthropic/claude-haiku-5-5',
  'google/gemini-3.8-flash',
  'mine/Unknown',
].map(named)

/** The id of the model that answers. */
const chosen = async (modelPreferences?: ModelPreferences, pool = createModelPool(models)) =>
  (await ask(pool, { modelPreferences })).model

test('a pool without preferences calls its first model', async () => {
  expect(await chosen()).toBe('openai/gpt-6.1-sol')
  expect(await chosen({})).toBe('openai/gpt-6.1-sol')
  expect(createModelPool(models).id).toBe('openai/gpt-6.1-sol')
})

test.each([
  [['claude-haiku'], 'anthropic/claude-haiku-5-5'],
  [['GEMINI'], 'google/gemini-3.8-flash'],
  [['llama', 'unknown'], 'mine/Unknown'],
  [['flash', 'claude'], 'google/gemini-3.8-flash'],
  [['claude'], 'anthropic/claude-fable-5-1'],
  [['llama'], 'openai/gpt-6.1-sol'],
  [['', 'mine'], 'mine/Unknown'],
])('a pool with the hints %j calls %s', async (hints, id) => {
  expect(await chosen({ hints: hints.map((name) => ({ name })) })).toBe(id)
})

test.each([
  [{ costPriority: 1 }, 'anthropic/claude-haiku-5-5'],
  [{ speedPriority: 1 }, 'anthropic/claude-haiku-5-5'],
  [{ intelligencePriority: 1 }, 'anthropic/claude-fable-5-1'],
  [{ intelligencePriority: 1, costPriority: 0.3 }, 'openai/gpt-6.1-sol'],
  [{ intelligencePriority: Number.NaN, speedPriority: -1 }, 'openai/gpt-6.1-sol'],
])('a pool with the priorities %j calls %s', async (priorities, id) => {
  expect(await chosen(priorities)).toBe(id)
})

test('a hint takes precedence over priorities, which decide between the models that match it', async () => {
  const hints = [{ name: 'claude' }]
  expect(await chosen({ hints, speedPriority: 1 })).toBe('anthropic/claude-haiku-5-5')
})

test('a pool calls the earlier of two models with the same score', async () => {
  const pool = createModelPool(['mine/a', 'mine/b'].map(named))
  expect(await chosen({ costPriority: 1, speedPriority: 1, intelligencePriority: 1 }, pool)).toBe('mine/a')
})

test('ratings in knownModels take precedence over the built-in ones', async () => {
  const knownModels = [{ pattern: /^mine\//, speed: 1, intelligence: 1 }]
  const pool = createModelPool(models, { knownModels })
  expect(await chosen({ speedPriority: 1, intelligencePriority: 1 }, pool)).toBe('mine/Unknown')
})

test('a pool without models is refused', () => {
  expect(() => createModelPool([])).toThrow('at least one model')
})
