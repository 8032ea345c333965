import { expect, test } from 'vitest'
import { hi } from '../fixtures/answers.ts'
import { ask, textOf } from '../fixtures/ask.ts'
import { listen } from '../fixtures/loopback.ts'
import { resolveModel } from '../resolve.ts'
import { PROVIDERS } from './index.ts'

/** Prefix of the variables, id of a model, version and path of the API, a reply, and how the key is sent. */
const wires = [
  ['ANTHROPIC', 'anthropic/m', 'v1', '/v1/messages', hi.anthropic, 'x-api-key', 'k'],
  ['OPENAI', 'openai/m', 'v1', '/v1/responses', hi.responses, 'authorization', 'Bearer k'],
  ['GOOGLE', 'google/m', 'v1beta', '/v1beta/models/m:generateContent', hi.google, 'x-goog-api-key', 'k'],
  ['PERPLEXITY', 'perplexity/m', 'v1', '/chat/completions', hi.chat, 'authorization', 'Bearer k'],
  ['OLLAMA', 'ollama/m', 'v1', '/api/chat', hi.ollama, 'authorization', undefined],
  ['OPENROUTER', 'openrouter/m', 'v1', '/v1/chat/completions', hi.chat, 'authorization', 'Bearer k'],
  ['GROQ', 'groq/m', 'v1', '/v1/chat/completions', hi.chat, 'authorization', 'Bearer k'],
  ['MISTRAL', 'mistral/m', 'v1', '/v1/chat/completions', hi.chat, 'authorization', 'Bearer k'],
  ['XAI', 'xai/m', 'v1', '/v1/chat/completions', hi.chat, 'authorization', 'Bearer k'],
  ['DEEPSEEK', 'deepseek/m', 'v1', '/v1/chat/completions', hi.chat, 'authorization', 'Bearer k'],
  ['LM_STUDIO', 'lm-studio/m', 'v1', '/v1/chat/completions', hi.chat, 'authorization', 'Bearer k'],
] as const

const forms = ['', '/', '/version', '/version/']

test('these tests call every provider of the table', () => {
  const names: string[] = wires.map(([prefix]) => prefix.toLowerCase())
  expect(PROVIDERS.filter(({ name }) => !names.includes(name))).toEqual([])
})

test.each(wires.flatMap((wire) => forms.map((form) => [...wire, form] as const)))(
  '%s_BASE_URL: %s is called at a base URL that ends in "%8$s"',
  async (prefix, id, version, path, body, header, value, form) => {
    await using server = await listen(() => ({ body }))
    const env = {
      [`${prefix}_BASE_URL`]: `${server.url}${form.replace('version', version)}`,
      [`${prefix}_API_KEY`]: 'k',
    }
    const reply = await ask(await resolveModel(id, { env }))
    expect(server.received.map((request) => request.path)).toEqual([path])
    expect(server.received[0]!.headers[header]).toBe(value)
    expect(textOf(reply)).toBe('hi')
    expect(reply).toMatchObject({ model: id, usage: { inputTokens: 3, outputTokens: 1 } })
  },
)

test.each(wires)(
  '%s: a server at another address needs no key, and no key of the process is sent to it',
  async (...wire) => {
    const [prefix, id, , , body, header] = wire
    process.env[`${prefix}_API_KEY`] = 'of the process'
    try {
      await using server = await listen(() => ({ body }))
      await ask(await resolveModel(id, { env: { [`${prefix}_BASE_URL`]: server.url } }))
      expect(String(server.received[0]!.headers[header])).not.toContain('of the process')
    } finally {
      delete process.env[`${prefix}_API_KEY`]
    }
  },
)

test.each([
  ['GEMINI_API_KEY', 'google'],
  ['GOOGLE_GENERATIVE_AI_API_KEY', 'google'],
  ['GOOGLE_API_KEY', 'google'],
  ['OPENROUTER_API_KEY', 'openrouter'],
  ['GROQ_API_KEY', 'groq'],
  ['MISTRAL_API_KEY', 'mistral'],
  ['XAI_API_KEY', 'xai'],
  ['DEEPSEEK_API_KEY', 'deepseek'],
])('with %s alone, the default model is one of %s', async (variable, provider) => {
  const { defaultModel } = PROVIDERS.find(({ name }) => name === provider)!
  expect((await resolveModel(undefined, { env: { [variable]: 'k' } })).id).toBe(`${provider}/${defaultModel}`)
})
