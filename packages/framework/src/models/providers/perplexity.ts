import { rate } from '../known-model.ts'
import { NO_KEY, notInstalled, type Provider, withoutPath } from '../provider.ts'

export const perplexity: Provider = {
  name: 'perplexity',
  title: 'Perplexity',
  keyPage: 'https://www.perplexity.ai/settings/api',
  package: '@ai-sdk/perplexity',
  keys: ['PERPLEXITY_API_KEY'],
  baseUrl: 'PERPLEXITY_BASE_URL',
  defaultModel: 'sonar-pro',
  family: { name: 'sonar', pattern: /(?<![a-z])sonar/ },
  // There is a fee per request as well, which is not counted.
  models: [
    rate('perplexity/sonar', 0.8, 0.45, 1, 1),
    rate('perplexity/sonar-pro', 0.6, 0.6, 3, 15),
    rate('perplexity/sonar-reasoning', 0.5, 0.6, 1, 5),
    rate('perplexity/sonar-reasoning-pro', 0.4, 0.7, 2, 8),
    rate('perplexity/sonar-deep-research', 0, 0.8),
  ],
  traits: { structured: 'native', tools: false, keepsReasoning: false, saysWhyItEnded: true },
  async load({ apiKey = NO_KEY, baseUrl = 'https://api.perplexity.ai' }) {
    try {
      const { createPerplexity } = await import('@ai-sdk/perplexity')
      return createPerplexity({ apiKey, baseURL: withoutPath(baseUrl) })
    } catch (error) {
      throw notInstalled(this.package, error)
    }
  },
}
