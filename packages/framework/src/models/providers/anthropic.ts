import { withVersion } from '../base-url.ts'
import { loadPackage } from '../load-package.ts'
import { NO_KEY, type Provider } from '../provider.ts'

export const anthropic: Provider = {
  name: 'anthropic',
  package: '@ai-sdk/anthropic',
  key: 'ANTHROPIC_API_KEY',
  baseUrl: 'ANTHROPIC_BASE_URL',
  defaultModel: 'claude-sonnet-5-5',
  traits: { structured: 'native', declaresHistory: true },
  async load({ apiKey = NO_KEY, baseUrl = 'https://api.anthropic.com' }) {
    const { createAnthropic } = await loadPackage(this.package, () => import('@ai-sdk/anthropic'))
    return createAnthropic({ apiKey, baseURL: withVersion(baseUrl, 'v1') })
  },
}
