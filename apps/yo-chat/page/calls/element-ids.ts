// Where the page goes to when somebody asks what waits for them.

export const questionId = (elicitId: string): string => `question-${elicitId}`
export const approvalId = (callId: string): string => `approval-${callId}`
