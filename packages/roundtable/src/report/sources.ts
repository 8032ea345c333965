import { addressKey, toWebAddress } from '../session/address.ts'
import type { AgentResponse, Citation } from '../session/response.ts'

/** A cited source, with the seats that cite it. */
export interface Source {
  title: string
  /** A web address only: nothing else may become a link. */
  url?: string
  quotes: string[]
  agentIds: string[]
  /** Whether a search or a tool has returned it in this debate. Otherwise a model names it from memory. */
  isChecked: boolean
}

export interface Cited {
  citation: Citation
  agentId: string
}

/** Merges citations of the same source. */
export const mergeSources = (cited: readonly Cited[]): Source[] =>
  groupBySource(cited).map((group) => {
    const { title, url } = group[0].citation
    const address = toWebAddress(url)
    return {
      title,
      ...(address !== undefined && { url: address }),
      quotes: [...new Set(group.flatMap(({ citation }) => citation.quote ?? []))],
      agentIds: [...new Set(group.map(({ agentId }) => agentId))],
      isChecked: isChecked(group),
    }
  })

/** A source as it was first cited, with all its citations. */
export interface ListedSource extends Pick<Citation, 'title' | 'url'> {
  isChecked: boolean
  citedBy: SourceUse[]
}

/** What a seat cites a source for. */
export interface SourceUse extends Pick<Citation, 'claim' | 'quote'> {
  agentId: string
  round: number
}

/** Lists the sources of statements, each once, in the order in which they were first cited. */
export const listSources = (responses: readonly AgentResponse[]): ListedSource[] =>
  groupBySource(
    responses.flatMap(({ agentId, round, citations }) => citations.map((citation) => ({ citation, agentId, round }))),
  ).map((group) => {
    const { title, url } = group[0].citation
    return {
      title,
      ...(url !== undefined && { url }),
      isChecked: isChecked(group),
      citedBy: withoutRepeats(
        group.map(({ agentId, round, citation: { claim, quote } }) => ({
          agentId,
          round,
          ...(claim !== undefined && { claim }),
          ...(quote !== undefined && { quote }),
        })),
      ),
    }
  })

/** Removes what a seat cites twice in a round for the same claim, as it does with two addresses of one page. */
const withoutRepeats = (uses: readonly SourceUse[]): SourceUse[] => [
  ...new Map(uses.map((use) => [JSON.stringify(use), use])).values(),
]

/** Groups citations of the same page, or of the same title if they have no web address. */
function groupBySource<C extends Cited>(cited: readonly C[]): [C, ...C[]][] {
  const groups = Map.groupBy(cited, ({ citation }) => addressKey(citation.url) ?? citation.title.trim().toLowerCase())
  // A group has the citation that made it.
  return [...groups.values()] as [C, ...C[]][]
}

const isChecked = (group: readonly Cited[]): boolean => group.some(({ citation }) => citation.isChecked === true)
