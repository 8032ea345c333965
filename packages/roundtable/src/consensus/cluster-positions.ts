import { type Comparison, compare, createReader } from './compare-positions.ts'
import type { Said } from './said.ts'

/**
 * Groups positions that say the same: returns a number for each, equal within a group. Positions that are similar in words or share
 * each other explicitly are joined, the most similar first, unless that would join two that conflict. A position that
 * is similar to no other joins the previous position of its seat.
 */
export function clusterPositions(topic: string, taken: readonly Taken[]): number[] {
  const read = createReader(topic)
  const wordings = taken.map(({ position }) => read(position))
  const comparisons = wordings.map((one, i) => wordings.slice(0, i).map((other) => compare(one, other)))
  const compared = (i: number, j: number): Comparison => comparisons[Math.max(i, j)]![Math.min(i, j)]!
  const cluster = taken.map((_, i) => i)
  const membersOf = (id: number) => cluster.flatMap((own, i) => (own === id ? i : []))

  const join = (i: number, j: number) => {
    const [to, from] = [cluster[i]!, cluster[j]!]
    if (to === from) return
    const isConflict = membersOf(to).some((a) => membersOf(from).some((b) => compared(a, b).isConflict))
    if (!isConflict) for (const member of membersOf(from)) cluster[member] = to
  }

  const links = comparisons.flatMap((row, i) =>
    row.flatMap(({ likeness }, j) => {
      const isShared = taken[i]!.shares.includes(j) || taken[j]!.shares.includes(i)
      const strength = isShared ? 1 : likeness
      return strength > 0 ? [{ i, j, strength }] : []
    }),
  )
  for (const { i, j } of links.toSorted((a, b) => b.strength - a.strength)) join(j, i)
  for (const [i, { before }] of taken.entries())
    if (before !== undefined && membersOf(cluster[i]!).length === 1) join(before, i)
  return cluster
}

/** One of all the positions that were taken. */
interface Taken {
  position: string
  /** Indexes of positions that the seat says it shares. */
  shares: readonly number[]
  /** Index of the previous position of the seat, unless the seat says that it changed its mind. */
  before?: number
}

export function toTaken(said: readonly Said[]): Taken[] {
  const isInTurns = said.some(({ isBallot }) => isBallot)
  return said.map(({ seat, position, round, changeReason, agreesWith }, i) => {
    // If seats speak in turns, a seat may agree with a statement of the same round.
    const lastOf = (agentId: string) => {
      const by = (until: number) => said.findLastIndex((one) => one.seat.agentId === agentId && one.round <= until)
      const earlier = by(round - 1)
      return isInTurns || earlier === -1 ? by(round) : earlier
    }
    const shares = agreesWith.filter((agentId) => agentId !== seat.agentId).map(lastOf)
    const before = said.slice(0, i).findLastIndex((one) => one.seat.agentId === seat.agentId)
    return { position, shares, ...(before !== -1 && changeReason === undefined && { before }) }
  })
}
