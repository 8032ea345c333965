import { anthropicTurns, chatTurns, googleTurns, ollamaTurns, responsesTurns } from '../providers/histories.ts'
import type { Turn } from '../providers/turns.ts'
import type { Wire } from '../providers/wire.ts'
import { anthropic } from '../providers/wires/anthropic.ts'
import { google } from '../providers/wires/google.ts'
import { ollama } from '../providers/wires/ollama.ts'
import { openaiChat } from '../providers/wires/openai-chat.ts'
import { openaiResponses } from '../providers/wires/openai-responses.ts'
import { perplexity } from '../providers/wires/perplexity.ts'

/** A provider with its environment variables and its protocol. */
export interface Provider {
  /** The provider in `provider/model`. */
  name: string
  /** One of its models. */
  model: string
  /** The prefix of its variables. */
  variable: string
  wire: Wire
  turns(body: unknown): Turn[]
}

/** Each has its own paths, so that one server can serve all of them. */
export const PROVIDERS: readonly Provider[] = [
  {
    name: 'anthropic',
    model: 'anthropic/claude-sonnet-5-5',
    variable: 'ANTHROPIC',
    wire: anthropic,
    turns: anthropicTurns,
  },
  { name: 'openai', model: 'openai/gpt-6.1-terra', variable: 'OPENAI', wire: openaiResponses, turns: responsesTurns },
  { name: 'google', model: 'google/gemini-3.8-flash', variable: 'GOOGLE', wire: google, turns: googleTurns },
  { name: 'perplexity', model: 'perplexity/sonar-pro', variable: 'PERPLEXITY', wire: perplexity, turns: chatTurns },
  { name: 'ollama', model: 'ollama/llama3', variable: 'OLLAMA', wire: ollama, turns: ollamaTurns },
  { name: 'lm-studio', model: 'lm-studio/qwen3', variable: 'LM_STUDIO', wire: openaiChat, turns: chatTurns },
]

/** Returns the environment for all of them at this address, without concurrency limits. */
export function variablesFor(baseUrl: string): Record<string, string> {
  const entries = PROVIDERS.flatMap(({ variable }) => [
    [`${variable}_BASE_URL`, baseUrl],
    [`${variable}_API_KEY`, 'loopback'],
    [`${variable}_CONCURRENCY`, '200'],
  ])
  return Object.fromEntries(entries)
}
