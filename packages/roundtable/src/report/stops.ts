import type { Round, Session } from '../session/session.ts'

/** A moment at which every seat says where it stands. */
export interface Stop {
  label: string
  round: number
  /** In private, without having heard anybody. */
  isBallot: boolean
  /** Not everybody who is asked has answered. */
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

/** How many were asked for their ballot, and have given it or failed to. */
const countBallots = ({ ballots, failures }: Round): number =>
  ballots.length + failures.filter(({ phase }) => phase === 'ballot').length
