import type { ChatState, ToolCallState } from '@sweatpants/framework/chat'

const OPEN = ['running', 'approval', 'waiting']

/** Returns the calls that the turn has open, without those that the view of a call makes. */
export const openCalls = ({ turn, toolCalls }: ChatState): ToolCallState[] =>
  turn === undefined
    ? []
    : Object.values(toolCalls).filter(({ status, calledBy }) => calledBy === undefined && OPEN.includes(status))

/** Whether the turn writes text, or is about to: no tool of it runs or waits. */
export const isWriting = (state: ChatState): boolean => state.turn !== undefined && openCalls(state).length === 0

/**
 * Returns the ids of the questions and approvals that the tools of the turn wait for, joined, so that two results can be compared.
 * It is empty while the turn is being stopped.
 */
export function openQuestions(state: ChatState): string {
  if (state.turn === undefined || state.turn.aborting) return ''
  const { pendingApprovals, pendingElicits, pendingWaits } = state
  const calls = openCalls(state).map(({ callId }) => callId)
  const asked = [...Object.values(pendingApprovals), ...Object.values(pendingElicits)]
  return [...asked.filter(({ status }) => status === 'pending'), ...Object.values(pendingWaits)]
    .filter(({ callId }) => calls.includes(callId))
    .map((open) => ('elicitId' in open ? open.elicitId : open.callId))
    .toSorted()
    .join(' ')
}
