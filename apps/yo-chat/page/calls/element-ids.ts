import type { ChatSnapshot } from '@sweatpants/framework/chat'

// Targets of the links to open questions and approvals.

export const questionId = (elicitId: string): string => `question-${elicitId}`
export const approvalId = (callId: string): string => `approval-${callId}`

/** Returns the ids of the open questions and approvals, the oldest first. */
export const listOpenIds = ({ pendingElicits, pendingApprovals }: ChatSnapshot): string[] =>
  [...pendingApprovals, ...pendingElicits]
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .map((one) => ('elicitId' in one ? questionId(one.elicitId) : approvalId(one.callId)))
