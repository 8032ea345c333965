import { defined } from '../tools/defined.ts'
import { countAsked, openQuestions } from './asked.ts'
import type {
  ApprovalRequestPatch,
  ApprovalResponsePatch,
  ElicitAnswerPatch,
  ElicitCompletePatch,
  ElicitPatch,
  ElicitResponsePatch,
  ElicitWaitPatch,
  SignalPatch,
  ToolCallErrorPatch,
  ToolCallResultPatch,
  ToolCallStartPatch,
  ViewNotePatch,
} from './patch.ts'
import type { ChatState, PendingElicitState, ToolCallState } from './state.ts'

/** A call of a turn that has ended is ignored. */
export function startCall(state: ChatState, patch: ToolCallStartPatch): ChatState {
  const { type, commandId, ...call } = patch
  if (call.calledBy !== undefined) return startViewCall(state, { ...call, calledBy: call.calledBy })
  const message = state.messages.findLast(({ messageId }) => messageId === call.messageId)
  const isLate = message === undefined || message.turn !== state.turn?.turn
  if (isLate || state.toolCalls[call.callId] !== undefined) return state
  return { ...state, toolCalls: { ...state.toolCalls, [call.callId]: { ...call, status: 'running' } } }
}

/** Calls of one view that are over and stay in the state. A view may call a tool every second. */
const KEPT_VIEW_CALLS = 10

/** A view may call its server's tools as long as its own call is in the chat, whether a turn runs or not. */
function startViewCall(state: ChatState, call: Omit<ToolCallStartPatch, 'type'> & { calledBy: string }): ChatState {
  const { toolCalls } = state
  if (toolCalls[call.calledBy] === undefined || toolCalls[call.callId] !== undefined) return state
  const over = Object.keys(toolCalls).filter(
    (callId) => toolCalls[callId]?.calledBy === call.calledBy && !isOpen(toolCalls[callId]),
  )
  const dropped = new Set(over.slice(0, -KEPT_VIEW_CALLS))
  const kept = Object.entries(toolCalls).filter(([callId]) => !dropped.has(callId))
  return { ...state, toolCalls: { ...Object.fromEntries(kept), [call.callId]: { ...call, status: 'running' } } }
}

export function noteView(state: ChatState, { callId, text }: ViewNotePatch): ChatState {
  const call = state.toolCalls[callId]
  if (call === undefined) return state
  const { note, ...rest } = call
  return { ...state, toolCalls: { ...state.toolCalls, [callId]: text === '' ? rest : { ...rest, note: text } } }
}

export const finishCall = (state: ChatState, { callId, result, content, meta }: ToolCallResultPatch): ChatState =>
  end(state, callId, {
    status: 'done',
    result,
    ...defined({ content, meta }),
  })

export const failCall = (state: ChatState, { callId, code, message }: ToolCallErrorPatch): ChatState =>
  end(state, callId, { status: 'failed', error: { code, message } })

/** Ends a call and closes its questions and its approval request. */
function end(state: ChatState, callId: string, change: Partial<ToolCallState>): ChatState {
  if (!isOpen(state.toolCalls[callId])) return state
  const { [callId]: _, ...pendingApprovals } = state.pendingApprovals
  return updateCall({ ...withoutQuestions(state, callId), pendingApprovals }, callId, change)
}

export function askApproval(state: ChatState, patch: ApprovalRequestPatch): ChatState {
  const { type, ...request } = patch
  if (!isOpen(state.toolCalls[patch.callId])) return state
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
  const allowing = response.approved && response.always ? allowView(state, callId) : state
  return updateCall({ ...allowing, pendingApprovals }, callId, { status: 'running', ...edited })
}

/** The view that makes the call may call its tool again without asking. */
function allowView(state: ChatState, callId: string): ChatState {
  const { calledBy = '', toolName } = state.toolCalls[callId]!
  const shown = state.toolCalls[calledBy]
  if (shown === undefined) return state
  const allowed = [...new Set([...(shown.allowed ?? []), toolName])]
  return { ...state, toolCalls: { ...state.toolCalls, [calledBy]: { ...shown, allowed } } }
}

export function askQuestion(state: ChatState, patch: ElicitPatch): ChatState {
  const { type, ...question } = patch
  if (!isOpen(state.toolCalls[patch.callId])) return state
  const pendingElicits = { ...state.pendingElicits, [patch.elicitId]: { ...question, status: 'pending' as const } }
  return updateCall({ ...state, pendingElicits }, patch.callId, { status: 'waiting' })
}

/** The first answer counts. */
export function respondToQuestion(
  state: ChatState,
  { callId, elicitId, result, timestamp, answeredBy }: ElicitResponsePatch,
): ChatState {
  const pending = state.pendingElicits[elicitId]
  if (pending?.callId !== callId || pending.status === 'responded') return state
  const response = { result, timestamp, ...(answeredBy !== undefined && { answeredBy }) }
  const answered: PendingElicitState = { ...pending, status: 'responded', response }
  return goOn({ ...state, pendingElicits: { ...state.pendingElicits, [elicitId]: answered } }, callId)
}

export function waitForOthers(state: ChatState, { type, ...wait }: ElicitWaitPatch): ChatState {
  if (!isOpen(state.toolCalls[wait.callId])) return state
  const pendingWaits = { ...state.pendingWaits, [wait.elicitId]: { ...wait, answers: [] } }
  return updateCall({ ...state, pendingWaits }, wait.callId, { status: 'waiting' })
}

