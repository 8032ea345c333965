import { clusterPositions } from '../consensus/cluster-positions.ts'
import { readVotes } from '../consensus/vote-history.ts'
import type { Session } from '../session/session.ts'
import { isDenial } from './denial.ts'
import { type Cited, mergeSources, type Source } from './sources.ts'

/** Something that was said for an answer. Alike in words is taken for the same. */
export interface Claim {
  text: string
  /** Seats that say it. */
  supporters: string[]
  /** Seats that say the contrary, in their words. */
  disputers: { agentId: string; text: string }[]
  /** Seats that hold an answer for which nobody says it. */
  others: string[]
  sources: Source[]
}

export interface Claims {
  /** Those that most seats share first. */
  claims: Claim[]
  /** Sources that are cited for no claim in particular. */
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
  const alike = clusterPositions(
    session.topic,
    [...points, ...cited].map(({ text }) => ({ position: text, shares: [] })),
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

/** What each seat voted for when it was last heard. */
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
  return { text, supporters, disputers, others: ownSides.size === 0 ? [] : others, sources: mergeSources(cited) }
}
