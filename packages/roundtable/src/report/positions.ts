import { findFlips, readVotes, tally, UNDECIDED, type Vote } from '../consensus/votes.ts'
import type { Flip } from '../session/consensus.ts'
import { letterOf } from '../session/phrases.ts'
import { firstRoundOf, type QuestionKind } from '../session/question.ts'
import type { AgentResponse } from '../session/response.ts'
import type { Round, Session } from '../session/session.ts'
import { toPlainText } from './plain-text.ts'
import type { Ends } from './ranges.ts'
import { type ReportSeat, readSeats } from './seats.ts'
import { sayHeld } from './words.ts'

/** What a seat held at a stop. */
export type Place =
  | {
      type: 'heard'
      position: string
      /** Index of the lane of its vote; absent without a vote. */
      lane?: number
      confidence?: number
      /** Of an estimate. */
      number?: number
      /** How sure it is; for an estimate, its number and range. */
      held: string
      flip?: Flip
      /** Whether the seat argued an assigned side, so that its ballot counts instead. */
      isRole: boolean
      violation?: string
    }
  | { type: 'absent'; code: string; reason: string }
  | { type: 'waiting' }
  | { type: 'unasked' }

export interface Track {
  seat: ReportSeat
  /** One per stop. */
  places: Place[]
}

/** Which seat held which answer at which stop. Answers to an earlier reading of a corrected question are no positions on it. */
export interface Positions {
  kind: QuestionKind
  stops: Stop[]
  lanes: Lane[]
  tracks: Track[]
  /** The unit of an estimate, and its smallest and largest number. */
  numbers?: { unit: string } & Ends
}

export function readPositions(session: Session): Positions {
  const { kind, votes, again } = readVotes(session, session.currentRound)
  const all = [...again, ...votes]
  const lanes = toLanes(all, kind)
  const flips = findFlips(votes)
  const stops = listStops(session).filter(({ round }) => round >= firstRoundOf(session))

  const toPlace = (agentId: string, stop: Stop): Place => {
    const round = session.rounds.find(({ number }) => number === stop.round)!
    const said = findSaid(session, round, stop, agentId)
    if (said === undefined) return missing(session, round, stop, agentId)
    const vote = all.find((one) => isAt(one, agentId, stop))
    const { confidence } = vote?.said ?? said
    const { violation }: Partial<AgentResponse> = said
    const flip = stop.isBallot ? undefined : flips.find((one) => one.agentId === agentId && one.round === stop.round)
    return {
      type: 'heard',
      position: toPlainText(said.position),
      held: sayHeld(vote?.said ?? said, session.question),
      ...(vote !== undefined && { lane: lanes.findIndex(({ key }) => key === vote.key) }),
      ...(confidence !== undefined && { confidence }),
      ...(kind === 'estimate' && vote?.said.estimate !== undefined && { number: vote.said.estimate.value }),
      ...(flip !== undefined && {
        flip: { ...flip, ...(flip.reason !== undefined && { reason: toPlainText(flip.reason) }) },
      }),
      isRole: !stop.isBallot && vote !== undefined && vote.said.position !== said.position,
      ...(violation !== undefined && { violation }),
    }
  }

  const tracks = readSeats(session).map((seat) => ({
    seat,
    places: stops.map((stop) => toPlace(seat.agentId, stop)),
  }))
  const numbers = tracks.flatMap(({ places }) =>
    places.flatMap((place) => (place.type === 'heard' && place.number !== undefined ? [place.number] : [])),
  )
  const { question } = session
  return {
    kind,
    stops,
    lanes,
    tracks,
    ...(question?.kind === 'estimate' &&
      numbers.length > 0 && {
        numbers: { unit: question.unit, from: Math.min(...numbers), to: Math.max(...numbers) },
      }),
  }
}

const isAt = ({ said }: Vote, agentId: string, stop: Stop): boolean =>
  said.seat.agentId === agentId && said.round === stop.round && said.isBallot === stop.isBallot

function findSaid({ responses }: Session, { ballots }: Round, stop: Stop, agentId: string) {
  const isOwn = (one: { agentId: string; round: number }) => one.agentId === agentId && one.round === stop.round
  return stop.isBallot ? ballots.find(isOwn) : responses.find(isOwn)
}

function missing({ absent, status }: Session, round: Round, stop: Stop, agentId: string): Place {
  const phase = stop.isBallot ? 'ballot' : 'response'
  const failure = [
    ...round.failures.filter((one) => one.phase === phase),
    ...absent.filter(() => !round.agentIds.includes(agentId)),
  ].find((one) => one.agentId === agentId)
  if (failure !== undefined) return { type: 'absent', code: failure.code, reason: failure.reason }
  const isAwaited = stop.isOpen && status === 'active' && round.agentIds.includes(agentId)
  return { type: isAwaited ? 'waiting' : 'unasked' }
}

/** A ballot or a round, in which every seat votes. */
export interface Stop {
  label: string
  round: number
  /** Whether it is a private ballot. */
  isBallot: boolean
  /** Whether seats have still to answer. */
  isOpen: boolean
}

export const listStops = ({ rounds }: Session): Stop[] => {
  const balloted = rounds.filter((round) => countBallots(round) > 0)
  return rounds.flatMap((round) => {
    const { number, endedAt, agentIds } = round
    const asked = countBallots(round)
    const index = balloted.indexOf(round)
    const isOpen = endedAt === undefined
    const ballot = {
      label: index > 0 ? `Ballot ${index + 1}` : 'Ballot',
      round: number,
      isBallot: true,
      isOpen: isOpen && asked < agentIds.length,
    }
    const statements = { label: `Round ${number}`, round: number, isBallot: false, isOpen }
    return asked > 0 ? [ballot, statements] : [statements]
  })
}

/** How many seats have cast their ballot or failed to. */
const countBallots = ({ ballots, failures }: Round): number =>
  ballots.length + failures.filter(({ phase }) => phase === 'ballot').length

/** An answer that at least one seat gave. */
export interface Lane {
  key: string
  /** A short name for pictures and tables. */
  letter: string
  /** In the words in which it was last given. */
  answer: string
}

/** Sides of a proposition and places of estimates, from the top down. */
const ORDER = ['support', UNDECIDED, 'oppose', 'above', 'within', 'below']

/** Sides and places in their order; other answers by their votes at the end, most votes first. */
function toLanes(votes: readonly Vote[], kind: QuestionKind): Lane[] {
  const last = new Map(votes.map((vote) => [vote.said.seat.agentId, vote]))
  const final = tally([...last.values()])
  const earlier = tally(votes).filter(({ key }) => !final.some((share) => share.key === key))
  const shares = [...final, ...earlier]
  if (kind === 'proposition' || kind === 'estimate') shares.sort((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
  return shares.map(({ key, answer }, index) => ({ key, letter: letterOf(index), answer }))
}
