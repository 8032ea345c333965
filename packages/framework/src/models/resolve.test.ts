import type { LanguageModelV2, LanguageModelV4 } from '@ai-sdk/provider'
import { createDemoModel } from '@sweatpants/demo-model'
import { MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { SCHEMA_TOOL } from '../tools/sample.ts'
import type { ModelError } from './errors.ts'
import { hi } from './fixtures/answers.ts'
import { ask, textOf } from './fixtures/ask.ts'
import { listen, nowhere } from './fixtures/loopback.ts'
import { fromLanguageModel } from './language-model.ts'
import type { Model } from './model.ts'
import { PROVIDERS } from './providers/index.ts'
import { resolveModel } from './resolve.ts'

const keys = {
  PERPLEXITY_API_KEY: 'secret-1',
  GEMINI_API_KEY: 'secret-2',
  OPENAI_API_KEY: 'secret-3',
  ANTHROPIC_API_KEY: 'secret-4',
}

const idOf = async (env: Record<string, string>, choice?: string) => (await resolveModel(choice, { env })).id

test('resolveModel prefers its argument to the environment', async () => {
  expect(await idOf({ ...keys, MODEL: 'openai/gpt-5' }, 'anthropic/claude-opus-5-5')).toBe('anthropic/claude-opus-5-5')
})

test('a provider alone resolves to its default model', async () => {
  expect(await idOf(keys, 'anthropic')).toBe('anthropic/claude-sonnet-5-5')
})

test('the name of a model may contain slashes', async () => {
  const env = { LM_STUDIO_BASE_URL: 'http://127.0.0.1:1' }
  expect(await idOf(env, 'lm-studio/qwen/qwen3')).toBe('lm-studio/qwen/qwen3')
})

test('resolveModel without a choice takes the model in MODEL', async () => {
  expect(await idOf({ ...keys, MODEL: ' google/gemini-2.5-pro ' })).toBe('google/gemini-2.5-pro')
})

test('resolveModel without MODEL takes the first provider with a key', async () => {
  expect(await idOf({ ...keys, MODEL: '' })).toBe('anthropic/claude-sonnet-5-5')
  expect(await idOf({ ...keys, ANTHROPIC_API_KEY: '' })).toBe('openai/gpt-6.1-terra')
  expect(await idOf({ PERPLEXITY_API_KEY: 'k' })).toBe('perplexity/sonar-pro')
})

test('resolveModel without a key takes the first model of a running Ollama', async () => {
  await using server = await listen(() => ({ body: { models: [{ name: 'qwen3:8b' }, { name: 'gemma3' }] } }))
  expect(await idOf({ OLLAMA_BASE_URL: server.url })).toBe('ollama/qwen3:8b')
  expect(await idOf({ OLLAMA_BASE_URL: server.url }, 'ollama')).toBe('ollama/qwen3:8b')
})

test('resolveModel without any provider takes the demo model, which answers', async () => {
  await using empty = await listen(() => ({ body: { models: [] } }))
  for (const url of [await nowhere(), empty.url]) {
    const model = await resolveModel(undefined, { env: { OLLAMA_BASE_URL: url } })
    expect(model.id).toBe('demo')
    expect(await ask(model)).toMatchObject({ model: 'demo', usage: { costUsd: 0 } })
  }
})

test('a base URL that is not a URL is an error, not skipped', async () => {
  await expect(idOf({ OLLAMA_BASE_URL: 'localhost:11434' })).rejects.toThrow('OLLAMA_BASE_URL is not a URL')
})

test('resolveModel says what to do if Ollama was chosen and is not running', async () => {
  await expect(idOf({ OLLAMA_BASE_URL: await nowhere() }, 'ollama')).rejects.toThrow('start Ollama')
})

test.each([
  ['antropic/claude', 'there is no provider "antropic"'],
  ['gpt-5', 'there is no provider "gpt-5"'],
  ['anthropic/', '"anthropic/" is not a model id'],
  ['', '"" is not a model id'],
  ['/gpt-5', '"/gpt-5" is not a model id'],
  ['two words', '"two words" is not a model id'],
])('the id "%s" is refused with a list of the providers, and without the values of their keys', async (id, problem) => {
  const { OPENAI_API_KEY, ...env } = { ...keys, LM_STUDIO_BASE_URL: 'http://127.0.0.1:1' }
  const error: ModelError = await resolveModel(id, { env }).then(
    () => expect.unreachable(),
    (error) => error,
  )
  expect(error).toMatchObject({ name: 'ModelError', code: 'configuration' })
  expect(error.message).toMatch(problem)
  const list = /; expected provider\/model with one of these providers: (.+?)\. /.exec(error.message)![1]!.split(', ')
  expect(list.map((provider) => provider.split(' ')[0])).toEqual([
    ...PROVIDERS.map(({ name }) => name),
    'lm-studio',
    'demo',
  ])
  expect(list).toEqual(
    expect.arrayContaining([
      'anthropic (ANTHROPIC_API_KEY is set)',
      'openai (OPENAI_API_KEY is not set)',
      'ollama',
      'lm-studio (LM_STUDIO_API_KEY is not set)',
    ]),
  )
  expect(error.message).not.toContain('secret')
})

test('the error for a missing key names its variable', async () => {
  await expect(idOf({}, 'openai/gpt-5')).rejects.toThrow('openai/gpt-5 needs a key; set OPENAI_API_KEY')
})

test('a provider without a default model needs the name of a model', async () => {
  const env = { LM_STUDIO_BASE_URL: 'http://127.0.0.1:1' }
  await expect(idOf(env, 'lm-studio')).rejects.toThrow('choose one: lm-studio/name')
})

test('resolveModel returns a model unchanged', async () => {
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

test('a language model of the AI SDK gets the traits and the price of its provider', async () => {
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

test('a price in knownModels takes precedence over the built-in one', async () => {
  const languageModel = new MockLanguageModelV4({ provider: 'mine', modelId: 'm', doGenerate: async () => said })
  const knownModels = [{ pattern: /^mine\//, price: { input: 7, output: 0 }, speed: 1, intelligence: 1 }]
  expect(await ask(await resolveModel(languageModel, { knownModels }))).toMatchObject({ usage: { costUsd: 7 } })
  expect((await ask(await resolveModel(languageModel))).usage).not.toHaveProperty('costUsd')
})

test('a call to an overloaded provider is retried', async () => {
  const answers = [{ status: 529, headers: { 'retry-after-ms': '1' } }, { body: hi.anthropic }]
  await using server = await listen(() => answers.shift()!)
  const env = { ANTHROPIC_BASE_URL: server.url }
  expect(textOf(await ask(await resolveModel('anthropic/m', { env })))).toBe('hi')
  expect(server.received).toHaveLength(2)
})

const third = new MockLanguageModelV3({
  provider: 'vendor.chat',
  modelId: 'm',
  doGenerate: async () => ({
    content: said.content,
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
    content: said.content,
    finishReason: 'stop',
    usage: { inputTokens: 3, outputTokens: 1, totalTokens: 4 },
    warnings: [],
  }),
  doStream: () => Promise.reject(new Error('not streamed')),
}

test.each([
  [3, third],
  [2, second],
])(
  'a language model with version %s of the AI SDK interface answers like one with the current version',
  async (_, model) => {
    const reply = await ask(await resolveModel(model))
    expect(textOf(reply)).toBe('hi')
    expect(reply).toMatchObject({
      model: 'vendor/m',
      stopReason: 'endTurn',
      usage: { inputTokens: 3, outputTokens: 1 },
    })
  },
)

test('fromLanguageModel streams the demo model and returns its tool calls', async () => {
  const model = fromLanguageModel(createDemoModel({ pace: 'instant' }))
  const inputSchema = { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] }
  const heard: string[] = []
  const reply = await model.answer(
    {
      messages: [{ role: 'user', content: { type: 'text', text: 'what is 2 + 3?' } }],
      tools: [{ name: 'calculator', inputSchema }],
    },
    { signal: new AbortController().signal, onPart: (part) => heard.push(part.type) },
  )
  expect(reply).toMatchObject({
    model: 'demo/demo',
    stopReason: 'toolUse',
    content: [{ type: 'tool_use', input: { expression: '2 + 3' } }],
  })
  expect(heard).toEqual(['tool_use'])
})

test('the id demo names the model that an application hands in, also without a choice', async () => {
  const greeter = { ability: 'greet', read: () => ({ answer: { type: 'text' as const, text: 'Good day.' } }) }
  const demo = createDemoModel({ voices: [greeter] })
  for (const choice of ['demo', undefined]) {
    const model = await resolveModel(choice, { env: { MODEL: 'demo' }, demo })
    expect(model.id).toBe('demo')
    expect(textOf(await ask(model))).toBe('Good day. (demo model, offline)')
  }
})
