import { withoutPath } from '../base-url.ts'
import { loadPackage } from '../load-package.ts'
import { NO_KEY, type Provider } from '../provider.ts'

export const perplexity: Provider = {
  name: 'perplexity',
  package: '@ai-sdk/perplexity',
  key: 'PERPLEXITY_API_KEY',
  baseUrl: 'PERPLEXITY_BASE_URL',
  defaultModel: 'sonar-pro',
  traits: { structured: 'native', tools: false, keepsReasoning: false, saysWhyItEnded: true },
  async load({ apiKey = NO_KEY, baseUrl = 'https://api.perplexity.ai' }) {
    const { createPerplexity } = await loadPackage(this.package, () => import('@ai-sdk/perplexity'))
    return createPerplexity({ apiKey, baseURL: withoutPath(baseUrl) })
  },
}
