import type { Turn } from './mode.ts'

/** `first`: nobody was heard. `last`: nothing comes after it. */
export type Phase = 'first' | 'later' | 'last'

export function phaseOf({ hasHeard, round, totalRounds }: Turn): Phase {
  if (!hasHeard) return 'first'
  return round < totalRounds ? 'later' : 'last'
}
