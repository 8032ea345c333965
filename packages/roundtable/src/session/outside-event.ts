import type { ElicitAnswer } from '@sweatpants/framework'
import type { RunCancel } from '@sweatpants/framework/log'
import { type ContextResult, DISMISSED } from './context-request.ts'
import type { DebateState } from './debate-state.ts'
import type { Happening } from './event.ts'
import { openRound } from './session.ts'

/** The answer that a person gave in the inbox, as the inbox appends it. */
export interface ContextReply {
  type: 'context_reply'
  requestId: string
  result: ElicitAnswer
  answeredBy: string
  timestamp: number
}

type OutsideEvent = ContextReply | RunCancel

export const roundId = (sessionId: string, round: number): string => `roundtable/${sessionId}/${round}`

export const synthesisId = (sessionId: string, at: number): string => `roundtable/${sessionId}/synthesis/${at}`

/** Whether the inbox or the control room appended it, which know nothing of debates. */
export const isOutside = (event: unknown): event is OutsideEvent => {
  const { type } = (event ?? {}) as { type?: unknown }
  return type === 'context_reply' || type === 'run_cancel'
}

/** Returns the event that the reducer knows for one from outside; `undefined` if it changes nothing. */
export function fromOutside(event: OutsideEvent, state: DebateState): (Happening & { timestamp: string }) | undefined {
  if (event.type === 'context_reply') {
    const { requestId, result, answeredBy } = event
    if (result.action === 'cancel' && isRequired(requestId, state)) return undefined
    const answer: Happening = { type: 'context_answer', result: { requestId, ...toResult(result) }, answeredBy }
    return { ...answer, timestamp: new Date(event.timestamp).toISOString() }
  }
  const cancelled = toCancelled(event.runId, state)
  return cancelled && { ...cancelled, timestamp: new Date(event.time).toISOString() }
}

/** A required request is answered or declined; it cannot be dismissed. */
const isRequired = (requestId: string, { session }: DebateState): boolean =>
  session?.contextRequests.some(({ id, priority }) => id === requestId && priority === 'required') ?? false

function toResult(answer: ElicitAnswer): Omit<ContextResult, 'requestId'> {
  // The inbox has checked that the answer fits the question's form.
  if (answer.action === 'accept') return { success: true, result: (answer.content as { answer: string }).answer }
  const isDeclined = answer.action === 'decline'
  const error = isDeclined ? 'The person declined to answer.' : DISMISSED
  return { success: false, error }
}

/** A debate whose round is cancelled is stopped: without its round it cannot go on. */
function toCancelled(runId: string, { session, synthesis }: DebateState): Happening | undefined {
  if (session === undefined) return undefined
  if (synthesis !== undefined && runId === synthesisId(session.id, synthesis.at))
    return { type: 'synthesis_fail', round: synthesis.round, reason: 'it was cancelled' }
  const open = openRound(session)
  return open !== undefined && runId === roundId(session.id, open.number) ? { type: 'session_stop' } : undefined
}
