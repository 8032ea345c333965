import { rate } from '../known-model.ts'
import { loadPackage } from '../load-package.ts'
import { NO_KEY, type Provider, withVersion } from '../provider.ts'
import { withChatCompletions } from './openai-chat-completions.ts'
import { isStrictSchema } from './openai-strict-schema.ts'

export const openai: Provider = {
  name: 'openai',
  package: '@ai-sdk/openai',
  key: 'OPENAI_API_KEY',
  baseUrl: 'OPENAI_BASE_URL',
  defaultModel: 'gpt-6.1-terra',
  family: { name: 'gpt', pattern: /gpt|(?<![a-z])o[134](?![a-z0-9])/ },
  models: [
    rate('openai/gpt-6-astra', 0.2, 1, 10, 50),
    rate('openai/gpt-6\\.1-sol', 0.4, 0.95, 2, 10),
    rate('openai/gpt-6-sol', 0.4, 0.9, 2, 10),
    rate('openai/gpt-6\\.1-terra', 0.7, 0.85, 1, 5),
    rate('openai/gpt-6-luna', 0.9, 0.7, 0.1, 0.5),
    rate('openai/gpt-5\\.6(-sol)?', 0.4, 0.9, 4, 20),
    rate('openai/gpt-5\\.6-terra', 0.6, 0.8, 2, 12),
    rate('openai/gpt-5\\.6-luna', 0.9, 0.65, 0.2, 1.2),
    rate('openai/gpt-5\\.5', 0.4, 0.85, 5, 30),
    rate('openai/gpt-5\\.4-pro', 0.1, 0.9, 30, 180),
    rate('openai/gpt-5\\.4', 0.5, 0.8, 2.5, 15),
    rate('openai/gpt-5\\.4-mini', 0.8, 0.6, 0.75, 4.5),
    rate('openai/gpt-5\\.4-nano', 0.9, 0.5, 0.2, 1.25),
    rate('openai/gpt-5\\.[23](-codex|-chat-latest)?', 0.5, 0.75, 1.75, 14),
    rate('openai/gpt-5(\\.1)?(-codex|-chat-latest)?', 0.5, 0.7, 1.25, 10),
    rate('openai/gpt-5-mini', 0.8, 0.55, 0.25, 2),
    rate('openai/gpt-5-nano', 0.9, 0.4, 0.05, 0.4),
    rate('openai/gpt-4\\.1', 0.6, 0.5, 2, 8),
    rate('openai/gpt-4\\.1-mini', 0.8, 0.4, 0.4, 1.6),
    rate('openai/gpt-4\\.1-nano', 0.9, 0.3, 0.1, 0.4),
    rate('openai/gpt-4o', 0.6, 0.45, 2.5, 10),
    rate('openai/gpt-4o-mini', 0.8, 0.35, 0.15, 0.6),
  ],
  traits: {
    structured: 'native',
    minTokens: 16,
    // Without storage at OpenAI, the reply carries its reasoning, encrypted.
    options: (schema) => ({
      openai: { store: false, ...(schema !== undefined && { strictJsonSchema: isStrictSchema(schema) }) },
    }),
  },
  async load({ apiKey = NO_KEY, baseUrl }) {
    const { createOpenAI } = await loadPackage(this.package, () => import('@ai-sdk/openai'))
    const provider = createOpenAI({ apiKey, baseURL: withVersion(baseUrl ?? 'https://api.openai.com', 'v1') })
    return baseUrl === undefined ? provider.responses : withChatCompletions(provider)
  },
}
