import type { LanguageModelV4Content, LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { draw } from './random.ts'
import type { Situation } from './situation.ts'
import type { Answer } from './voice.ts'

const LABEL = '(demo model, offline)'

/** An estimate: the model has no tokenizer. */
const CHARACTERS_PER_TOKEN = 4

export function toResult(answer: Answer, situation: Situation): LanguageModelV4GenerateResult {
  const read = JSON.stringify([situation.system, situation.said, situation.tools])
  const id = `demo_${Math.floor(situation.draw(read) * 2 ** 53).toString(36)}`
  const room = situation.maxTokens * CHARACTERS_PER_TOKEN
  const whole = toContent(answer, id, needsLabel(answer, situation))
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

/** A conversation is told once that its model is a demo. */
const needsLabel = (answer: Answer, { said }: Situation): boolean => {
  const texts = said.map((one) => (one.type === 'text' && one.role === 'assistant' ? one.text : ''))
  return ![...texts, answer.type === 'text' ? answer.text : ''].some((text) => /\bdemo model\b/.test(text))
}

function toContent(answer: Answer, id: string, isLabelled: boolean): Content {
  switch (answer.type) {
    case 'text':
      if (!isLabelled) return { type: 'text', text: answer.text }
      return { type: 'text', text: `${answer.text}${answer.text.includes('\n') ? '\n\n' : ' '}${LABEL}` }
    case 'data':
      return { type: 'text', text: JSON.stringify(answer.value) }
    case 'call':
      return { type: 'tool-call', toolCallId: id, toolName: answer.name, input: JSON.stringify(answer.input) }
  }
}

const toTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

/** `human`: word by word, at the speed of a reader; `instant`: without a wait. */
export type Pace = 'human' | 'instant'

interface Streaming {
  pace: Pace
  seed: string
  signal: AbortSignal | undefined
}

/** Streams an answer. Parts are made when they are read. An abort and a cancelled reader both end the wait for a word. */
export function streamResult(
  result: LanguageModelV4GenerateResult,
  { pace, seed, signal }: Streaming,
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = toParts(result)
  const left = new AbortController()
  const ended = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal])
  const wait = WAITS[pace]
  let next = 0
  return new ReadableStream(
    {
      async pull(controller) {
        ended.throwIfAborted()
        const part = parts[next++]
        if (part === undefined) return controller.close()
        if (part.type === 'text-delta') await wait(draw(seed, `${next} ${part.delta}`), ended)
        controller.enqueue(part)
      },
      cancel: () => left.abort(),
    },
    { highWaterMark: 0 },
  )
}

/** Milliseconds between two words. */
const FASTEST = 25
const SLOWEST = 40

const WAITS: Record<Pace, (random: number, signal: AbortSignal) => Promise<void> | undefined> = {
  instant: () => undefined,
  human: (random, signal) => pause(FASTEST + random * (SLOWEST - FASTEST), signal),
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  })
}

function toParts({ content, finishReason, usage, warnings, response }: LanguageModelV4GenerateResult) {
  const parts: LanguageModelV4StreamPart[] = [
    { type: 'stream-start', warnings },
    { type: 'response-metadata', ...response },
    ...content.flatMap((part, index) => toDeltas(part, String(index))),
    { type: 'finish', finishReason, usage },
  ]
  return parts
}

function toDeltas(part: LanguageModelV4Content, id: string): LanguageModelV4StreamPart[] {
  if (part.type === 'text') {
    const words = part.text.match(/\s*\S+|\s+$/g) ?? []
    return [
      { type: 'text-start', id },
      ...words.map((delta) => ({ type: 'text-delta' as const, id, delta })),
      { type: 'text-end', id },
    ]
  }
  if (part.type !== 'tool-call') return []
  const { toolCallId, toolName, input } = part
  return [
    { type: 'tool-input-start', id: toolCallId, toolName },
    { type: 'tool-input-delta', id: toolCallId, delta: input },
    { type: 'tool-input-end', id: toolCallId },
    part,
  ]
}
