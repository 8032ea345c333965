import { ModelError } from '../errors.ts'
import { type Env, loadPackage, type Provider, plainTraits, readVariable, withVersion } from '../provider.ts'

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
function createCompatible(prefix: string): Provider {
  const name = prefix.toLowerCase().replaceAll('_', '-')
  const baseUrlVariable = `${prefix}_BASE_URL`
  return {
    name,
    package: '@ai-sdk/openai-compatible',
    key: `${prefix}_API_KEY`,
    baseUrl: baseUrlVariable,
    traits: { ...plainTraits, resultFiles: false },
    async load({ apiKey, baseUrl }) {
      if (baseUrl === undefined) throw new ModelError('configuration', `set ${baseUrlVariable}`)
      const { createOpenAICompatible } = await loadPackage(this.package, () => import('@ai-sdk/openai-compatible'))
      const baseURL = withVersion(baseUrl, 'v1')
      return createOpenAICompatible({ name, baseURL, includeUsage: true, ...(apiKey !== undefined && { apiKey }) })
    },
  }
}
