import type { LanguageModelV4, LanguageModelV4ProviderTool, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { JsonSchema } from '../tools/schema.ts'
import { ModelError } from './errors.ts'
import type { KnownModel } from './known-model.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** The settings of a provider, from the environment. */
export interface ProviderSettings {
  apiKey: string | undefined
  /** Without a slash at its end. */
  baseUrl: string | undefined
}

/** Models that the same company trained. */
export interface ModelFamily {
  readonly name: string
  /** Finds a model of the family by its name, for any provider that serves it. */
  readonly pattern: RegExp
}

/** Where models come from. Everything that differs between providers is here: help, notices and lists are derived from it. */
export interface Provider {
  /** As in `provider/model`. */
  readonly name: string
  /** As people call it. */
  readonly title: string
  /** Where a person gets a key. */
  readonly keyPage?: string
  /** The npm package that calls it, loaded when a model of the provider is first resolved. */
  readonly package: string
  /** The environment variables that may hold its API key, in the order in which they are read; absent if it takes none. */
  readonly keys?: readonly [string, ...string[]]
  /** The environment variable of its base URL, for a server at another address. */
  readonly baseUrl: string
  /** Absent if only the server knows its models. */
  readonly defaultModel?: string
  /** Absent if the provider serves models of several families. */
  readonly family?: ModelFamily
  /** Prices and ratings; the first pattern that matches counts. */
  readonly models?: readonly KnownModel[]
  /** Calls at once, for all callers in this process. Default 8. */
  readonly concurrency?: number
  readonly traits: Traits
  load(settings: ProviderSettings): Promise<(name: string) => LanguageModelV4>
  /** Present if the provider is a server that the user runs. */
  readonly local?: LocalServer
}

/** A provider that runs on the user's machine, with the models that the user has installed. */
export interface LocalServer {
  /** What to do to start it: `start Ollama`. */
  readonly start: string
  /** The command that installs a model. */
  install(name: string): string
  /** Names of the installed models; throws a `ModelError` `unavailable` if there is no server or no model. */
  installed(settings: ProviderSettings): Promise<[string, ...string[]]>
}

/** Sent if a provider expects a key and there is none: without it, its package would look for one in `process.env`. */
export const NO_KEY = 'none'

/** The value of a variable, or `undefined` if it is absent or empty. */
export const readVariable = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined

/** The API key of a provider, or `undefined` if none of its variables is set. */
export function keyOf({ keys }: Pick<Provider, 'keys'>, env: Env): string | undefined {
  for (const key of keys ?? []) {
    const value = readVariable(env, key)
    if (value !== undefined) return value
  }
  return undefined
}

export function settingsOf(provider: Provider, env: Env): ProviderSettings {
  const address = readVariable(env, provider.baseUrl)
  return {
    apiKey: keyOf(provider, env),
    baseUrl: address === undefined ? undefined : readBaseUrl(address, provider.baseUrl),
  }
}

/** What to do before the provider can be used, or `undefined`. A server at another address may need no key. */
export function remedyOf(provider: Provider, { apiKey, baseUrl }: ProviderSettings): string | undefined {
  const lacksKey = provider.keys !== undefined && apiKey === undefined && baseUrl === undefined
  return lacksKey ? `set ${provider.keys[0]}` : undefined
}

/** Reads a base URL with or without a version and a slash at its end. */
export function readBaseUrl(text: string, variable: string): string {
  const url = text.trim().replace(/\/+$/, '')
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  // The message does not repeat the value: it may hold a secret.
  throw new ModelError('configuration', `${variable} is not a URL; set it to a URL like http://127.0.0.1:8080`)
}

const VERSION = /\/v\d+[a-z]*(?=\/|$)/

/** The base URL with `version` at its end, unless it has a version already. */
export const withVersion = (url: string, version: string): string => (VERSION.test(url) ? url : `${url}/${version}`)

/** The base URL without a version, for packages that add the path themselves. */
export const withoutPath = (url: string): string => url.replace(/\/(v1|api)$/, '')

/** How a provider differs from others. The adapter reads these, never the name of the provider. */
export interface Traits {
  /** How to request data that matches a schema: with the provider's own option, or with a tool that must be called. */
  structured: 'native' | 'tool'
  /** Whether tools that occur only in the history must be declared as well. Default false. */
  declaresHistory?: boolean
  /** Whether the model supports tools. If not, tool calls in the history are sent as text. Default true. */
  tools?: boolean
  /** The tool with which the provider itself searches the web. Absent if it has none, or always searches. */
  webSearch?: (maxUses: number) => Omit<LanguageModelV4ProviderTool, 'type'>
  /** Whether earlier reasoning may be sent back. Default true. */
  keepsReasoning?: boolean
  /** Whether a tool result may contain files. If not, they are sent as files of the user. Default true. */
  resultFiles?: boolean
  /** The files that the model takes. The text of a PDF is sent if PDFs are not among them. Default: images and PDFs. */
  files?: readonly ('image' | 'pdf')[]
  /** The smallest `maxTokens` that the provider accepts. */
  minTokens?: number
  /** Whether a complete reply always has a finish reason, so that a reply without one was cut off. */
  saysWhyItEnded?: boolean
  /** Options for each request; `schema` is present if the request asks for data. */
  options?: (schema: JsonSchema | undefined) => SharedV4ProviderOptions
}

/** Traits that suit any model. */
export const plainTraits: Traits = { structured: 'tool' }

/**
 * The error for an optional package that cannot be imported. A bundler or runtime reports a missing package in its own way, or
 * not at all: some give an empty module, which fails when it is used. A package that is too old fails in the same way.
 */
export function notInstalled(name: string, cause: unknown): ModelError {
  // The missing package may be a peer dependency of the one that was imported.
  const missing = /Cannot find package '([^']+)'/.exec(cause instanceof Error ? cause.message : '')?.[1] ?? name
  return new ModelError('configuration', `${missing} could not be loaded; run npm install ${missing}@latest`, { cause })
}
