import { checkAnswer } from '../inbox/question.ts'
import { keptOf } from '../tools/attachment.ts'
import { defined } from '../tools/defined.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { type Command, CommandError, type CommandOf, type CommandType } from './command.ts'
import type { Patch } from './patch.ts'
import { showBranch } from './reduce-branches.ts'
import { isStopping, openViewCalls } from './reduce-calls.ts'
import { type ContentLimits, refuseContent } from './refuse-content.ts'
import {
  type ChatMessage,
  type ChatState,
  everyMessage,
  findMessage,
  isUnfinished,
  type PendingElicitState,
  type ToolCallState,
  toMessageId,
  toViewCallId,
} from './state.ts'
import { isAttachment, type UserContent } from './user-content.ts'

export interface DecideOptions extends ContentLimits {
  now: number
  /** Resolves to the problem of edited arguments, or `undefined`. */
  refuseArguments: (toolName: string, args: unknown) => Promise<string | undefined>
  /** Resolves to why a session cannot have a model that is not offered, or `undefined`. Default: it can have none of these. */
  refuseModel?: (id: string) => Promise<string | undefined>
  /** Returns the name here of a tool that the view of another tool calls by the server's name, if it may. Default: it may not. */
  toolForView?: (shown: string, name: string) => string | undefined
}

type Decide<T extends CommandType> = (
  command: CommandOf<T>,
  state: ChatState,
  options: DecideOptions,
) => Patch[] | Promise<Patch[]>

const ABORT: Patch = { type: 'abort_request' }

/** Stops the running turn. */
const stopping = (state: ChatState): Patch[] => (state.turn === undefined || state.turn.aborting ? [] : [ABORT])

/** Stops the running turn, and the calls of views. */
export const stopAll = (state: ChatState): Patch[] => [
  ...stopping(state),
  ...openViewCalls(state).map(({ callId }) => ({ type: 'tool_call_cancel' as const, callId })),
]

