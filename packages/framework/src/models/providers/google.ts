import { withVersion } from '../base-url.ts'
import { loadPackage } from '../load-package.ts'
import { NO_KEY, type Provider } from '../provider.ts'

export const google: Provider = {
  name: 'google',
  package: '@ai-sdk/google',
  key: 'GOOGLE_API_KEY',
  baseUrl: 'GOOGLE_BASE_URL',
  defaultModel: 'gemini-3.8-flash',
  traits: { structured: 'native' },
  async load({ apiKey = NO_KEY, baseUrl = 'https://generativelanguage.googleapis.com' }) {
    const { createGoogle } = await loadPackage(this.package, () => import('@ai-sdk/google'))
    return createGoogle({ apiKey, baseURL: withVersion(baseUrl, 'v1beta') })
  },
}
