import { type Comparison, compare, createReader } from './compare-positions.ts'
import type { Taken } from './taken.ts'

/**
 * Which positions say the same: a number for each, the same for those that do. Those that are alike in words or share
 * each other explicitly are joined, the nearest first, unless that would join two that are in conflict. A position that
 * is like no other is that of its own seat before, in other words.
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
