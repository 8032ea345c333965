import type { Provider } from './providers.ts'

/** The kind of a request to a model. */
export type AskedFor = 'question' | 'statement' | 'ballot' | 'groups' | 'summary' | 'synthesis' | 'perspectives'

/** A request that a provider received. */
export interface Asked {
  /** A model id for `resolveModel`. */
  model: string
  for: AskedFor
  round: number
  /** The whole prompt, without the tools. */
  text: string
  /** The names of its tools. */
  tools: string[]
  /** The number of tool results in the conversation so far. */
  results: number
  /** Resolves when the caller closes the connection before the end of the answer. */
  closed: Promise<void>
  /** Resolves when the answer is written. */
  answered: Promise<void>
}

export function readAsked(provider: Provider, path: string, body: Record<string, unknown>) {
  const { tools, model, ...told } = body
  const text = textsIn(told).join('\n')
  return {
    model: `${provider.name}/${model ?? /models\/([^:]+):/.exec(path)?.[1]}`,
    for: askedFor(text),
    round: Number(/\bround (\d+) of \d+/i.exec(text)?.[1] ?? 0),
    text,
    tools: [tools ?? []].flat().flatMap(namesIn),
    results: provider.turns(body).flatMap(({ results }) => results).length,
  }
}

/** Returns the kind by the format that the prompt shows. */
function askedFor(text: string): AskedFor {
  if (/^\s+"checkable":/m.test(text)) return 'question'
  if (/^\s+"groups":/m.test(text)) return 'groups'
  if (/^\s+"reasoning":/m.test(text)) return 'statement'
  if (/^\s+"position":/m.test(text)) return 'ballot'
  if (/^\s+"summary":/m.test(text)) return 'summary'
  return /^\s+"commonGround":/m.test(text) ? 'synthesis' : 'perspectives'
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

type Declared = {
  type?: string
  name?: string
  function?: { name: string }
  functionDeclarations?: { name: string }[]
  googleSearch?: object
}

/** Returns the names of tools, which each provider has in another place. */
const namesIn = (tool: Declared): string[] => [
  ...(tool.functionDeclarations ?? []).map(({ name }) => name),
  ...(tool.googleSearch === undefined ? [] : ['google_search']),
  ...[tool.name ?? tool.function?.name ?? (tool.type === 'web_search' ? tool.type : [])].flat(),
]
