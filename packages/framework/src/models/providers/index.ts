import type { Env, Provider } from '../provider.ts'
import { anthropic } from './anthropic.ts'
import { compatibleProviders } from './compatible.ts'
import { google } from './google.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { perplexity } from './perplexity.ts'

/** In the order in which they are chosen from, where nobody has chosen. */
export const PROVIDERS: readonly Provider[] = [anthropic, openai, google, perplexity, ollama]

/** These, and what the environment adds to them. */
export function providersIn(env: Env): readonly Provider[] {
  const taken = new Set(PROVIDERS.map(({ baseUrl }) => baseUrl))
  return [...PROVIDERS, ...compatibleProviders(env).filter(({ baseUrl }) => !taken.has(baseUrl))]
}
