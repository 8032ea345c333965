import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { ScriptError } from './script-error.ts'
import { errorOf, type ScriptedReply, toContent, toParts, toResult } from './scripted-reply.ts'
import { count } from './stock.ts'

export interface ScriptedModel extends LanguageModelV4 {
  /** What it was asked, call by call. */
  readonly calls: readonly LanguageModelV4CallOptions[]
  /** Throws a `ScriptError` when something was asked that the script did not expect, or when a line of it is left. */
  done(): void
}

/**
 * A language model that says what a script says, line by line, and nothing else.
 *
 * ```ts
 * const model = scriptedModel([
 *   { expect: /weather/, calls: [{ name: 'weather', input: { city: 'Lisbon' } }] },
 *   { expect: '21 degrees', pieces: ['It is ', 'warm.'] },
 * ])
 * // … ask it …
 * model.done()
 * ```
 *
 * A call that does not fit rejects with a `ScriptError`, and so does every call after it.
 */
export function scriptedModel(script: readonly (string | ScriptedReply)[]): ScriptedModel {
  const lines = script.map((line): ScriptedReply => (typeof line === 'string' ? { text: line } : line))
  const calls: LanguageModelV4CallOptions[] = []
  let next = 0
  let problem: ScriptError | undefined

  const left = () => lines.slice(next).map((line, index) => `line ${next + index + 1} (${summary(line)})`)

  function refuse(what: string, cause?: unknown): never {
    problem ??= new ScriptError(what, left())
    if (cause !== undefined) problem.cause = cause
    throw problem
  }

  /** The line for a call, and what it says to it. */
  function take(request: LanguageModelV4CallOptions): { line: ScriptedReply; content: LanguageModelV4Content[] } {
    request.abortSignal?.throwIfAborted()
    calls.push(request)
    if (problem !== undefined) throw problem
    const asked = `call ${calls.length} (${describe(request)})`
    const line = lines[next] ?? refuse(`the script has no line for ${asked}`)
    checkExpected(line, request, (mismatch, cause) =>
      refuse(`${asked} does not fit line ${next + 1} of the script: ${mismatch}`, cause),
    )
    const content =
      toContent(line, request, calls.length) ??
      refuse(`line ${next + 1} of the script has data for ${asked}, which asks for no schema`)
    if (line.hang && request.abortSignal === undefined)
      refuse(`line ${next + 1} of the script hangs until it is aborted, and ${asked} has no abortSignal`)
    next++
    return { line, content }
  }

  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'script',
    supportedUrls: {},
    calls,
    async doGenerate(request) {
      const { line, content } = take(request)
      await failOrHang(line, request)
      return toResult(line, content)
    },
    async doStream(request) {
      const { line, content } = take(request)
      if (content.length === 0) await failOrHang(line, request)
      return { stream: streamOf(toParts(line, content), request.abortSignal, () => failOrHang(line, request)) }
    },
    done() {
      if (problem !== undefined) throw problem
      if (next < lines.length) refuse(`the script was not used up by ${count(calls.length, 'call')}`)
    },
  }
}

async function failOrHang(line: ScriptedReply, { abortSignal }: LanguageModelV4CallOptions): Promise<void> {
  if (line.hang) {
    await new Promise<never>((_, reject) => {
      const stop = () => reject(abortSignal?.reason)
      if (abortSignal?.aborted) stop()
      abortSignal?.addEventListener('abort', stop, { once: true })
    })
  }
  const error = errorOf(line)
  if (error !== undefined) throw error
}

/** Piece by piece, each when it is asked for; then the end, once there is one. An abort cuts it, as it cuts a connection. */
function streamOf(
  parts: LanguageModelV4StreamPart[],
  signal: AbortSignal | undefined,
  end: () => Promise<void>,
): ReadableStream<LanguageModelV4StreamPart> {
  const rest = parts.values()
  return new ReadableStream({
    async pull(controller) {
      signal?.throwIfAborted()
      const { done, value } = rest.next()
      if (!done) return controller.enqueue(value)
      await end()
      controller.close()
    },
  })
}

function checkExpected(
  { expect }: ScriptedReply,
  request: LanguageModelV4CallOptions,
  refuse: (mismatch: string, cause?: unknown) => never,
): void {
  if (expect === undefined) return
  if (typeof expect === 'function') {
    try {
      expect(request)
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error), error)
    }
  } else {
    const text = textOf(request.prompt.at(-1))
    // `search` does not move on from match to match, as `test` does with a global pattern.
    const fits = typeof expect === 'string' ? text.includes(expect) : text.search(expect) !== -1
    if (!fits) refuse(`its last message should have ${quote(expect)}`)
  }
}

const quote = (text: string | RegExp): string => (typeof text === 'string' ? JSON.stringify(text) : String(text))

function describe({ prompt, tools = [], responseFormat }: LanguageModelV4CallOptions): string {
  const last = prompt.at(-1)
  const message = last === undefined ? 'none' : `${last.role}, ${JSON.stringify(textOf(last))}`
  const offered = tools.length === 0 ? 'none' : tools.map(({ name }) => name).join(', ')
  const format = responseFormat?.type === 'json' ? '; as JSON' : ''
  return `last message: ${message}; tools: ${offered}${format}`
}

/** What a message says: its text, and the results of the tools in it. */
function textOf(message: LanguageModelV4Message | undefined): string {
  if (message === undefined) return ''
  if (typeof message.content === 'string') return message.content
  return message.content
    .map((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text
      if (part.type !== 'tool-result') return `[${part.type}]`
      const { output } = part
      return output.type === 'text' || output.type === 'error-text' ? output.value : JSON.stringify(output)
    })
    .join('\n')
}

/** A line as it can be found again in the script. */
function summary(line: ScriptedReply): string {
  const told = Object.entries(line).map(([name, value]) => {
    if (value instanceof RegExp || value instanceof Error) return `${name} ${value}`
    return `${name} ${typeof value === 'function' ? 'a function' : JSON.stringify(value)}`
  })
  return told.join(', ')
}
