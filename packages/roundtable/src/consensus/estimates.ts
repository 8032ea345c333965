import type { ConsensusResult } from '../session/consensus.ts'
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

/** “About 19 weeks”. */
export const sayAbout = (median: number, unit: string): string => `About ${sayNumber(median)} ${unit}`

/** A number with about three digits. Numbers with many zeros are said with their power of ten. */
export function sayNumber(value: number): string {
  const size = Math.abs(value)
  const notation = size >= 1e12 || (size > 0 && size < 1e-4) ? 'scientific' : 'standard'
  return new Intl.NumberFormat('en', {
    notation,
    maximumSignificantDigits: size >= 1_000 ? 4 : 3,
    // Years have no comma.
    useGrouping: 'min2',
  }).format(value)
}

/** “19 weeks, between 10 and 45”, or “19 weeks” if the range is one number. */
export function sayEstimate({ median, low, high, unit }: NonNullable<ConsensusResult['estimate']>): string {
  const [from, to] = [low, high].map((end) => sayNumber(roundEnd(end, high - low)))
  const about = `${sayNumber(median)} ${unit}`
  return from === to ? about : `${about}, between ${from} and ${to}`
}

/** Drops digits of an end of a pooled range that mean nothing: below a hundredth of its width, or of a small end itself. */
function roundEnd(end: number, width: number): number {
  const size = Math.min(width / 10, Math.abs(end))
  if (size === 0) return end
  const power = Math.floor(Math.log10(size))
  return power < 0 ? Number(end.toFixed(Math.min(100, -power))) : Math.round(end / 10 ** power) * 10 ** power
}
