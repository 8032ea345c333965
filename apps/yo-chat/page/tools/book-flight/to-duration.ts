import { texts } from './texts.ts'

/** Returns the time from one time of day to the next occurrence of another: `3 h 15 min`. */
export function toDuration(departs: string, arrives: string): string {
  const DAY = 24 * 60
  const minutes = (minutesOf(arrives) - minutesOf(departs) + DAY) % DAY
  return texts.duration(Math.floor(minutes / 60), minutes % 60)
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
