import { sayCount } from '../session/phrases.ts'
import { type EndReason, isHeard, openRound, type Round, responsesOf, type Session } from '../session/session.ts'
import { type SessionState, stateOf } from '../session/session-state.ts'

/** Numbers of seats of a round. */
interface HeardSeats {
  answered: number
  failed: number
  asked: number
}

/** Counts the seats of a round that have answered, or failed to. */
export function countHeard(session: Session, { number, agentIds, failures }: Round): HeardSeats {
  const heard = new Set(responsesOf(session, number).map(({ agentId }) => agentId))
  const lost = new Set(failures.flatMap(({ phase, agentId }) => (phase === 'response' ? [agentId] : [])))
  return {
    answered: agentIds.filter((agentId) => heard.has(agentId)).length,
    failed: agentIds.filter((agentId) => lost.has(agentId) && !heard.has(agentId)).length,
    asked: agentIds.length,
  }
}

const ENDS: Readonly<Record<EndReason, string>> = {
  rounds: 'that was the last planned round',
  unanimous: 'all panellists agreed',
  decided: 'another round would not have changed the answer',
  stable_disagreement: 'no one was changing their mind any more',
  budget: 'the budget was used up',
  stopped: 'it was stopped',
}

/** Describes the progress of a debate, or why it ended, in a sentence. */
export function sayProgress(session: Session): string {
  const { status, endReason, currentRound, totalRounds, pendingContextRequests } = session
  const open = openRound(session)
  // A round in which no one was heard does not count.
  const held = session.rounds.filter(({ number }) => isHeard(session, number)).length
  if (status === 'completed')
    return `Finished after ${sayCount(held, 'round')}${endReason === undefined ? '' : `: ${ENDS[endReason]}`}.`
  if (open !== undefined) {
    const { answered, failed, asked } = countHeard(session, open)
    const heard = `${answered} of ${asked} answered${failed === 0 ? '' : `, ${failed} not heard`}`
    return `Round ${open.number} of ${totalRounds} ${STAGES[stateOf(session)] ?? 'was interrupted'}: ${heard}.`
  }
  if (currentRound === 0) return 'The first round has not begun.'
  const required = pendingContextRequests.filter(({ priority }) => priority === 'required').length
  const waits = required === 0 ? '' : ` It waits for ${sayCount(required, 'answer')} that the panel needs.`
  return `After round ${currentRound} of ${totalRounds}${status === 'paused' ? ', paused' : ''}.${waits}`
}

const STAGES: Partial<Record<SessionState, string>> = {
  running: 'is in progress',
  blocked: 'is blocked',
  paused: 'is paused',
}
