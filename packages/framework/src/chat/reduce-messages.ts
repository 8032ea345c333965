import { defined } from '../tools/defined.ts'
import { type McpBlock, toText } from '../tools/message.ts'
import type {
  AssistantMessagePatch,
  BranchSwitchPatch,
  StreamingEndPatch,
  StreamingRetryPatch,
  StreamingStartPatch,
  StreamingTextPatch,
  TurnRequestPatch,
  TurnStartPatch,
  UserMessagePatch,
} from './patch.ts'
import { branchAfter, listBranch, messageBefore, START, showBranch, startOfQueue } from './reduce-branches.ts'
import { cancelCalls } from './reduce-calls.ts'
import { type ChatMessage, type ChatState, everyMessage, findMessage, isUnfinished, type TurnState } from './state.ts'
import { toUserBlocks, type UserBlock } from './user-content.ts'

const TITLE_LENGTH = 60

/** An edited message begins a new branch at the place of the one that it replaces, before what is queued. */
export function addUserMessage(state: ChatState, patch: UserMessagePatch): ChatState {
  const { type, content, edits, ...rest } = patch
  const message: ChatMessage = { ...rest, role: 'user', content: toUserBlocks(content), status: 'queued' }
  const edited = edits === undefined ? undefined : findMessage(state, edits)
  if (edited !== undefined)
    return replaceMessage(state, edited, { ...message, edits: edited.edits ?? edited.messageId })
  const title = state.title === '' ? toTitle(toUserBlocks(content)) : state.title
  return { ...state, title, messages: [...state.messages, message] }
}

/** A queued message is replaced where it is: the model has not seen it. */
function replaceMessage(state: ChatState, edited: ChatMessage, message: ChatMessage): ChatState {
  if (edited.status === 'queued')
    return { ...state, messages: state.messages.with(state.messages.indexOf(edited), message) }
  const { requested, ...branched } = beginBranch(state, messageBefore(state, edited.messageId))
  return { ...branched, messages: branched.messages.toSpliced(startOfQueue(branched.messages), 0, message) }
}

/** An edit that is still queued began another branch, and is dropped: the model is told what was wanted last. */
function beginBranch(state: ChatState, after: string): ChatState {
  const { messages, ...branched } = branchAfter(showBranch(state, after), after)
  const given = everyMessage(state).map(({ status, edits, messageId }) => status !== 'queued' && (edits ?? messageId))
  return {
    ...branched,
    messages: messages.filter(({ status, edits = '' }) => status !== 'queued' || !given.includes(edits)),
  }
}

/** The conversation goes on after the message: with another answer, or with more of an answer that was stopped. */
export function requestTurn(state: ChatState, { messageId }: TurnRequestPatch): ChatState {
  const message = findMessage(state, messageId)
  // A queued message gets its answer anyway.
  if (message === undefined || message.status === 'queued') return state
  return { ...beginBranch(state, messageId), requested: true }
}

export function switchBranch(state: ChatState, { messageId }: BranchSwitchPatch): ChatState {
  const shown = showBranch(state, messageId)
  if (shown === state) return state
  const { error, ...rest } = shown
  return rest
}

/**
 * Gives queued messages to a turn; a turn that was requested takes none. It does not start if its messages have been replaced or the
 * turn was requested after the driver had looked: the driver looks again.
 */
export function startTurn(state: ChatState, { turn, messageIds, model }: TurnStartPatch): ChatState {
  const { error, requested = false, ...rest } = state
  const from = startOfQueue(state.messages)
  const queued = state.messages.slice(from)
  const isTaken = ({ messageId }: ChatMessage) => messageIds.includes(messageId)
  const isStale = requested ? messageIds.length > 0 : queued[0] === undefined || !isTaken(queued[0])
  if (state.turn !== undefined || turn <= state.turns || isStale) return state
  const taken = queued.filter(isTaken).map((message) => ({ ...message, status: 'complete' as const, turn }))
  const left = queued.filter((message) => !isTaken(message))
  const messages = [...state.messages.slice(0, from), ...taken, ...left]
  const branches = taken[0] ? listBranch(state, lastSaid(state), taken[0].messageId) : state.branches
  const started: TurnState = { turn, model, aborting: false, ...(requested && toContinued(state.messages[from - 1])) }
  return { ...rest, messages, branches, turns: turn, turn: started }
}

const lastSaid = ({ messages }: ChatState): string => messages[startOfQueue(messages) - 1]?.messageId ?? START

/** Only text is continued: of an answer that was stopped, the thoughts lack what its provider wants back with them. */
function toContinued(last: ChatMessage | undefined): Pick<TurnState, 'continues'> {
  if (last === undefined || !isUnfinished(last)) return {}
  return { continues: { messageId: last.messageId, length: toText(last.content).length } }
}

