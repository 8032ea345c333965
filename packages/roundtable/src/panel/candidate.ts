import {
  type DiscoveredModel,
  type ModelFamily,
  OTHER_PROVIDERS,
  PROVIDERS,
  parseModelId,
} from '@sweatpants/framework/models'
import type { Candidate } from './panel.ts'

export function toCandidate({ provider, id, usable, remedy }: DiscoveredModel): Candidate {
  const model = id ?? provider
  const family = familyOf(model)
  if (!usable) return { model, family, usable, ...(remedy !== undefined && { remedy }) }
  return id === undefined
    ? { model, family, usable: false, remedy: `${provider} has no default model; choose one: ${provider}/name` }
    : { model, family, usable }
}

/** Returns the candidate for a requested model: usable, or with a remedy. A provider alone means its default model. */
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

/** Families of open models, which many providers serve, and whose companies are no provider here. A short name must be a whole word. */
const OPEN_FAMILIES: readonly ModelFamily[] = [
  { name: 'llama', pattern: /llama/ },
  { name: 'qwen', pattern: /qwen|(?<![a-z])qwq/ },
  { name: 'gemma', pattern: /gemma/ },
  { name: 'phi', pattern: /(?<![a-z])phi(?![a-z])/ },
  { name: 'command', pattern: /(?<![a-z])command-?[ra]/ },
  { name: 'kimi', pattern: /(?<![a-z])kimi/ },
  { name: 'glm', pattern: /glm(?![a-z])/ },
  { name: 'granite', pattern: /granite/ },
]

const FAMILIES: readonly ModelFamily[] = [...PROVIDERS.flatMap(({ family }) => family ?? []), ...OPEN_FAMILIES]

/** The family of a model. Models of one family were trained by the same company, and make similar mistakes. */
export function familyOf(model: string): string {
  const [provider = '', ...rest] = model.trim().toLowerCase().split('/')
  const own = PROVIDERS.find(({ name }) => name === provider)?.family
  if (own !== undefined) return own.name
  const name = rest.join('/')
  const [first] = FAMILIES.map((family) => ({ family, at: name.search(family.pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  return first?.family.name ?? /[a-z]+/.exec(rest.at(-1) ?? '')?.[0] ?? provider
}
