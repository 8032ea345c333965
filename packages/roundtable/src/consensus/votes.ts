import type { Flip, VoteShare } from '../session/consensus.ts'
import {
  firstRoundOf,
  foldText,
  groupOf,
  isLabel,
  type Merger,
  type ProposalGroup,
  type Question,
  type QuestionKind,
  saySide,
} from '../session/question.ts'
import type { AgentResponse, Ballot, Vote as Statement } from '../session/response.ts'
import type { Seat } from '../session/seat.ts'
import { roundOf, type Session } from '../session/session.ts'
import { type PooledEstimate, placeOf, poolEstimates, sayAbout } from './estimates.ts'

/** A vote of a seat, in a ballot or in a round. */
export interface Said extends Statement {
  seat: Seat
  round: number
  isBallot: boolean
  changeReason?: string
  standsBehind?: boolean
  /** The reason for the vote, in a sentence or two. */
  reason: string
}

/** Whether the question was first asked with a ballot, even if it failed. */
export function opensWithBallots(session: Session): boolean {
  const first = roundOf(session, firstRoundOf(session))
  return first !== undefined && (first.ballots.length > 0 || first.failures.some(({ phase }) => phase === 'ballot'))
}

/**
 * Lists the votes on the question up to a round, in the order of rounds and seats. A seat that is assigned a side holds what its first
 * ballot says, not what it argues; without a ballot its own view is unknown.
 */
function listSaid(session: Session, round: number): Said[] {
  const isBalloted = opensWithBallots(session)
  const since = firstRoundOf(session)
  const said = session.seats.flatMap((seat): Said[] => {
    const isOwn = (one: { agentId: string; round: number }) =>
      one.agentId === seat.agentId && one.round >= since && one.round <= round
    const ballots = session.rounds.flatMap((one) => one.ballots.filter(isOwn)).map((ballot) => fromBallot(ballot, seat))
    const responses = session.responses.filter(isOwn)
    if (seat.role?.stance === undefined || !isBalloted)
      return [...ballots, ...responses.map((response) => fromResponse(response, seat))]
    const [held] = ballots
    if (held === undefined) return []
    const later = responses.filter(({ round }) => round >= held.round)
    return [...ballots, ...later.map((one, i) => ({ ...held, ...standingOf(one, later[i - 1] ?? held, held) }))]
  })
  return said.sort((a, b) => a.round - b.round || Number(b.isBallot) - Number(a.isBallot))
}

/** What a statement of a seat with a side says about its ballot. It confirms the group of what it argued, so only if that is the same. */
const standingOf = ({ round, standsBehind }: AgentResponse, argued: Statement, held: Said) => ({
  round,
  isBallot: false,
  ...(standsBehind !== undefined && argued.answer === held.answer && { standsBehind }),
})

const fromBallot = (ballot: Ballot, seat: Seat): Said => {
  const { round, position, answer, spread, stance, estimate, confidence } = ballot
  return {
    seat,
    round,
    isBallot: true,
    position,
    ...(answer !== undefined && { answer }),
    ...(spread !== undefined && { spread }),
    ...(stance !== undefined && { stance }),
    ...(estimate !== undefined && { estimate }),
    ...(confidence !== undefined && { confidence }),
    reason: position,
  }
}

const fromResponse = (response: AgentResponse, seat: Seat): Said => {
  const { changeReason, standsBehind, keyPoints, reasoning, position } = response
  return {
    ...fromBallot(response, seat),
    isBallot: false,
    ...(changeReason !== undefined && { changeReason }),
    ...(standsBehind !== undefined && { standsBehind }),
    reason: keyPoints[0] ?? (firstSentence(reasoning) || position),
  }
}

const firstSentence = (text: string): string =>
  (/^.{1,400}?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text.slice(0, 400)).trim()

/** The first round in which seats received a fact that they had asked for. */
export function findInformedRound({ rounds, contextRequests }: Session): number {
  const found = new Set(contextRequests.filter(({ answer }) => answer?.success === true).map(({ id }) => id))
  const first = rounds.find(({ contextIds }) => contextIds.some((id) => found.has(id)))
  return first?.number ?? Number.POSITIVE_INFINITY
}

/** The key of votes for neither side of a proposition. Answers are trimmed, so none has it, not even “undecided”. */
export const UNDECIDED = ' undecided'

/** A vote, comparable with others. */
export interface Vote {
  said: Said
  /** Equal for votes for the same answer. */
  key: string
  /** The answer as people say it. */
  text: string
  /** Whether only a model says that the proposal means the label of its group: the seat has not confirmed it. */
  isAssumed?: true
}

/** All votes up to a round. */
export interface VoteHistory {
  kind: QuestionKind
  /** In the order of rounds and seats, ballots first; without those in `again`. */
  votes: Vote[]
  /** Votes of seats that had not heard each other: the ballots, or else the first round with a statement. */
  independent: Vote[]
  /**
   * Votes of seats that were asked again in private, because the first answers differed. They are not changes of mind. The ballot
   * of a seat that was not heard before is its first vote, so it is not listed here.
   */
  again: Vote[]
  /** The last vote of each seat. A seat that was not heard in the round keeps its earlier vote. */
  current: Vote[]
  /** The distribution of the estimates in `current`. */
  estimate?: PooledEstimate
}

