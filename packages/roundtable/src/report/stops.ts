import type { Session } from '../session/session.ts'

/** A moment at which every seat says where it stands. */
export interface Stop {
  label: string
  round: number
  /** In private, before anybody spoke. */
  isBallot: boolean
  /** Not everybody who is asked has answered. */
  isOpen: boolean
}

export const listStops = ({ rounds }: Session): Stop[] =>
  rounds.flatMap(({ number, ballots, failures, endedAt, agentIds }) => {
    const asked = ballots.length + failures.filter(({ phase }) => phase === 'ballot').length
    const isOpen = endedAt === undefined
    const ballot = { label: 'Ballot', round: number, isBallot: true, isOpen: isOpen && asked < agentIds.length }
    const round = { label: `Round ${number}`, round: number, isBallot: false, isOpen }
    return asked > 0 ? [ballot, round] : [round]
  })
