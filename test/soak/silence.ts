import type { HistoryEvent } from '../faults/history.ts'
import type { Suffered } from './disturb.ts'

/** Returns the longest time around a fault in which the store of its cluster acknowledged no write, in milliseconds. */
export function findSilence(events: readonly HistoryEvent[], { cluster, at, lasted }: Suffered): number {
  const times = events
    .flatMap((event) => (event.type === 'write_store' && event.node.startsWith(cluster) ? [event.time] : []))
    .sort((a, b) => a - b)
  let longest = 0
  for (let i = 1; i < times.length; i++) {
    const [from, to] = [times[i - 1]!, times[i]!]
    if (to > at && from < at + lasted) longest = Math.max(longest, to - from)
  }
  return longest
}
