import { isObject, problemWith } from '../shape.ts'
import { UnreachableError } from './client-errors.ts'
import type { Requests } from './requests.ts'

/** A session as a list shows it. */
export interface SessionSummary {
  sessionId: string
  title: string
  createdAt: number
  updatedAt: number
}

const SHAPE = { sessionId: 'string', title: 'string', createdAt: 'number', updatedAt: 'number' } as const

/** The latest changed first. */
export async function fetchSessions(requests: Requests, signal: AbortSignal): Promise<SessionSummary[]> {
  const answer = await requests.json('GET', '', signal)
  const sessions = isObject(answer) && Array.isArray(answer.sessions) ? answer.sessions : undefined
  if (sessions?.every(isSummary)) return sessions
  throw new UnreachableError('expected { sessions } of the chat server')
}

const isSummary = (value: unknown): value is SessionSummary =>
  isObject(value) && problemWith(value, SHAPE) === undefined
