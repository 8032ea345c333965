import type { Citation } from '../session/response.ts'

/** Something that was cited, by whom. */
export interface Source {
  title: string
  /** Only of the web: nothing else may become a link. */
  url?: string
  quotes: string[]
  agentIds: string[]
}

export interface Cited {
  citation: Citation
  agentId: string
}

/** The same source once, however often it is cited. */
export function mergeSources(cited: readonly Cited[]): Source[] {
  const groups = Map.groupBy(cited, ({ citation }) =>
    (toWebAddress(citation.url) ?? citation.title).trim().toLowerCase(),
  )
  return [...groups.values()].map((group) => {
    const { title, url } = group[0]!.citation
    const address = toWebAddress(url)
    return {
      title,
      ...(address !== undefined && { url: address }),
      quotes: [...new Set(group.flatMap(({ citation }) => citation.quote ?? []))],
      agentIds: [...new Set(group.map(({ agentId }) => agentId))],
    }
  })
}

function toWebAddress(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return /^https?:$/.test(protocol) ? href : undefined
}
