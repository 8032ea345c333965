import { anthropicTurns, chatTurns, googleTurns, ollamaTurns, responsesTurns } from '../providers/histories.ts'
import type { Turn } from '../providers/turns.ts'
import type { Wire } from '../providers/wire.ts'
import { anthropic } from '../providers/wires/anthropic.ts'
import { google } from '../providers/wires/google.ts'
import { ollama } from '../providers/wires/ollama.ts'
import { openaiChat } from '../providers/wires/openai-chat.ts'
import { openaiResponses } from '../providers/wires/openai-responses.ts'
import { perplexity } from '../providers/wires/perplexity.ts'

/** A provider as a debate reaches it: by its variables, in its own language. */
export interface Provider {
  /** As in `provider/model`. */
  name: string
  /** One of its models. */
  model: string
  /** What its variables begin with. */
  variable: string
  wire: Wire
  turns(body: unknown): Turn[]
}

/** Each listens at paths of its own, so that one server can be all of them. */
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

/** What a process needs to find them all at this address. Nobody waits for a place in a line. */
export function variablesFor(baseUrl: string): Record<string, string> {
  const entries = PROVIDERS.flatMap(({ variable }) => [
    [`${variable}_BASE_URL`, baseUrl],
    [`${variable}_API_KEY`, 'loopback'],
    [`${variable}_CONCURRENCY`, '200'],
  ])
  return Object.fromEntries(entries)
}
