import { readVotes } from '../consensus/votes.ts'
import { answersOf } from '../session/question.ts'
import type { Session } from '../session/session.ts'
import { clusterClaims } from './cluster-claims.ts'
import { opposite, signedWords } from './compare-claims.ts'
import { toPlainText } from './plain-text.ts'
import { type Cited, mergeSources, type Source } from './sources.ts'

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
  /** Seats with an answer that no supporter of the claim gives. They may never have spoken about the claim. */
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
  /** The vote of the seat at that time. */
  answer: string | undefined
}

export function readClaims(session: Session): Claims {
  const { votes } = readVotes(session, session.currentRound)
  const findVote = (agentId: string, round: number) =>
    votes.findLast(({ said }) => said.seat.agentId === agentId && said.round <= round)?.key
  const points = session.responses.flatMap(({ agentId, round, keyPoints }) => {
    const answer = findVote(agentId, round)
    return keyPoints.filter((text) => text.trim() !== '').map((text): Point => ({ text, agentId, answer }))
  })
  const cited = session.responses.flatMap(({ agentId, round, citations }) =>
    citations.map((citation) => ({
      citation,
      agentId,
      text: citation.claim ?? '',
      answer: findVote(agentId, round),
    })),
  )
  const alike = clusterClaims(session.topic, answersOf(session), [...points, ...cited])
  const groups = Map.groupBy(points, (_, index) => alike[index]!)
  const citedFor = Map.groupBy(cited, ({ agentId, text }, index) => {
    const group = alike[points.length + index]!
    const isOwn = groups.get(group)?.some((point) => point.agentId === agentId) ?? false
    return text.trim() !== '' && isOwn ? group : undefined
  })
  /** The last vote of each seat. */
  const lastVotes = new Map(votes.map(({ said, key }) => [said.seat.agentId, key]))
  const claims = [...groups].map(([group, said]) => toClaim(said, points, citedFor.get(group) ?? [], lastVotes))
  return {
    claims: claims.sort((a, b) => b.supporters.length - a.supporters.length),
    sources: mergeSources(citedFor.get(undefined) ?? []),
  }
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
    text: toPlainText(said.at(-1)!.text),
  }))
  const ownSides = new Set(supporters.flatMap((agentId) => sides.get(agentId) ?? []))
  const others = [...sides].flatMap(([agentId, side]) => {
    const isNamed = supporters.includes(agentId) || disputers.some((one) => one.agentId === agentId)
    return isNamed || ownSides.has(side) ? [] : [agentId]
  })
  const sources = mergeSources(cited)
  const state = stateOf(supporters.length, disputers.length, sources.length)
  return { text: toPlainText(text), state, supporters, disputers, others: ownSides.size === 0 ? [] : others, sources }
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
