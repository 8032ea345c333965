/**
 * What each patch does to a chat: two tables, which have an entry for every type of patch.
 *
 * - C1 `reduce` is pure: the same patches give the same state, on every node and in every tab.
 * - C2 A patch that the state includes already changes nothing, so that a log may be read twice.
 * - C3 A patch of a newer server, or about something that is gone, only advances `lsn`.
 * - C4 A piece of text is in the state once, whether it was broadcast, appended or both; after a lost one the append fills the gap.
 * - C5 `isSaid` is true of a patch that the log has already: a replayed turn writes all its patches again.
 */
import { defined } from '../tools/defined.ts'
import { addUsage } from '../tools/usage.ts'
import { isPiece, type Patch, type PatchOf, type PatchType, parsePatch } from './patch.ts'
import {
  addOthersAnswer,
  addSignal,
  askApproval,
  askQuestion,
  asksPeople,
  closeQuestions,
  failCall,
  finishCall,
  isOpen,
  noteView,
  respondToApproval,
  respondToQuestion,
  startCall,
  stopViewCalls,
  updateCall,
  waitForOthers,
} from './reduce-calls.ts'
import {
  addAnswer,
  addUserMessage,
  endTurn,
  finishMessage,
  requestTurn,
  retryAnswer,
  startAnswer,
  startTurn,
  streamText,
  switchBranch,
} from './reduce-messages.ts'
import { type ChatState, emptyState, type TurnState } from './state.ts'

type Table<R> = { [T in PatchType]: (state: ChatState, patch: PatchOf<T>) => R }

const reducers: Table<ChatState> = {
  session_info: (state, { type, commandId, ...info }) => ({
    ...state,
    ...info,
    ...(info.title !== undefined && { named: 'person' as const }),
  }),
  title_suggest: (state, { title, usage }) => ({
    ...state,
    usage: addUsage(state.usage, usage),
    ...(state.named === undefined && { title, named: 'model' as const }),
  }),
  user_message: addUserMessage,
  turn_request: requestTurn,
  turn_start: startTurn,
  turn_end: (state, { turn, reason }) =>
    state.turn?.turn === turn ? { ...endTurn(state), ended: { turn, reason } } : state,
  turn_wait: (state, { turn }) => (state.turn?.turn === turn ? waitForPeople(state, state.turn) : state),
  turn_blocked: (state, { turn }) =>
    state.turn?.turn === turn ? { ...state, turn: { ...state.turn, blocked: true } } : state,
  turn_resume: (state, { turn }) => (state.turn?.turn === turn ? resumeTurn(state, state.turn) : state),
  streaming_start: startAnswer,
  streaming_text: (state, patch) => streamText(state, patch, 'text'),
  streaming_reasoning: (state, patch) => streamText(state, patch, 'reasoning'),
  streaming_retry: retryAnswer,
  streaming_end: finishMessage,
  assistant_message: addAnswer,
  tool_call_start: startCall,
  tool_call_progress: (state, { callId, message, progress }) =>
    updateCall(state, callId, { progress: progress === undefined ? { message } : { message, progress } }),
  tool_call_cancel: (state, { callId }) => updateCall(state, callId, { cancelling: true }),
  tool_call_result: finishCall,
  view_note: noteView,
  tool_call_error: failCall,
  approval_request: askApproval,
  approval_response: respondToApproval,
  elicit_start: (state, { callId }) => updateCall(state, callId, { asks: true }),
  elicit: askQuestion,
  elicit_response: respondToQuestion,
  elicit_wait: waitForOthers,
  elicit_answer: addOthersAnswer,
  signal: addSignal,
  elicit_complete: closeQuestions,
  usage: (state, { turn, usage }) =>
    state.turn?.turn === turn ? { ...state, usage: addUsage(state.usage, usage) } : state,
  branch_switch: switchBranch,
  abort_request: (state) => (state.turn === undefined ? state : { ...state, turn: { ...state.turn, aborting: true } }),
  // The turn has stopped. It ends with `turn_end`.
  abort_complete: (state, { turn }) => (state.turn?.turn === turn ? { ...endTurn(state), turn: state.turn } : state),
  error: (state, { code, message, turn }) =>
    turn === undefined || turn === state.turn?.turn ? { ...state, error: { code, message } } : state,
  reset: ({ lsn, sessionId, model, persona, systemPrompt, temperature, pinned, archived, ...state }) => ({
    ...emptyState,
    lsn,
    sessionId,
    capabilities: state.capabilities,
    turns: state.turns,
    // A reset does not refund what was spent.
    usage: state.usage,
    ...defined({ model, persona, systemPrompt, temperature, pinned, archived }),
    // A running turn, and the call of a view, goes on until its driver has stopped it.
    toolCalls: stopViewCalls(state),
    ...(state.turn !== undefined && { turn: { ...state.turn, aborting: true } }),
  }),
}

/** An answer may have come before the patch. */
function waitForPeople(state: ChatState, turn: TurnState): ChatState {
  return asksPeople(state) && !turn.aborting ? { ...state, turn: { ...turn, waits: true } } : state
}

