import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { countHeard } from './seat-state.ts'
import { texts } from './texts.ts'

/** Returns the progress of a debate as a sentence. */
export function sayStatus(session: Session): string {
  const { status, endReason, currentRound, totalRounds } = session
  const round = openRound(session)
  const isPaused = status === 'paused'
  if (status === 'completed') return texts.status.finished(endReason)
  if (round !== undefined)
    return texts.status.running(texts.round(round.number, totalRounds), isPaused, countHeard(session, round))
  if (currentRound === 0) return texts.status.notStarted(isPaused)
  return texts.status.between(texts.round(currentRound, totalRounds), isPaused)
}
