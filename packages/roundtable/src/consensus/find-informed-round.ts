import type { Session } from '../session/session.ts'

/** The first round in which seats were given a fact that they had asked for. */
export function findInformedRound({ rounds, contextRequests }: Session): number {
  const found = new Set(contextRequests.filter(({ answer }) => answer?.success === true).map(({ id }) => id))
  const first = rounds.find(({ contextIds }) => contextIds.some((id) => found.has(id)))
  return first?.number ?? Number.POSITIVE_INFINITY
}
