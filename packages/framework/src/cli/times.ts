import { UsageError } from './args.ts'

export const toTime = (time: number): string => new Date(time).toISOString()

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Returns a time in its largest unit: `3 d`, `250 ms`. */
export function toDuration(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, size]) => ms >= size) ?? ['ms', 1]
  return `${Math.floor(Math.max(0, ms) / size)} ${unit}`
}

/** Reads a length of time in milliseconds; `name` is for the error. */
export function readSpan(text: string, name: string): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  if (unit === undefined) throw new UsageError(`${name} takes a time like 90s, 15m, 12h or 3d, not "${text}"`)
  return Number(count) * UNITS[unit]!
}
