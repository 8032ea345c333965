/** A number of a normal distribution that stands for those about it, and the share of all that it stands for. */
interface Node {
  at: number
  weight: number
}

/** Five that stand for all: what is averaged over them is nearly averaged over the distribution (Gauss and Hermite). */
export const NODES: readonly Node[] = [
  { at: -2.85697, weight: 0.0112574 },
  { at: -1.355626, weight: 0.2220759 },
  { at: 0, weight: 0.5333334 },
  { at: 1.355626, weight: 0.2220759 },
  { at: 2.85697, weight: 0.0112574 },
]

/** The share of a normal distribution that lies below, to six digits. */
export function cumulative(at: number): number {
  const part = 1 / (1 + 0.2316419 * Math.abs(at))
  const series = [1.330274, -1.821256, 1.781478, -0.356564, 0.319382].reduce((sum, term) => (sum + term) * part, 0)
  const beyond = density(at) * series
  return at > 0 ? 1 - beyond : beyond
}

/** Where a normal number lies that is larger than such a share of them. A rough guess, bettered by Newton's steps. */
export function quantile(share: number): number {
  let at = 4.91 * (share ** 0.14 - (1 - share) ** 0.14)
  for (let step = 0; step < 3; step++) at -= (cumulative(at) - share) / density(at)
  return at
}

const density = (at: number): number => Math.exp(-(at ** 2) / 2) / Math.sqrt(2 * Math.PI)
