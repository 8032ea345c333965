import type { Env, Provider } from '../provider.ts'
import { anthropic } from './anthropic.ts'
import { compatibleProviders, services } from './compatible.ts'
import { google } from './google.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { perplexity } from './perplexity.ts'

/** The provider table. Without a choice, the first provider with a key is used, in this order. */
export const PROVIDERS: readonly Provider[] = [anthropic, openai, google, perplexity, ...services, ollama]

/** The providers of the table, and the compatible servers that the environment names. */
export function providersIn(env: Env): readonly Provider[] {
  const taken = new Set(PROVIDERS.map(({ baseUrl }) => baseUrl))
  return [...PROVIDERS, ...compatibleProviders(env).filter(({ baseUrl }) => !taken.has(baseUrl))]
}
