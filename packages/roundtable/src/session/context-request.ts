import { wordsOf } from './words.ts'

export type ContextPriority = 'required' | 'optional'

/** A question of an agent to the caller. */
export interface ContextRequest {
  id: string
  sessionId: string
  round: number
  agentId: string
  query: string
  reason: string
  /** Required as soon as one of the agents that ask requires it. */
  priority: ContextPriority
  /** Other agents that asked the same. */
  alsoAskedBy?: string[]
  timestamp: string
}

/** The caller's answer to a request. `success: false` says that nothing was found. */
export interface ContextResult {
  requestId: string
  success: boolean
  result?: string
  error?: string
}

/** Characters of a result. */
export const MAX_CONTEXT_RESULT = 100_000

/** A request with its answer and whether it is closed. */
export interface ContextRecord extends ContextRequest {
  answer?: {
    success: boolean
    result?: string
    error?: string
    /** The principal who answered; absent without authentication. */
    answeredBy?: string
    timestamp: string
  }
  /** Whether the request is closed: the round that used its answer has ended, or the request was withdrawn. */
  isCleared: boolean
}

/** Why a request has no answer that its owner has dismissed, which is possible while it is optional. */
export const DISMISSED = 'The person was asked and did not answer.'

/** Whether the owner has dismissed an optional request: a seat that requires the answer may ask again. */
export const isDismissed = ({ priority, answer }: ContextRecord): boolean =>
  priority === 'optional' && answer?.error === DISMISSED

export const isPending = ({ answer, isCleared }: ContextRecord): boolean => answer === undefined && !isCleared

export function toRequest({ answer: _, isCleared: __, ...request }: ContextRecord): ContextRequest {
  return request
}

/** Whether two requests ask the same, in the same words. */
export const isSameQuery = (one: string, other: string): boolean => wordsOf(one).join(' ') === wordsOf(other).join(' ')
