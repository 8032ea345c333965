import { type GenericSchema, exactOptional as maybe, nullable } from 'valibot'
import { PatchError } from '../log/client/client-errors.ts'
import { isObject, type Json } from '../tools/json.ts'
import { type McpBlock, toText } from '../tools/message.ts'
import type { Source } from '../tools/sampling.ts'
import { noUsage, type Usage } from '../tools/usage.ts'
import { fields, flag, list, number, opaque, problemWith, text } from './fields.ts'
import type {
  ApprovalRequestPatch,
  ApprovalResponsePatch,
  ChatCapabilities,
  ElicitAnswerPatch,
  ElicitPatch,
  ElicitResponsePatch,
  ElicitWaitPatch,
  SignalPatch,
  StreamingRetryPatch,
  ToolCallProgressPatch,
  ToolCallResultPatch,
  ToolCallStartPatch,
  TurnEndPatch,
} from './patch.ts'

/** The state of a chat at a place in its log. Only `reduce` makes a new one. */
export interface ChatState {
  /** The place of the last patch that it includes. */
  lsn: number
  sessionId: string
  title: string
  model?: string
  persona?: string
  /** Who gave the title. Absent while it is the first message. */
  named?: 'person' | 'model'
  /** What the model is told beside its persona. */
  systemPrompt?: string
  /** `null` for that of the provider. */
  temperature?: number | null
  pinned?: boolean
  archived?: boolean
  capabilities: ChatCapabilities
  /** The branch that is shown, and after it the queued messages. */
  messages: ChatMessage[]
  /** By the first message of each: the branches that are not shown, up to where they ended or another one was chosen. */
  aside: Record<string, ChatMessage[]>
  /** By the message before them, or '' at the start: the first messages of the branches, where there is more than one. */
  branches: Record<string, string[]>
  /** By callId, of all branches. */
  toolCalls: Record<string, ToolCallState>
  /** By callId: the calls that wait for a person's consent. */
  pendingApprovals: Record<string, PendingApprovalState>
  /** By elicitId: one call may have several open. */
  pendingElicits: Record<string, PendingElicitState>
  /** By elicitId: the questions to other people that are open. */
  pendingWaits: Record<string, PendingWaitState>
  /** By signalId: what was sent to the calls of this turn. */
  signals: Record<string, SignalState>
  /** Set if a turn is to start without a new message: for another answer, or to continue one. */
  requested?: true
  /** The turn that runs or waits. Queued messages go to the next one. */
  turn?: TurnState
  /** The number of turns so far. It never decreases, so that every turn has a number of its own. */
  turns: number
  /** How the last turn ended. */
  ended?: Pick<TurnEndPatch, 'turn' | 'reason'>
  usage: Usage
  /** Why the last turn failed. */
  error?: Problem
}

interface Problem {
  code: string
  message: string
}

export interface TurnState {
  turn: number
  model: string
  aborting: boolean
  /** The answer that the turn goes on with, and how many characters of it there were. */
  continues?: { messageId: string; length: number }
  /**
   * Set while nothing runs and people are asked: the turn goes on when one of them answers, or when a deadline passes. A turn that
   * asks and works at the same time does not wait.
   */
  waits?: true
  /** Set while no server has the code that the turn was recorded with. */
  blocked?: true
}

/** How a turn that is over ended, and why it failed. Of a turn before the last one it is known only that it is over. */
export function endOf(
  { ended, error }: ChatState,
  turn: number,
): { reason: TurnEndPatch['reason']; problem?: Problem } {
  if (ended?.turn !== turn) return { reason: 'complete' }
  const { reason } = ended
  return reason === 'failed' ? { reason, problem: error ?? { code: 'Error', message: 'the turn failed' } } : { reason }
}

/** `interrupted`: the text ends where it was stopped. */
export type MessageStatus = 'queued' | 'streaming' | 'complete' | 'interrupted'

export interface ChatMessage {
  messageId: string
  role: 'user' | 'assistant'
  content: McpBlock[]
  status: MessageStatus
  timestamp: number
  /** When the model was asked for an answer; `timestamp` is when the answer was complete. */
  startedAt?: number
  /** The turn that the message belongs to. Absent while the message is queued. */
  turn?: number
  /** The number of the attempt at this answer, from 1. */
  attempt?: number
  /** Set while the provider is busy or out of reach, until it writes. */
  retry?: Pick<StreamingRetryPatch, 'code' | 'at' | 'delay'>
  commandId?: string
  /** The first version of a message that was edited. */
  edits?: string
  model?: string
  persona?: string
  stopReason?: string
  usage?: Usage
  sources?: Source[]
}

