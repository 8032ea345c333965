/** A node of the quadrature, and its weight. */
interface Node {
  at: number
  weight: number
}

/** Seven nodes of the Gauss-Hermite quadrature for the standard normal distribution. */
export const NODES: readonly Node[] = [
  { at: -3.7504397, weight: 0.000548269 },
  { at: -2.3667594, weight: 0.030757124 },
  { at: -1.1544054, weight: 0.240123179 },
  { at: 0, weight: 0.457142856 },
  { at: 1.1544054, weight: 0.240123179 },
  { at: 2.3667594, weight: 0.030757124 },
  { at: 3.7504397, weight: 0.000548269 },
]

/** The expected value of a function with known values at each of `NODES`. */
export function average<T>(values: readonly T[], toNumber: (value: T, node: number) => number): number {
  let sum = 0
  for (let i = 0; i < NODES.length; i++) sum += NODES[i]!.weight * toNumber(values[i]!, i)
  return sum
}

/** The cumulative distribution function of the standard normal distribution, to six digits. */
export function cumulative(at: number): number {
  const part = 1 / (1 + 0.2316419 * Math.abs(at))
  const series = [1.330274, -1.821256, 1.781478, -0.356564, 0.319382].reduce((sum, term) => (sum + term) * part, 0)
  const beyond = density(at) * series
  return at > 0 ? 1 - beyond : beyond
}

/** The inverse of `cumulative`: a rough guess, improved with Newton's method. */
export function quantile(share: number): number {
  let at = 4.91 * (share ** 0.14 - (1 - share) ** 0.14)
  for (let step = 0; step < 3; step++) at -= (cumulative(at) - share) / density(at)
  return at
}

const density = (at: number): number => Math.exp(-(at ** 2) / 2) / Math.sqrt(2 * Math.PI)
