import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider'

interface Endpoints {
  responses(name: string): LanguageModelV4
  chat(name: string): LanguageModelV4
}

/** Models of a server that may have chat completions only, as most OpenAI-compatible servers do. */
export function withChatCompletions({ responses, chat }: Endpoints): (name: string) => LanguageModelV4 {
  let knowsResponses = true

  return (name) => {
    const [first, second] = [responses(name), chat(name)]

    async function call<T>(
      options: LanguageModelV4CallOptions,
      ask: (model: LanguageModelV4, options: LanguageModelV4CallOptions) => PromiseLike<T>,
    ): Promise<T> {
      if (!knowsResponses) return ask(second, withoutStore(options))
      try {
        return await ask(first, options)
      } catch (error) {
        if (!isMissing(error)) throw error
        const answer = await ask(second, withoutStore(options))
        // Only after a success: a model that does not exist is a 404 as well.
        knowsResponses = false
        return answer
      }
    }

    return {
      specificationVersion: 'v4',
      provider: first.provider,
      modelId: first.modelId,
      supportedUrls: second.supportedUrls,
      doGenerate: (options) => call(options, (model, options) => model.doGenerate(options)),
      doStream: (options) => call(options, (model, options) => model.doStream(options)),
    }
  }
}

const isMissing = (error: unknown): boolean =>
  APICallError.isInstance(error) && (error.statusCode === 404 || error.statusCode === 405)

/** Some servers reject a field that they do not know. */
function withoutStore(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { store: _store, ...openai } = options.providerOptions?.openai ?? {}
  return { ...options, providerOptions: { ...options.providerOptions, openai } }
}
