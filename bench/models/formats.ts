import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import type { fromLanguageModel } from '@sweatpants/framework/models'
import type { Wire } from '../../test/providers/wire.ts'
import { anthropic } from '../../test/providers/wires/anthropic.ts'
import { openaiChat } from '../../test/providers/wires/openai-chat.ts'
import { openaiResponses } from '../../test/providers/wires/openai-responses.ts'

export type LanguageModel = Parameters<typeof fromLanguageModel>[0]

/** A way in which answers are streamed, and who reads it. */
export interface Format {
  name: string
  wire: Wire
  /** The reader that the provider's package has; all contenders but the raw one read through it. */
  createModel(baseURL: string): LanguageModel
  /** The text in an event, where there is any. */
  textOf(event: unknown): string | undefined
}

const apiKey = 'none'

// Events come from our own server, so that their shapes are known.
export const FORMATS: readonly Format[] = [
  {
    name: 'Anthropic messages',
    wire: anthropic,
    createModel: (baseURL) => createAnthropic({ baseURL, apiKey })('m'),
    textOf: (event) => (event as { delta?: { text?: string } }).delta?.text,
  },
  {
    name: 'OpenAI chat completions',
    wire: openaiChat,
    createModel: (baseURL) => createOpenAI({ baseURL, apiKey }).chat('m'),
    textOf: (event) => (event as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content,
  },
  {
    name: 'OpenAI responses',
    wire: openaiResponses,
    createModel: (baseURL) => createOpenAI({ baseURL, apiKey }).responses('m'),
    textOf(event) {
      const { type, delta } = event as { type: string; delta?: string }
      return type === 'response.output_text.delta' ? delta : undefined
    },
  },
]
