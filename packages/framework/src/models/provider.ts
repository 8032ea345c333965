import type { LanguageModelV4 } from '@ai-sdk/provider'
import { readBaseUrl } from './base-url.ts'
import type { Traits } from './traits.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** What a provider is reached with. */
export interface ProviderSettings {
  apiKey: string | undefined
  /** Without a slash at its end. */
  baseUrl: string | undefined
}

/** Where models come from: data, and a package of the AI SDK that is loaded when it is first needed. */
export interface Provider {
  readonly name: string
  /** The package that speaks to it. */
  readonly package: string
  /** The variable that holds its key; absent where there is none. */
  readonly key?: string
  /** The variable that says where it is, when that is not where it usually is. */
  readonly baseUrl: string
  /** Absent where only the server knows what it has. */
  readonly defaultModel?: string
  readonly traits: Traits
  load(settings: ProviderSettings): Promise<(name: string) => LanguageModelV4>
  /** Names of the models that a server of one's own has. Where there is none, the error says what to do. */
  installed?(settings: ProviderSettings): Promise<[string, ...string[]]>
}

/** Sent where a key is expected and there is none. Packages left without one look for it in the process's variables. */
export const NO_KEY = 'none'

/** A variable that says something; an empty one does not. */
export const readVariable = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined

export const keyOf = ({ key }: Provider, env: Env): string | undefined =>
  key === undefined ? undefined : readVariable(env, key)

export function settingsOf(provider: Provider, env: Env): ProviderSettings {
  const address = readVariable(env, provider.baseUrl)
  return {
    apiKey: keyOf(provider, env),
    baseUrl: address === undefined ? undefined : readBaseUrl(address, provider.baseUrl),
  }
}

/** What is to be done before it can be used. A server of one's own may do without a key. */
export function remedyOf(provider: Provider, { apiKey, baseUrl }: ProviderSettings): string | undefined {
  const lacksKey = provider.key !== undefined && apiKey === undefined && baseUrl === undefined
  return lacksKey ? `set ${provider.key}` : undefined
}
