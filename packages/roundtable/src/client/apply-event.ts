import { PatchError } from '@sweatpants/framework/chat'
import type { Happening, RoundtableEvent } from '../session/event.ts'
import { reduce } from '../session/reduce.ts'
import type { Session } from '../session/session.ts'

/** A session as it is at a place of its log; there is none before the first. */
export interface Place {
  lsn: number
  session?: Session
}

/** The session that a server sent. */
export function parsePlace(answer: unknown): Place {
  const { session, lsn } = (answer ?? {}) as Partial<Place>
  if (typeof session?.id === 'string' && typeof lsn === 'number') return { session, lsn }
  throw new PatchError('expected { session, lsn } of the server')
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
export function applyEvent({ session }: Place, lsn: number, event: unknown): Place {
  const { type } = (event ?? {}) as Partial<RoundtableEvent>
  const isKnown = typeof type === 'string' && Object.hasOwn(KNOWN, type)
  // The server is ours, and what it writes under a name that is known has its shape.
  if (isKnown) return { session: reduce(session, event as RoundtableEvent), lsn }
  return session === undefined ? { lsn } : { session, lsn }
}
