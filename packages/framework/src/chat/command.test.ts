import { describe, expect, it } from 'vitest'
import { type Command, CommandError, type CommandErrorCode, parseCommand } from './command.ts'

const commandId = 'k1'

function refusalOf(value: unknown): string {
  try {
    parseCommand(value)
  } catch (error) {
    expect(error).toMatchObject({ name: 'CommandError', code: 'bad_command', status: 400 })
    return (error as CommandError).message
  }
  throw new Error(`${JSON.stringify(value)} was taken`)
}

describe('parseCommand returns', () => {
  const commands: Command[] = [
    { type: 'send', commandId, content: 'hello' },
    { type: 'send', commandId, content: 'hello', model: 'm', persona: 'p', interrupt: true },
    {
      type: 'send',
      commandId,
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'file', data: 'aGk=', mimeType: 'text/plain', name: 'a.txt' },
      ],
    },
    { type: 'edit', commandId, messageId: 'u', content: 'hello' },
    { type: 'retry', commandId, messageId: 'u' },
    { type: 'elicit_response', commandId, callId: 'c', elicitId: 'q', result: { action: 'accept', content: 1 } },
    { type: 'approve', commandId, callId: 'c' },
    { type: 'approve', commandId, callId: 'c', arguments: { a: [1] } },
    { type: 'deny', commandId, callId: 'c', reason: 'no' },
    { type: 'configure', commandId, title: '', model: 'm', persona: 'p' },
    { type: 'abort', commandId },
    { type: 'reset', commandId: 'x'.repeat(200) },
  ]
  it.each(commands.map((command) => [JSON.stringify(command), command]))('%s', (json, command) => {
    expect(parseCommand(JSON.parse(json))).toEqual(command)
  })
})

describe('parseCommand throws an error that names the field', () => {
  it.each<[string, unknown]>([
    ['a command must be an object', undefined],
    ['a command must be an object', null],
    ['a command must be an object', []],
    ['a command must be an object', 'send'],
    ['unknown command undefined; the commands are send, edit', { commandId }],
    ['unknown command "explode"', { type: 'explode', commandId }],
    ['unknown command "toString"', { type: 'toString', commandId }],
    ['unknown command ["send"]', { type: ['send'], commandId }],
    ['commandId must be a well-formed string of 1 to 200 characters', { type: 'abort' }],
    ['commandId must be a well-formed string of 1 to 200 characters', { type: 'abort', commandId: '' }],
    ['commandId must be a well-formed string of 1 to 200 characters', { type: 'abort', commandId: 7 }],
    ['commandId must be a well-formed string of 1 to 200 characters', { type: 'abort', commandId: 'x'.repeat(201) }],
    ['commandId must be a well-formed string of 1 to 200 characters', { type: 'abort', commandId: '\ud800' }],
    ['send: content is missing', { type: 'send', commandId }],
    ['send: content must be a string', { type: 'send', commandId, content: null }],
    ['send: content must be a string, or blocks', { type: 'send', commandId, content: [{ type: 'video', data: '' }] }],
    [
      'edit: content must be a string, or blocks',
      { type: 'edit', commandId, messageId: 'u', content: [{ type: 'text' }] },
    ],
    [
      'send: content must be a string, or blocks',
      { type: 'send', commandId, content: [{ type: 'text', text: 'x', _meta: {} }] },
    ],
    ['send: model must be a string', { type: 'send', commandId, content: 'x', model: 1 }],
    ['send: interrupt must be true or false', { type: 'send', commandId, content: 'x', interrupt: 'yes' }],
    [
      'elicit_response: result must be an object',
      {
        type: 'elicit_response',
        commandId,
        callId: 'c',
        elicitId: 'q',
        result: ['accept'],
      },
    ],
    ['approve: arguments must be an object', { type: 'approve', commandId, callId: 'c', arguments: [1] }],
    [
      'retry: unknown field content; the fields are type, commandId, messageId',
      {
        type: 'retry',
        commandId,
        messageId: 'u',
        content: 'x',
      },
    ],
    ['abort: unknown field toString', { type: 'abort', commandId, toString: 1 }],
    ['abort: unknown field __proto__', JSON.parse('{"type":"abort","commandId":"k","__proto__":{}}')],
  ])('%s', (problem, value) => {
    expect(refusalOf(value)).toContain(problem)
  })
})

it('a CommandError has the HTTP status of its code', () => {
  const statuses: Record<CommandErrorCode, number> = {
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
  }
  for (const [code, status] of Object.entries(statuses)) {
    expect(new CommandError(code as CommandErrorCode, 'why')).toMatchObject({ code, status, message: 'why' })
  }
})
