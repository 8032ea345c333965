import { rate } from '../known-model.ts'
import { NO_KEY, notInstalled, type Provider, withVersion } from '../provider.ts'

export const anthropic: Provider = {
  name: 'anthropic',
  title: 'Anthropic',
  keyPage: 'https://console.anthropic.com/settings/keys',
  package: '@ai-sdk/anthropic',
  keys: ['ANTHROPIC_API_KEY'],
  baseUrl: 'ANTHROPIC_BASE_URL',
  defaultModel: 'claude-sonnet-5-5',
  family: { name: 'claude', pattern: /claude/ },
  models: [
    rate('anthropic/claude-fable-5(-1)?', 0.2, 1, 10, 50),
    rate('anthropic/claude-fable-.*', 0.2, 1),
    rate('anthropic/claude-opus-5-5', 0.4, 0.95, 4, 20),
    rate('anthropic/claude-opus-(5|4-[5-8])', 0.4, 0.9, 5, 25),
    rate('anthropic/claude-opus-4(-[01])?', 0.3, 0.75, 15, 75),
    rate('anthropic/claude-sonnet-5(-5)?', 0.6, 0.85, 2, 10),
    rate('anthropic/claude-sonnet-4(-[056])?', 0.6, 0.75, 3, 15),
    rate('anthropic/claude-haiku-5-5', 0.9, 0.7, 0.1, 0.5),
    rate('anthropic/claude-haiku-4-5', 0.9, 0.6, 1, 5),
  ],
  traits: {
    structured: 'native',
    declaresHistory: true,
    webSearch: (maxUses) => ({ id: 'anthropic.web_search_20250305', name: 'web_search', args: { maxUses } }),
  },
  async load({ apiKey = NO_KEY, baseUrl = 'https://api.anthropic.com' }) {
    try {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey, baseURL: withVersion(baseUrl, 'v1') })
    } catch (error) {
      throw notInstalled(this.package, error)
    }
  },
}
