import { z } from 'zod'
import { openRound, type Session } from '../session/session.ts'

export const state = z.enum(['in_progress', 'needs_context', 'completed'])

export type State = z.infer<typeof state>

export function stateOf({ status, pendingContextRequests }: Session): State {
  if (status === 'completed') return 'completed'
  return pendingContextRequests.some(({ priority }) => priority === 'required') ? 'needs_context' : 'in_progress'
}

/** What a caller does now, in a sentence or two. */
export function nextStepOf(session: Session): string {
  const { id, status, endReason, currentRound, totalRounds, pendingContextRequests } = session
  if (status === 'paused') return 'The debate is paused: control_session with action "resume" lets it go on.'
  if (status === 'completed') {
    const over = 'The debate is over: synthesize_debate writes it up, export_session gives all of it.'
    if (endReason === 'stopped' || endReason === 'budget') return over
    return `${over} continue_roundtable with a focusQuestion has one more round about it.`
  }
  const required = pendingContextRequests.filter(({ priority }) => priority === 'required').length
  if (required > 0) {
    return (
      `Find what ${required === 1 ? 'the required context request asks' : `the ${required} required context requests ask`} for, ` +
      `by searching or from what you know, then call continue_roundtable with sessionId "${id}" and a contextResults entry for each; ` +
      'what cannot be found is answered with success: false and an error.'
    )
  }
  const optional = pendingContextRequests.length > 0 ? ' Optional context requests may be answered along with it.' : ''
  const next = openRound(session)?.number ?? currentRound + 1
  return `Call continue_roundtable with sessionId "${id}" for round ${next} of ${totalRounds}.${optional}`
}
