import type { DiscoveredModel } from '@sweatpants/framework/models'
import { familyOf } from './family.ts'
import type { Candidate } from './panel.ts'

/** Whose list is of all that it has, and not of what is usual. */
const LISTS_ALL: readonly string[] = ['ollama']

export function toCandidate({ provider, id, usable, remedy }: DiscoveredModel): Candidate {
  const model = id ?? provider
  const family = familyOf(model)
  if (!usable) return { model, family, usable, ...(remedy !== undefined && { remedy }) }
  return id === undefined ? { model, family, usable: false, remedy: toName(provider) } : { model, family, usable }
}

/** Whoever is wished for, usable or with what to do about it. A provider alone means its usual model. */
export function findCandidate(wish: string, found: readonly DiscoveredModel[]): Candidate {
  const model = wish.trim()
  const refuse = (remedy: string): Candidate => ({ model, family: familyOf(model), usable: false, remedy })
  const [, provider = '', name] = /^([^/\s]+)(?:\/(\S+))?$/.exec(model) ?? []
  const known = found.filter((one) => one.provider === provider)
  const [usual] = known
  if (usual === undefined || (usual.id === provider && name !== undefined)) {
    const providers = [...new Set(found.map((one) => one.provider))].join(', ')
    const other = 'A server that speaks the protocol of OpenAI is name/model once NAME_BASE_URL says where it is'
    return refuse(`there is no model "${model}"; expected provider/name, with one of: ${providers}. ${other}`)
  }
  if (name === undefined) return toCandidate(usual)
  if (!usual.usable) return refuse(usual.remedy ?? `${provider} cannot be used`)
  const isThere = known.some(({ id }) => id === model || id === `${model}:latest`)
  if (LISTS_ALL.includes(provider) && !isThere)
    return refuse(`${provider} does not have it; ollama pull ${name} gets it`)
  return { model, family: familyOf(model), usable: true }
}

const toName = (provider: string): string => `${provider} has many models; name one, as ${provider}/name`