/** The messages of all branches. */
export const everyMessage = ({ messages, aside }: ChatState): ChatMessage[] => [
  ...messages,
  ...Object.values(aside).flat(),
]

/** Returns a message of any branch. */
export const findMessage = ({ messages, aside }: ChatState, messageId: string): ChatMessage | undefined => {
  const isIt = (message: ChatMessage) => message.messageId === messageId
  return messages.findLast(isIt) ?? Object.values(aside).flat().find(isIt)
}

/** Whether an answer was stopped in its text, so that the model can go on with it. */
export const isUnfinished = ({ role, status, stopReason, content }: ChatMessage): boolean =>
  role === 'assistant' &&
  (status === 'interrupted' || stopReason === 'maxTokens') &&
  content.every(({ type }) => type === 'text' || type === 'reasoning') &&
  toText(content).trim() !== ''

/** The id of a person's message. The client that sends or edits it knows it beforehand. */
export const toMessageId = (commandId: string): string => `u-${commandId}`

/** The id of a call that a view makes. */
export const toViewCallId = (commandId: string): string => `v-${commandId}`

export type ToolCallStatus = 'running' | 'approval' | 'waiting' | 'done' | 'failed' | 'cancelled'

export interface ToolCallState extends Omit<ToolCallStartPatch, 'type' | 'commandId'> {
  status: ToolCallStatus
  /** Set if the tool may ask questions. */
  asks?: true
  /** The questions to the owner of the chat that are over, in the order in which they ended. */
  asked?: AskedState[]
  /** Set once the call is to be cancelled. */
  cancelling?: true
  progress?: Pick<ToolCallProgressPatch, 'message' | 'progress'>
  result?: Json
  content?: NonNullable<ToolCallResultPatch['content']>
  /** What the server of a hosted tool says to its view. */
  meta?: Json
  /** What its view wants the model to know. */
  note?: string
  /** The tools that its view may call without asking. */
  allowed?: string[]
  error?: Problem
}

export interface PendingApprovalState extends Omit<ApprovalRequestPatch, 'type'> {
  status: 'pending' | 'responded'
  response?: Pick<ApprovalResponsePatch, 'approved' | 'arguments' | 'reason' | 'always'>
}

export interface PendingElicitState extends Omit<ElicitPatch, 'type'> {
  status: 'pending' | 'responded'
  /** The answer, once there is one, and its time. */
  response?: Pick<ElicitResponsePatch, 'result' | 'timestamp' | 'answeredBy'>
}

/** A question that is over. It has no response if it was withdrawn or has expired. */
export type AskedState = Omit<PendingElicitState, 'status'>

/** A call waits for other people. */
export interface PendingWaitState extends Omit<ElicitWaitPatch, 'type'> {
  /** Those who have answered, in their order. */
  answers: Pick<ElicitAnswerPatch, 'answeredBy' | 'timestamp' | 'result'>[]
}

export type SignalState = Omit<SignalPatch, 'type'>

/** The state of a session with an empty log. */
export const emptyState: ChatState = {
  lsn: 0,
  sessionId: '',
  title: '',
  capabilities: { tools: [], models: [], personas: [] },
  messages: [],
  aside: {},
  branches: {},
  toolCalls: {},
  pendingApprovals: {},
  pendingElicits: {},
  pendingWaits: {},
  signals: {},
  turns: 0,
  usage: noUsage,
}

/** Only as far as a page needs to draw it without failing: the server that sends it has made it with `reduce`. */
const STATE = fields({
  lsn: number,
  sessionId: text,
  title: text,
  model: maybe(text),
  persona: maybe(text),
  named: maybe(text),
  systemPrompt: maybe(text),
  temperature: maybe(nullable(number)),
  pinned: maybe(flag),
  archived: maybe(flag),
  capabilities: opaque(),
  messages: list(opaque()),
  aside: opaque(),
  branches: opaque(),
  toolCalls: opaque(),
  pendingApprovals: opaque(),
  pendingElicits: opaque(),
  pendingWaits: opaque(),
  signals: opaque(),
  requested: maybe(opaque()),
  turn: maybe(opaque()),
  turns: number,
  ended: maybe(opaque()),
  usage: opaque(),
  error: maybe(opaque()),
} satisfies Record<keyof ChatState, GenericSchema>)

/** Returns the state that a server sent. Fields that an older server does not know are empty. Throws a `PatchError`. */
export function parseState(answer: unknown): ChatState {
  const state = isObject(answer) && isObject(answer.state) ? { ...emptyState, ...answer.state } : undefined
  const problem = state === undefined ? 'the reply has none' : problemWith(STATE, state)
  if (problem !== undefined) throw new PatchError(`the state of the session cannot be read: ${problem}`)
  return state!
}
