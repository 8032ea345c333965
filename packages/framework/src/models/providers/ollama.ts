import { APICallError, JSONParseError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { withoutPath } from '../base-url.ts'
import { ModelError } from '../errors.ts'
import { loadPackage } from '../load-package.ts'
import type { Provider } from '../provider.ts'
import { isRecord } from '../tool-input.ts'
import { requestOllama } from './ollama-request.ts'

const USUAL = 'http://127.0.0.1:11434'

/** Milliseconds in which a server on this machine answers, if there is one. */
const PATIENCE = 300

/** The same for a server that somebody said is there. */
const MORE_PATIENCE = 3_000

export const ollama: Provider = {
  name: 'ollama',
  package: 'ai-sdk-ollama',
  baseUrl: 'OLLAMA_BASE_URL',
  traits: { structured: 'native', keepsReasoning: false },
  async load({ baseUrl = USUAL }) {
    const { createOllama } = await loadPackage(this.package, () => import('ai-sdk-ollama'))
    return (name) => toModel(name, (fetch) => createOllama({ baseURL: withoutPath(baseUrl), fetch })(name, ONE_CALL))
  },
  async installed({ baseUrl }) {
    const server = withoutPath(baseUrl ?? USUAL)
    const patience = baseUrl === undefined ? PATIENCE : MORE_PATIENCE
    const listed = await fetch(`${server}/api/tags`, { signal: AbortSignal.timeout(patience) })
      .then((response) => response.json() as Promise<unknown>)
      .catch((cause) => {
        const remedy = 'start Ollama, or say in OLLAMA_BASE_URL where it is'
        throw new ModelError('unavailable', `nothing answers at ${server}; ${remedy}`, { cause })
      })
    const [first, ...others] = namesOf(listed)
    if (first === undefined) throw new ModelError('unavailable', `Ollama has no model yet; ollama pull qwen3 gets one`)
    return [first, ...others]
  },
}

/** One call for one answer: what is not valid goes back to whoever asked. */
const ONE_CALL = { reliableObjectGeneration: false, reliableToolCalling: false, structuredOutputs: true }

/**
 * The package does not hand a signal or a status on, so that each call gets a `fetch` of its own that does.
 */
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

/** Those that answer: models for embeddings are listed as well. */
function namesOf(listed: unknown): string[] {
  const models = isRecord(listed) && Array.isArray(listed.models) ? listed.models : []
  return models.flatMap((model: unknown) => {
    if (!isRecord(model) || typeof model.name !== 'string') return []
    const family = isRecord(model.details) ? String(model.details.family) : ''
    return /bert/.test(family) || /embed/.test(model.name) ? [] : [model.name]
  })
}
