import { PatchError } from '../parse-patch.ts'
import { isObject, problemWith, type Shape } from '../shape.ts'
import { type ChatState, emptyState } from '../state.ts'

const SHAPE: Record<keyof typeof emptyState & string, Shape[string]> = {
  lsn: 'number',
  sessionId: 'string',
  title: 'string',
  model: 'string?',
  persona: 'string?',
  capabilities: 'object',
  messages: 'array',
  toolCalls: 'object',
  pendingApprovals: 'object',
  pendingElicits: 'object',
  turn: 'object?',
  turns: 'number',
  usage: 'object',
  error: 'object?',
}

/** The state that a server sent. What an older one does not know is empty. Throws a `PatchError`. */
export function parseState(answer: unknown): ChatState {
  const state = isObject(answer) && isObject(answer.state) ? { ...emptyState, ...answer.state } : undefined
  const problem = state === undefined ? 'there is none' : problemWith(state, SHAPE)
  if (problem !== undefined) throw new PatchError(`the state of the session cannot be read: ${problem}`)
  return state!
}
