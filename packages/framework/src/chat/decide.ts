import type { ElicitAnswer } from '../tools/elicit.ts'
import { isObject } from '../tools/json.ts'
import { check, type JsonSchema, jsonSchema } from '../tools/schema.ts'
import type { Command } from './command.ts'
import { CommandError } from './command-error.ts'
import type { Patch, UserMessagePatch } from './patch.ts'
import type { ChatMessage, ChatState } from './state.ts'

export interface DecideOptions {
  now: number
  /** Characters of one message. */
  messageLimit: number
  /** What is wrong with edited arguments of a call, if anything is. */
  refuseArguments: (toolName: string, args: unknown) => Promise<string | undefined>
}

type Decide<T extends Command['type']> = (
  command: Extract<Command, { type: T }>,
  state: ChatState,
  options: DecideOptions,
) => Patch[] | Promise<Patch[]>

const ABORT: Patch = { type: 'abort_request' }

/** What runs is stopped first. */
const stopping = (state: ChatState): Patch[] => (state.turn === undefined || state.turn.aborting ? [] : [ABORT])

const decisions: { [T in Command['type']]: Decide<T> } = {
  send({ commandId, content, model, persona, interrupt }, state, options) {
    refuseLong(content, options)
    refuseUnknown(state, { model, persona })
    const message: Patch = {
      ...userMessage(commandId, content, options.now),
      ...(model !== undefined && { model }),
      ...(persona !== undefined && { persona }),
    }
    return interrupt ? [...stopping(state), message] : [message]
  },
  edit({ commandId, messageId, content }, state, options) {
    refuseLong(content, options)
    const said = findMessage(state, messageId)
    if (said.role !== 'user')
      throw new CommandError('message_not_found', `${messageId} is an answer; edit what the person said`)
    return sayAgain(state, said, userMessage(commandId, content, options.now))
  },
  retry({ commandId, messageId }, state, { now }) {
    const at = state.messages.indexOf(findMessage(state, messageId))
    const said = state.messages.slice(0, at + 1).findLast(({ role }) => role === 'user')
    const text = said?.content.find((block) => block.type === 'text')?.text
    if (said === undefined || text === undefined) {
      throw new CommandError('message_not_found', `there is no message of a person before ${messageId}`)
    }
    return sayAgain(state, said, userMessage(commandId, text, now))
  },
  async elicit_response({ commandId, callId, elicitId, result }, state, { now }) {
    const question = Object.values(state.pendingElicits).find((open) => open.elicitId === elicitId)
    if (question?.callId !== callId) {
      throw new CommandError('question_not_found', `no question ${elicitId} of call ${callId} is open`)
    }
    if (question.response !== undefined) {
      const when = new Date(question.response.timestamp).toISOString()
      throw new CommandError('question_closed', `the question was answered at ${when}; the first answer counts`)
    }
    const answer = await toAnswer(question.schema, result)
    return [{ type: 'elicit_response', callId, elicitId, result: answer, timestamp: now, commandId }]
  },
  async approve({ commandId, callId, arguments: edited }, state, { refuseArguments }) {
    const { toolName } = findApproval(state, callId)
    const problem = edited === undefined ? undefined : await refuseArguments(toolName, edited)
    if (problem !== undefined)
      throw new CommandError('arguments_invalid', `${toolName} does not take these arguments: ${problem}`)
    return [
      {
        type: 'approval_response',
        callId,
        approved: true,
        commandId,
        ...(edited !== undefined && { arguments: edited }),
      },
    ]
  },
  deny({ commandId, callId, reason }, state) {
    findApproval(state, callId)
    return [{ type: 'approval_response', callId, approved: false, commandId, ...(reason !== undefined && { reason }) }]
  },
  configure({ commandId, title, model, persona }, state) {
    refuseUnknown(state, { model, persona })
    return [
      {
        type: 'session_info',
        commandId,
        ...(title !== undefined && { title }),
        ...(model !== undefined && { model }),
        ...(persona !== undefined && { persona }),
      },
    ]
  },
  abort({ commandId }, state) {
    if (state.turn === undefined) throw new CommandError('nothing_running', 'nothing is running that could be stopped')
    return [{ ...ABORT, commandId }]
  },
  reset: ({ commandId }, state) => [...stopping(state), { type: 'reset', commandId }],
}

/** The patches that a command comes to, the last being its own, or a `CommandError`. */
export async function decide(command: Command, state: ChatState, options: DecideOptions): Promise<Patch[]> {
  // Indexing by the union cannot tell which decision goes with which command; the table's type has.
  return (decisions[command.type] as Decide<Command['type']>)(command as never, state, options)
}

const userMessage = (commandId: string, content: string, timestamp: number): UserMessagePatch => ({
  type: 'user_message',
  messageId: `u-${commandId}`,
  content,
  timestamp,
  commandId,
})

/** Takes a message back with all that came of it, and says it anew, to whom it was said. */
function sayAgain(
  state: ChatState,
  { messageId, status, model, persona }: ChatMessage,
  anew: UserMessagePatch,
): Patch[] {
  // No turn knows of a message that is queued.
  const stopped = status === 'queued' ? [] : stopping(state)
  const choices = { ...(model !== undefined && { model }), ...(persona !== undefined && { persona }) }
  return [...stopped, { type: 'history_cut', messageId }, { ...anew, ...choices }]
}

function refuseLong(content: string, { messageLimit }: DecideOptions): void {
  if (content.trim() === '') throw new CommandError('bad_command', 'content must not be empty')
  if (content.length <= messageLimit) return
  throw new CommandError(
    'message_too_long',
    `a message has at most ${messageLimit} characters; this one has ${content.length}`,
  )
}

function refuseUnknown(
  { capabilities }: ChatState,
  { model, persona }: { model?: string | undefined; persona?: string | undefined },
) {
  if (persona !== undefined && !capabilities.personas.includes(persona)) {
    throw new CommandError(
      'unknown_persona',
      `there is no persona ${persona}; there is ${capabilities.personas.join(', ') || 'none'}`,
    )
  }
  if (model !== undefined && !capabilities.models.includes(model)) {
    throw new CommandError(
      'unknown_model',
      `the model ${model} is not offered here; there is ${capabilities.models.join(', ')}`,
    )
  }
}

function findMessage(state: ChatState, messageId: string) {
  const found = state.messages.find((message) => message.messageId === messageId)
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
  return pending
}

/** The answer without anything else that was sent with it. */
async function toAnswer(schema: JsonSchema | undefined, result: unknown): Promise<ElicitAnswer> {
  const { action, content } = isObject(result) ? result : {}
  if (action === 'decline' || action === 'cancel') return { action }
  if (action !== 'accept' || content === undefined) {
    throw new CommandError(
      'answer_invalid',
      'result is { action: "accept", content }, { action: "decline" } or { action: "cancel" }',
    )
  }
  const checked = schema === undefined ? undefined : await check(jsonSchema(schema), content)
  if (checked?.type === 'invalid')
    throw new CommandError('answer_invalid', `the answer does not fit its schema: ${checked.problem}`)
  return { action, content }
}
