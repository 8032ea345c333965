import { type EndReason, openRound, type Session } from '@sweatpants/roundtable/browser'
import { countHeard } from './seat-state.ts'

const ENDS: Readonly<Record<EndReason, string>> = {
  rounds: 'all rounds are done',
  unanimous: 'all agree',
  decided: 'another round would not change the answer',
  stable_disagreement: 'no one is changing their mind',
  budget: 'the budget is spent',
  stopped: 'it was stopped',
}

/** Returns the progress of a debate as a sentence. */
export function sayStatus(session: Session): string {
  const { status, endReason, currentRound, totalRounds } = session
  const round = openRound(session)
  if (status === 'completed') return endReason === undefined ? 'Finished.' : `Finished: ${ENDS[endReason]}.`
  const paused = status === 'paused' ? ', paused' : ''
  if (round === undefined) {
    return currentRound === 0 ? `Not started${paused}.` : `Round ${currentRound} of ${totalRounds} is over${paused}.`
  }
  const { answered, failed, asked } = countHeard(session, round)
  const lost = failed === 0 ? '' : `, ${failed} not heard`
  return `Round ${round.number} of ${totalRounds}${paused}: ${answered} of ${asked} answered${lost}.`
}
