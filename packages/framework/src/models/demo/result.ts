import type { LanguageModelV4Content, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { digest } from '../../tools/json.ts'
import type { Situation } from './situation.ts'
import type { Answer } from './strategy.ts'

const LABEL = '(demo model, offline)'

/** About four characters to a token. */
const CHARACTERS_PER_TOKEN = 4

export function toResult(answer: Answer, situation: Situation): LanguageModelV4GenerateResult {
  const read = JSON.stringify([situation.system, situation.said, situation.tools])
  const id = `demo_${digest(`${situation.seed} ${read}`)}`
  const room = situation.maxTokens * CHARACTERS_PER_TOKEN
  const whole = toContent(answer, id)
  const cut = whole.type === 'text' && whole.text.length > room
  const content = cut ? { ...whole, text: whole.text.slice(0, room) } : whole
  const raw = cut ? 'length' : answer.type === 'call' ? 'tool-calls' : 'stop'
  const output = toTokens(content.type === 'text' ? content.text : JSON.stringify(answer))
  const input = toTokens(read)
  return {
    content: [content],
    finishReason: { unified: raw, raw },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: output, text: output, reasoning: 0 },
    },
    warnings: [],
    response: { id, modelId: 'demo' },
  }
}

type Content = Extract<LanguageModelV4Content, { type: 'text' | 'tool-call' }>

function toContent(answer: Answer, id: string): Content {
  switch (answer.type) {
    case 'text':
      return { type: 'text', text: `${answer.text}${answer.text.includes('\n') ? '\n\n' : ' '}${LABEL}` }
    case 'data':
      return { type: 'text', text: JSON.stringify(answer.value) }
    case 'call':
      return { type: 'tool-call', toolCallId: id, toolName: answer.name, input: JSON.stringify(answer.input) }
  }
}

const toTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)
