import type { SessionLog } from '@sweatpants/framework/chat'
import type { RoundtableEvent } from '../session/event.ts'
import { reduce } from '../session/reduce.ts'
import { openRound, type Session } from '../session/session.ts'

/** The session as it was when the round began: the same at every replay. */
export async function loadOpening(
  log: SessionLog<RoundtableEvent>,
  sessionId: string,
  round: number,
): Promise<Session> {
  let session: Session | undefined
  for (const { event } of await log.read(sessionId, 0)) {
    session = reduce(session, event)
    if (event.type === 'round_start' && event.round === round) return session
    if (event.type === 'session_import' && openRound(session)?.number === round) return session
  }
  throw new TypeError(`round ${round} of session ${sessionId} was never begun`)
}
