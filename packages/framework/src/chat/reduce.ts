/**
 * The one place where a chat changes.
 *
 * - C1 It is pure: the same patches give the same state, on every node, in every tab.
 * - C2 A patch that is in the state already changes nothing, so that a log may be read twice.
 * - C3 A patch of a newer server, or about something that is gone, only moves the place.
 */
import { addUsage } from '../tools/usage.ts'
import type { Patch } from './patch.ts'
import {
  askApproval,
  askQuestion,
  closeQuestions,
  failCall,
  finishCall,
  respondToApproval,
  respondToQuestion,
  startCall,
  updateCall,
} from './reduce-calls.ts'
import {
  abortTurn,
  addAnswer,
  addUserMessage,
  cutHistory,
  endTurn,
  finishMessage,
  startAnswer,
  startTurn,
  streamText,
} from './reduce-messages.ts'
import { type ChatState, emptyState } from './state.ts'

type PatchOf<T extends Patch['type']> = Extract<Patch, { type: T }>
type Reducers = { [T in Patch['type']]: (state: ChatState, patch: PatchOf<T>) => ChatState }

const reducers: Reducers = {
  session_info: (state, { type, commandId, ...info }) => ({ ...state, ...info }),
  user_message: addUserMessage,
  turn_start: startTurn,
  turn_end: (state, { turn }) => (state.turn?.turn === turn ? endTurn(state) : state),
  streaming_start: startAnswer,
  streaming_text: (state, patch) => streamText(state, patch, 'text'),
  streaming_reasoning: (state, patch) => streamText(state, patch, 'reasoning'),
  streaming_end: finishMessage,
  assistant_message: addAnswer,
  tool_call_start: startCall,
  tool_call_progress: (state, { callId, message, progress }) =>
    updateCall(state, callId, { progress: progress === undefined ? { message } : { message, progress } }),
  tool_call_result: finishCall,
  tool_call_error: failCall,
  approval_request: askApproval,
  approval_response: respondToApproval,
  elicit_start: (state, { callId }) => updateCall(state, callId, { asks: true }),
  elicit: askQuestion,
  elicit_response: respondToQuestion,
  elicit_complete: closeQuestions,
  usage: (state, { turn, usage }) =>
    state.turn?.turn === turn ? { ...state, usage: addUsage(state.usage, usage) } : state,
  history_cut: cutHistory,
  abort_request: (state) => (state.turn === undefined ? state : { ...state, turn: { ...state.turn, aborting: true } }),
  abort_complete: (state, { turn }) => (state.turn?.turn === turn ? abortTurn(state) : state),
  error: (state, { code, message, turn }) =>
    turn === undefined || turn === state.turn?.turn ? { ...state, error: { code, message } } : state,
  reset: ({ lsn, sessionId, model, persona, capabilities, turns, turn, usage }) => ({
    ...emptyState,
    lsn,
    sessionId,
    capabilities,
    turns,
    // What was spent is spent.
    usage,
    ...(model !== undefined && { model }),
    ...(persona !== undefined && { persona }),
    // What is running goes on until it has been stopped.
    ...(turn !== undefined && { turn: { ...turn, aborting: true } }),
  }),
}

/** The state after `patch`, which is at `lsn` of the log. */
export function reduce(state: ChatState, patch: Patch, lsn: number): ChatState {
  if (lsn <= state.lsn) return state
  if (!Object.hasOwn(reducers, patch.type)) return { ...state, lsn }
  // Indexing by the union cannot tell which reducer goes with which patch; the table's type has.
  const reducer = reducers[patch.type] as (state: ChatState, patch: Patch) => ChatState
  return { ...reducer(state, patch), lsn }
}