/** The patches with which a turn that waits goes on. */
type WakingType =
  | 'turn_start'
  | 'turn_end'
  | 'streaming_start'
  | 'streaming_text'
  | 'streaming_reasoning'
  | 'streaming_retry'
  | 'streaming_end'
  | 'assistant_message'
  | 'tool_call_start'
  | 'tool_call_progress'
  | 'tool_call_cancel'
  | 'tool_call_result'
  | 'tool_call_error'
  | 'approval_request'
  | 'approval_response'
  | 'elicit_start'
  | 'elicit'
  | 'elicit_response'
  | 'elicit_wait'
  | 'elicit_answer'
  | 'signal'
  | 'elicit_complete'
  | 'usage'
  | 'abort_request'
  | 'abort_complete'
  | 'error'
  | 'reset'

/** All others. A new type of patch does not compile until it is in one of the two. */
const OTHER: { [Type in Exclude<PatchType, WakingType>]: true } = {
  session_info: true,
  title_suggest: true,
  user_message: true,
  turn_request: true,
  turn_wait: true,
  turn_blocked: true,
  turn_resume: true,
  view_note: true,
  branch_switch: true,
}

function wake(state: ChatState): ChatState {
  if (!state.turn?.waits) return state
  const { waits, ...turn } = state.turn
  return { ...state, turn }
}

function resumeTurn(state: ChatState, { blocked, ...turn }: TurnState): ChatState {
  return { ...state, turn }
}

/** Returns the state after `patch`, which is at `lsn` of the log. */
export function reduce(state: ChatState, patch: Patch, lsn: number): ChatState {
  if (lsn <= state.lsn) return state
  return { ...(Object.hasOwn(reducers, patch.type) ? change(state, patch) : state), lsn }
}

function change(state: ChatState, patch: Patch): ChatState {
  // TypeScript cannot pair the entry with the patch. The type of the table does.
  const reducer = reducers[patch.type] as (state: ChatState, patch: Patch) => ChatState
  const next = reducer(state, patch)
  return next === state || patch.type in OTHER ? next : wake(next)
}

/**
 * Returns the state with a piece of text that was broadcast and is not in the log yet. Its `lsn` stays: the append that has the
 * piece changes nothing then. Throws a `PatchError`.
 */
export function applyBroadcast(state: ChatState, event: unknown): ChatState {
  const patch = parsePatch(event)
  return patch !== undefined && isPiece(patch) && patch.offset !== undefined ? change(state, patch) : state
}

/** Returns the state after an event of the log. A patch that only newer clients know changes nothing but `lsn`. Throws a `PatchError`. */
export function applyPatch(state: ChatState, lsn: number, event: unknown): ChatState {
  const patch = parsePatch(event)
  return patch === undefined ? { ...state, lsn } : reduce(state, patch, lsn)
}

/** For what a replayed turn does not write again. */
const never = () => false

const isOver = ({ toolCalls }: ChatState, { callId }: { callId: string }): boolean =>
  toolCalls[callId] !== undefined && !isOpen(toolCalls[callId])

const said: Table<boolean> = {
  session_info: never,
  title_suggest: ({ named }) => named !== undefined,
  user_message: never,
  turn_request: never,
  turn_start: never,
  turn_end: never,
  turn_wait: ({ turn }) => turn?.waits === true,
  turn_blocked: ({ turn }) => turn?.blocked === true,
  turn_resume: ({ turn }) => turn?.blocked === undefined,
  // A replay asks no model, so nothing streams.
  streaming_start: never,
  streaming_text: never,
  streaming_reasoning: never,
  streaming_retry: never,
  streaming_end: never,
  // An earlier turn may have written the answer that this one continues.
  assistant_message: ({ messages }, patch) =>
    messages.some(
      ({ messageId, turn, stopReason }) =>
        messageId === patch.messageId && turn === patch.turn && stopReason !== undefined,
    ),
  tool_call_start: ({ toolCalls }, { callId }) => toolCalls[callId] !== undefined,
  tool_call_progress: never,
  tool_call_cancel: never,
  tool_call_result: isOver,
  view_note: never,
  tool_call_error: isOver,
  approval_request: (state, patch) => {
    const asked = state.pendingApprovals[patch.callId]
    return (asked !== undefined && (asked.attempt ?? 1) >= (patch.attempt ?? 1)) || isOver(state, patch)
  },
  approval_response: never,
  elicit_start: (state, patch) => state.toolCalls[patch.callId]?.asks === true || isOver(state, patch),
  elicit: (state, patch) => state.pendingElicits[patch.elicitId]?.attempt === patch.attempt || isOver(state, patch),
  elicit_response: never,
  elicit_wait: (state, patch) => state.pendingWaits[patch.elicitId]?.attempt === patch.attempt || isOver(state, patch),
  elicit_answer: never,
  signal: never,
  elicit_complete: ({ pendingElicits, pendingWaits }, patch) =>
    ![...Object.values(pendingElicits), ...Object.values(pendingWaits)].some(
      ({ callId, elicitId }) =>
        callId === patch.callId && (patch.elicitId === undefined || elicitId === patch.elicitId),
    ),
  usage: never,
  branch_switch: never,
  abort_request: never,
  abort_complete: never,
  error: never,
  reset: never,
}

/** Whether the log has the patch already. */
export const isSaid = (state: ChatState, patch: Patch): boolean =>
  (said[patch.type] as (state: ChatState, patch: Patch) => boolean)(state, patch)
