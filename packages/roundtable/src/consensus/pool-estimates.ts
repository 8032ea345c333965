import type { NumberRange } from '../session/response.ts'

/** The distribution of a panel's estimates. */
export interface PooledEstimate {
  median: number
  /** The true number lies between them with a chance of 80%, if the seats are right about their own ranges. */
  low: number
  high: number
}

/** The share of a seat that is at its number. */
const CENTRE = 0.5

/** Without a range, a seat is taken to agree with what is within 10% of its number. */
const NEAR = 0.1

/**
 * Pools estimates into one distribution, the mixture of the seats' own: half of a seat is at its number, and a quarter at each end
 * of its range. Seats count the same.
 */
export function poolEstimates(estimates: readonly NumberRange[]): PooledEstimate | undefined {
  if (estimates.length === 0) return undefined
  const median = quantile(
    estimates.map(({ value }) => ({ at: value, weight: 1 })),
    0.5,
  )
  const points = estimates.flatMap(({ value, low, high }) =>
    low === undefined || high === undefined
      ? [{ at: value, weight: 1 }]
      : [
          { at: low, weight: (1 - CENTRE) / 2 },
          { at: value, weight: CENTRE },
          { at: high, weight: (1 - CENTRE) / 2 },
        ],
  )
  return { median, low: Math.min(median, quantile(points, 0.1)), high: Math.max(median, quantile(points, 0.9)) }
}

/** Where an estimate is relative to a number: its range contains the number, or is below or above it. */
export function placeOf({ value, low, high }: NumberRange, number: number): 'within' | 'below' | 'above' {
  const slack = Math.abs(value) * NEAR
  const [from, to] = low === undefined || high === undefined ? [value - slack, value + slack] : [low, high]
  if (to < number) return 'below'
  return from > number ? 'above' : 'within'
}

/** A weighted quantile of points, with linear interpolation between the middles of their weights. */
function quantile(unsorted: readonly { at: number; weight: number }[], share: number): number {
  const points = unsorted.toSorted((a, b) => a.at - b.at)
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  let before = 0
  const places = points.map(({ at, weight }) => {
    const place = (before + weight / 2) / total
    before += weight
    return { at, place }
  })
  const next = places.findIndex(({ place }) => place >= share)
  if (next === 0) return places[0]!.at
  if (next === -1) return places.at(-1)!.at
  const [one, other] = [places[next - 1]!, places[next]!]
  return one.at + ((other.at - one.at) * (share - one.place)) / (other.place - one.place)
}
