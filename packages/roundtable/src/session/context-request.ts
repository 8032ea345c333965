export type ContextPriority = 'required' | 'optional'

/** What an agent wants to know before it goes on. */
export interface ContextRequest {
  id: string
  sessionId: string
  round: number
  agentId: string
  query: string
  reason: string
  priority: ContextPriority
  timestamp: string
}

/** What the caller found. Not having found anything is an answer too. */
export interface ContextResult {
  requestId: string
  success: boolean
  result?: string
  error?: string
}

/** A request with what has become of it. */
export interface ContextRecord extends ContextRequest {
  answer?: { success: boolean; result?: string; error?: string; timestamp: string }
  /** It is no longer asked: the round that used its answer has ended, or it was withdrawn. */
  isCleared: boolean
}

export const isPending = ({ answer, isCleared }: ContextRecord): boolean => answer === undefined && !isCleared

export function toRequest({ answer: _, isCleared: __, ...request }: ContextRecord): ContextRequest {
  return request
}
