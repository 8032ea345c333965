import { ModelError } from './errors.ts'
import { type KnownModel, type Price, rate } from './known-model.ts'
import { type Env, keyOf, type Provider } from './provider.ts'
import { PROVIDERS, providersIn } from './providers/index.ts'

/** The parts of `provider/name`; a provider alone has no name. `undefined` if the text is not an id. */
export function parseModelId(id: string): { provider: string; name: string | undefined } | undefined {
  const [, provider, name] = /^([^/\s]+)(?:\/(\S+))?$/.exec(id) ?? []
  return provider === undefined ? undefined : { provider, name }
}

/** How to use a provider that is not in the table. */
export const OTHER_PROVIDERS = 'For another server with an OpenAI-compatible API, set NAME_BASE_URL and use name/model'

/** The provider that an id begins with, and the name of the model if the id has one. */
export function findProvider(id: string, env: Env): { provider: Provider; name: string | undefined } {
  const parsed = parseModelId(id)
  const providers = providersIn(env)
  const provider = providers.find(({ name }) => name === parsed?.provider)
  if (provider !== undefined) return { provider, name: parsed?.name }
  const problem = parsed === undefined ? `"${id}" is not a model id` : `there is no provider "${parsed.provider}"`
  const list = [...providers.map((provider) => describe(provider, env)), 'demo'].join(', ')
  throw new ModelError(
    'configuration',
    `${problem}; expected provider/model with one of these providers: ${list}. ${OTHER_PROVIDERS}`,
  )
}

function describe(provider: Provider, env: Env): string {
  const { name, keys } = provider
  if (keys === undefined) return name
  return `${name} (${keys[0]} is ${keyOf(provider, env) === undefined ? 'not ' : ''}set)`
}

// British English has no comma before "or".
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** What to do to get a model other than the demo model: set the key of a provider, or start a local server. */
export const describeRemedies = (): string =>
  [
    `set ${alternatives.format(PROVIDERS.flatMap(({ keys }) => keys?.[0] ?? []))}`,
    ...PROVIDERS.flatMap(({ local }) => local?.start ?? []),
  ].join(', or ')

const KNOWN_MODELS: readonly KnownModel[] = [
  ...PROVIDERS.flatMap(({ models = [] }) => models),
  rate('demo', 1, 0, 0, 0),
]

/** The first known model whose pattern matches the id; `own` models are tried first. */
export const knownModel = (id: string, own: readonly KnownModel[] = []): KnownModel | undefined =>
  [...own, ...KNOWN_MODELS].find(({ pattern }) => pattern.test(id))

/** The price of a model, or `undefined` if it is unknown; `own` prices are tried first. */
export const priceOf = (id: string, own: readonly KnownModel[] = []): Price | undefined => knownModel(id, own)?.price
