import { withVersion } from '../base-url.ts'
import { loadPackage } from '../load-package.ts'
import { NO_KEY, type Provider } from '../provider.ts'
import { withChatCompletions } from './openai-chat-completions.ts'
import { isStrictSchema } from './openai-strict-schema.ts'

export const openai: Provider = {
  name: 'openai',
  package: '@ai-sdk/openai',
  key: 'OPENAI_API_KEY',
  baseUrl: 'OPENAI_BASE_URL',
  defaultModel: 'gpt-6.1-terra',
  traits: {
    structured: 'native',
    minTokens: 16,
    // What is not stored there carries its reasoning along, encrypted.
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
