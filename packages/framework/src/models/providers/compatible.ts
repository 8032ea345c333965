import { ModelError } from '../errors.ts'
import {
  type Env,
  type ModelFamily,
  notInstalled,
  type Provider,
  plainTraits,
  readVariable,
  withVersion,
} from '../provider.ts'

/** A service with an OpenAI-compatible chat completions API at an address that is known. */
interface Service {
  title: string
  url: string
  /** Where a person gets a key. */
  keyPage: string
  defaultModel: string
  /** Absent if the service has models of several families. */
  family?: ModelFamily
}

/** By the prefix of its variables. Their prices are not listed: `knownModels` of `resolveModel` adds them. */
const SERVICES: Record<string, Service> = {
  OPENROUTER: {
    title: 'OpenRouter',
    url: 'https://openrouter.ai/api/v1',
    keyPage: 'https://openrouter.ai/settings/keys',
    defaultModel: 'openrouter/auto',
  },
  GROQ: {
    title: 'Groq',
    url: 'https://api.groq.com/openai/v1',
    keyPage: 'https://console.groq.com/keys',
    defaultModel: 'openai/gpt-oss-120b',
  },
  MISTRAL: {
    title: 'Mistral',
    url: 'https://api.mistral.ai/v1',
    keyPage: 'https://console.mistral.ai/api-keys',
    defaultModel: 'mistral-large-latest',
    family: { name: 'mistral', pattern: /mistral|mixtral|ministral|magistral|codestral|devstral|pixtral/ },
  },
  XAI: {
    title: 'xAI',
    url: 'https://api.x.ai/v1',
    keyPage: 'https://console.x.ai',
    defaultModel: 'grok-4.7',
    family: { name: 'grok', pattern: /(?<![a-z])grok/ },
  },
  DEEPSEEK: {
    title: 'DeepSeek',
    url: 'https://api.deepseek.com/v1',
    keyPage: 'https://platform.deepseek.com/api_keys',
    defaultModel: 'deepseek-v4-pro',
    family: { name: 'deepseek', pattern: /deepseek/ },
  },
}

export const services: readonly Provider[] = Object.entries(SERVICES).map(([prefix, service]) =>
  createCompatible(prefix, service),
)

const BASE_URL = /^([A-Z][A-Z0-9_]*)_BASE_URL$/

/** Any server with an OpenAI-compatible chat completions API, named by its variable: `LM_STUDIO_BASE_URL`. */
export function compatibleProviders(env: Env): Provider[] {
  return Object.keys(env).flatMap((variable) => {
    const name = BASE_URL.exec(variable)?.[1]
    const isServer = name !== undefined && /^https?:\/\//.test(readVariable(env, variable) ?? '')
    return isServer ? [createCompatible(name)] : []
  })
}

/** `LM_STUDIO` becomes the provider of `lm-studio/…`. */
function createCompatible(prefix: string, service?: Service): Provider {
  const name = prefix.toLowerCase().replaceAll('_', '-')
  const baseUrlVariable = `${prefix}_BASE_URL`
  return {
    name,
    title: service?.title ?? name,
    ...(service !== undefined && { keyPage: service.keyPage }),
    package: '@ai-sdk/openai-compatible',
    keys: [`${prefix}_API_KEY`],
    baseUrl: baseUrlVariable,
    ...(service !== undefined && { defaultModel: service.defaultModel }),
    ...(service?.family !== undefined && { family: service.family }),
    traits: { ...plainTraits, resultFiles: false, files: ['image'] },
    async load({ apiKey, baseUrl = service?.url }) {
      if (baseUrl === undefined) throw new ModelError('configuration', `set ${baseUrlVariable}`)
      const baseURL = withVersion(baseUrl, 'v1')
      try {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
        return createOpenAICompatible({ name, baseURL, includeUsage: true, ...(apiKey !== undefined && { apiKey }) })
      } catch (error) {
        throw notInstalled(this.package, error)
      }
    },
  }
}
