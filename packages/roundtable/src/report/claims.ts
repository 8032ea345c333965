import { readVotes } from '../consensus/vote-history.ts'
import { addressKey, toWebAddress } from '../session/address.ts'
import type { Citation } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { clusterClaims } from './cluster-claims.ts'
import { opposite, signedWords } from './compare-claims.ts'

/**
 * How a claim stands.
 *
 * - `contested`: a seat states the opposite.
 * - `agreed`: at least two seats state it, and none the opposite.
 * - `sourced`: one seat states it, with a source.
 * - `unsupported`: one seat states it, without a source.
 */
export type ClaimState = 'agreed' | 'contested' | 'sourced' | 'unsupported'

/** A claim in favour of an answer. Claims with similar words count as one. */
export interface Claim {
  text: string
  state: ClaimState
  /** Seats that state the claim. */
  supporters: string[]
  /** Seats that state the opposite, in their words. */
  disputers: { agentId: string; text: string }[]
  /** Silent supporters of other answers: seats whose answer no supporter of the claim shares. */
  others: string[]
  sources: Source[]
}

export interface Claims {
  /** Claims of the most seats first. */
  claims: Claim[]
  /** Sources that are not cited for a particular claim. */
  sources: Source[]
}

interface Point {
  text: string
  agentId: string
}

export function readClaims(session: Session): Claims {
  const points = session.responses.flatMap(({ agentId, keyPoints }) =>
    keyPoints.filter((text) => text.trim() !== '').map((text): Point => ({ text, agentId })),
  )
  const cited = session.responses.flatMap(({ agentId, citations }) =>
    citations.map((citation) => ({ citation, agentId, text: citation.claim ?? '' })),
  )
  const alike = clusterClaims(
    session.topic,
    [...points, ...cited].map(({ text }) => text),
  )
  const groups = Map.groupBy(points, (_, index) => alike[index]!)
  const citedFor = Map.groupBy(cited, ({ agentId, text }, index) => {
    const group = alike[points.length + index]!
    const isOwn = groups.get(group)?.some((point) => point.agentId === agentId) ?? false
    return text.trim() !== '' && isOwn ? group : undefined
  })
  const sides = readSides(session)
  const claims = [...groups].map(([group, said]) => toClaim(said, points, citedFor.get(group) ?? [], sides))
  return {
    claims: claims.sort((a, b) => b.supporters.length - a.supporters.length),
    sources: mergeSources(citedFor.get(undefined) ?? []),
  }
}

/** The last vote of each seat. */
function readSides(session: Session): ReadonlyMap<string, string> {
  const { votes } = readVotes(session, session.currentRound)
  return new Map(votes.map(({ said, key }) => [said.seat.agentId, key]))
}

function toClaim(
  group: readonly Point[],
  points: readonly Point[],
  cited: readonly Cited[],
  sides: ReadonlyMap<string, string>,
): Claim {
  const { text } = group[0]!
  const supporters = [...new Set(group.map(({ agentId }) => agentId))]
  const denials = points.filter((point) => !supporters.includes(point.agentId) && isDenial(text, point.text))
  const disputers = [...Map.groupBy(denials, ({ agentId }) => agentId)].map(([agentId, said]) => ({
    agentId,
    text: said.at(-1)!.text,
  }))
  const ownSides = new Set(supporters.flatMap((agentId) => sides.get(agentId) ?? []))
  const others = [...sides].flatMap(([agentId, side]) => {
    const isNamed = supporters.includes(agentId) || disputers.some((one) => one.agentId === agentId)
    return isNamed || ownSides.has(side) ? [] : [agentId]
  })
  const sources = mergeSources(cited)
  const state = stateOf(supporters.length, disputers.length, sources.length)
  return { text, state, supporters, disputers, others: ownSides.size === 0 ? [] : others, sources }
}

function stateOf(supporters: number, disputers: number, sources: number): ClaimState {
  if (disputers > 0) return 'contested'
  if (supporters > 1) return 'agreed'
  return sources > 0 ? 'sourced' : 'unsupported'
}

/** Whether two texts share most of their words, and one negates at least half of those. */
export function isDenial(one: string, other: string): boolean {
  const [said, heard] = [signedWords(one), signedWords(other)]
  const opposed = [...said].filter((signed) => heard.has(opposite(signed)) && !heard.has(signed)).length
  const shared = [...said].filter((signed) => heard.has(signed)).length + opposed
  return opposed > 0 && opposed * 2 >= shared && shared * 2 >= Math.min(said.size, heard.size)
}

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

interface Cited {
  citation: Citation
  agentId: string
}

/** Merges citations of the same source. */
function mergeSources(cited: readonly Cited[]): Source[] {
  const groups = Map.groupBy(cited, ({ citation }) => addressKey(citation.url) ?? citation.title.trim().toLowerCase())
  return [...groups.values()].map((group) => {
    const { title, url } = group[0]!.citation
    const address = toWebAddress(url)
    return {
      title,
      ...(address !== undefined && { url: address }),
      quotes: [...new Set(group.flatMap(({ citation }) => citation.quote ?? []))],
      agentIds: [...new Set(group.map(({ agentId }) => agentId))],
      isChecked: group.some(({ citation }) => citation.isChecked === true),
    }
  })
}
