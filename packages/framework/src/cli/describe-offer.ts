import type { Offer } from '../mcp/catalog.ts'

/** `2 tools (greet, book), 1 prompt (tour)`. */
export function describeOffer({ tools, prompts, resources }: Required<Offer>): string {
  const kinds = [describe('tool', tools), describe('prompt', prompts), describe('resource', resources)]
  return kinds.filter((kind) => kind !== '').join(', ')
}

function describe(kind: string, items: readonly { name: string }[]): string {
  if (items.length === 0) return ''
  return `${items.length} ${kind}${items.length === 1 ? '' : 's'} (${items.map(({ name }) => name).join(', ')})`
}
