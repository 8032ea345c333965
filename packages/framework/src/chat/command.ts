import type { ElicitAnswer } from '../tools/elicit.ts'
import type { Json } from '../tools/json.ts'
import { CommandError } from './command-error.ts'
import { isObject, problemWith, type Shape } from './shape.ts'

/** Sent once, whatever the network does: the same `commandId` again is answered as the first time. */
interface WithId {
  commandId: string
}

/** What a client may ask of a session. */
export type Command = WithId &
  (
    | {
        type: 'send'
        content: string
        model?: string
        persona?: string
        /** Stops the turn that runs, withdraws its questions, and sends; otherwise the message waits for its end. */
        interrupt?: boolean
      }
    | { type: 'edit'; messageId: string; content: string }
    | { type: 'retry'; messageId: string }
    | { type: 'elicit_response'; callId: string; elicitId: string; result: ElicitAnswer }
    | { type: 'approve'; callId: string; arguments?: Json }
    | { type: 'deny'; callId: string; reason?: string }
    | { type: 'configure'; title?: string; model?: string; persona?: string }
    | { type: 'abort' }
    | { type: 'reset' }
  )

const SHAPES: Record<Command['type'], Shape> = {
  send: { content: 'string', model: 'string?', persona: 'string?', interrupt: 'boolean?' },
  edit: { messageId: 'string', content: 'string' },
  retry: { messageId: 'string' },
  elicit_response: { callId: 'string', elicitId: 'string', result: 'object' },
  approve: { callId: 'string', arguments: 'object?' },
  deny: { callId: 'string', reason: 'string?' },
  configure: { title: 'string?', model: 'string?', persona: 'string?' },
  abort: {},
  reset: {},
}

const MAX_ID = 200

/** A command from what a client sent, or a `CommandError` that says what is wrong with it. */
export function parseCommand(value: unknown): Command {
  if (!isObject(value)) throw new CommandError('bad_command', 'a command is an object with a type and a commandId')
  const { type, commandId } = value
  const shape = typeof type === 'string' && Object.hasOwn(SHAPES, type) ? SHAPES[type as Command['type']] : undefined
  if (shape === undefined) {
    const known = Object.keys(SHAPES).join(', ')
    throw new CommandError('bad_command', `there is no command ${JSON.stringify(type)}; there is ${known}`)
  }
  // Half of a surrogate pair is kept as another character by some stores, and two ids would become one.
  const isId =
    typeof commandId === 'string' && commandId !== '' && commandId.length <= MAX_ID && commandId.isWellFormed()
  if (!isId) {
    throw new CommandError(
      'bad_command',
      `commandId must be a string of 1 to ${MAX_ID} characters, well-formed, and new for each command`,
    )
  }
  const problem = problemWith(value, shape) ?? unknownField(value, shape)
  if (problem !== undefined) throw new CommandError('bad_command', `${type}: ${problem}`)
  // Its shape has been looked at, field by field.
  return value as unknown as Command
}

function unknownField(value: Record<string, unknown>, shape: Shape): string | undefined {
  const known = ['type', 'commandId', ...Object.keys(shape)]
  const unknown = Object.keys(value).find((field) => !known.includes(field))
  return unknown === undefined ? undefined : `there is no field ${unknown}; there is ${known.join(', ')}`
}
