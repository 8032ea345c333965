import type { Calibration } from './calibration.ts'
import type { Voice } from './voice.ts'

/** More who were convinced tell nothing more: they heard the same. */
const MOST = 2
/** How many had to hold it on their own. One who wins over all others is more often persuasive than right. */
const HOLDERS = 2

/**
 * What those who came round to an answer, and said by what, add to its log-odds. They count as little as the most doubted of
 * those who held it from the start.
 */
export function weighConversions(
  voices: readonly Voice[],
  doubts: readonly number[],
  key: string,
  { conversion }: Calibration,
): number {
  const holders = doubts.filter((_, i) => voices[i]!.first?.key === key)
  const believed = holders.reduce((sum, doubt) => sum + 1 - doubt, 0)
  if (Math.round(believed) < HOLDERS) return 0
  const convinced = doubts.filter((_, i) => isConvinced(voices[i]!, key))
  const count = convinced.reduce((sum, doubt) => sum + 1 - doubt, 0)
  return conversion * Math.min(MOST, count) * (1 - Math.max(...holders))
}

const isConvinced = ({ first, now, hasReason = false, isInformed = false }: Voice, key: string): boolean =>
  first !== undefined && first.key !== key && now?.key === key && hasReason && !isInformed
