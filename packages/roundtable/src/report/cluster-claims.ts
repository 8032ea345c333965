import { type ClaimText, type Comparison, compare, createReader } from './compare-claims.ts'

/**
 * Groups claims that say the same: returns a number for each, equal within a group. Claims that are similar in words are joined, the
 * most similar first, unless that would join two that conflict.
 */
export function clusterClaims(topic: string, options: readonly string[], claims: readonly ClaimText[]): number[] {
  const read = createReader(topic, options)
  const wordings = claims.map(read)
  const comparisons = wordings.map((one, i) => wordings.slice(0, i).map((other) => compare(one, other)))
  const compared = (i: number, j: number): Comparison => comparisons[Math.max(i, j)]![Math.min(i, j)]!
  const cluster = claims.map((_, i) => i)
  const membersOf = (id: number) => cluster.flatMap((own, i) => (own === id ? i : []))

  const join = (i: number, j: number) => {
    const [to, from] = [cluster[i]!, cluster[j]!]
    if (to === from) return
    const isConflict = membersOf(to).some((a) => membersOf(from).some((b) => compared(a, b).isConflict))
    if (!isConflict) for (const member of membersOf(from)) cluster[member] = to
  }

  const links = comparisons.flatMap((row, i) =>
    row.flatMap(({ likeness }, j) => (likeness > 0 ? [{ i, j, likeness }] : [])),
  )
  for (const { i, j } of links.toSorted((a, b) => b.likeness - a.likeness)) join(j, i)
  return cluster
}
