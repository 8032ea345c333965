/**
 * The branches of a chat. An edit or another answer begins a new branch after a message; what followed it before is put aside, and
 * `branch_switch` shows it again.
 *
 * - B1 A message that was given to a turn is in the state once: on the branch that is shown, or in one entry of `aside`.
 * - B2 Each entry of `aside` is listed in `branches` after one message, or after `START`, so every message can be shown again.
 * - B3 A branch is shown again as it was left: with the branches that were chosen further down.
 */
import { cancelCalls } from './reduce-calls.ts'
import type { ChatMessage, ChatState } from './state.ts'

/** Stands for the message before the first one. */
export const START = ''

/** Queued messages come last: after the answers of the running turn. They belong to no branch yet. */
export const startOfQueue = (messages: readonly ChatMessage[]): number =>
  messages.findLastIndex(({ status }) => status !== 'queued') + 1

/** Puts aside what follows a message of the branch that is shown, and cancels the calls that it waits for. */
export function branchAfter(state: ChatState, after: string): ChatState {
  const { messages } = state
  const queue = startOfQueue(messages)
  const at = messages.findIndex(({ messageId }) => messageId === after) + 1
  const first = messages[at]?.messageId
  if (first === undefined || at >= queue) return state
  const shown = messages.toSpliced(at, queue - at)
  const known = new Set(shown.map(({ messageId }) => messageId))
  return cancelCalls(
    {
      ...state,
      messages: shown,
      aside: { ...state.aside, [first]: messages.slice(at, queue) },
      branches: { ...state.branches, [after]: state.branches[after] ?? [first] },
    },
    ({ messageId }) => !known.has(messageId),
  )
}

/** Shows the branch that a message is on. Returns the same state if it is shown already, or unknown. */
export function showBranch(state: ChatState, messageId: string): ChatState {
  const first = Object.keys(state.aside).find((id) =>
    state.aside[id]!.some((message) => message.messageId === messageId),
  )
  if (first === undefined) return state
  const after = placeOf(state, first)
  const { aside, messages, ...rest } = branchAfter(showBranch(state, after), after)
  const { [first]: branch = [], ...others } = aside
  return { ...rest, messages: messages.toSpliced(startOfQueue(messages), 0, ...branch), aside: others }
}

/** The message after which a branch begins. */
const placeOf = ({ branches }: ChatState, first: string): string =>
  Object.keys(branches).find((after) => branches[after]!.includes(first)) ?? START

/** Returns the branches with a message that is now said after another one. Where there is one way on, none is listed. */
export function listBranch({ branches }: ChatState, after: string, messageId: string): ChatState['branches'] {
  const known = branches[after]
  return known === undefined || known.includes(messageId) ? branches : { ...branches, [after]: [...known, messageId] }
}

/** Returns the message before another one on the same branch, or `START`. */
export function messageBefore(state: ChatState, messageId: string): string {
  const { messages } = showBranch(state, messageId)
  return messages[messages.findIndex((message) => message.messageId === messageId) - 1]?.messageId ?? START
}
