import { z } from 'zod'
import { openRound, type Session } from '../session/session.ts'
import { isRunning, SESSION_STATES } from '../session/session-state.ts'

export const state = z.enum(SESSION_STATES)

/** Returns what the caller should do next, in a sentence or two. */
export function nextStepOf(session: Session): string {
  const { id, status, endReason, currentRound, totalRounds, pendingContextRequests, consensus, outcome } = session
  if (status === 'paused') return 'The debate is paused: call control_session with action "resume" first.'
  if (status === 'completed') {
    const over =
      session.synthesis?.round === currentRound
        ? 'The debate is over: report synthesis with the vote. export_session gives all of it.'
        : 'The debate is over: synthesize_debate writes it up, export_session gives all of it.'
    const later =
      consensus?.decision !== undefined && outcome === undefined
        ? ' Once the user knows how it turned out, call record_outcome.'
        : ''
    if (endReason === 'stopped' || endReason === 'budget') return `${over}${later}`
    return `${over} continue_roundtable with a focusQuestion has one more round about it.${later}`
  }
  const open = openRound(session)
  if (open?.stage === 'blocked') {
    return `Round ${open.number} is paused until a server version that can continue it is running; it then continues by itself.`
  }
  if (isRunning(session))
    return `Round ${open!.number} is still running: call continue_roundtable with sessionId "${id}" to wait for its result.`
  const required = pendingContextRequests.filter(({ priority }) => priority === 'required').length
  if (required > 0) {
    return (
      `Find what ${required === 1 ? 'the required context request asks' : `the ${required} required context requests ask`} for, ` +
      `by searching or from what you know, then call continue_roundtable with sessionId "${id}" and a contextResults entry for each; ` +
      'what cannot be found is answered with success: false and an error.'
    )
  }
  const optional = pendingContextRequests.length > 0 ? ' Optional context requests may be answered along with it.' : ''
  const next = open?.number ?? currentRound + 1
  return `Call continue_roundtable with sessionId "${id}" for round ${next} of ${totalRounds}.${optional}`
}
