import type { ReactNode } from 'react'

/** The time of day where the person is. */
export function Time({ at }: { at: number }): ReactNode {
  const time = new Date(at)
  return <time dateTime={time.toISOString()}>{time.toLocaleTimeString()}</time>
}
