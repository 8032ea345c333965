import { exactOptional as maybe } from 'valibot'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { isObject, type Json } from '../tools/json.ts'
import { CommandError } from './command-error.ts'
import { type Fields, fields, flag, type InferFields, opaque, problemWith, text } from './fields.ts'

/** The commands of a chat: one table that parses them, and from which their types are inferred. */
const COMMANDS = {
  send: fields({
    content: text,
    model: maybe(text),
    persona: maybe(text),
    /** Stops the running turn and withdraws its questions first. Otherwise the message waits until the turn has ended. */
    interrupt: maybe(flag),
  }),
  edit: fields({ messageId: text, content: text }),
  retry: fields({ messageId: text }),
  // `decide` checks the answer: the question has the schema.
  elicit_response: fields({ callId: text, elicitId: text, result: opaque<ElicitAnswer>() }),
  approve: fields({ callId: text, arguments: maybe(opaque<Json>()) }),
  deny: fields({ callId: text, reason: maybe(text) }),
  configure: fields({ title: maybe(text), model: maybe(text), persona: maybe(text) }),
  abort: fields({}),
  reset: fields({}),
}

export type CommandType = keyof typeof COMMANDS

/** The command of one type. */
export type CommandOf<T extends CommandType> = T extends CommandType
  ? { type: T; commandId: string } & InferFields<(typeof COMMANDS)[T]>
  : never

/** What a client may ask of a session. A command is done once: the same `commandId` gets the first reply again. */
export type Command = CommandOf<CommandType>

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
