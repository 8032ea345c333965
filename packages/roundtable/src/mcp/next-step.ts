import type { Usage } from '@sweatpants/framework'
import { z } from 'zod'
import { canTurnOut } from '../session/consensus.ts'
import { canReopen, canWriteUp, isHeard, openRound, type Session } from '../session/session.ts'
import { SESSION_STATES, sayBlocked, stateOf } from '../session/session-state.ts'

export const state = z.enum(SESSION_STATES)

/** Returns what the caller should do next, in a sentence or two. It names no call that would be refused. */
export function nextStepOf(session: Session): string {
  const { id, currentRound } = session
  switch (stateOf(session)) {
    case 'paused':
      return 'The debate is paused: call control_session with action "resume" first.'
    case 'completed':
      return sayAfterEnd(session)
    case 'blocked':
      return sayBlocked(currentRound)
    case 'running':
      return `Round ${currentRound} is still running: call continue_roundtable with sessionId "${id}" to wait for its result.`
    case 'needs_context':
      return sayMissing(session)
    case 'in_progress':
      return sayNextRound(session)
  }
}

function sayMissing({ id, pendingContextRequests }: Session): string {
  const required = pendingContextRequests.filter(({ priority }) => priority === 'required').length
  return (
    `Find what ${required === 1 ? 'the required context request asks' : `the ${required} required context requests ask`} for, ` +
    `by searching or from what you know, then call continue_roundtable with sessionId "${id}" and a contextResults entry for each; ` +
    'what cannot be found is answered with success: false and an error.'
  )
}

function sayNextRound(session: Session): string {
  const { id, currentRound, totalRounds, pendingContextRequests } = session
  const open = openRound(session)
  if (open === undefined && currentRound > 0 && !isHeard(session, currentRound))
    return `No seat could be heard in round ${currentRound}, so it does not count: call continue_roundtable with sessionId "${id}" to hold it again.`
  const optional = pendingContextRequests.length > 0 ? ' Optional context requests may be answered along with it.' : ''
  const next = open?.number ?? currentRound + 1
  return `Call continue_roundtable with sessionId "${id}" for round ${next} of ${totalRounds}.${optional}`
}

function sayAfterEnd(session: Session): string {
  const { synthesis, currentRound, responses, consensus, outcome } = session
  const isWritten = synthesis?.round === currentRound
  const report = isWritten ? 'report synthesis with the vote' : 'synthesize_debate writes it up'
  if (responses.length === 0)
    return 'The debate is over, and no seat was heard: start another one with start_roundtable.'
  return [
    `The debate is over: ${isWritten || mayWriteUp(session) ? report : 'report the vote'}. export_session gives all of it.`,
    ...(canReopen(session)
      ? ['continue_roundtable with a focusQuestion, or a corrected question, has one more round about it.']
      : []),
    ...(canTurnOut(consensus) && outcome === undefined
      ? ['Once the user knows how it turned out, call record_outcome.']
      : []),
  ].join(' ')
}

/** Whether a write-up is likely to fit into the budget: it reads at least as much as a seat that answered. */
function mayWriteUp(session: Session): boolean {
  const { budget, usage, responses, synthesisFailure } = session
  const { tokens, usd } = budget
  if (!canWriteUp(session)) return false
  if (tokens === undefined && usd === undefined) return true
  const least = (costOf: (usage: Usage) => number) => Math.min(...responses.map((response) => costOf(response.usage)))
  const hasTokens =
    tokens === undefined || tokens - usage.inputTokens - usage.outputTokens > least(({ inputTokens }) => inputTokens)
  const hasUsd = usd === undefined || usd - (usage.costUsd ?? 0) > least(({ costUsd = 0 }) => costUsd)
  return synthesisFailure === undefined && hasTokens && hasUsd
}