export function readVotes(session: Session, round: number): VoteHistory {
  const { question, merger } = session
  const kind = question?.kind ?? 'open'
  const since = firstRoundOf(session)
  const all = listSaid(session, round)
  const isAgain = (one: Said): boolean =>
    one.isBallot && all.some(({ seat, round }) => seat.agentId === one.seat.agentId && round < one.round)
  const said = all.filter((one) => !isAgain(one))
  const last = [...new Map(said.map((one) => [one.seat.agentId, one])).values()]
  const estimate = kind === 'estimate' ? poolEstimates(last.flatMap((one) => one.estimate ?? [])) : undefined
  const count = createCounter({ question, merger, said, estimate })
  const votes = said.flatMap(count)
  const first = Math.max(
    since,
    session.responses.reduce((least, response) => Math.min(least, response.round), round),
  )
  const isBalloted = opensWithBallots(session)
  const isIndependent = (one: Said): boolean => one.isBallot || (!isBalloted && one.round === first)
  return {
    kind,
    votes,
    independent: votes.filter((vote) => isIndependent(vote.said)),
    again: all.filter(isAgain).flatMap(count),
    current: votes.filter((vote) => last.includes(vote.said)),
    ...(estimate !== undefined && { estimate }),
  }
}

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
      return (one) => {
        const { stance } = one
        if (stance === undefined) return []
        return [{ said: one, key: stance === 'neutral' ? UNDECIDED : stance, text: saySide(question, stance) }]
      }
    }
    case 'choice':
      return (one) => (one.answer === undefined ? [] : [{ said: one, key: one.answer, text: one.answer }])
    case 'estimate': {
      const { unit } = question
      const median = estimate?.median ?? 0
      const texts = { within: sayAbout(median, unit), below: 'Less', above: 'More' }
      return (one) => {
        if (one.estimate === undefined) return []
        const key = placeOf(one.estimate, median)
        return [{ said: one, key, text: texts[key] }]
      }
    }
    default: {
      return (one) => {
        const { answer, seat } = one
        if (answer === undefined) return []
        const alone = [{ said: one, key: foldText(answer), text: answer }]
        const group = groupOf(merger, answer)
        if (group === undefined) return alone
        const grouped = { said: one, key: group.label, text: group.label }
        if (isLabel(group, answer)) return [grouped]
        const own = said.filter((other) => other.seat.agentId === seat.agentId)
        if (hasLeftWith(answer, own)) return alone
        if (hasConfirmed({ one, answer, group, merger, own })) return [grouped]
        // A seat is asked about the group of its last proposal only, and never about that of a repeated ballot.
        const mayConfirm = groupOf(merger, own.at(-1)?.answer ?? answer) === group
        return mayConfirm || !own.includes(one) ? [{ ...grouped, isAssumed: true }] : alone
      }
    }
  }
}

/** Lists the votes for an answer that only a model says are the same: their seats have not confirmed it. Votes in the same words are. */
export function listAssumed({ votes, again, current }: VoteHistory, answer: Pick<Share, 'key'> | undefined): Vote[] {
  const isFor = ({ key }: Vote): boolean => key === answer?.key
  const wordings = new Set([...votes, ...again].filter(isFor).map(({ said }) => foldText(said.answer ?? '')))
  return wordings.size < 2 ? [] : current.filter((vote) => isFor(vote) && vote.isAssumed)
}

interface Confirmable {
  one: Said
  /** The proposal of the seat. */
  answer: string
  group: ProposalGroup
  merger: Merger | undefined
  /** What the seat has said. */
  own: readonly Said[]
}

/**
 * Whether a seat has said that its group says what it meant, with this proposal or after it: by `standsBehind`, which asks about
 * the group of its proposal before, or by naming the label. A seat that says nothing about its group has not confirmed it.
 */
function hasConfirmed({ one, answer, group, merger, own }: Confirmable): boolean {
  // `own` has no votes of a seat that is asked again.
  const first = own.find((before) => foldText(before.answer ?? '') === foldText(answer))
  const since = first?.round ?? one.round
  return own.some(({ round, answer = '', standsBehind }) => {
    if (round < since) return false
    const asked = own.findLast((before) => before.round < round && before.answer !== undefined)?.answer
    return isLabel(group, answer) || (standsBehind === true && groupOf(merger, asked ?? '') === group)
  })
}

/** Whether a seat has said that its group does not say what it meant, with this proposal or after it. The proposal then stands alone. */
function hasLeftWith(proposal: string, own: readonly Said[]): boolean {
  const left = own.findLast(({ standsBehind }) => standsBehind === false)?.round ?? 0
  return own.some(({ round, answer = '' }) => round <= left && foldText(answer) === foldText(proposal))
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
