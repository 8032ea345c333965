import type { Session } from './session.ts'

/** A session as a list shows it. */
export type SessionSummary = Pick<
  Session,
  'id' | 'topic' | 'mode' | 'status' | 'currentRound' | 'totalRounds' | 'createdAt' | 'updatedAt'
> & { agentIds: string[]; pendingContextRequests: number; decision?: string }
