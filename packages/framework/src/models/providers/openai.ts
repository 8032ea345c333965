import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { isObject } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { rate } from '../known-model.ts'
import { NO_KEY, notInstalled, type Provider, withVersion } from '../provider.ts'

export const openai: Provider = {
  name: 'openai',
  title: 'OpenAI',
  keyPage: 'https://platform.openai.com/api-keys',
  package: '@ai-sdk/openai',
  keys: ['OPENAI_API_KEY'],
  baseUrl: 'OPENAI_BASE_URL',
  defaultModel: 'gpt-6.1-terra',
  family: { name: 'gpt', pattern: /gpt|(?<![a-z])o[134](?![a-z0-9])/ },
  models: [
    rate('openai/gpt-6-astra', 0.2, 1, 10, 50),
    rate('openai/gpt-6\\.1-sol', 0.4, 0.95, 2, 10),
    rate('openai/gpt-6-sol', 0.4, 0.9, 2, 10),
    rate('openai/gpt-6\\.1-terra', 0.7, 0.85, 1, 5),
    rate('openai/gpt-6-luna', 0.9, 0.7, 0.1, 0.5),
    rate('openai/gpt-5\\.6(-sol)?', 0.4, 0.9, 4, 20),
    rate('openai/gpt-5\\.6-terra', 0.6, 0.8, 2, 12),
    rate('openai/gpt-5\\.6-luna', 0.9, 0.65, 0.2, 1.2),
    rate('openai/gpt-5\\.5', 0.4, 0.85, 5, 30),
    rate('openai/gpt-5\\.4-pro', 0.1, 0.9, 30, 180),
    rate('openai/gpt-5\\.4', 0.5, 0.8, 2.5, 15),
    rate('openai/gpt-5\\.4-mini', 0.8, 0.6, 0.75, 4.5),
    rate('openai/gpt-5\\.4-nano', 0.9, 0.5, 0.2, 1.25),
    rate('openai/gpt-5\\.[23](-codex|-chat-latest)?', 0.5, 0.75, 1.75, 14),
    rate('openai/gpt-5(\\.1)?(-codex|-chat-latest)?', 0.5, 0.7, 1.25, 10),
    rate('openai/gpt-5-mini', 0.8, 0.55, 0.25, 2),
    rate('openai/gpt-5-nano', 0.9, 0.4, 0.05, 0.4),
    rate('openai/gpt-4\\.1', 0.6, 0.5, 2, 8),
    rate('openai/gpt-4\\.1-mini', 0.8, 0.4, 0.4, 1.6),
    rate('openai/gpt-4\\.1-nano', 0.9, 0.3, 0.1, 0.4),
    rate('openai/gpt-4o', 0.6, 0.45, 2.5, 10),
    rate('openai/gpt-4o-mini', 0.8, 0.35, 0.15, 0.6),
  ],
  traits: {
    structured: 'native',
    minTokens: 16,
    webSearch: () => ({ id: 'openai.web_search', name: 'web_search', args: {} }),
    // Without storage at OpenAI, the reply carries its reasoning, encrypted.
    options: (schema) => ({
      openai: { store: false, ...(schema !== undefined && { strictJsonSchema: isStrictSchema(schema) }) },
    }),
  },
  async load({ apiKey = NO_KEY, baseUrl }) {
    try {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const provider = createOpenAI({ apiKey, baseURL: withVersion(baseUrl ?? 'https://api.openai.com', 'v1') })
      return baseUrl === undefined ? provider.responses : withChatCompletions(provider)
    } catch (error) {
      throw notInstalled(this.package, error)
    }
  },
}

interface Endpoints {
  responses(name: string): LanguageModelV4
  chat(name: string): LanguageModelV4
}

/** Models of a server that may have chat completions only, as most OpenAI-compatible servers do. */
function withChatCompletions({ responses, chat }: Endpoints): (name: string) => LanguageModelV4 {
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
      specificationVersion: first.specificationVersion,
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

/** Keywords that OpenAI accepts in a strict schema. It rejects the others, or did. */
const PLAIN = new Set([
  ...['$schema', '$ref', 'type', 'title', 'description', 'enum', 'const', 'required', 'additionalProperties'],
  ...['pattern', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems'],
])

const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'])

/** Keywords that contain further schemas. */
const NESTING: Readonly<Record<string, (value: unknown) => unknown[]>> = {
  properties: (value) => Object.values(isObject(value) ? value : {}),
  $defs: (value) => Object.values(isObject(value) ? value : {}),
  definitions: (value) => Object.values(isObject(value) ? value : {}),
  items: (value) => [value],
  anyOf: (value) => [value].flat(),
}

/** Whether OpenAI accepts the schema as strict: every object closed, every property required, no unknown keyword. */
export const isStrictSchema = (schema: JsonSchema): boolean =>
  isObjectSchema(schema) && !('anyOf' in schema) && isStrict(schema)

function isStrict(schema: unknown): boolean {
  if (!isObject(schema)) return false
  if ((isObjectSchema(schema) || 'properties' in schema) && !isClosed(schema)) return false
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === 'format') return FORMATS.has(String(value))
    return PLAIN.has(keyword) || (Object.hasOwn(NESTING, keyword) && NESTING[keyword]!(value).every(isStrict))
  })
}

const isObjectSchema = ({ type }: JsonSchema): boolean => [type].flat().includes('object')

function isClosed({ properties, required, additionalProperties }: JsonSchema): boolean {
  const names = Object.keys(isObject(properties) ? properties : {})
  return additionalProperties === false && names.every((name) => Array.isArray(required) && required.includes(name))
}
