import type { McpBlock } from '../tools/message.ts'
import type {
  AssistantMessagePatch,
  HistoryCutPatch,
  StreamingEndPatch,
  StreamingStartPatch,
  StreamingTextPatch,
  TurnStartPatch,
  UserMessagePatch,
} from './patch.ts'
import type { ChatMessage, ChatState } from './state.ts'

const TITLE_LENGTH = 60

export function addUserMessage(state: ChatState, patch: UserMessagePatch): ChatState {
  const { type, content, ...rest } = patch
  const message: ChatMessage = { ...rest, role: 'user', content: [{ type: 'text', text: content }], status: 'queued' }
  const title = state.title === '' ? toTitle(content) : state.title
  return { ...state, title, messages: [...state.messages, message] }
}

export function startTurn(state: ChatState, { turn, messageIds, model }: TurnStartPatch): ChatState {
  const { error, ...rest } = state
  const taken = new Set(messageIds)
  const messages = state.messages.map((message) =>
    taken.has(message.messageId) ? { ...message, status: 'complete' as const, turn } : message,
  )
  // Messages that were sent while the last turn ran come after its answer.
  const ordered = [
    ...messages.filter(({ status }) => status !== 'queued'),
    ...messages.filter(({ status }) => status === 'queued'),
  ]
  return { ...rest, messages: ordered, turns: Math.max(state.turns, turn), turn: { turn, model, aborting: false } }
}

export function startAnswer(state: ChatState, patch: StreamingStartPatch): ChatState {
  const { type, ...rest } = patch
  return putAnswer(state, { ...rest, role: 'assistant', content: [], status: 'streaming' })
}

export const streamText = (state: ChatState, { messageId, text }: StreamingTextPatch, type: 'text' | 'reasoning') =>
  updateMessage(state, messageId, ({ content, ...message }) => ({ ...message, content: extend(content, type, text) }))

function extend(content: McpBlock[], type: 'text' | 'reasoning', text: string): McpBlock[] {
  const last = content.at(-1)
  if (last?.type !== type) return [...content, { type, text }]
  return [...content.slice(0, -1), { ...last, text: last.text + text }]
}

export const finishMessage = (state: ChatState, { messageId }: StreamingEndPatch): ChatState =>
  updateMessage(state, messageId, (message) => ({ ...message, status: 'complete' }))

export function addAnswer(state: ChatState, patch: AssistantMessagePatch): ChatState {
  const { type, ...rest } = patch
  const attempt = state.messages.find(({ messageId }) => messageId === patch.messageId)?.attempt
  const answer: ChatMessage = { ...rest, role: 'assistant', status: 'complete' }
  return putAnswer(state, attempt === undefined ? answer : { ...answer, attempt })
}

/** Replaces the answer that has its id; a new one comes before what is queued. An answer of a turn that is over is late. */
function putAnswer(state: ChatState, answer: ChatMessage): ChatState {
  if (state.turn === undefined || state.turn.turn !== answer.turn) return state
  const { messages } = state
  const known = messages.findIndex(({ messageId }) => messageId === answer.messageId)
  if (known !== -1) return { ...state, messages: messages.with(known, answer) }
  const queued = messages.findIndex(({ status }) => status === 'queued')
  return { ...state, messages: messages.toSpliced(queued === -1 ? messages.length : queued, 0, answer) }
}

/** What was open in the turn was not finished: it stays as far as it came. */
export function endTurn({ turn, ...state }: ChatState): ChatState {
  const toolCalls = Object.entries(state.toolCalls).map(([callId, call]) => {
    const isOpen = call.status === 'running' || call.status === 'waiting' || call.status === 'approval'
    return [callId, isOpen ? { ...call, status: 'cancelled' as const } : call]
  })
  return {
    ...state,
    messages: state.messages.map((message) =>
      message.status === 'streaming' ? { ...message, status: 'interrupted' } : message,
    ),
    toolCalls: Object.fromEntries(toolCalls),
    pendingApprovals: {},
    pendingElicits: {},
  }
}

/** The turn is stopped; `turn_end` says that it is over. */
export const abortTurn = (state: ChatState): ChatState => {
  const { turn, ...ended } = state
  return { ...endTurn(ended), ...(turn !== undefined && { turn }) }
}

export function cutHistory(state: ChatState, { messageId }: HistoryCutPatch): ChatState {
  const from = state.messages.findIndex((message) => message.messageId === messageId)
  if (from === -1) return state
  const queued = state.messages.slice(from + 1).filter(({ status }) => status === 'queued')
  const messages = [...state.messages.slice(0, from), ...queued]
  const kept = new Set(messages.map((message) => message.messageId))
  const calls = Object.entries(state.toolCalls).filter(([, call]) => kept.has(call.messageId))
  const open = new Set(calls.map(([callId]) => callId))
  const ofKept = <T extends { callId: string }>(pending: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(pending).filter(([, { callId }]) => open.has(callId)))
  return {
    ...state,
    messages,
    toolCalls: Object.fromEntries(calls),
    pendingApprovals: ofKept(state.pendingApprovals),
    pendingElicits: ofKept(state.pendingElicits),
  }
}

function updateMessage(state: ChatState, messageId: string, update: (message: ChatMessage) => ChatMessage): ChatState {
  // What streams is near the end.
  const at = state.messages.findLastIndex((message) => message.messageId === messageId)
  if (at === -1 || state.messages[at]!.status !== 'streaming') return state
  return { ...state, messages: state.messages.with(at, update(state.messages[at]!)) }
}

const toTitle = (content: string): string => {
  const line = content.trim().split('\n', 1)[0]!
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line
}
