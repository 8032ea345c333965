import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolChoice,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import { draw } from './random.ts'
import type { JsonSchema } from './schema.ts'

/** One entry of a conversation. */
export type Said =
  | { type: 'text'; role: 'user' | 'assistant'; text: string }
  | { type: 'call'; id: string; name: string; input: unknown }
  | { type: 'result'; id: string; name: string; text: string; outcome: Outcome }

export type Outcome = 'done' | 'failed' | 'denied'

/** A call that was made for the last message, with its result. */
export interface Exchange {
  name: string
  input: unknown
  result: { text: string; outcome: Outcome }
}

export interface Tool {
  name: string
  description?: string
  inputSchema: JsonSchema
}

/** Everything that an answer depends on. */
export interface Situation {
  seed: string
  /** The day on which the prompt is answered, as `YYYY-MM-DD`. */
  today: string
  /** Returns a number in [0, 1) that is always the same for this seed and key. */
  draw(key: string): number
  /** All system prompts. */
  system: string
  said: readonly Said[]
  /** The last text of the user. */
  message: string
  /** The calls since then. */
  exchanges: readonly Exchange[]
  tools: readonly Tool[]
  toolChoice: LanguageModelV4ToolChoice
  /** Present if the answer must be JSON. */
  format: { schema: JsonSchema | undefined } | undefined
  maxTokens: number
}

export function readSituation(
  options: LanguageModelV4CallOptions,
  { seed: modelSeed, now }: { seed: string; now: number },
): Situation {
  const { prompt, tools = [], toolChoice = { type: 'auto' }, responseFormat, maxOutputTokens } = options
  const said = prompt.flatMap(toSaid)
  const last = said.findLastIndex((one) => one.type === 'text' && one.role === 'user')
  const message = said[last]
  const seed = options.seed === undefined ? modelSeed : `${modelSeed} ${options.seed}`
  return {
    seed,
    today: toDay(new Date(now)),
    draw: (key) => draw(seed, key),
    system: prompt.flatMap((turn) => (turn.role === 'system' ? turn.content : [])).join('\n'),
    said,
    message: message?.type === 'text' ? message.text : '',
    exchanges: toExchanges(said.slice(last + 1)),
    // The AI SDK types schemas as draft 7, but passes schemas of any draft.
    tools: toolChoice.type === 'none' ? [] : (tools.filter((tool) => tool.type === 'function') as unknown as Tool[]),
    toolChoice,
    format: responseFormat?.type === 'json' ? { schema: responseFormat.schema as JsonSchema | undefined } : undefined,
    maxTokens: maxOutputTokens ?? Number.POSITIVE_INFINITY,
  }
}

/** Returns the day in the time zone of the machine, which is that of the person. */
function toDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

function toSaid(turn: LanguageModelV4Message): Said[] {
  if (turn.role === 'system') return []
  if (turn.role === 'user') {
    const text = turn.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
    return [{ type: 'text', role: 'user', text }]
  }
  return turn.content.flatMap((part): Said[] => {
    if (part.type === 'text') return [{ type: 'text', role: 'assistant', text: part.text }]
    if (part.type === 'tool-call') {
      return [{ type: 'call', id: part.toolCallId, name: part.toolName, input: part.input }]
    }
    if (part.type !== 'tool-result') return []
    return [{ type: 'result', id: part.toolCallId, name: part.toolName, ...toOutcome(part.output) }]
  })
}

function toOutcome(output: LanguageModelV4ToolResultPart['output']): Exchange['result'] {
  switch (output.type) {
    case 'text':
      return { text: output.value, outcome: 'done' }
    case 'json':
      return { text: JSON.stringify(output.value), outcome: 'done' }
    case 'error-text':
      return { text: output.value, outcome: 'failed' }
    case 'error-json':
      return { text: JSON.stringify(output.value), outcome: 'failed' }
    case 'execution-denied':
      return { text: output.reason ?? '', outcome: 'denied' }
    case 'content':
      return {
        text: output.value.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n'),
        outcome: 'done',
      }
  }
}

function toExchanges(said: readonly Said[]): Exchange[] {
  return said.flatMap((one) => {
    if (one.type !== 'result') return []
    const call = said.find((other) => other.type === 'call' && other.id === one.id)
    const input = call?.type === 'call' ? call.input : {}
    return [{ name: one.name, input, result: { text: one.text, outcome: one.outcome } }]
  })
}