/** Another attempt at an answer begins anew; one that goes on keeps the text that it goes on with. */
export function startAnswer(state: ChatState, patch: StreamingStartPatch): ChatState {
  const { type, ...rest } = patch
  const { messageId, length } = state.turn?.continues ?? {}
  const text =
    messageId === patch.messageId ? toText(findMessage(state, messageId)?.content ?? []).slice(0, length) : ''
  const content: McpBlock[] = text === '' ? [] : [{ type: 'text', text }]
  return putAnswer(state, { ...rest, role: 'assistant', content, status: 'streaming' })
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
    return { ...withoutRetry(message), content: extend(message.content, type, text.slice(known)) }
  })
}

const lengthOf = (content: readonly McpBlock[]): number =>
  content.reduce((sum, block) => sum + (block.type === 'text' || block.type === 'reasoning' ? block.text.length : 0), 0)

function extend(content: readonly McpBlock[], type: 'text' | 'reasoning', text: string): McpBlock[] {
  const last = content.at(-1)
  return last?.type === type ? content.with(-1, { ...last, text: last.text + text }) : [...content, { type, text }]
}

export const retryAnswer = (state: ChatState, { messageId, code, at, delay }: StreamingRetryPatch): ChatState =>
  updateStreaming(state, messageId, (message) => ({ ...message, retry: { code, at, delay } }))

const withoutRetry = ({ retry, ...message }: ChatMessage): ChatMessage => message

export const finishMessage = (state: ChatState, { messageId }: StreamingEndPatch): ChatState =>
  updateStreaming(state, messageId, (message) => ({ ...withoutRetry(message), status: 'complete' }))

export function addAnswer(state: ChatState, patch: AssistantMessagePatch): ChatState {
  const { type, ...rest } = patch
  const { attempt, timestamp, startedAt = timestamp } = findMessage(state, patch.messageId) ?? {}
  return putAnswer(state, {
    ...rest,
    role: 'assistant',
    status: 'complete',
    ...defined({ attempt, startedAt }),
  })
}

/**
 * Replaces the answer with the same id, or adds it before the queued messages. An answer of a turn that has ended is ignored, and
 * so is a new answer of a turn that is being aborted: the conversation may go on elsewhere.
 */
function putAnswer(state: ChatState, answer: ChatMessage): ChatState {
  const { turn } = state
  if (turn === undefined || turn.turn !== answer.turn) return state
  if (findMessage(state, answer.messageId) !== undefined) return update(state, answer.messageId, () => answer)
  if (turn.aborting) return state
  const branches = listBranch(state, lastSaid(state), answer.messageId)
  return { ...state, branches, messages: state.messages.toSpliced(startOfQueue(state.messages), 0, answer) }
}

/** A message that is still streaming keeps its text as interrupted, also on another branch; open calls are cancelled. */
export function endTurn({ turn, ...state }: ChatState): ChatState {
  const ended = everyMessage(state)
    .filter(({ status }) => status === 'streaming')
    .reduce(
      (current, { messageId }) =>
        update(current, messageId, (message) => ({ ...withoutRetry(message), status: 'interrupted' })),
      state as ChatState,
    )
  return cancelCalls(ended, ({ calledBy }) => calledBy === undefined)
}

const updateStreaming = (
  state: ChatState,
  messageId: string,
  change: (message: ChatMessage) => ChatMessage,
): ChatState => update(state, messageId, (message) => (message.status === 'streaming' ? change(message) : message))

/** Changes a message on the branch that is shown, or on another one. */
function update(state: ChatState, messageId: string, change: (message: ChatMessage) => ChatMessage): ChatState {
  const messages = changeIn(state.messages, messageId, change)
  if (messages !== undefined) return messages === state.messages ? state : { ...state, messages }
  for (const [first, branch] of Object.entries(state.aside)) {
    const changed = changeIn(branch, messageId, change)
    if (changed !== undefined && changed !== branch) return { ...state, aside: { ...state.aside, [first]: changed } }
  }
  return state
}

/** Returns the messages with one of them changed, or `undefined` without that one. */
function changeIn(
  messages: ChatMessage[],
  messageId: string,
  change: (message: ChatMessage) => ChatMessage,
): ChatMessage[] | undefined {
  // From the end, where a streaming message is.
  const at = messages.findLastIndex((message) => message.messageId === messageId)
  const message = messages[at]
  if (message === undefined) return undefined
  const changed = change(message)
  return changed === message ? messages : messages.with(at, changed)
}

function toTitle(content: readonly UserBlock[]): string {
  const names = content.map((block) => (block.type === 'file' ? (block.name ?? 'file') : block.type))
  return toTitleLine(toText(content).trim() || names.join(', '))
}

/** Returns the first line of a text, shortened. */
export function toTitleLine(text: string): string {
  const line = text.split(/\r?\n/, 1)[0]!
  if (line.length <= TITLE_LENGTH) return line
  // Not half of a surrogate pair.
  const start = line.slice(0, TITLE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${start}…`
}
