import type { Estimate } from './metrics.ts'

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** A difference of shares, in points of a hundred. */
export function points(difference: number): string {
  const value = Math.round(difference * 1_000) / 10
  return `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(1)}`
}

export const withMargin = ({ mean, margin }: Estimate): string => `${points(mean)} ± ${(margin * 100).toFixed(1)}`
