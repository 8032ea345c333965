import type { SessionSummary } from './session-manager.ts'

const DAY = 86_400_000

/** A decision comes up for review when it is older than this, in milliseconds. */
const REVIEW_AFTER = 7 * DAY

/** Returns a decision to ask about, “Did this turn out right?”: another one each day, so that none is asked about all the time. */
export function findReview<T extends SessionSummary>(sessions: readonly T[], now: number): T | undefined {
  const due = sessions.filter(
    ({ status, outcome, updatedAt }) =>
      status === 'completed' && outcome === 'unknown' && now - Date.parse(updatedAt) > REVIEW_AFTER,
  )
  return due[Math.floor(now / DAY) % due.length]
}
