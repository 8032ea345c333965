import type { ConsensusLevel } from '../session/consensus.ts'
import type { Share } from './tally.ts'
import type { Thresholds } from './thresholds.ts'

export interface Standing {
  /** Seats, absent ones too. */
  total: number
  /** Seats that voted. */
  voted: number
  lead: Share | undefined
}

/**
 * How much agreement there is. Fewer than half of the seats are too few to say. Without a lead it is low, and so is that
 * of one with itself; one model family is never high.
 */
export function rateLevel({ total, voted, lead }: Standing, { high, medium }: Thresholds): ConsensusLevel {
  if (voted === 0 || voted * 2 < total) return 'insufficient'
  if (lead === undefined || lead.agentIds.length === 1) return 'low'
  const agreement = lead.agentIds.length / total
  if (agreement >= high && lead.families.length > 1) return 'high'
  return agreement >= Math.min(medium, high) ? 'medium' : 'low'
}
