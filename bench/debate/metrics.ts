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

/** A probability that was stated, and whether it was right. */
export interface Forecast {
  stated: number
  isRight: boolean
}

export interface Bin {
  count: number
  /** Means of what was stated, and of what came true. */
  stated: number
  right: number
}

const BINS = 10

/** Forecasts by what was stated, in ten bins of the same width; those that are empty are left away. */
export function toBins(forecasts: readonly Forecast[]): Bin[] {
  const bins = Map.groupBy(forecasts, ({ stated }) => Math.min(BINS - 1, Math.floor(stated * BINS)))
  return [...bins]
    .sort(([a], [b]) => a - b)
    .map(([, those]) => ({
      count: those.length,
      stated: mean(those.map(({ stated }) => stated)),
      right: mean(those.map(({ isRight }) => Number(isRight))),
    }))
}

/** Expected calibration error: how far what was stated is from what came true, over the bins. */
export function calibrationError(forecasts: readonly Forecast[]): number {
  const errors = toBins(forecasts).map(({ count, stated, right }) => count * Math.abs(stated - right))
  return errors.reduce((sum, error) => sum + error, 0) / forecasts.length
}

export const brierScore = (forecasts: readonly Forecast[]): number =>
  mean(forecasts.map(({ stated, isRight }) => (stated - Number(isRight)) ** 2))
