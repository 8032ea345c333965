import type { LanguageModelV4Content, LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { draw, toRandom } from '../../tools/seed.ts'

/** `human`: word by word, as one reads; `instant`: as fast as it is read. */
export type Pace = 'human' | 'instant'

interface Streaming {
  pace: Pace
  seed: string
  signal: AbortSignal | undefined
}

/** An answer as a stream. Nothing runs while nobody reads; an abort or a reader who leaves ends the wait for a word. */
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
        if (part.type === 'text-delta') await wait(toRandom(draw(seed, part.delta, next)), ended)
        controller.enqueue(part)
      },
      cancel: () => left.abort(),
    },
    { highWaterMark: 0 },
  )
}

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
