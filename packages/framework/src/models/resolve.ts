import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider'
import { ModelError } from './errors.ts'
import { findProvider, priceOf } from './find-model.ts'
import type { KnownModel } from './known-model.ts'
import { laneOf, withLane } from './lane.ts'
import { fromLanguageModel } from './language-model.ts'
import type { Model } from './model.ts'
import {
  type Env,
  keyOf,
  notInstalled,
  type Provider,
  plainTraits,
  readVariable,
  remedyOf,
  settingsOf,
  type Traits,
} from './provider.ts'
import { PROVIDERS } from './providers/index.ts'
import { withRetry } from './retry.ts'

/** `provider/name`, a provider alone, `demo`, a language model of the AI SDK, or a model. */
export type ModelChoice = string | LanguageModelV4 | LanguageModelV3 | LanguageModelV2 | Model

export interface ResolveOptions {
  /** The variables with keys and base URLs. Default: `process.env`. */
  env?: Env
  /** Prices and ratings that take precedence over the built-in ones. */
  knownModels?: readonly KnownModel[]
  /** The model that the id `demo` names. Default: `createDemoModel()` of `@sweatpants/demo-model`. */
  demo?: LanguageModelV4
}

/**
 * Resolves a model by its id. Its calls are retried, and share one lane with all calls to the same provider. Without a
 * choice it is the model in `MODEL`, else the default model of the first provider with a key, else the first model of a
 * running local server, else `demo`.
 */
export async function resolveModel(choice?: ModelChoice, options: ResolveOptions = {}): Promise<Model> {
  const { env = process.env } = options
  if (choice === undefined) return fromId(await chooseId(env), env, options)
  if (typeof choice === 'string') return fromId(choice.trim(), env, options)
  if ('answer' in choice) return choice
  const model = await toCurrent(choice)
  const provider = model.provider.split('.')[0]!
  const traits = PROVIDERS.find(({ name }) => name === provider)?.traits ?? plainTraits
  return compose(model, { provider, id: `${provider}/${model.modelId}`, traits }, options)
}

async function chooseId(env: Env): Promise<string> {
  const named = readVariable(env, 'MODEL')
  if (named !== undefined) return named
  const keyed = PROVIDERS.find((provider) => keyOf(provider, env) !== undefined)
  if (keyed !== undefined) return keyed.name
  for (const provider of PROVIDERS) {
    const name = await firstInstalled(provider, env)
    if (name !== undefined) return `${provider.name}/${name}`
  }
  return 'demo'
}

async function firstInstalled(provider: Provider, env: Env): Promise<string | undefined> {
  try {
    return (await provider.local?.installed(settingsOf(provider, env)))?.[0]
  } catch (error) {
    if (error instanceof ModelError && error.code === 'unavailable') return undefined
    throw error
  }
}

/** The demo model reads words. */
const demoTraits: Traits = { ...plainTraits, files: [] }

async function fromId(id: string, env: Env, options: ResolveOptions): Promise<Model> {
  if (id === 'demo') {
    const model = options.demo ?? (await loadDemoModel())
    return fromLanguageModel(model, { id, traits: demoTraits, price: priceOf(id, options.knownModels) })
  }
  const { provider, name } = findProvider(id, env)
  const settings = settingsOf(provider, env)
  const remedy = remedyOf(provider, settings)
  if (remedy !== undefined) throw new ModelError('configuration', `${id} needs a key; ${remedy}`)
  const chosen = name ?? provider.defaultModel ?? (await provider.local?.installed(settings))?.[0]
  if (chosen === undefined) {
    throw new ModelError('configuration', `${provider.name} has no default model; choose one: ${provider.name}/name`)
  }
  const load = await provider.load(settings)
  return compose(
    await toCurrent(load(chosen)),
    {
      provider: provider.name,
      id: `${provider.name}/${chosen}`,
      traits: provider.traits,
      apiKey: settings.apiKey,
    },
    options,
  )
}

/** A model with the current version of the AI SDK's interface. One with an earlier version needs the package `ai`. */
async function toCurrent(model: LanguageModelV2 | LanguageModelV3 | LanguageModelV4): Promise<LanguageModelV4> {
  if (model.specificationVersion === 'v4') return model
  const current = await wrap(model)
  if (current.specificationVersion === 'v4') return current
  const { provider, specificationVersion } = model
  throw new ModelError(
    'configuration',
    `a model of ${provider} has version ${specificationVersion} of the AI SDK's interface, which needs a newer ai; run npm install ai@latest`,
  )
}

async function wrap(model: LanguageModelV2 | LanguageModelV3): Promise<LanguageModelV4> {
  try {
    const { wrapLanguageModel } = await import('ai')
    return wrapLanguageModel({ model, middleware: [] })
  } catch (error) {
    throw notInstalled('ai', error)
  }
}

function compose(
  model: LanguageModelV4,
  { provider, ...settings }: { provider: string; id: string; traits: Traits; apiKey?: string | undefined },
  { knownModels }: ResolveOptions,
): Model {
  const price = priceOf(settings.id, knownModels)
  return withRetry(withLane(fromLanguageModel(model, { ...settings, price }), laneOf(provider)))
}

/** Loads the optional package `@sweatpants/demo-model`. Throws a `ModelError` that says how to install it. */
export async function loadDemoModel(): Promise<LanguageModelV4> {
  // Some bundlers accept a missing package only if its import stands in a `try`.
  try {
    const { createDemoModel } = await import('@sweatpants/demo-model')
    return createDemoModel()
  } catch (cause) {
    const message = 'demo needs @sweatpants/demo-model, which could not be loaded; npm i @sweatpants/demo-model'
    throw new ModelError('configuration', message, { cause })
  }
}