/** The driver closes the question once there are enough answers. */
export function addOthersAnswer(state: ChatState, patch: ElicitAnswerPatch): ChatState {
  const { callId, elicitId, attempt, answeredBy, timestamp, result } = patch
  const wait = state.pendingWaits[elicitId]
  if (wait?.callId !== callId || wait.attempt !== attempt) return state
  const answer = { answeredBy, timestamp, ...(result !== undefined && { result }) }
  const answered = { ...wait, answers: [...wait.answers, answer] }
  return { ...state, pendingWaits: { ...state.pendingWaits, [elicitId]: answered } }
}

/** A call may send its URL before its start is stored, which waits for the patches before it. */
export function addSignal(state: ChatState, { type, ...signal }: SignalPatch): ChatState {
  const call = state.toolCalls[signal.callId]
  if (call === undefined ? state.turn === undefined : !isOpen(call)) return state
  return { ...state, signals: { ...state.signals, [signal.signalId]: signal } }
}

export const closeQuestions = (state: ChatState, { callId, elicitId }: ElicitCompletePatch): ChatState =>
  goOn(withoutQuestions(state, callId, elicitId), callId)

/** A call runs again once none of its questions is open. */
function goOn(state: ChatState, callId: string): ChatState {
  const waits =
    openQuestions(state).some((question) => question.callId === callId) ||
    Object.values(state.pendingWaits).some((wait) => wait.callId === callId)
  const isWaiting = state.toolCalls[callId]?.status === 'waiting'
  return isWaiting && !waits ? updateCall(state, callId, { status: 'running' }) : state
}

type Question = { callId: string; elicitId: string }

/** Closes the questions of a call, or the one that is named. Those to the owner of the chat stay with the call. */
function withoutQuestions(state: ChatState, callId: string, elicitId?: string): ChatState {
  const isLeft = (question: Question) =>
    question.callId !== callId || (elicitId !== undefined && question.elicitId !== elicitId)
  const without = <T extends Question>(questions: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(questions).filter(([, question]) => isLeft(question)))
  const { pendingElicits, pendingWaits } = state
  if ([...Object.values(pendingElicits), ...Object.values(pendingWaits)].every(isLeft)) return state
  const over = Object.values(pendingElicits).filter((question) => !isLeft(question))
  const kept = over.length === 0 ? state : updateCall(state, callId, withAsked(state.toolCalls[callId], over))
  return { ...kept, pendingElicits: without(pendingElicits), pendingWaits: without(pendingWaits) }
}

const withAsked = (call: ToolCallState | undefined, over: readonly PendingElicitState[]): Partial<ToolCallState> => ({
  asked: [...(call?.asked ?? []), ...over.map(({ status, ...question }) => question)],
})

/** Whether a person is asked something. */
export const asksPeople = (state: ChatState): boolean =>
  countAsked(state) > 0 || Object.keys(state.pendingWaits).length > 0

export const isOpen = (call: ToolCallState | undefined): call is ToolCallState =>
  call?.status === 'running' || call?.status === 'waiting' || call?.status === 'approval'

export function updateCall(state: ChatState, callId: string, change: Partial<ToolCallState>): ChatState {
  const call = state.toolCalls[callId]
  return isOpen(call) ? { ...state, toolCalls: { ...state.toolCalls, [callId]: { ...call, ...change } } } : state
}

const STOPPING = { status: 'running', cancelling: true } as const

/** Returns the calls of views that outlive a reset, until their driver has ended them. */
export const stopViewCalls = (state: Pick<ChatState, 'toolCalls'>): ChatState['toolCalls'] =>
  Object.fromEntries(openViewCalls(state).map((call) => [call.callId, { ...call, ...STOPPING }]))

/** Cancels calls that have not ended, and closes their questions. Those of views stay open until their driver has ended them. */
export function cancelCalls(state: ChatState, isOver: (call: ToolCallState) => boolean): ChatState {
  const open = Object.values(state.toolCalls).filter((call) => isOpen(call) && isOver(call))
  const cancelled = open.reduce(
    (current, { callId, calledBy }) =>
      updateCall(
        withoutQuestions(current, callId),
        callId,
        calledBy === undefined ? { status: 'cancelled' } : STOPPING,
      ),
    state,
  )
  const ids = open.map(({ callId }) => callId)
  const ofOpen = <T extends { callId: string }>(pending: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(pending).filter(([, { callId }]) => isOpen(cancelled.toolCalls[callId]) && !ids.includes(callId)),
    )
  return {
    ...cancelled,
    pendingApprovals: ofOpen(cancelled.pendingApprovals),
    signals: ofOpen(cancelled.signals),
  }
}

/** Whether a view makes the call, which then belongs to no turn. */
export const isViewCall = ({ toolCalls }: ChatState, callId: string): boolean =>
  toolCalls[callId]?.calledBy !== undefined

/** Whether a call is cancelled, alone or with its turn. The log has its questions until its `finally` has run. */
export const isStopping = (state: ChatState, callId: string): boolean =>
  (isViewCall(state, callId) ? state.toolCalls[callId]?.cancelling : state.turn?.aborting) === true

/** The calls of views that have not ended. */
export const openViewCalls = ({ toolCalls }: Pick<ChatState, 'toolCalls'>): ToolCallState[] =>
  Object.values(toolCalls).filter((call) => call.calledBy !== undefined && isOpen(call))
