import { type Env, type Provider, remedyOf, settingsOf } from './provider.ts'
import { providersIn } from './providers/index.ts'

/** A model that can be chosen, or could be. */
export interface DiscoveredModel {
  provider: string
  /** As `resolveModel` takes it; absent where only the server knows what it has. */
  id?: string
  usable: boolean
  /** What to do about it, where it is not usable. */
  remedy?: string
}

/** Which models there are: the usual one of each provider, and what a local server has. Nobody is asked who charges for it. */
export async function discoverModels(env: Env = process.env): Promise<DiscoveredModel[]> {
  const found = await Promise.all(providersIn(env).map((provider) => look(provider, env)))
  return [...found.flat(), { provider: 'demo', id: 'demo', usable: true }]
}

async function look(provider: Provider, env: Env): Promise<DiscoveredModel[]> {
  const { name, defaultModel } = provider
  const usual = { provider: name, ...(defaultModel !== undefined && { id: `${name}/${defaultModel}` }) }
  try {
    const settings = settingsOf(provider, env)
    const remedy = remedyOf(provider, settings)
    if (remedy !== undefined) return [{ ...usual, usable: false, remedy }]
    const installed = await provider.installed?.(settings)
    return (
      installed?.map((model) => ({ provider: name, id: `${name}/${model}`, usable: true })) ?? [
        { ...usual, usable: true },
      ]
    )
  } catch (error) {
    return [{ ...usual, usable: false, remedy: error instanceof Error ? error.message : String(error) }]
  }
}
