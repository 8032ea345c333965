/** The cumulative distribution function of the standard normal distribution, to six digits. */
function cumulative(at: number): number {
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
