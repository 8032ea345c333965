import { type DiscoveredModel, discoverModels, type Model, resolveModel } from '@sweatpants/framework/models'
import { messageOf, UsageError } from './usage-error.ts'

/** A model as the page shows it. */
export interface OfferedModel {
  id: string
  label: string
  usable: boolean
  /** What to do about it, where it is not usable. */
  remedy?: string
}

export interface ModelOffer {
  /** Those that a conversation can choose from; the first is its model until it chooses. */
  usable: readonly [Model, ...Model[]]
  offered: readonly OfferedModel[]
}

/** What there is to choose from: the model that was asked for or found first, then every other. */
export async function findModels(choice: string | undefined): Promise<ModelOffer> {
  const chosen = await resolveModel(choice).catch((cause) => {
    throw new UsageError(`${messageOf(cause)}; set MODEL or --model, or leave both out`, { cause })
  })
  const others = (await discoverModels()).filter(({ id }) => id !== chosen.id)
  const looked = await Promise.all(others.map(look))
  const ready = looked.flatMap(({ model }) => model ?? [])
  return {
    usable: [chosen, ...ready],
    offered: [toOffered(chosen), ...ready.map(toOffered), ...looked.flatMap(({ missing }) => missing ?? [])],
  }
}

/** Models that were made already, as tests make them. */
export const offerModels = (models: readonly [Model, ...Model[]]): ModelOffer => ({
  usable: models,
  offered: models.map(toOffered),
})

async function look(found: DiscoveredModel): Promise<{ model?: Model; missing?: OfferedModel }> {
  const { provider, id = provider, usable, remedy } = found
  const missing = { id, label: labelOf(id), usable: false }
  if (!usable) return { missing: { ...missing, ...(remedy !== undefined && { remedy }) } }
  try {
    return { model: await resolveModel(id) }
  } catch (error) {
    return { missing: { ...missing, remedy: messageOf(error) } }
  }
}

const toOffered = ({ id }: Model): OfferedModel => ({ id, label: labelOf(id), usable: true })

function labelOf(id: string): string {
  if (id === 'demo') return 'Demo model (offline)'
  const [provider, ...name] = id.split('/')
  return name.length === 0 ? id : `${name.join('/')} (${provider})`
}
