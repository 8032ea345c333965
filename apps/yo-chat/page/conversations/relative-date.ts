const MINUTE = 60_000
const UNITS = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['week', 7 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** Returns how long ago a time is, in the largest unit that fits. */
export function toRelativeDate(timestamp: number, now: number): string {
  const ago = now - timestamp
  const unit = UNITS.find(([, length]) => ago >= length)
  return unit === undefined ? 'just now' : format.format(-Math.floor(ago / unit[1]), unit[0])
}
