import type { Flip, VoteBasis, VoteShare } from '../session/consensus.ts'
import type { Session } from '../session/session.ts'
import { clusterPositions, toTaken } from './cluster-positions.ts'
import { listSaid, opensWithBallots, type Said } from './said.ts'

/** A vote, comparable with others. */
export interface Vote {
  said: Said
  /** Equal for votes for the same answer. */
  key: string
  /** The answer; for positions, in the words of the seat. */
  text: string
}

/** All votes up to a round. */
export interface VoteHistory {
  basis: VoteBasis
  /** In the order of rounds and seats, ballots first; without those in `again`. */
  votes: Vote[]
  /** Votes of seats that had not heard each other: the ballots, or else the first round with a statement. */
  independent: Vote[]
  /** Votes of seats that were asked again in private, because the first answers differed. They are not changes of mind. */
  again: Vote[]
  /** Votes of the round. */
  current: Vote[]
}

export function readVotes(session: Session, round: number): VoteHistory {
  const all = listSaid(session, round)
  const said = all.filter((one) => !isAgain(one))
  const basis = basisOf(session, said)
  const votes = VOTES[basis](said, session)
  const first = session.responses.reduce((least, response) => Math.min(least, response.round), round)
  const isIndependent = opensWithBallots(session)
    ? (one: Said) => one.isBallot
    : (one: Said) => !one.isBallot && one.round === first
  return {
    basis,
    votes,
    independent: votes.filter((vote) => isIndependent(vote.said)),
    // Positions in other words cannot be matched reliably.
    again: basis === 'positions' ? [] : VOTES[basis](all.filter(isAgain), session),
    current: votes.filter((vote) => !vote.said.isBallot && vote.said.round === round),
  }
}

const isAgain = ({ isBallot, round }: Said): boolean => isBallot && round > 1

/**
 * `answers` if there are possible answers. `stances` if the topic is a proposition and every vote has a stance,
 * not all of them neutral. Otherwise `positions`.
 */
function basisOf({ answers, topic }: Session, said: readonly Said[]): VoteBasis {
  if (answers.length > 0) return 'answers'
  const areTaken = said.every(({ stance }) => stance !== undefined) && said.some(({ stance }) => stance !== 'neutral')
  return areTaken && isProposition(topic) ? 'stances' : 'positions'
}

const VOTES: Record<VoteBasis, (said: readonly Said[], session: Session) => Vote[]> = {
  answers: (said) =>
    said.flatMap((one) => (one.answer === undefined ? [] : { said: one, key: one.answer, text: one.answer })),
  stances: (said) =>
    said.flatMap((one) => (one.stance === undefined ? [] : { said: one, key: one.stance, text: one.stance })),
  positions: (said, { topic }) => {
    const clusters = clusterPositions(topic, toTaken(said))
    return said.map((one, i) => ({ said: one, key: String(clusters[i]), text: one.position }))
  },
}

/** Questions and tasks that ask for a thing, not for a side. */
const OPEN =
  /^\W*(?:what|which|who|whom|whose|when|where|why|how|in what|to what|compare|choose|pick|select|find|list|name|rank|suggest|design|wer|was|welche[rsnm]?|wie|wo|wann|warum|que|qué|quel|quelle|cómo|comment|pourquoi)\b/iu

const ALTERNATIVES = /\b(?:or(?! not\b)|vs\.?|versus|oder|ou)\b/i

/**
 * Whether a topic is something to be for or against. If seats are asked which database to use, each supports its own
 * proposal, which is no agreement.
 */
export function isProposition(topic: string): boolean {
  const sentences = topic.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '')
  const questions = sentences.filter((sentence) => sentence.trimEnd().endsWith('?'))
  const asked = questions.length > 0 ? questions : sentences
  return asked.length > 0 && !asked.some((one) => OPEN.test(one) || ALTERNATIVES.test(one))
}

/** Lists the changes of votes. A seat is compared with the last time that it was heard. */
export function findFlips(votes: readonly Vote[]): Flip[] {
  return votes.flatMap((vote, i): Flip[] => {
    const { seat, round, changeReason } = vote.said
    const before = votes.slice(0, i).findLast(({ said }) => said.seat.agentId === seat.agentId)
    if (before === undefined || before.key === vote.key) return []
    const reason = changeReason === undefined ? {} : { reason: changeReason }
    return [{ agentId: seat.agentId, round, from: before.text, to: vote.text, ...reason }]
  })
}

export interface Share extends VoteShare {
  key: string
}

/** Counts the votes by answer, the largest share first; equal shares in the order of their first vote. */
export function tally(votes: readonly Vote[]): Share[] {
  const byKey = Map.groupBy(votes, ({ key }) => key)
  const shares = [...byKey].map(([key, own]) => ({
    key,
    answer: surest(own).text,
    agentIds: own.map(({ said }) => said.seat.agentId),
    families: [...new Set(own.map(({ said }) => said.seat.family))],
  }))
  return shares.sort((a, b) => b.agentIds.length - a.agentIds.length)
}

/** The largest share, or `undefined` if it is tied. */
export function leadOf([first, second]: readonly Share[]): Share | undefined {
  return first === undefined || first.agentIds.length === second?.agentIds.length ? undefined : first
}

const surest = (votes: readonly Vote[]): Vote =>
  votes.reduce((best, vote) => ((vote.said.confidence ?? -1) > (best.said.confidence ?? -1) ? vote : best))

export const toVoteShare = ({ key: _, ...share }: Share): VoteShare => share
