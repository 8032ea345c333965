import { HttpError } from '../http/http-error.ts'
import { isObject } from '../tools/json.ts'
import type { AgUiResume } from './interrupts.ts'

/** The part of `RunAgentInput` that a chat reads. Tools, context and state of the page are ignored. */
export interface RunInput {
  threadId: string
  runId: string
  messages: { id: string; role: string; content?: unknown }[]
  resume: AgUiResume[]
  /** Whether the client speaks 1.0: clients before it do not know that a run can be cancelled. */
  isCurrent: boolean
}

/** Returns the input of a run. Throws an `HttpError` that names the field. */
export function parseInput(value: unknown): RunInput {
  const { threadId, runId, messages, resume, protocolVersion } = isObject(value) ? value : {}
  if (typeof threadId !== 'string' || typeof runId !== 'string')
    throw new HttpError(400, 'bad_input', 'a run needs a threadId and a runId')
  if (!Array.isArray(messages) || !messages.every(isMessage))
    throw new HttpError(400, 'bad_input', 'messages must be a list of messages, each with an id and a role')
  const entries = resume ?? []
  if (!Array.isArray(entries) || !entries.every(isResume))
    throw new HttpError(400, 'bad_input', 'resume must be a list of { interruptId, status: "resolved" or "cancelled" }')
  return { threadId, runId, messages, resume: entries, isCurrent: typeof protocolVersion === 'string' }
}

const isMessage = (value: unknown): value is RunInput['messages'][number] =>
  isObject(value) && typeof value.id === 'string' && typeof value.role === 'string'

const isResume = (value: unknown): value is AgUiResume =>
  isObject(value) &&
  typeof value.interruptId === 'string' &&
  (value.status === 'resolved' || value.status === 'cancelled') &&
  (value.metadata === undefined || isObject(value.metadata))
