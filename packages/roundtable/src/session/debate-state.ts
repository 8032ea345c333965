import type { RoundtableEvent } from './event.ts'
import { fromOutside, isOutside } from './outside-event.ts'
import { isKnown, reduce } from './reduce.ts'
import type { Session } from './session.ts'

/** A debate at a place of its log. */
export interface DebateState {
  /** The place of the last event. */
  lsn: number
  /** Absent before the first event. */
  session?: Session
  /** The place of the event that began the last round. */
  roundAt?: number
  /** A write-up that was requested and is not written yet, and the place of the request. */
  synthesis?: { round: number; at: number }
  /** The place of the last event from outside, whose append leaves the list of sessions and the open questions as they were. */
  outsideAt?: number
}

export const emptyDebate: DebateState = { lsn: 0 }

/** Returns the state after the event at `lsn`. An event of a newer server only moves the place. */
export function reduceDebate(state: DebateState, written: unknown, lsn: number): DebateState {
  if (lsn <= state.lsn) return state
  const event = isOutside(written) ? fromOutside(written, state) : written
  const outside = event !== written && { outsideAt: lsn }
  if (!isKnown(event)) return { ...state, lsn, ...outside }
  const { synthesis, ...next } = { ...state, lsn, session: reduce(state.session, event) }
  const pending = findSynthesis(synthesis, event, lsn)
  return {
    ...next,
    ...(beginsRound(event) && { roundAt: lsn }),
    ...(pending && { synthesis: pending }),
    ...outside,
  }
}

const beginsRound = ({ type }: RoundtableEvent): boolean => type === 'round_start' || type === 'session_import'

function findSynthesis(
  before: DebateState['synthesis'],
  event: RoundtableEvent,
  lsn: number,
): DebateState['synthesis'] | undefined {
  if (event.type === 'synthesis_request') return { round: event.round, at: lsn }
  return event.type === 'synthesis_write' || event.type === 'synthesis_fail' ? undefined : before
}
