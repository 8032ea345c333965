import { APICallError, JSONParseError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { isObject } from '../../tools/json.ts'
import { ModelError } from '../errors.ts'
import { rate } from '../known-model.ts'
import { type LocalServer, notInstalled, type Provider, withoutPath } from '../provider.ts'

const DEFAULT_URL = 'http://127.0.0.1:11434'

/** Milliseconds until a server at the default address counts as absent. */
const TIMEOUT = 300

/** The same for a server whose address is configured. */
const CONFIGURED_TIMEOUT = 3_000

const local: LocalServer = {
  start: 'start Ollama',
  install: (name) => `ollama pull ${name}`,
  async installed({ baseUrl }) {
    const server = withoutPath(baseUrl ?? DEFAULT_URL)
    const timeout = baseUrl === undefined ? TIMEOUT : CONFIGURED_TIMEOUT
    const listed = await fetch(`${server}/api/tags`, { signal: AbortSignal.timeout(timeout) })
      .then((response) => response.json() as Promise<unknown>)
      .catch((cause) => {
        const remedy = `${this.start}, or set OLLAMA_BASE_URL to its address`
        throw new ModelError('unavailable', `no server answers at ${server}; ${remedy}`, { cause })
      })
    const [first, ...others] = namesOf(listed)
    if (first === undefined) {
      throw new ModelError('unavailable', `Ollama has no model yet; install one with ${this.install('qwen3')}`)
    }
    return [first, ...others]
  },
}

export const ollama: Provider = {
  name: 'ollama',
  title: 'Ollama',
  package: 'ai-sdk-ollama',
  baseUrl: 'OLLAMA_BASE_URL',
  models: [rate('ollama/.*cloud', 0.5, 0.6), rate('ollama/.*', 0.5, 0.4, 0, 0)],
  // Models on the user's machine share one graphics card.
  concurrency: 2,
  traits: { structured: 'native', keepsReasoning: false, files: ['image'] },
  async load({ baseUrl = DEFAULT_URL }) {
    try {
      const { createOllama } = await import('ai-sdk-ollama')
      const baseURL = withoutPath(baseUrl)
      // Created once before it is used, so that a missing package is reported now.
      createOllama({ baseURL })
      return (name) => toModel(name, (fetch) => createOllama({ baseURL, fetch })(name, ONE_CALL))
    } catch (error) {
      throw notInstalled(this.package, error)
    }
  },
  local,
}

/** One call for one reply: an invalid reply is returned to the caller, not retried by the package. */
const ONE_CALL = { reliableObjectGeneration: false, reliableToolCalling: false, structuredOutputs: true }

/** The package passes on neither the abort signal nor the status code, so each call gets its own `fetch` that does. */
function toModel(name: string, create: (fetch: typeof globalThis.fetch) => LanguageModelV4): LanguageModelV4 {
  async function call<T>(
    { abortSignal }: LanguageModelV4CallOptions,
    ask: (model: LanguageModelV4) => PromiseLike<T>,
  ): Promise<T> {
    try {
      return await ask(create((input, init) => requestOllama(input, init, abortSignal)))
    } catch (error) {
      const cause = error instanceof Error && error.cause
      if (cause instanceof SyntaxError) throw new JSONParseError({ text: cause.message, cause })
      throw APICallError.isInstance(cause) ? cause : error
    }
  }

  const { provider, supportedUrls } = create(fetch)
  return {
    specificationVersion: 'v4',
    provider,
    modelId: name,
    supportedUrls,
    doGenerate: (options) => call(options, (model) => model.doGenerate(options)),
    doStream: (options) => call(options, (model) => model.doStream(options)),
  }
}

/** Names of the models that generate text: the server lists embedding models as well. */
function namesOf(listed: unknown): string[] {
  const models = isObject(listed) && Array.isArray(listed.models) ? listed.models : []
  return models.flatMap((model: unknown) => {
    if (!isObject(model) || typeof model.name !== 'string') return []
    const family = isObject(model.details) ? String(model.details.family) : ''
    return /bert/.test(family) || /embed/.test(model.name) ? [] : [model.name]
  })
}

/** A `fetch` with an abort signal; it rejects with the server's message if the status is an error. */
async function requestOllama(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  abortSignal: AbortSignal | undefined,
): Promise<Response> {
  const signals = [init?.signal, abortSignal].filter((signal) => signal != null)
  const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
  if (response.ok) return withCheckedReplies(response)
  const body = await response.text()
  throw new APICallError({
    message: messageIn(body) ?? response.statusText,
    url: String(input),
    requestBodyValues: init?.body,
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: body,
  })
}

function messageIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown }
    return typeof error === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

/** Fails on a reply that is not JSON: the package would skip a line that is not, and return an incomplete reply. */
async function withCheckedReplies(response: Response): Promise<Response> {
  const { body, headers } = response
  const type = headers.get('content-type') ?? ''
  if (body === null || !type.includes('json')) return response
  if (!type.includes('ndjson')) {
    const text = await response.text()
    checkReply(text)
    return new Response(text, response)
  }
  // A line that never ends comes in many pieces: only the newest is searched.
  let pieces: string[] = []
  const checked = new TransformStream<string, string>({
    transform(chunk, controller) {
      const [first, ...rest] = chunk.split('\n')
      pieces.push(first!)
      for (const next of rest) {
        checkReply(pieces.join(''))
        pieces = [next]
      }
      controller.enqueue(chunk)
    },
    flush() {
      checkReply(pieces.join(''))
    },
  })
  const lines = body.pipeThrough(new TextDecoderStream()).pipeThrough(checked).pipeThrough(new TextEncoderStream())
  return new Response(lines, response)
}

/** The package repairs arguments that are not JSON, in a time that grows with the square of their length. */
const MAX_REPAIRED = 4_000

/** Throws a `SyntaxError` if a reply is not JSON, or holds long arguments that are not. */
function checkReply(text: string): void {
  const reply: unknown = text.trim() === '' ? undefined : JSON.parse(text)
  const message = isObject(reply) && isObject(reply.message) ? reply.message : {}
  for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
    let given: unknown = call?.function?.arguments
    // The package also repairs JSON that is in a string in JSON.
    for (let level = 0; level < 2 && typeof given === 'string' && given.length > MAX_REPAIRED; level++) {
      given = JSON.parse(given)
    }
  }
}
