import type { Flip, VoteShare } from '../session/consensus.ts'
import { foldText, groupOf, type Merger, type Question, type QuestionKind } from '../session/question.ts'
import type { Stance } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import { type PooledEstimate, placeOf, poolEstimates } from './pool-estimates.ts'
import { listSaid, opensWithBallots, type Said } from './said.ts'

/** A vote, comparable with others. */
export interface Vote {
  said: Said
  /** Equal for votes for the same answer. */
  key: string
  /** The answer as people say it. */
  text: string
}

/** All votes up to a round. */
export interface VoteHistory {
  kind: QuestionKind
  /** In the order of rounds and seats, ballots first; without those in `again`. */
  votes: Vote[]
  /** Votes of seats that had not heard each other: the ballots, or else the first round with a statement. */
  independent: Vote[]
  /** Votes of seats that were asked again in private, because the first answers differed. They are not changes of mind. */
  again: Vote[]
  /** The last vote of each seat. A seat that was not heard in the round keeps its earlier vote. */
  current: Vote[]
  /** The distribution of the estimates in `current`. */
  estimate?: PooledEstimate
}

export function readVotes(session: Session, round: number): VoteHistory {
  const { question, merger } = session
  const kind = question?.kind ?? 'open'
  const since = question?.since ?? 1
  const all = listSaid(session, round).filter((one) => one.round >= since)
  const said = all.filter((one) => !isAgain(one))
  const last = [...new Map(said.map((one) => [one.seat.agentId, one])).values()]
  const estimate = kind === 'estimate' ? poolEstimates(last.flatMap((one) => one.estimate ?? [])) : undefined
  const count = createCounter({ question, merger, said, estimate })
  const votes = said.flatMap(count)
  const first = Math.max(
    since,
    session.responses.reduce((least, response) => Math.min(least, response.round), round),
  )
  const isIndependent =
    since === 1 && opensWithBallots(session)
      ? (one: Said) => one.isBallot
      : (one: Said) => !one.isBallot && one.round === first
  return {
    kind,
    votes,
    independent: votes.filter((vote) => isIndependent(vote.said)),
    again: all.filter(isAgain).flatMap(count),
    current: votes.filter((vote) => last.includes(vote.said)),
    ...(estimate !== undefined && { estimate }),
  }
}

const isAgain = ({ isBallot, round }: Said): boolean => isBallot && round > 1

interface Counted {
  question: Question | undefined
  merger: Merger | undefined
  said: readonly Said[]
  estimate: PooledEstimate | undefined
}

/** Returns a function from what a seat said to its vote. It returns none for an answer in the form of another question. */
function createCounter({ question, merger, said, estimate }: Counted): (one: Said) => Vote[] {
  switch (question?.kind) {
    case 'proposition': {
      const texts: Record<Stance, string> = { support: question.yes, oppose: question.no, neutral: 'Undecided' }
      return (one) => (one.stance === undefined ? [] : [{ said: one, key: one.stance, text: texts[one.stance] }])
    }
    case 'choice':
      return (one) => (one.answer === undefined ? [] : [{ said: one, key: one.answer, text: one.answer }])
    case 'estimate': {
      const { unit } = question
      const median = estimate?.median ?? 0
      const texts = { within: `About ${sayNumber(median)} ${unit}`, below: 'Less', above: 'More' }
      return (one) => {
        if (one.estimate === undefined) return []
        const key = placeOf(one.estimate, median)
        return [{ said: one, key, text: texts[key] }]
      }
    }
    default: {
      const leavers = findLeavers(said)
      return (one) => {
        if (one.answer === undefined) return []
        const group = groupOf(merger, one.answer)
        const hasLeft = one.round < (leavers.get(one.seat.agentId) ?? 0)
        const isOwn = group === undefined || (hasLeft && foldText(group.label) !== foldText(one.answer))
        return [
          isOwn
            ? { said: one, key: foldText(one.answer), text: one.answer }
            : { said: one, key: group.label, text: group.label },
        ]
      }
    }
  }
}

/** The round in which a seat said that its group does not say what it had proposed. Its earlier proposals then stand alone. */
const findLeavers = (said: readonly Said[]): ReadonlyMap<string, number> =>
  new Map(said.flatMap(({ seat, round, standsBehind }) => (standsBehind === false ? [[seat.agentId, round]] : [])))

/** A number with about three digits. */
export const sayNumber = (value: number): string =>
  new Intl.NumberFormat('en', { maximumSignificantDigits: Math.abs(value) >= 1_000 ? 4 : 3 }).format(value)

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
