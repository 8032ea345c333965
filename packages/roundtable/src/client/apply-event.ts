import type { Happening, RoundtableEvent } from '../session/event.ts'
import { reduce } from '../session/reduce.ts'
import type { Session } from '../session/session.ts'
import type { ServerEvent } from './server-events.ts'

/** A session as it is at a place of its log. */
export interface Place {
  session: Session
  lsn: number
}

const KNOWN: Record<Happening['type'], true> = {
  session_start: true,
  session_import: true,
  round_start: true,
  roles_assign: true,
  seat_ask: true,
  ballot_cast: true,
  response_add: true,
  seat_fail: true,
  context_request: true,
  context_answer: true,
  context_clear: true,
  round_summarize: true,
  round_summary_fail: true,
  round_end: true,
  session_pause: true,
  session_resume: true,
  session_stop: true,
  synthesis_write: true,
}

/** Moves on by one event. What a newer server tells of and this page does not know changes nothing, and is passed. */
export function applyEvent(place: Place, { id, data }: ServerEvent): Place {
  const lsn = Number(id)
  if (lsn <= place.lsn) return place
  if (lsn !== place.lsn + 1) throw new TypeError(`after event ${place.lsn} came ${id}; what is between is missing`)
  const event: RoundtableEvent = JSON.parse(data)
  return { session: Object.hasOwn(KNOWN, event.type) ? reduce(place.session, event) : place.session, lsn }
}
