import type {
  ApprovalRequestPatch,
  ApprovalResponsePatch,
  ElicitCompletePatch,
  ElicitPatch,
  ElicitResponsePatch,
  ToolCallErrorPatch,
  ToolCallResultPatch,
  ToolCallStartPatch,
} from './patch.ts'
import type { ChatState, PendingElicitState, ToolCallState } from './state.ts'

export function startCall(state: ChatState, patch: ToolCallStartPatch): ChatState {
  const { type, ...call } = patch
  const isKnown = state.toolCalls[call.callId] !== undefined
  if (isKnown || !state.messages.some(({ messageId }) => messageId === call.messageId)) return state
  return { ...state, toolCalls: { ...state.toolCalls, [call.callId]: { ...call, status: 'running' } } }
}

export const finishCall = (state: ChatState, { callId, result }: ToolCallResultPatch): ChatState =>
  end(state, callId, { status: 'done', result })

export const failCall = (state: ChatState, { callId, code, message }: ToolCallErrorPatch): ChatState =>
  end(state, callId, { status: 'failed', error: { code, message } })

/** A call that is over waits for nobody. */
function end(state: ChatState, callId: string, change: Partial<ToolCallState>): ChatState {
  const { [callId]: _, ...pendingApprovals } = state.pendingApprovals
  return updateCall({ ...withoutQuestions(state, callId), pendingApprovals }, callId, change)
}

export function askApproval(state: ChatState, patch: ApprovalRequestPatch): ChatState {
  const { type, ...request } = patch
  if (state.toolCalls[patch.callId] === undefined) return state
  const pendingApprovals = { ...state.pendingApprovals, [patch.callId]: { ...request, status: 'pending' as const } }
  return updateCall({ ...state, pendingApprovals }, patch.callId, { status: 'approval' })
}

export function respondToApproval(state: ChatState, patch: ApprovalResponsePatch): ChatState {
  const { type, callId, commandId, ...response } = patch
  const pending = state.pendingApprovals[callId]
  if (pending === undefined || pending.status === 'responded') return state
  const pendingApprovals = {
    ...state.pendingApprovals,
    [callId]: { ...pending, status: 'responded' as const, response },
  }
  const edited = response.arguments === undefined ? {} : { arguments: response.arguments }
  return updateCall({ ...state, pendingApprovals }, callId, { status: 'running', ...edited })
}

export function askQuestion(state: ChatState, patch: ElicitPatch): ChatState {
  const { type, ...question } = patch
  if (state.toolCalls[patch.callId] === undefined) return state
  const pendingElicits = { ...state.pendingElicits, [patch.elicitId]: { ...question, status: 'pending' as const } }
  return updateCall({ ...state, pendingElicits }, patch.callId, { status: 'waiting' })
}

/** The first answer wins. */
export function respondToQuestion(
  state: ChatState,
  { callId, elicitId, result, timestamp }: ElicitResponsePatch,
): ChatState {
  const pending = state.pendingElicits[elicitId]
  if (pending === undefined || pending.status === 'responded') return state
  const response = { result, timestamp }
  const pendingElicits: Record<string, PendingElicitState> = {
    ...state.pendingElicits,
    [elicitId]: { ...pending, status: 'responded', response },
  }
  const waits = Object.values(pendingElicits).some((other) => other.callId === callId && other.status === 'pending')
  return updateCall({ ...state, pendingElicits }, callId, { status: waits ? 'waiting' : 'running' })
}

export function closeQuestions(state: ChatState, { callId, elicitId }: ElicitCompletePatch): ChatState {
  if (elicitId === undefined) return withoutQuestions(state, callId)
  const { [elicitId]: _, ...pendingElicits } = state.pendingElicits
  return { ...state, pendingElicits }
}

function withoutQuestions(state: ChatState, callId: string): ChatState {
  const open = Object.entries(state.pendingElicits).filter(([, question]) => question.callId !== callId)
  return { ...state, pendingElicits: Object.fromEntries(open) }
}

const isOver = ({ status }: ToolCallState): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled'

export function updateCall(state: ChatState, callId: string, change: Partial<ToolCallState>): ChatState {
  const call = state.toolCalls[callId]
  if (call === undefined || isOver(call)) return state
  return { ...state, toolCalls: { ...state.toolCalls, [callId]: { ...call, ...change } } }
}
