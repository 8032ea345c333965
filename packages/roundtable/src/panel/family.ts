import { type ModelFamily, PROVIDERS } from '@sweatpants/framework/models'

/** Families of models that other people than their makers serve as well. A short name must stand alone. */
const OPEN_FAMILIES: readonly ModelFamily[] = [
  { name: 'llama', pattern: /llama/ },
  { name: 'qwen', pattern: /qwen|(?<![a-z])qwq/ },
  { name: 'mistral', pattern: /mistral|mixtral|ministral|magistral|codestral|devstral|pixtral/ },
  { name: 'gemma', pattern: /gemma/ },
  { name: 'deepseek', pattern: /deepseek/ },
  { name: 'phi', pattern: /(?<![a-z])phi(?![a-z])/ },
  { name: 'grok', pattern: /(?<![a-z])grok/ },
  { name: 'command', pattern: /(?<![a-z])command-?[ra]/ },
  { name: 'kimi', pattern: /(?<![a-z])kimi/ },
  { name: 'glm', pattern: /glm(?![a-z])/ },
  { name: 'granite', pattern: /granite/ },
]

const FAMILIES: readonly ModelFamily[] = [...PROVIDERS.flatMap(({ family }) => family ?? []), ...OPEN_FAMILIES]

/** The family of a model. Models of one family were trained by the same people, and make the same mistakes. */
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
