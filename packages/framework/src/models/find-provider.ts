import { ModelError } from './errors.ts'
import { type Env, keyOf, type Provider } from './provider.ts'
import { providersIn } from './providers/index.ts'

/** The provider that an id begins with, and the name of the model where it has one. */
export function findProvider(id: string, env: Env): { provider: Provider; name: string | undefined } {
  const [, first = '', name] = /^([^/\s]+)(?:\/(\S+))?$/.exec(id) ?? []
  const providers = providersIn(env)
  const provider = providers.find((provider) => provider.name === first)
  if (provider !== undefined) return { provider, name }
  const problem = first === '' ? `"${id}" is not the name of a model` : `there is no provider "${first}"`
  const list = [...providers.map((provider) => describe(provider, env)), 'demo'].join(', ')
  const other = 'A server that speaks the protocol of OpenAI is name/model once NAME_BASE_URL says where it is'
  throw new ModelError('configuration', `${problem}; expected provider/model, with one of: ${list}. ${other}`)
}

function describe(provider: Provider, env: Env): string {
  const { name, key } = provider
  if (key === undefined) return name
  return `${name} (${key} is ${keyOf(provider, env) === undefined ? 'not ' : ''}set)`
}
