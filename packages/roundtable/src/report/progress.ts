import { type EndReason, openRound, responsesOf, type Session } from '../session/session.ts'
import { sayCount } from './words.ts'

const ENDS: Readonly<Record<EndReason, string>> = {
  rounds: 'that was the last planned round',
  unanimous: 'all agreed from the start',
  decided: 'another round would not have changed the answer',
  stable_disagreement: 'nobody was changing their mind any more',
  budget: 'the budget was used up',
  stopped: 'it was stopped',
}

/** How far a debate is, or why it is over, in a sentence. */
export function sayProgress(session: Session): string {
  const { status, endReason, currentRound, totalRounds, pendingContextRequests } = session
  const open = openRound(session)
  const rounds = sayCount(currentRound, 'round')
  if (status === 'completed') return `Over after ${rounds}${endReason === undefined ? '' : `: ${ENDS[endReason]}`}.`
  if (open !== undefined) {
    const heard = responsesOf(session, open.number).length
    const answered = `${heard} of ${sayCount(open.agentIds.length, 'seat')} ${heard === 1 ? 'has' : 'have'} answered`
    return `Round ${open.number} of ${totalRounds} ${status === 'paused' ? 'is paused' : 'is in progress'}: ${answered}.`
  }
  if (currentRound === 0) return 'The first round has not begun.'
  const required = pendingContextRequests.filter(({ priority }) => priority === 'required').length
  const waits = required === 0 ? '' : ` It waits for ${sayCount(required, 'answer')} that the seats need.`
  return `After round ${currentRound} of ${totalRounds}${status === 'paused' ? ', paused' : ''}.${waits}`
}
