import { exactOptional as maybe, nullable } from 'valibot'
import { HttpError } from '../http/http-error.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { isObject, type Json } from '../tools/json.ts'
import { type Fields, fields, flag, type InferFields, number, opaque, problemWith, text } from './fields.ts'
import { userContent } from './user-content.ts'

/** The commands of a chat: one table that parses them, and from which their types are inferred. */
const COMMANDS = {
  send: fields({
    content: userContent,
    model: maybe(text),
    persona: maybe(text),
    /** Stops the running turn and withdraws its questions first. Otherwise the message waits until the turn has ended. */
    interrupt: maybe(flag),
  }),
  /** Says something else instead of a message, on a new branch. The new message is `toMessageId(commandId)`. */
  edit: fields({ messageId: text, content: userContent }),
  /** Asks for another answer, on a new branch. */
  retry: fields({ messageId: text }),
  /** Lets the model go on with the last answer of a branch, which was stopped or cut off. */
  continue: fields({ messageId: text }),
  /** Shows the branch that a message is on, and goes on there. */
  switch: fields({ messageId: text }),
  // `decide` checks the answer: the question has the schema.
  elicit_response: fields({
    callId: text,
    elicitId: text,
    /** The attempt that the person saw. Without it the answer counts for the question as it is now. */
    attempt: maybe(number),
    result: opaque<ElicitAnswer>(),
  }),
  approve: fields({
    callId: text,
    /** The attempt that the person saw. Without it the consent counts for what would be done now. */
    attempt: maybe(number),
    arguments: maybe(opaque<Json>()),
    /** Of a call that a view makes: it may call the tool again without asking. */
    always: maybe(flag),
  }),
  deny: fields({ callId: text, reason: maybe(text) }),
  /** The view of a call calls a tool of its server. The new call is `toViewCallId(commandId)`. */
  view_call: fields({ callId: text, name: text, arguments: opaque<Json>() }),
  /** The view of a call tells the model something. */
  view_note: fields({ callId: text, text }),
  configure: fields({
    title: maybe(text),
    model: maybe(text),
    persona: maybe(text),
    /** What the model is told beside its persona; empty for nothing. */
    systemPrompt: maybe(text),
    /** From 0 to 2; `null` for that of the provider. */
    temperature: maybe(nullable(number)),
    pinned: maybe(flag),
    archived: maybe(flag),
  }),
  /** Stops the turn with this number. Without one, the turn that runs. */
  abort: fields({ turn: maybe(number) }),
  reset: fields({}),
}

export type CommandType = keyof typeof COMMANDS

/** The command of one type. */
export type CommandOf<T extends CommandType> = T extends CommandType
  ? { type: T; commandId: string } & InferFields<(typeof COMMANDS)[T]>
  : never

/** What a client may ask of a session. A command is done once: the same `commandId` gets the first reply again. */
export type Command = CommandOf<CommandType>

/** A command without its `commandId`, or with one that its sender has chosen: a resent message is the same command. */
export type NewCommand = New<Command>
type New<T> = T extends unknown ? Omit<T, 'commandId'> & { commandId?: string } : never

/** The HTTP status of each code. */
const STATUS = {
  bad_command: 400,
  not_found: 404,
  message_not_found: 404,
  attachment_not_found: 404,
  call_not_found: 404,
  question_not_found: 404,
  view_not_found: 404,
  tool_not_for_views: 403,
  question_closed: 409,
  elicit_changed: 409,
  approval_closed: 409,
  approval_changed: 409,
  nothing_running: 409,
  nothing_to_continue: 409,
  turn_running: 409,
  message_too_long: 413,
  attachment_too_large: 413,
  too_many_attachments: 413,
  unsupported_content: 415,
  too_many_calls: 429,
  answer_invalid: 422,
  arguments_invalid: 422,
  unknown_model: 422,
  unknown_persona: 422,
} as const

export type CommandErrorCode = keyof typeof STATUS

/** The command was refused. The log has not changed. */
export class CommandError extends HttpError {
  override name = 'CommandError'
  declare readonly code: CommandErrorCode

  constructor(code: CommandErrorCode, message: string) {
    super(STATUS[code], code, message)
  }
}

const MAX_ID = 200

/** Returns the command that a client sent, or throws a `CommandError` that names the field. */
export function parseCommand(value: unknown): Command {
  if (!isObject(value)) throw new CommandError('bad_command', 'a command must be an object with a type and a commandId')
  const { type, commandId } = value
  if (!isCommandType(type)) {
    const known = Object.keys(COMMANDS).join(', ')
    throw new CommandError('bad_command', `unknown command ${JSON.stringify(type)}; the commands are ${known}`)
  }
  if (!isId(commandId)) {
    throw new CommandError(
      'bad_command',
      `commandId must be a well-formed string of 1 to ${MAX_ID} characters, new for each command`,
    )
  }
  const problem = problemWith(COMMANDS[type], value) ?? unknownField(value, COMMANDS[type])
  if (problem !== undefined) throw new CommandError('bad_command', `${type}: ${problem}`)
  // The schema has checked it.
  return value as unknown as Command
}

const isCommandType = (type: unknown): type is CommandType => typeof type === 'string' && Object.hasOwn(COMMANDS, type)

/** Some stores replace half of a surrogate pair by another character, and two ids would become one. */
const isId = (id: unknown): boolean => typeof id === 'string' && id !== '' && id.length <= MAX_ID && id.isWellFormed()

function unknownField(value: Record<string, unknown>, { checks }: Fields<unknown>): string | undefined {
  const known = ['type', 'commandId', ...checks.map(({ field }) => field)]
  const unknown = Object.keys(value).find((field) => !known.includes(field))
  return unknown === undefined ? undefined : `unknown field ${unknown}; the fields are ${known.join(', ')}`
}
