import type { Price } from './price.ts'

/** What is known of a model before it is asked. */
export interface KnownModel {
  /** Tried on the whole id, `provider/name`. */
  pattern: RegExp
  /** Absent where it is not known, or is not a matter of tokens alone. */
  price?: Price
  /** From 0, slow, to 1. */
  speed: number
  /** From 0 to 1, as makers rank their own models and others compare them. */
  intelligence: number
}

/** The first pattern that fits counts. A date at the end of a name makes no difference. */
const rate = (name: string, speed: number, intelligence: number, input?: number, output?: number): KnownModel => ({
  pattern: new RegExp(`^${name}(-preview|-\\d{8}|-\\d{4}-\\d{2}-\\d{2})?$`),
  ...(input !== undefined && output !== undefined && { price: { input, output } }),
  speed,
  intelligence,
})

/**
 * List prices in November 2026, for prompts of ordinary length: very long ones cost more at some providers, what is read
 * from a cache less. Where a price is announced to rise, it is the later one. Perplexity adds a fee for each request.
 */
const KNOWN_MODELS: readonly KnownModel[] = [
  rate('anthropic/claude-fable-5(-1)?', 0.2, 1, 10, 50),
  rate('anthropic/claude-fable-.*', 0.2, 1),
  rate('anthropic/claude-opus-5-5', 0.4, 0.95, 4, 20),
  rate('anthropic/claude-opus-(5|4-[5-8])', 0.4, 0.9, 5, 25),
  rate('anthropic/claude-opus-4(-[01])?', 0.3, 0.75, 15, 75),
  rate('anthropic/claude-sonnet-5(-5)?', 0.6, 0.85, 2, 10),
  rate('anthropic/claude-sonnet-4(-[056])?', 0.6, 0.75, 3, 15),
  rate('anthropic/claude-haiku-5-5', 0.9, 0.7, 0.1, 0.5),
  rate('anthropic/claude-haiku-4-5', 0.9, 0.6, 1, 5),

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

  rate('perplexity/sonar', 0.8, 0.45, 1, 1),
  rate('perplexity/sonar-pro', 0.6, 0.6, 3, 15),
  rate('perplexity/sonar-reasoning', 0.5, 0.6, 1, 5),
  rate('perplexity/sonar-reasoning-pro', 0.4, 0.7, 2, 8),
  rate('perplexity/sonar-deep-research', 0, 0.8),

  rate('ollama/.*cloud', 0.5, 0.6),
  rate('ollama/.*', 0.5, 0.4, 0, 0),
  rate('demo', 1, 0, 0, 0),
]

/** What is known of a model; `own` is asked first. */
export const knownModel = (id: string, own: readonly KnownModel[] = []): KnownModel | undefined =>
  [...own, ...KNOWN_MODELS].find(({ pattern }) => pattern.test(id))

/** What a model costs, where that is known; `own` prices go first. */
export const priceOf = (id: string, own: readonly KnownModel[] = []): Price | undefined => knownModel(id, own)?.price
