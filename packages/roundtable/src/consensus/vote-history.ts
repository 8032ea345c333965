import type { VoteBasis } from '../session/consensus.ts'
import type { Session } from '../session/session.ts'
import { clusterPositions } from './cluster-positions.ts'
import { isProposition } from './is-proposition.ts'
import { listSaid, opensWithBallots, type Said } from './said.ts'
import { toTaken } from './taken.ts'

/** What a seat votes for, at some time. */
export interface Vote {
  said: Said
  /** The same for votes for the same. */
  key: string
  /** What it votes for, in its own words where the vote is about positions. */
  text: string
}

/** All votes up to a round. */
export interface VoteHistory {
  basis: VoteBasis
  /** In the order of rounds and seats, ballots first; those of seats that were asked again are apart. */
  votes: Vote[]
  /** Of seats that had not heard each other: the ballots, or else the first round in which anybody was heard. */
  independent: Vote[]
  /** Of seats that were asked once more in private, as the first answers differed. It is no change of mind: they had heard nobody. */
  again: Vote[]
  /** Of the round. */
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
    // What is said in other words is not known to be the same.
    again: basis === 'positions' ? [] : VOTES[basis](all.filter(isAgain), session),
    current: votes.filter((vote) => !vote.said.isBallot && vote.said.round === round),
  }
}

const isAgain = ({ isBallot, round }: Said): boolean => isBallot && round > 1

/**
 * Answers where there are any to choose from. Sides where the topic is something to be for or against, and everything
 * that was said takes a side, not all of it that of nobody. Positions else.
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
