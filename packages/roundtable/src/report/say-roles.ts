import type { Session } from '../session/session.ts'

/** Says that private answers are the votes of seats with an assigned side; `undefined` if there is no such seat. */
export function sayRoles({ seats, rounds, responses }: Session): string | undefined {
  const ballots = rounds.flatMap((round) => round.ballots)
  const hasArgued = seats.some(
    ({ agentId, role }) =>
      role?.stance !== undefined &&
      ballots.some((ballot) => ballot.agentId === agentId) &&
      responses.some((response) => response.agentId === agentId),
  )
  return hasArgued ? 'Panellists with a role argue what it asks for; their private answers are what counts.' : undefined
}
