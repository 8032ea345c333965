import { type ModelChoice, ModelError } from '@sweatpants/framework/models'

type LanguageModel = Extract<ModelChoice, { specificationVersion: 'v4' }>
type Request = Parameters<LanguageModel['doStream']>[0]
type Message = Request['prompt'][number]
type Part = Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

interface Reply {
  text?: string
  call?: { name: string; input: string }
  /** Says its text and then nothing more, until it is halted. */
  hangs?: boolean
}

export interface ObedientModelOptions {
  /** Whether what is begun hangs; otherwise it is brought to an end. */
  hangs: boolean
  /** Called with the last text of each prompt. */
  onAsked?: (text: string) => void
}

/**
 * Does what the last message tells it, which makes a test its own script:
 *
 * - `Say: hello` is answered with `hello`
 * - `Call calculator {"expression":"1 + 1"}` calls that tool, and its answer has the result
 * - `Begin: once upon a time` says so and goes no further
 * - an answer that is continued goes on with `, and then some`
 * - `Count` says how often it was asked to; `Break` fails, and does not the next time
 * - `Busy` is refused, with half a minute until the next attempt
 * - `Who` says as whom it answers
 * - `Describe` says which parts the message has
 * - of the cells of tic-tac-toe it takes the first that is free
 * - a conversation is named by its first message, or by what that says after `as:`
 *
 * But for `Count` and `Break` the answer follows from the prompt, and is the same in every process.
 */
export function createObedientModel({ hangs, onAsked }: ObedientModelOptions): LanguageModel {
  let counted = 0
  let broken = false
  const rules: readonly [RegExp, (match: RegExpExecArray) => Reply][] = [
    [/^Say: (.*)$/s, ([, text]) => ({ text: text! })],
    [/^Call ([\w-]+) (\{.*\})$/s, ([, name, input]) => ({ text: 'Let me see.', call: { name: name!, input: input! } })],
    [/^Begin: (.*)$/s, ([, text]) => (hangs ? { text: text!, hangs } : { text: `${text} and so it ended.` })],
    [/^Your answer was cut off/, () => ({ text: ', and then some' })],
    [/^Count$/, () => ({ text: `Answer number ${++counted}.` })],
    [/Reply with one of (\d)/, ([, cell]) => ({ text: cell! })],
    [
      /^Busy$/,
      () => {
        throw new ModelError('limited', 'too many requests', { retryAfter: 30_000 })
      },
    ],
    [
      /^Break$/,
      () => {
        broken = !broken
        if (broken) throw new ModelError('invalid', 'the model has broken down')
        return { text: 'Whole again.' }
      },
    ],
  ]

  function answerTo({ prompt }: Request): Reply {
    const [first] = prompt
    const last = prompt.at(-1)!
    const text = textOf(last)
    const named = /^Give this conversation a title.*?\nUser: (?:[^\n]* as: )?([^\n]+)/s.exec(text)?.[1]
    if (named !== undefined) return { text: named }
    onAsked?.(text)
    if (last.role === 'tool') return { text: `It came to this: ${text}` }
    if (text === 'Who') return { text: first?.role === 'system' ? first.content : 'Nobody in particular.' }
    if (text.endsWith('Describe')) return { text: describe(last) }
    for (const [pattern, reply] of rules) {
      const match = pattern.exec(text)
      if (match !== null) return reply(match)
    }
    return { text: `I was not told what to do with ${JSON.stringify(text)}.` }
  }

  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'obedient',
    supportedUrls: {},
    async doGenerate(request) {
      // Only tools ask so, and nothing more than a text.
      const { text = '' } = answerTo(request)
      return { content: [{ type: 'text', text }], finishReason: { unified: 'stop', raw: 'stop' }, usage, warnings: [] }
    },
    async doStream(request) {
      return { stream: toStream(answerTo(request), request.abortSignal) }
    },
  }
}

function toStream(reply: Reply, signal: AbortSignal | undefined): ReadableStream<Part> {
  const parts = toParts(reply)
  return new ReadableStream({
    async pull(controller) {
      signal?.throwIfAborted()
      const { done, value } = parts.next()
      if (!done) return controller.enqueue(value)
      if (reply.hangs) await untilAborted(signal)
      controller.close()
    },
  })
}

function* toParts({ text = '', call, hangs = false }: Reply): Generator<Part, void, void> {
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id: 'text' }
  for (const delta of text.match(/\s*\S+\s*/g) ?? []) yield { type: 'text-delta', id: 'text', delta }
  if (hangs) return
  yield { type: 'text-end', id: 'text' }
  if (call !== undefined) {
    yield { type: 'tool-call', toolCallId: crypto.randomUUID(), toolName: call.name, input: call.input }
  }
  const unified = call === undefined ? 'stop' : 'tool-calls'
  yield { type: 'finish', finishReason: { unified, raw: unified }, usage }
}

const usage = {
  inputTokens: { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: undefined, reasoning: undefined },
}

const untilAborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Returns the texts of a message, and the types of its files. */
function describe({ content }: Message): string {
  const parts = typeof content === 'string' ? [] : content
  return parts
    .flatMap((part) =>
      part.type === 'file' ? part.mediaType : part.type === 'text' ? `“${part.text.replaceAll(/\s+/g, ' ')}”` : [],
    )
    .join(', ')
}

/** Returns the text of a message, or the results of its tools. */
function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  const texts = content.map((part) => {
    if (part.type === 'text') return part.text
    if (part.type !== 'tool-result') return ''
    const { output } = part
    return output.type === 'text' || output.type === 'error-text' ? output.value : JSON.stringify(output)
  })
  return texts.join('\n')
}
