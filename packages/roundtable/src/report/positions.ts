import { findFlips } from '../consensus/find-flips.ts'
import { readVotes, type Vote } from '../consensus/vote-history.ts'
import type { Flip, VoteBasis } from '../session/consensus.ts'
import type { AgentResponse } from '../session/response.ts'
import type { Round, Session } from '../session/session.ts'
import { type Lane, toLanes } from './lanes.ts'
import { type ReportSeat, readSeats } from './seats.ts'
import { listStops, type Stop } from './stops.ts'

/** Where a seat stood at a stop. */
export type Place =
  | {
      type: 'heard'
      position: string
      /** Which of the lanes its vote is in; none where it voted for nothing. */
      lane?: number
      confidence?: number
      flip?: Flip
      /** It argued a side because it has to, and is counted with what its ballot says. */
      isRole: boolean
      violation?: string
    }
  | { type: 'absent'; code: string; reason: string }
  | { type: 'waiting' }
  | { type: 'unasked' }

export interface Track {
  seat: ReportSeat
  /** One for each stop. */
  places: Place[]
}

/** Who held what, when. */
export interface Positions {
  basis: VoteBasis
  stops: Stop[]
  lanes: Lane[]
  tracks: Track[]
}

export function readPositions(session: Session): Positions {
  const { basis, votes, again } = readVotes(session, session.currentRound)
  const all = [...again, ...votes]
  const lanes = toLanes(all, basis)
  const flips = findFlips(votes)
  // What is said again in other words is in no lane.
  const stops = listStops(session).filter(({ isBallot, round }) => !(isBallot && round > 1 && basis === 'positions'))

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
      position: said.position,
      ...(vote !== undefined && { lane: lanes.findIndex(({ key }) => key === vote.key) }),
      ...(confidence !== undefined && { confidence }),
      ...(flip !== undefined && { flip }),
      isRole: !stop.isBallot && vote !== undefined && vote.said.position !== said.position,
      ...(violation !== undefined && { violation }),
    }
  }

  const tracks = readSeats(session).map((seat) => ({
    seat,
    places: stops.map((stop) => toPlace(seat.agentId, stop)),
  }))
  return { basis, stops, lanes, tracks }
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
