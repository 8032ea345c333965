import { rate } from '../known-model.ts'
import { NO_KEY, notInstalled, type Provider, withVersion } from '../provider.ts'

export const google: Provider = {
  name: 'google',
  title: 'Google Gemini',
  keyPage: 'https://aistudio.google.com/apikey',
  package: '@ai-sdk/google',
  keys: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY'],
  baseUrl: 'GOOGLE_BASE_URL',
  defaultModel: 'gemini-3.8-flash',
  family: { name: 'gemini', pattern: /gemini/ },
  models: [
    rate('google/gemini-4-argon', 0.5, 0.95, 4, 20),
    rate('google/gemini-4-.*', 0.5, 0.9),
    rate('google/gemini-3\\.[678]-flash', 0.8, 0.8, 1.5, 7.5),
    rate('google/gemini-3\\.5-flash', 0.8, 0.75, 1.5, 9),
    rate('google/gemini-3\\.5-flash-lite', 0.9, 0.6, 0.3, 2.5),
    rate('google/gemini-3(\\.1)?-pro', 0.4, 0.8, 2, 12),
    rate('google/gemini-3-flash', 0.8, 0.7, 0.5, 3),
    rate('google/gemini-3\\.1-flash-lite', 0.9, 0.55, 0.25, 1.5),
    rate('google/gemini-2\\.5-pro', 0.4, 0.65, 1.25, 10),
    rate('google/gemini-2\\.5-flash', 0.8, 0.5, 0.3, 2.5),
    rate('google/gemini-2\\.5-flash-lite', 0.9, 0.4, 0.1, 0.4),
    rate('google/gemini-pro-latest', 0.4, 0.85),
    rate('google/gemini-flash-latest', 0.8, 0.75),
    rate('google/gemini-flash-lite-latest', 0.9, 0.55),
  ],
  traits: {
    structured: 'native',
    webSearch: () => ({ id: 'google.google_search', name: 'google_search', args: {} }),
  },
  async load({ apiKey = NO_KEY, baseUrl = 'https://generativelanguage.googleapis.com' }) {
    try {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ apiKey, baseURL: withVersion(baseUrl, 'v1beta') })
    } catch (error) {
      throw notInstalled(this.package, error)
    }
  },
}