const decisions: { [T in CommandType]: Decide<T> } = {
  async send({ commandId, content, model, persona, interrupt }, state, options) {
    refuseContent(content, options)
    await refuseUnknown(state, { model, persona }, options)
    const message: Patch = {
      type: 'user_message',
      messageId: toMessageId(commandId),
      content: withKnown(content, state),
      timestamp: options.now,
      commandId,
      ...defined({ model, persona }),
    }
    return interrupt ? [...stopping(state), message] : [message]
  },
  edit({ commandId, messageId, content }, state, { now, ...options }) {
    refuseContent(content, options)
    const { role, status, model, persona } = toMessage(state, messageId)
    if (role !== 'user')
      throw new CommandError('message_not_found', `${messageId} is an answer; only messages of the user can be edited`)
    const message: Patch = {
      type: 'user_message',
      messageId: toMessageId(commandId),
      content: withKnown(content, state),
      timestamp: now,
      edits: messageId,
      commandId,
      ...defined({ model, persona }),
    }
    // A queued message belongs to no turn yet.
    return status === 'queued' ? [message] : [...stopping(state), message]
  },
  retry({ commandId, messageId }, state) {
    const { messages } = showBranch(state, toMessage(state, messageId).messageId)
    const at = messages.findIndex((message) => message.messageId === messageId)
    const said = messages.slice(0, at + 1).findLast(({ role }) => role === 'user')
    if (said === undefined) {
      throw new CommandError('message_not_found', `there is no message of the user before ${messageId}`)
    }
    const request: Patch = { type: 'turn_request', messageId: said.messageId, commandId }
    return said.status === 'queued' ? [request] : [...stopping(state), request]
  },
  continue({ commandId, messageId }, state) {
    refuseRunning(state, 'continuing')
    const answer = toMessage(state, messageId)
    const { messages } = showBranch(state, messageId)
    if (messages.at(-1) !== answer || !(isUnfinished(answer) || hasCalls(answer))) {
      const problem = 'only the last answer can be continued, if it was stopped or cut off'
      throw new CommandError('nothing_to_continue', `${messageId} cannot be continued: ${problem}`)
    }
    return [{ type: 'turn_request', messageId, commandId }]
  },
  switch({ commandId, messageId }, state) {
    refuseRunning(state, 'switching')
    return [{ type: 'branch_switch', messageId: toMessage(state, messageId).messageId, commandId }]
  },
  async elicit_response({ commandId, callId, elicitId, attempt, result }, state, { now }) {
    const question = Object.values(state.pendingElicits).find((open) => open.elicitId === elicitId)
    if (question?.callId !== callId) {
      throw new CommandError('question_not_found', `no question ${elicitId} of call ${callId} is open`)
    }
    if (question.response !== undefined) {
      const when = new Date(question.response.timestamp).toISOString()
      throw new CommandError('question_closed', `the question was answered at ${when}; the first answer counts`)
    }
    if (question.expiresAt !== undefined && question.expiresAt <= now) {
      throw new CommandError('question_closed', `the question expired at ${new Date(question.expiresAt).toISOString()}`)
    }
    if (isStopping(state, callId)) throw new CommandError('question_closed', 'the call that asks is being stopped')
    if (attempt !== undefined && attempt !== question.attempt) {
      throw new CommandError('elicit_changed', 'the question has changed since it was shown; answer the new one')
    }
    const answer = await toAnswer(question, result)
    return [{ type: 'elicit_response', callId, elicitId, result: answer, timestamp: now, commandId }]
  },
  async approve({ commandId, callId, attempt, arguments: edited, always }, state, { refuseArguments }) {
    const { toolName, attempt: shown = 1 } = findApproval(state, callId)
    if (attempt !== undefined && attempt !== shown) {
      throw new CommandError('approval_changed', `what call ${callId} would do has changed since it was shown`)
    }
    const problem = edited === undefined ? undefined : await refuseArguments(toolName, edited)
    if (problem !== undefined)
      throw new CommandError('arguments_invalid', `${toolName} refuses these arguments: ${problem}`)
    return [
      {
        type: 'approval_response',
        callId,
        approved: true,
        commandId,
        ...(edited !== undefined && { arguments: edited }),
        ...(always && { always }),
      },
    ]
  },
  deny({ commandId, callId, reason }, state) {
    findApproval(state, callId)
    refuseLonger('a reason', reason, MAX_NOTE)
    return [{ type: 'approval_response', callId, approved: false, commandId, ...(reason !== undefined && { reason }) }]
  },
  view_call({ commandId, callId: calledBy, name, arguments: args }, state, { now, toolForView }) {
    const { toolName: shown, messageId, origin } = findShown(state, calledBy)
    if (!VIEW_COMMAND_ID.test(commandId)) {
      throw new CommandError(
        'bad_command',
        'the commandId of a view_call has 1 to 64 letters, digits, dots, hyphens or underscores',
      )
    }
    const toolName = toolForView?.(shown, name)
    if (toolName === undefined) {
      throw new CommandError('tool_not_for_views', `${name} is no tool that views of ${origin} may call`)
    }
    if (openViewCalls(state).filter((open) => open.calledBy === calledBy).length >= MAX_VIEW_CALLS) {
      throw new CommandError('too_many_calls', `the view of ${shown} waits for ${MAX_VIEW_CALLS} calls already`)
    }
    const callId = toViewCallId(commandId)
    const call = { callId, toolUseId: callId, messageId, toolName, arguments: args, timestamp: now, calledBy }
    return [{ type: 'tool_call_start', ...call, commandId, ...(origin !== undefined && { origin }) }]
  },
  view_note({ commandId, callId, text }, state) {
    findShown(state, callId)
    refuseLonger('a note of a view', text, MAX_NOTE)
    return [{ type: 'view_note', callId, text, commandId }]
  },
  async configure({ type, ...change }, state, { messageLimit, refuseModel }) {
    const { title, systemPrompt, temperature } = change
    await refuseUnknown(state, change, { refuseModel })
    refuseLonger('a title', title, MAX_TITLE)
    refuseLonger('a system prompt', systemPrompt, messageLimit)
    if (typeof temperature === 'number' && (temperature < 0 || temperature > 2)) {
      throw new CommandError('bad_command', `the temperature is a number from 0 to 2, or null; it was ${temperature}`)
    }
    return [{ type: 'session_info', ...change }]
  },
  abort({ commandId, turn }, state) {
    if (state.turn === undefined) throw new CommandError('nothing_running', 'no turn is running')
    if (turn !== undefined && turn !== state.turn.turn)
      throw new CommandError('nothing_running', `turn ${turn} is over`)
    return [{ ...ABORT, commandId }]
  },
  reset: ({ commandId }, state) => [...stopping(state), { type: 'reset', commandId }],
}

