import { createDemoModel, type DemoModelOptions } from '@sweatpants/demo-model'
import { boardVoice } from '@sweatpants/example-tictactoe/board-voice'
import { messageOf, UsageError } from '@sweatpants/framework/cli'
import { HttpError } from '@sweatpants/framework/http'
import {
  type DiscoveredModel,
  discoverModels,
  type Model,
  ModelError,
  type ModelSource,
  PROVIDERS,
  type Provider,
  parseModelId,
  resolveModel,
  settingsOf,
} from '@sweatpants/framework/models'
import { debateVoice } from '@sweatpants/roundtable'
import type { Env, ProviderKeys } from './keys/provider-keys.ts'
import { titleVoice } from './title-voice.ts'

/** Creates the demo model of this app, which also names conversations, plays tic-tac-toe and debates. */
export const createDemo = (options: DemoModelOptions = {}) =>
  createDemoModel({ ...options, voices: [titleVoice, boardVoice, debateVoice] })

/** A model as the page shows it. */
export interface OfferedModel {
  id: string
  label: string
  usable: boolean
  /** What to do to make it usable. */
  remedy?: string
  /** The provider whose key it needs. */
  needsKey?: string
  /** The files that it takes as they are, if that is known. */
  files?: NonNullable<Model['files']>
}

export interface OfferedModelsOptions {
  /** As `resolveModel` takes it. */
  choice: string | undefined
  /** Replaces the models that are discovered, for tests. */
  fixed: readonly [Model, ...Model[]] | undefined
  keys: ProviderKeys
  onError: (error: unknown) => void
}

/** Models that are kept by their id. Clients choose the ids. */
const MAX_RESOLVED = 100

/** The models of the app. They follow the keys in the store, which people change in the page. */
export class OfferedModels implements ModelSource {
  readonly #options: OfferedModelsOptions
  #resolved = new Map<string, Model>()
  #usable!: readonly [string, ...string[]]
  #offered: readonly OfferedModel[] = []
  /** The version of the keys that the models were found with. */
  #version = -1
  #refreshing: Promise<void> = Promise.resolve()

  private constructor(options: OfferedModelsOptions) {
    this.#options = options
  }

  static async open(options: OfferedModelsOptions): Promise<OfferedModels> {
    const models = new OfferedModels(options)
    const current = takeKeys(options.keys)
    const chosen = await models.#resolveFirst(current.env).catch((cause) => {
      throw new UsageError(`${messageOf(cause)}. Change --model or MODEL, or leave both out`, { cause })
    })
    await models.#look(chosen, current)
    return models
  }

  list(): readonly [string, ...string[]] {
    return this.#usable
  }

  get offered(): readonly OfferedModel[] {
    return this.#offered
  }

  async find(id: string): Promise<Model> {
    const fixed = this.#options.fixed?.find((model) => model.id === id)
    if (fixed !== undefined) return fixed
    // While the store cannot be read, the last known keys are used.
    await this.refresh().catch(this.#options.onError)
    const known = this.#resolved.get(id)
    if (known !== undefined) return known
    const resolved = this.#resolved
    const { env } = this.#options.keys
    const model = await resolve(id, env).catch((error) => {
      throw explain(error, id, env)
    })
    if (resolved.size >= MAX_RESOLVED) resolved.clear()
    // A map that was replaced meanwhile belongs to other keys.
    resolved.set(id, model)
    return model
  }

  /** Resolves to the full id of a model that a person named. Rejects with what to do. */
  async check(id: string): Promise<string> {
    try {
      return (await this.find(id)).id
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      const code = providerLackingKey(id, this.#options.keys.env) === undefined ? 'unknown_model' : 'needs_key'
      throw new HttpError(422, code, error.message)
    }
  }

  /** Returns the models that providers have, for the panel of a debate. */
  async discover(): Promise<readonly DiscoveredModel[]> {
    const { fixed, keys } = this.#options
    if (fixed !== undefined) return fixed.map(({ id }) => ({ provider: id.split('/')[0]!, id, usable: true }))
    await keys.read()
    return discoverModels(keys.env)
  }

  /** Finds the models anew if a key has changed. */
  refresh(): Promise<void> {
    const refreshed = this.#refreshing.then(async () => {
      const { keys } = this.#options
      await keys.read()
      if (keys.version === this.#version) return
      this.#resolved = new Map()
      const current = takeKeys(keys)
      const { env } = current
      // The key of the chosen model may have been removed.
      const chosen = await this.#resolveFirst(env).catch(() => resolve(undefined, { ...env, MODEL: undefined }))
      await this.#look(chosen, current)
    })
    this.#refreshing = refreshed.catch(() => {})
    return refreshed
  }

  async #look(chosen: Model, { version, env }: CurrentKeys): Promise<void> {
    const { fixed } = this.#options
    const others = fixed === undefined ? (await discoverModels(env)).filter(({ id }) => id !== chosen.id) : []
    const looked = await Promise.all(others.map((found) => lookAt(found, env)))
    const ready = fixed?.slice(1) ?? looked.flatMap(({ model }) => model ?? [])
    this.#usable = [chosen.id, ...ready.map(({ id }) => id)]
    this.#offered = [toOffered(chosen), ...ready.map(toOffered), ...looked.flatMap(({ missing }) => missing ?? [])]
    this.#version = version
  }

  async #resolveFirst(env: Env): Promise<Model> {
    const { fixed, choice } = this.#options
    return fixed?.[0] ?? resolve(choice, env)
  }
}

