import type { Model, ModelRequest } from '@sweatpants/framework/models'

/** A request to a model of a debate. */
export interface Asked {
  /** Without its provider. */
  model: string
  for: 'question' | 'statement' | 'ballot' | 'groups' | 'summary' | 'synthesis'
  round: number
  /** The whole prompt. */
  text: string
  /** Whether it has called tools before, in the same answer. */
  hasCalled: boolean
  signal: AbortSignal
}

export interface Request {
  query: string
  reason: string
  priority: 'required' | 'optional'
}

/** The answer: fields of the requested format, requests for context, or calls of other tools. */
export type Reply =
  | { says: Record<string, unknown> }
  | { requests: readonly Request[] }
  | { calls: readonly { name: string; input: Record<string, unknown> }[] }

/** Returns the answer to a request. Throws where the model fails. */
export type Script = (asked: Asked) => Reply | Promise<Reply>

/** Three families, so that they can agree. */
const MODELS = ['anthropic/alpha', 'openai/beta', 'google/gamma'] as const

/** Models that follow a script. */
export const createSeats = (script: Script): [Model, ...Model[]] => {
  const [first, ...others] = MODELS.map((id) => createSeat(id, script))
  return [first!, ...others]
}

const createSeat = (id: string, script: Script): Model => ({
  id,
  async answer(request, { signal }) {
    const reply = await script(readAsked(id, request, signal))
    const usage = { inputTokens: 900, outputTokens: 150, costUsd: 0.004 }
    if (!('says' in reply)) {
      const calls =
        'calls' in reply
          ? reply.calls
          : reply.requests.map((input) => ({ name: 'request_context', input: { ...input } }))
      const content = calls.map((call, index) => ({ type: 'tool_use' as const, id: `call_${index}`, ...call }))
      return { model: id, content, stopReason: 'toolUse', usage }
    }
    const text = JSON.stringify(reply.says)
    return { model: id, content: [{ type: 'text', text }], stopReason: 'endTurn', usage }
  },
})

function readAsked(id: string, { systemPrompt = '', messages }: ModelRequest, signal: AbortSignal): Asked {
  const text = `${systemPrompt}\n${textsIn(messages).join('\n')}`
  return {
    model: id.split('/')[1]!,
    for: askedFor(text),
    round: Number(/\bround (\d+) of \d+/i.exec(text)?.[1] ?? 0),
    text,
    hasCalled: messages.length > 1,
    signal,
  }
}

/** By the format that the prompt shows. */
function askedFor(text: string): Asked['for'] {
  if (/^\s+"checkable":/m.test(text)) return 'question'
  if (/^\s+"groups":/m.test(text)) return 'groups'
  if (/^\s+"reasoning":/m.test(text)) return 'statement'
  if (/^\s+"position":/m.test(text)) return 'ballot'
  return /^\s+"summary":/m.test(text) ? 'summary' : 'synthesis'
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
