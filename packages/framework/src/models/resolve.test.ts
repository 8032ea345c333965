import type { LanguageModelV4 } from '@ai-sdk/provider'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { SCHEMA_TOOL } from '../tools/sample.ts'
import type { ModelError } from './errors.ts'
import { hi } from './fixtures/answers.ts'
import { ask, textOf } from './fixtures/ask.ts'
import { listen, nowhere } from './fixtures/loopback.ts'
import type { Model } from './model.ts'
import { resolveModel } from './resolve.ts'

const keys = {
  PERPLEXITY_API_KEY: 'secret-1',
  GOOGLE_API_KEY: 'secret-2',
  OPENAI_API_KEY: 'secret-3',
  ANTHROPIC_API_KEY: 'secret-4',
}

const idOf = async (env: Record<string, string>, choice?: string) => (await resolveModel(choice, { env })).id

test('a choice is what was chosen, whatever the environment says', async () => {
  expect(await idOf({ ...keys, MODEL: 'openai/gpt-5' }, 'anthropic/claude-opus-5-5')).toBe('anthropic/claude-opus-5-5')
})

test('a provider alone is its usual model', async () => {
  expect(await idOf(keys, 'anthropic')).toBe('anthropic/claude-sonnet-5-5')
})

test('a name may have slashes of its own', async () => {
  const env = { LM_STUDIO_BASE_URL: 'http://127.0.0.1:1' }
  expect(await idOf(env, 'lm-studio/qwen/qwen3')).toBe('lm-studio/qwen/qwen3')
})

test('without a choice it is the one in MODEL', async () => {
  expect(await idOf({ ...keys, MODEL: ' google/gemini-2.5-pro ' })).toBe('google/gemini-2.5-pro')
})

test('without that it is of the first provider that there is a key for', async () => {
  expect(await idOf({ ...keys, MODEL: '' })).toBe('anthropic/claude-sonnet-5-5')
  expect(await idOf({ ...keys, ANTHROPIC_API_KEY: '' })).toBe('openai/gpt-6.1-terra')
  expect(await idOf({ PERPLEXITY_API_KEY: 'k' })).toBe('perplexity/sonar-pro')
})

test('without a key it is the first of a reachable Ollama', async () => {
  await using server = await listen(() => ({ body: { models: [{ name: 'qwen3:8b' }, { name: 'gemma3' }] } }))
  expect(await idOf({ OLLAMA_BASE_URL: server.url })).toBe('ollama/qwen3:8b')
  expect(await idOf({ OLLAMA_BASE_URL: server.url }, 'ollama')).toBe('ollama/qwen3:8b')
})

test('without anything it is the demo model, which answers', async () => {
  await using empty = await listen(() => ({ body: { models: [] } }))
  for (const url of [await nowhere(), empty.url]) {
    const model = await resolveModel(undefined, { env: { OLLAMA_BASE_URL: url } })
    expect(model.id).toBe('demo')
    expect(await ask(model)).toMatchObject({ model: 'demo', usage: { costUsd: 0 } })
  }
})

test('an address that is none is told, not passed over', async () => {
  await expect(idOf({ OLLAMA_BASE_URL: 'localhost:11434' })).rejects.toThrow('OLLAMA_BASE_URL is not an address')
})

test('Ollama alone says what to do when there is none', async () => {
  await expect(idOf({ OLLAMA_BASE_URL: await nowhere() }, 'ollama')).rejects.toThrow('start Ollama')
})

test.each([
  ['antropic/claude', 'there is no provider "antropic"'],
  ['gpt-5', 'there is no provider "gpt-5"'],
  ['anthropic/', '"anthropic/" is not the name of a model'],
  ['', '"" is not the name of a model'],
  ['/gpt-5', '"/gpt-5" is not the name of a model'],
  ['two words', '"two words" is not the name of a model'],
])('"%s" is refused with what there is, and without the keys', async (id, problem) => {
  const { OPENAI_API_KEY, ...env } = { ...keys, GROQ_BASE_URL: 'http://127.0.0.1:1' }
  const error: ModelError = await resolveModel(id, { env }).then(
    () => expect.unreachable(),
    (error) => error,
  )
  expect(error).toMatchObject({ name: 'ModelError', code: 'configuration' })
  expect(error.message).toContain(
    `${problem}; expected provider/model, with one of: anthropic (ANTHROPIC_API_KEY is set), ` +
      'openai (OPENAI_API_KEY is not set), google (GOOGLE_API_KEY is set), perplexity (PERPLEXITY_API_KEY is set), ' +
      'ollama, groq (GROQ_API_KEY is not set), demo.',
  )
  expect(error.message).not.toContain('secret')
})

test('a key that is missing is named', async () => {
  await expect(idOf({}, 'openai/gpt-5')).rejects.toThrow('openai/gpt-5 needs a key; set OPENAI_API_KEY')
})

test('a server with models of its own is asked for one by name', async () => {
  const env = { GROQ_BASE_URL: 'http://127.0.0.1:1' }
  await expect(idOf(env, 'groq')).rejects.toThrow('name one, as groq/name')
})

test('what was resolved is what comes back', async () => {
  const model: Model = { id: 'mine/m', answer: () => Promise.reject(new Error('not asked')) }
  expect(await resolveModel(model)).toBe(model)
})

const said = {
  content: [{ type: 'text' as const, text: 'hi' }],
  finishReason: { unified: 'stop' as const, raw: 'stop' },
  usage: {
    inputTokens: { total: 1_000_000, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 0, text: undefined, reasoning: undefined },
  },
  warnings: [],
}

test('a model of the AI SDK is asked in the way of its provider, and has its price', async () => {
  const languageModel: LanguageModelV4 & { doGenerateCalls: unknown[] } = new MockLanguageModelV4({
    provider: 'anthropic.messages',
    modelId: 'claude-opus-5-5',
    doGenerate: async () => said,
  })
  const model = await resolveModel(languageModel)
  const inputSchema = { type: 'object' }
  const reply = await ask(model, { tools: [{ name: SCHEMA_TOOL, inputSchema }] })
  expect(reply).toMatchObject({ model: 'anthropic/claude-opus-5-5', usage: { costUsd: 4 } })
  expect(languageModel.doGenerateCalls).toMatchObject([{ responseFormat: { type: 'json', schema: inputSchema } }])
})

test('a price of one’s own goes first', async () => {
  const languageModel = new MockLanguageModelV4({ provider: 'mine', modelId: 'm', doGenerate: async () => said })
  const knownModels = [{ pattern: /^mine\//, price: { input: 7, output: 0 }, speed: 1, intelligence: 1 }]
  expect(await ask(await resolveModel(languageModel, { knownModels }))).toMatchObject({ usage: { costUsd: 7 } })
  expect((await ask(await resolveModel(languageModel))).usage).not.toHaveProperty('costUsd')
})

test('a provider that is overloaded for a moment is asked again', async () => {
  const answers = [{ status: 529, headers: { 'retry-after-ms': '1' } }, { body: hi.anthropic }]
  await using server = await listen(() => answers.shift()!)
  const env = { ANTHROPIC_BASE_URL: server.url }
  expect(textOf(await ask(await resolveModel('anthropic/m', { env })))).toBe('hi')
  expect(server.received).toHaveLength(2)
})
