/** What a seat holds, and how sure it says that it is. */
export interface Held {
  key: string
  confidence?: number | undefined
}

/** A seat as the pool hears it. */
export interface Voice {
  family: string
  /** Before it heard anybody. */
  first?: Held | undefined
  /** When it was asked once more, in private, as the first answers differed. */
  again?: Held | undefined
  /** Now, after it heard others. */
  now?: Held | undefined
  /** Whether facts had come in when it changed to that. */
  isInformed?: boolean
}

/** Confidences nearer to 0 or 1 are read as these: nobody knows that well. */
const BOUNDS = { least: 0.02, most: 0.99 }

/** The log-odds of how sure a seat says that it is. */
export function sureness({ confidence }: Held, unstated: number): number {
  const stated = Math.min(BOUNDS.most, Math.max(BOUNDS.least, confidence ?? unstated))
  return Math.log(stated / (1 - stated))
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
