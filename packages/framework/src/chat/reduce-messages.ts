import { type McpBlock, toText } from '../tools/message.ts'
import type {
  AssistantMessagePatch,
  HistoryCutPatch,
  StreamingEndPatch,
  StreamingStartPatch,
  StreamingTextPatch,
  TurnStartPatch,
  UserMessagePatch,
} from './patch.ts'
import { cancelCalls } from './reduce-calls.ts'
import type { ChatMessage, ChatState } from './state.ts'
import { toUserBlocks, type UserBlock } from './user-content.ts'

const TITLE_LENGTH = 60

export function addUserMessage(state: ChatState, patch: UserMessagePatch): ChatState {
  const { type, content, ...rest } = patch
  const message: ChatMessage = { ...rest, role: 'user', content: toUserBlocks(content), status: 'queued' }
  const title = state.title === '' ? toTitle(toUserBlocks(content)) : state.title
  return { ...state, title, messages: [...state.messages, message] }
}

/** Gives queued messages to a turn. The turn does not start if all its messages have been removed meanwhile. */
export function startTurn(state: ChatState, { turn, messageIds, model }: TurnStartPatch): ChatState {
  const from = startOfQueue(state.messages)
  const queued = state.messages.slice(from)
  const isTaken = ({ messageId }: ChatMessage) => messageIds.includes(messageId)
  const taken = queued.filter(isTaken).map((message) => ({ ...message, status: 'complete' as const, turn }))
  if (state.turn !== undefined || turn <= state.turns || taken.length === 0) return state
  const { error, ...rest } = state
  const left = queued.filter((message) => !isTaken(message))
  const messages = [...state.messages.slice(0, from), ...taken, ...left]
  return { ...rest, messages, turns: turn, turn: { turn, model, aborting: false } }
}

/** Queued messages come last: after the answers of the running turn. */
const startOfQueue = (messages: readonly ChatMessage[]): number =>
  messages.findLastIndex(({ status }) => status !== 'queued') + 1

export function startAnswer(state: ChatState, patch: StreamingStartPatch): ChatState {
  const { type, ...rest } = patch
  return putAnswer(state, { ...rest, role: 'assistant', content: [], status: 'streaming' })
}

export function streamText(
  state: ChatState,
  { messageId, text, attempt, offset }: StreamingTextPatch,
  type: 'text' | 'reasoning',
): ChatState {
  return updateStreaming(state, messageId, (message) => {
    if (attempt !== undefined && attempt !== message.attempt) return message
    const known = offset === undefined ? 0 : lengthOf(message.content) - offset
    // Less than 0: what is before it was lost, and comes with the next append.
    if (known < 0 || known >= text.length) return message
    return { ...message, content: extend(message.content, type, text.slice(known)) }
  })
}

const lengthOf = (content: readonly McpBlock[]): number =>
  content.reduce((sum, block) => sum + (block.type === 'text' || block.type === 'reasoning' ? block.text.length : 0), 0)

function extend(content: readonly McpBlock[], type: 'text' | 'reasoning', text: string): McpBlock[] {
  const last = content.at(-1)
  return last?.type === type ? content.with(-1, { ...last, text: last.text + text }) : [...content, { type, text }]
}

export const finishMessage = (state: ChatState, { messageId }: StreamingEndPatch): ChatState =>
  updateStreaming(state, messageId, (message) => ({ ...message, status: 'complete' }))

export function addAnswer(state: ChatState, patch: AssistantMessagePatch): ChatState {
  const { type, ...rest } = patch
  const attempt = state.messages.findLast(({ messageId }) => messageId === patch.messageId)?.attempt
  const answer: ChatMessage = { ...rest, role: 'assistant', status: 'complete' }
  return putAnswer(state, attempt === undefined ? answer : { ...answer, attempt })
}

/**
 * Replaces the answer with the same id, or adds it before the queued messages. An answer of a turn that has ended is ignored, and
 * so is a new answer of a turn that is being aborted: the message that it answers may have been removed.
 */
function putAnswer(state: ChatState, answer: ChatMessage): ChatState {
  const { messages, turn } = state
  if (turn === undefined || turn.turn !== answer.turn) return state
  const known = messages.findLastIndex(({ messageId }) => messageId === answer.messageId)
  if (known !== -1) return { ...state, messages: messages.with(known, answer) }
  return turn.aborting ? state : { ...state, messages: messages.toSpliced(startOfQueue(messages), 0, answer) }
}

/** A message that is still streaming keeps its text as interrupted; open calls are cancelled. */
export function endTurn({ turn, ...state }: ChatState): ChatState {
  const isStreaming = ({ status }: ChatMessage) => status === 'streaming'
  const messages = state.messages.some(isStreaming)
    ? state.messages.map((message) => (isStreaming(message) ? { ...message, status: 'interrupted' as const } : message))
    : state.messages
  return cancelCalls({ ...state, messages })
}

/** The turn has stopped. It ends with `turn_end`. */
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
    pendingWaits: ofKept(state.pendingWaits),
    signals: ofKept(state.signals),
  }
}

function updateStreaming(
  state: ChatState,
  messageId: string,
  update: (message: ChatMessage) => ChatMessage,
): ChatState {
  // From the end, where a streaming message is.
  const at = state.messages.findLastIndex((message) => message.messageId === messageId)
  const message = state.messages[at]
  if (message?.status !== 'streaming') return state
  const updated = update(message)
  return updated === message ? state : { ...state, messages: state.messages.with(at, updated) }
}

function toTitle(content: readonly UserBlock[]): string {
  const names = content.map((block) => (block.type === 'file' ? (block.name ?? 'file') : block.type))
  const line = (toText(content).trim() || names.join(', ')).split(/\r?\n/, 1)[0]!
  if (line.length <= TITLE_LENGTH) return line
  // Not half of a surrogate pair.
  const start = line.slice(0, TITLE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${start}…`
}
