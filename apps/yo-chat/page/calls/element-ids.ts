// Targets of the links to open questions and approvals.

export const questionId = (elicitId: string): string => `question-${elicitId}`
export const approvalId = (callId: string): string => `approval-${callId}`