type CurrentKeys = Pick<ProviderKeys, 'version' | 'env'>

/** The keys may change while models are resolved: all of them are found with the same keys, under the version of those. */
const takeKeys = ({ version, env }: ProviderKeys): CurrentKeys => ({ version, env })

const resolve = (id: string | undefined, env: Env): Promise<Model> => resolveModel(id, { demo: createDemo(), env })

async function lookAt(found: DiscoveredModel, env: Env): Promise<{ model?: Model; missing?: OfferedModel }> {
  const { provider, id = provider, usable, remedy } = found
  const needsKey = providerLackingKey(id, env)?.name
  const missing = { id, label: labelOf(id), usable: false, ...(needsKey !== undefined && { needsKey }) }
  if (!usable) return { missing: { ...missing, ...(remedy !== undefined && { remedy }) } }
  try {
    return { model: await resolve(id, env) }
  } catch (error) {
    return { missing: { ...missing, remedy: messageOf(error) } }
  }
}

/** Returns the provider of a model if its key is missing. */
function providerLackingKey(id: string, env: Env): Provider | undefined {
  const name = parseModelId(id)?.provider
  const provider = PROVIDERS.find((candidate) => candidate.name === name)
  if (provider?.keys === undefined) return undefined
  const { apiKey, baseUrl } = settingsOf(provider, env)
  return apiKey === undefined && baseUrl === undefined ? provider : undefined
}

/** Returns an error for a person at the page. */
function explain(error: unknown, id: string, env: Env): unknown {
  if (!(error instanceof ModelError)) return error
  const provider = providerLackingKey(id, env)
  if (provider !== undefined) {
    const message = `${id} needs an API key of ${provider.title}. Add one in the settings, or set ${provider.keys![0]}.`
    return new ModelError('configuration', message, { cause: error })
  }
  const parsed = parseModelId(id)
  if (parsed !== undefined && PROVIDERS.some(({ name }) => name === parsed.provider)) return error
  const names = PROVIDERS.map(({ name }) => name).join(', ')
  const problem = parsed === undefined ? `“${id}” is not a model.` : `There is no provider “${parsed.provider}”.`
  return new ModelError('configuration', `${problem} Write provider/model, with one of: ${names}.`, { cause: error })
}

const toOffered = ({ id, files }: Model): OfferedModel => ({
  id,
  label: labelOf(id),
  usable: true,
  ...(files !== undefined && { files }),
})

function labelOf(id: string): string {
  if (id === 'demo') return 'Demo model (offline)'
  const [provider, ...name] = id.split('/')
  return name.length === 0 ? id : `${name.join('/')} (${provider})`
}
