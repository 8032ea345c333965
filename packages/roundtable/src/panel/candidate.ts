import { type DiscoveredModel, OTHER_PROVIDERS, PROVIDERS, parseModelId } from '@sweatpants/framework/models'
import { familyOf } from './family.ts'
import type { Candidate } from './panel.ts'

export function toCandidate({ provider, id, usable, remedy }: DiscoveredModel): Candidate {
  const model = id ?? provider
  const family = familyOf(model)
  if (!usable) return { model, family, usable, ...(remedy !== undefined && { remedy }) }
  return id === undefined
    ? { model, family, usable: false, remedy: `${provider} has no default model; choose one: ${provider}/name` }
    : { model, family, usable }
}

/** The candidate for a wish: usable, or with its remedy. A provider alone means its default model. */
export function findCandidate(wish: string, found: readonly DiscoveredModel[]): Candidate {
  const model = wish.trim()
  const refuse = (remedy: string): Candidate => ({ model, family: familyOf(model), usable: false, remedy })
  const { provider = '', name } = parseModelId(model) ?? {}
  const known = found.filter((one) => one.provider === provider)
  const [usual] = known
  if (usual === undefined || (usual.id === provider && name !== undefined)) {
    const providers = [...new Set(found.map((one) => one.provider))].join(', ')
    return refuse(
      `there is no model "${model}"; expected provider/model with one of these providers: ${providers}. ${OTHER_PROVIDERS}`,
    )
  }
  if (name === undefined) return toCandidate(usual)
  if (!usual.usable) return refuse(usual.remedy ?? `${provider} cannot be used`)
  const { local } = PROVIDERS.find((one) => one.name === provider) ?? {}
  const isInstalled = known.some(({ id }) => id === model || id === `${model}:latest`)
  if (local !== undefined && !isInstalled) {
    return refuse(`${provider} has no model "${name}"; install it with ${local.install(name)}`)
  }
  return { model, family: familyOf(model), usable: true }
}
