import type { ElicitAnswer } from '../tools/elicit.ts'
import type { Json } from '../tools/json.ts'
import type { NewCommand } from './command.ts'
import type { ChatState, PendingApprovalState, PendingElicitState } from './state.ts'

/** What a chat asks its owner now, and the commands that answer it: for pages, other protocols and the driver. */

const isOpen = ({ status }: { status: 'pending' | 'responded' }): boolean => status === 'pending'

export const openQuestions = ({ pendingElicits }: Pick<ChatState, 'pendingElicits'>): PendingElicitState[] =>
  Object.values(pendingElicits).filter(isOpen)

export const openApprovals = ({ pendingApprovals }: Pick<ChatState, 'pendingApprovals'>): PendingApprovalState[] =>
  Object.values(pendingApprovals).filter(isOpen)

/** The number of open questions and approvals of the owner. */
export const countAsked = (state: Pick<ChatState, 'pendingElicits' | 'pendingApprovals'>): number =>
  openQuestions(state).length + openApprovals(state).length

/** Whether nothing goes on until the owner answers. Questions to other people are not for the owner. */
export const waitsForOwner = (state: ChatState): boolean => state.turn?.waits === true && countAsked(state) > 0

/** Identifies what is asked as it was shown: another id when it is asked again, so that a late answer does not count. */
const toShownId = (id: string, attempt = 1): string => (attempt === 1 ? id : `${id}#${attempt}`)

export const toQuestionId = ({ elicitId, attempt }: Pick<PendingElicitState, 'elicitId' | 'attempt'>): string =>
  toShownId(elicitId, attempt)

export const toApprovalId = ({ callId, attempt }: Pick<PendingApprovalState, 'callId' | 'attempt'>): string =>
  toShownId(callId, attempt)

/** Returns the open approval with this id. */
export const findOpenApproval = (state: ChatState, id: string): PendingApprovalState | undefined =>
  openApprovals(state).find((asked) => toApprovalId(asked) === id)

/** The command that answers a question as it was shown. */
export const toAnswer = ({ callId, elicitId, attempt }: PendingElicitState, result: ElicitAnswer): NewCommand => ({
  type: 'elicit_response',
  callId,
  elicitId,
  attempt,
  result,
})

/** The command that allows a call as it was shown, or does not allow it. */
export function toVerdict(
  { callId, attempt = 1 }: PendingApprovalState,
  approved: boolean,
  { reason, edited }: { reason?: string | undefined; edited?: Json | undefined } = {},
): NewCommand {
  if (approved) return { type: 'approve', callId, attempt, ...(edited !== undefined && { arguments: edited }) }
  return { type: 'deny', callId, ...(reason !== undefined && { reason }) }
}
