import type { Candidate } from './panel.ts'

/** So many of these: different families first, then different models, then the same again. */
export function chooseDiverse(usable: readonly Candidate[], count: number): Candidate[] {
  const real = usable.filter(({ family }) => family !== 'demo')
  const families = [...Map.groupBy(real.length > 0 ? real : usable, ({ family }) => family).values()]
  const longest = Math.max(0, ...families.map(({ length }) => length))
  const order = Array.from({ length: longest }, (_, i) => families.flatMap((family) => family[i] ?? [])).flat()
  return order.length === 0 ? [] : Array.from({ length: count }, (_, i) => order[i % order.length]!)
}
