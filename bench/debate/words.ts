import type { Estimate } from './metrics.ts'

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** A difference of shares, in points of a hundred. */
export function points(difference: number, digits = 1): string {
  const value = Number((difference * 100).toFixed(digits))
  return `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(digits)}`
}

export const withMargin = ({ mean, margin }: Estimate): string => `${points(mean)} ± ${(margin * 100).toFixed(1)}`
