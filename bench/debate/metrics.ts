export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** A mean, and by how much it may be off: half of a 95 % interval. */
export interface Estimate {
  mean: number
  margin: number
}

export function estimate(values: readonly number[]): Estimate {
  const middle = mean(values)
  const variance = mean(values.map((value) => (value - middle) ** 2))
  return { mean: middle, margin: 1.96 * Math.sqrt(variance / values.length) }
}

/** By how much one is better than the other on the same questions. */
export const pairedDifference = (ones: readonly number[], others: readonly number[]): Estimate =>
  estimate(ones.map((one, i) => one - others[i]!))

/** Questions for which the same probability was stated. */
export interface Forecast {
  stated: number
  count: number
  /** For how many of them the answer was right; a tie counts as its share. */
  right: number
}

export interface Bin {
  count: number
  /** Means of what was stated, and of what came true. */
  stated: number
  right: number
}

/** Forecasts that state the same to so many parts of 1 are counted as one. A multiple of `BINS`, so that each is in one bin. */
const FINE = 10_000

/** Collects forecasts of many panels. Those that state nearly the same are summed, so that millions fit into memory. */
export function createPool() {
  const sums = new Map<number, { stated: number; count: number; right: number }>()
  return {
    add(forecasts: readonly Forecast[]) {
      for (const { stated, count, right } of forecasts) {
        const place = Math.floor(stated * FINE)
        const sum = sums.get(place) ?? { stated: 0, count: 0, right: 0 }
        sums.set(place, { stated: sum.stated + stated * count, count: sum.count + count, right: sum.right + right })
      }
    },
    list: (): Forecast[] =>
      [...sums.values()].map(({ stated, count, right }) => ({ stated: stated / count, count, right })),
  }
}

const BINS = 10

/** Sorts forecasts by what was stated into ten bins of the same width, without the empty ones. */
export function toBins(forecasts: readonly Forecast[]): Bin[] {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, stated: 0, right: 0 }))
  for (const { stated, count, right } of forecasts) {
    const bin = bins[Math.min(BINS - 1, Math.floor(stated * BINS))]!
    bin.count += count
    bin.stated += stated * count
    bin.right += right
  }
  return bins
    .filter(({ count }) => count > 0)
    .map(({ count, stated, right }) => ({ count, stated: stated / count, right: right / count }))
}

/** Expected calibration error: how far what was stated is from what came true, over the bins. */
export function calibrationError(forecasts: readonly Forecast[]): number {
  const bins = toBins(forecasts)
  const off = bins.reduce((sum, { count, stated, right }) => sum + count * Math.abs(stated - right), 0)
  return off / bins.reduce((sum, { count }) => sum + count, 0)
}

export function brierScore(forecasts: readonly Forecast[]): number {
  let [total, off] = [0, 0]
  for (const { stated, count, right } of forecasts) {
    total += count
    off += right * (1 - stated) ** 2 + (count - right) * stated ** 2
  }
  return off / total
}

/** How often the answer is right on each share of the questions, those with the highest probability first. */
export function rightAt(forecasts: readonly Forecast[], shares: readonly number[]): number[] {
  const ranked = forecasts.toSorted((a, b) => b.stated - a.stated)
  const total = ranked.reduce((sum, { count }) => sum + count, 0)
  return shares.map((share) => {
    const wanted = total * share
    let [taken, right] = [0, 0]
    for (const one of ranked) {
      const part = Math.min(1, (wanted - taken) / one.count)
      if (part <= 0) break
      taken += part * one.count
      right += part * one.right
    }
    return right / wanted
  })
}
