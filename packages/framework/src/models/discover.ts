import { messageOf } from '../tools/describe.ts'
import { type Env, type Provider, remedyOf, settingsOf } from './provider.ts'
import { providersIn } from './providers/index.ts'
import { loadDemoModel } from './resolve.ts'

/** A model that can be chosen, or could be after its remedy. */
export interface DiscoveredModel {
  provider: string
  /** As `resolveModel` takes it; absent if the provider has no default model. */
  id?: string
  usable: boolean
  /** What to do to make it usable. */
  remedy?: string
}

/** Lists the default model of each provider and the models of local servers. Sends no request to a provider that charges. */
export async function discoverModels(env: Env = process.env): Promise<DiscoveredModel[]> {
  const found = await Promise.all([...providersIn(env).map((provider) => look(provider, env)), lookForDemo()])
  return found.flat()
}

async function lookForDemo(): Promise<DiscoveredModel> {
  const demo = { provider: 'demo', id: 'demo' }
  return loadDemoModel().then(
    () => ({ ...demo, usable: true }),
    (error) => ({ ...demo, usable: false, remedy: messageOf(error) }),
  )
}

async function look(provider: Provider, env: Env): Promise<DiscoveredModel[]> {
  const { name, defaultModel } = provider
  const fallback = { provider: name, ...(defaultModel !== undefined && { id: `${name}/${defaultModel}` }) }
  try {
    const settings = settingsOf(provider, env)
    const remedy = remedyOf(provider, settings)
    if (remedy !== undefined) return [{ ...fallback, usable: false, remedy }]
    const installed = await provider.local?.installed(settings)
    // Sends no request. Throws if the package of the provider is missing.
    await provider.load(settings)
    return (
      installed?.map((model) => ({ provider: name, id: `${name}/${model}`, usable: true })) ?? [
        { ...fallback, usable: true },
      ]
    )
  } catch (error) {
    return [{ ...fallback, usable: false, remedy: messageOf(error) }]
  }
}