/** Resolves to the patches of a command, its own last. Rejects with a `CommandError`. */
export async function decide(command: Command, state: ChatState, options: DecideOptions): Promise<Patch[]> {
  // TypeScript cannot pair the entry with the command. The type of the table does.
  return (decisions[command.type] as Decide<CommandType>)(command as never, state, options)
}

/** The answers of a turn belong to the branch that it began on, and its questions are asked there. */
function refuseRunning({ turn, requested, messages }: ChatState, doing: string) {
  if (turn === undefined && !requested && messages.at(-1)?.status !== 'queued') return
  throw new CommandError('turn_running', `a turn is running; stop it, or wait until it has ended, before ${doing}`)
}

/** Whether the turn ended before the model was told the results. */
const hasCalls = ({ content }: ChatMessage): boolean => content.some(({ type }) => type === 'tool_use')

/** Returns the content with the attachments that it refers to. A client refers to data that the conversation has. */
function withKnown(content: UserContent, state: ChatState): UserContent {
  if (typeof content === 'string' || !content.some(keptOf)) return content
  const known = everyMessage(state).flatMap((message) => message.content.filter(isAttachment))
  return content.map((block) => {
    const digest = keptOf(block)?.digest
    if (digest === undefined) return block
    const found = known.find((attachment) => keptOf(attachment)?.digest === digest)
    if (found === undefined) throw new CommandError('attachment_not_found', 'the conversation has no such attachment')
    return found
  })
}

/** Characters of the id of a model. It is stored with each answer. */
const MAX_MODEL_ID = 200

async function refuseUnknown(
  { capabilities: { models, personas } }: ChatState,
  { model, persona }: { model?: string | undefined; persona?: string | undefined },
  { refuseModel }: { refuseModel?: DecideOptions['refuseModel'] | undefined },
): Promise<void> {
  if (persona !== undefined && !personas.includes(persona)) {
    throw new CommandError(
      'unknown_persona',
      `unknown persona ${persona}; the personas are: ${personas.join(', ') || 'none'}`,
    )
  }
  if (model === undefined || models.includes(model)) return
  if (model.length > MAX_MODEL_ID) {
    throw new CommandError('unknown_model', `the id of a model has at most ${MAX_MODEL_ID} characters`)
  }
  const problem =
    refuseModel === undefined
      ? `unknown model ${model}; the models are: ${models.join(', ')}`
      : await refuseModel(model)
  if (problem !== undefined) throw new CommandError('unknown_model', problem)
}

function toMessage(state: ChatState, messageId: string): ChatMessage {
  const found = findMessage(state, messageId)
  if (found === undefined) throw new CommandError('message_not_found', `there is no message ${messageId}`)
  return found
}

function findApproval(state: ChatState, callId: string) {
  const pending = Object.values(state.pendingApprovals).find((open) => open.callId === callId)
  if (pending === undefined) throw new CommandError('call_not_found', `no call ${callId} waits for consent`)
  if (pending.status === 'responded') {
    const verdict = pending.response?.approved ? 'approved' : 'denied'
    throw new CommandError('approval_closed', `call ${callId} was ${verdict} already; the first answer counts`)
  }
  if (isStopping(state, callId)) throw new CommandError('approval_closed', `call ${callId} is being stopped`)
  return pending
}

/** Safe in the ids of runs, which are paths. */
const VIEW_COMMAND_ID = /^[\w-][\w.-]{0,63}$/

/** Calls of one view that are open at once. */
const MAX_VIEW_CALLS = 4

/** Characters that the model is told by a view, or as the reason why a call is not allowed. */
const MAX_NOTE = 16_000

/** Characters of a title. A list of sessions reads the titles of all of them. */
const MAX_TITLE = 1_000

function refuseLonger(what: string, text: string | undefined, limit: number): void {
  if (text === undefined || text.length <= limit) return
  throw new CommandError('message_too_long', `${what} has at most ${limit} characters; this one has ${text.length}`)
}

/** Returns a call that views of its server may speak for: theirs are shown with the call, or with a question of it. */
function findShown(state: ChatState, callId: string): ToolCallState {
  const call = state.toolCalls[callId]
  if (call?.origin === undefined || call.calledBy !== undefined) {
    throw new CommandError('view_not_found', `there is no call ${callId} with a view`)
  }
  return call
}

async function toAnswer(question: PendingElicitState, result: unknown): Promise<ElicitAnswer> {
  const checked = await checkAnswer(question, result)
  if (checked.type === 'invalid') throw new CommandError('answer_invalid', checked.problem)
  return checked.answer
}
