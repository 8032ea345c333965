import type { Provider } from './providers.ts'

/** What a model of a debate is asked for. */
export type AskedFor = 'statement' | 'ballot' | 'summary' | 'synthesis' | 'perspectives'

/** One request that a provider got. */
export interface Asked {
  /** As `resolveModel` takes it. */
  model: string
  for: AskedFor
  round: number
  /** All that the model is told, without its tools. */
  text: string
  /** The tools that it is given, by name. */
  tools: string[]
  /** Results of tools in the conversation so far. */
  results: number
  /** Fulfilled when the caller closes the connection before the answer is whole. */
  closed: Promise<void>
  /** Fulfilled when the answer is written. */
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

/** By the format that the prompt shows. */
function askedFor(text: string): AskedFor {
  if (/^\s+"reasoning":/m.test(text)) return 'statement'
  if (/^\s+"position":/m.test(text)) return 'ballot'
  if (/^\s+"summary":/m.test(text)) return 'summary'
  return /markdown/i.test(text) ? 'synthesis' : 'perspectives'
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

type Declared = { name?: string; function?: { name: string }; functionDeclarations?: { name: string }[] }

/** Names are declared at a place of their own with each provider. */
const namesIn = (tool: Declared): string[] => [
  ...(tool.functionDeclarations ?? []).map(({ name }) => name),
  ...[tool.name ?? tool.function?.name ?? []].flat(),
]
