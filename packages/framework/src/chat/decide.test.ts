import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptMeta } from '../tools/attachment.ts'
import { noUsage } from '../tools/usage.ts'
import { type Command, CommandError, type CommandErrorCode } from './command.ts'
import { type DecideOptions, decide } from './decide.ts'
import { randomLog, replay } from './fixtures/random-log.ts'
import type { Patch } from './patch.ts'
import { type ChatState, everyMessage, findMessage } from './state.ts'

const options: DecideOptions = {
  now: 5_000,
  messageLimit: 20,
  fileLimit: 10_000,
  attachmentLimit: 10_000,
  refuseArguments: async (toolName, args) => (isBad(args) ? `bad is none of ${toolName}'s` : undefined),
  toolForView: (_shown, name) => (name === 'poll' ? 'poll' : undefined),
}
const isBad = (args: unknown) => typeof args === 'object' && args !== null && 'bad' in args

const commandId = 'new'
const text = fc.constantFrom('', ' ', 'hello', 'x'.repeat(21))
const model = fc.constantFrom('m1', 'toString')
const persona = fc.constantFrom('Ada', 'Bob')
const result = fc.constantFrom<unknown>(
  { action: 'accept', content: { a: 1 }, extra: 1 },
  { action: 'accept', content: [] },
  { action: 'accept' },
  { action: 'decline' },
  { action: 'cancel', reason: 'expired' },
  { action: 'maybe' },
)

const data = fc.constantFrom('aGk=', 'A'.repeat(20_000), 'data:,x', '')
const mimeType = fc.constantFrom('image/png', 'audio/wav', 'application/pdf', 'text/plain', 'application/zip', '')
const block = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({ type: fc.constantFrom('image' as const, 'audio' as const, 'file' as const), data, mimeType }),
)
const content = fc.oneof(
  text,
  fc.array(block, { maxLength: 3 }).map((blocks) => blocks.map((given) => ({ ...given }))),
)

/** What a client may send to a session in this state, sensible or not. */
function commandFor(state: ChatState): fc.Arbitrary<Command> {
  const oneOf = (ids: string[]) => fc.constantFrom('gone', 'constructor', '__proto__', ...ids, ...ids, ...ids)
  const messageId = oneOf(everyMessage(state).map((message) => message.messageId))
  const callId = oneOf(Object.keys(state.pendingApprovals))
  const shown = oneOf(Object.keys(state.toolCalls))
  const question = fc.constantFrom({ callId: 'gone', elicitId: 'constructor' }, ...Object.values(state.pendingElicits))
  const kind = <T>(type: Command['type'], fields: { [F in keyof T]: fc.Arbitrary<T[F]> }, requiredKeys: (keyof T)[]) =>
    fc.record(fields, { requiredKeys, noNullPrototype: true }).map((given) => ({ type, commandId, ...given }))
  const args = fc.constantFrom({ good: 1 }, { bad: 1 })
  const attempt = fc.constantFrom(undefined, undefined, 1, 2)
  const answer = fc.tuple(question, result, attempt).map(([{ callId, elicitId }, given, shown]) => ({
    type: 'elicit_response',
    commandId,
    callId,
    elicitId,
    result: given,
    ...(shown !== undefined && { attempt: shown }),
  }))
  const asked = { weight: 1 + 20 * Object.keys(state.pendingElicits).length, arbitrary: answer }
  const last = state.turn === undefined ? state.messages.slice(-1).map((message) => message.messageId) : []
  const consents = 1 + 10 * Object.keys(state.pendingApprovals).length
  return fc.oneof(
    asked,
    { weight: consents, arbitrary: kind('approve', { callId, arguments: args }, ['callId']) },
    { weight: consents, arbitrary: kind('deny', { callId, reason: text }, ['callId']) },
    kind('send', { content, model, persona, interrupt: fc.boolean() }, ['content']),
    kind('edit', { messageId, content }, ['messageId', 'content']),
    kind('retry', { messageId }, ['messageId']),
    { weight: 1 + 5 * last.length, arbitrary: kind('continue', { messageId: oneOf(last) }, ['messageId']) },
    kind('switch', { messageId }, ['messageId']),
    kind('view_call', { callId: shown, name: fc.constantFrom('poll', 'wipe'), arguments: args }, [
      'callId',
      'name',
      'arguments',
    ]),
    kind('view_note', { callId: shown, text }, ['callId', 'text']),
    kind('configure', { title: text, model, persona }, []),
    kind('abort', { turn: fc.constantFrom(0, 1, 2) }, []),
    kind('reset', {}, []),
  ) as fc.Arbitrary<Command>
}

const CONTENT: CommandErrorCode[] = ['bad_command', 'message_too_long', 'attachment_too_large', 'unsupported_content']

const codes: Record<Command['type'], CommandErrorCode[]> = {
  send: [...CONTENT, 'unknown_model', 'unknown_persona'],
  edit: [...CONTENT, 'message_not_found'],
  retry: ['message_not_found'],
  continue: ['message_not_found', 'nothing_to_continue', 'turn_running'],
  switch: ['message_not_found', 'turn_running'],
  elicit_response: ['question_not_found', 'question_closed', 'elicit_changed', 'answer_invalid'],
  approve: ['call_not_found', 'approval_closed', 'arguments_invalid'],
  deny: ['call_not_found', 'approval_closed'],
  view_call: ['view_not_found', 'tool_not_for_views'],
  view_note: ['view_not_found'],
  configure: ['unknown_model', 'unknown_persona'],
  abort: ['nothing_running'],
  reset: [],
}

/** What the state must have once a command was taken. */
function effectOf(command: Command, state: ChatState): object {
  const { turn } = state
  const shows = (message: object) => ({ messages: expect.arrayContaining([expect.objectContaining(message)]) })
  switch (command.type) {
    case 'send':
    case 'edit':
      return shows({ messageId: `u-${commandId}`, role: 'user', status: 'queued', timestamp: 5_000, commandId })
    case 'retry': {
      const { status } = findMessage(state, command.messageId)!
      return status === 'queued' ? {} : { requested: true }
    }
    case 'continue':
      return { requested: true, ...shows({ messageId: command.messageId }) }
    case 'switch':
      return shows({ messageId: command.messageId })
    case 'elicit_response': {
      const { action } = command.result
      return { pendingElicits: { [command.elicitId]: { status: 'responded', response: { result: { action } } } } }
    }
    case 'view_call':
      return { toolCalls: { [`v-${commandId}`]: { status: 'running', calledBy: command.callId } } }
    case 'view_note':
      return { toolCalls: { [command.callId]: command.text === '' ? {} : { note: command.text } } }
    case 'approve':
    case 'deny': {
      const response = { approved: command.type === 'approve' }
      return { pendingApprovals: { [command.callId]: { status: 'responded', response } } }
    }
    case 'configure': {
      const { type, commandId: _, ...configured } = command
      return configured
    }
    case 'abort':
      return { turn: { turn: turn!.turn, aborting: true } }
    case 'reset':
      return { messages: [], toolCalls: {}, ...(turn && { turn: { turn: turn.turn, aborting: true } }) }
  }
}

describe('any command to any session', () => {
  it('decide gives patches with the command id on the last one, or refuses with a code', async () => {
    const taken = new Set<string>()
    const refused = new Set<string>()
    const stop = (state: ChatState): ChatState =>
      state.turn === undefined ? state : replay([{ type: 'turn_end', turn: state.turn.turn, reason: 'aborted' }], state)
    const sent = fc.tuple(randomLog(80), fc.nat(3)).chain(([log, chance]) => {
      const state = chance === 0 ? stop(replay(log)) : replay(log)
      return fc.record({ state: fc.constant(state), command: commandFor(state) })
    })
    await fc.assert(
      fc.asyncProperty(sent, async ({ state, command }) => {
        try {
          const patches = await decide(command, state, options)
          deepStrictEqual(JSON.parse(JSON.stringify(patches)), patches)
          expect(patches.map((patch) => 'commandId' in patch && patch.commandId)).toEqual([
            ...patches.slice(1).map(() => false),
            commandId,
          ])
          expect(replay(patches, state)).toMatchObject(effectOf(command, state))
          taken.add(command.type)
        } catch (error) {
          if (!(error instanceof CommandError)) throw error
          expect(codes[command.type]).toContain(error.code)
          refused.add(error.code)
        }
      }),
      { numRuns: 5_000 },
    )
    expect([...taken].sort()).toEqual(Object.keys(codes).sort())
    expect([...refused].sort()).toEqual([...new Set(Object.values(codes).flat())].sort())
  })
})

const running: Patch[] = [
  {
    type: 'session_info',
    sessionId: 's',
    capabilities: { tools: [], models: ['m1', 'm2'], personas: ['Ada'] },
  },
  { type: 'user_message', messageId: 'u1', content: 'first', timestamp: 1, model: 'm2', persona: 'Ada' },
  { type: 'turn_start', turn: 1, messageIds: ['u1'], model: 'm2' },
  {
    type: 'assistant_message',
    messageId: 'm1_0',
    turn: 1,
    content: [{ type: 'text', text: 'Hi' }],
    model: 'm2',
    stopReason: 'toolUse',
    usage: noUsage,
    timestamp: 1,
  },
  {
    type: 'tool_call_start',
    callId: 'c',
    toolUseId: 't',
    messageId: 'm1_0',
    toolName: 'book',
    arguments: {},
    timestamp: 1,
  },
]
const consent: Patch = { type: 'approval_request', callId: 'c', toolName: 'book', arguments: {}, timestamp: 1 }
const question: Patch = {
  type: 'elicit',
  callId: 'c',
  toolName: 'book',
  elicitId: 'c:q',
  key: 'q',
  message: 'Which?',
  context: {},
  attempt: 1,
  timestamp: 1,
  schema: { type: 'object', properties: { seat: { type: 'string' } }, required: ['seat'] },
}
const later: Patch = { type: 'user_message', messageId: 'u2', content: 'later', timestamp: 2 }
const over: Patch = { type: 'turn_end', turn: 1, reason: 'complete' }

type Bare<T> = T extends unknown ? Omit<T, 'commandId'> : never
const decided = (patches: Patch[], command: Bare<Command>) =>
  decide({ ...command, commandId } as Command, replay(patches), options)
const answer = (content: unknown): Bare<Command> => ({
  type: 'elicit_response',
  callId: 'c',
  elicitId: 'c:q',
  result: { action: 'accept', content },
})

describe('send', () => {
  it('send adds the message with its model and persona', async () => {
    const patches = await decided(running, { type: 'send', content: 'hello', model: 'm1', persona: 'Ada' })
    const message = { type: 'user_message', messageId: 'u-new', content: 'hello', timestamp: 5_000, commandId }
    expect(patches).toEqual([{ ...message, model: 'm1', persona: 'Ada' }])
  })

  it('send aborts the running turn only with interrupt', async () => {
    const send: Bare<Command> = { type: 'send', content: 'hello', interrupt: true }
    const types = async (patches: Patch[]) => (await decided(patches, send)).map(({ type }) => type)
    expect(await types(running)).toEqual(['abort_request', 'user_message'])
    expect(await types([...running, { type: 'abort_request' }])).toEqual(['user_message'])
    expect(await types([...running, over])).toEqual(['user_message'])
  })
})

describe('edit and retry', () => {
  it('edit says something else with the model and persona of the message, and retry asks again', async () => {
    const edited = await decided(running, { type: 'edit', messageId: 'u1', content: 'better' })
    const message = { type: 'user_message', messageId: 'u-new', edits: 'u1', content: 'better', commandId }
    expect(edited).toMatchObject([{ type: 'abort_request' }, { ...message, model: 'm2', persona: 'Ada' }])
    const retried = await decided([...running, over], { type: 'retry', messageId: 'm1_0' })
    expect(retried).toEqual([{ type: 'turn_request', messageId: 'u1', commandId }])
  })

  it('edit and retry of a queued message do not abort the running turn', async () => {
    const edited = await decided([...running, later], { type: 'edit', messageId: 'u2', content: 'sooner' })
    expect(edited.map(({ type }) => type)).toEqual(['user_message'])
    const retried = await decided([...running, later], { type: 'retry', messageId: 'u2' })
    expect(retried.map(({ type }) => type)).toEqual(['turn_request'])
  })
})

describe('elicit_response, approve and deny', () => {
  it('elicit_response without content is taken where a question takes anything', async () => {
    const [patch] = await decided([...running, { ...question, schema: {} } as Patch], answer(undefined))
    expect(patch).toMatchObject({ type: 'elicit_response', elicitId: 'c:q', result: { action: 'accept' } })
  })

  it('elicit_response is refused once the question has expired, also if no driver has closed it', async () => {
    const expiring = (expiresAt: number) =>
      decided([...running, { ...question, expiresAt } as Patch], answer({ seat: '1A' }))
    await expect(expiring(options.now)).rejects.toMatchObject({ code: 'question_closed' })
    expect(await expiring(options.now + 1)).toMatchObject([{ type: 'elicit_response' }])
  })

  it('elicit_response, approve and deny are refused while the turn is being stopped', async () => {
    const stopping = (asked: Patch) => [...running, asked, { type: 'abort_request' } as Patch]
    await expect(decided(stopping(question), answer({ seat: '1A' }))).rejects.toMatchObject({ code: 'question_closed' })
    for (const type of ['approve', 'deny'] as const) {
      const command = decided(stopping(consent), { type, callId: 'c' })
      await expect(command).rejects.toMatchObject({ code: 'approval_closed' })
    }
  })

  it('an answer to the call of a view is refused while the call is being stopped, and not with a turn', async () => {
    const ofView = (patch: object) => ({ ...patch, callId: 'v' }) as Patch
    const start = running.find(({ type }) => type === 'tool_call_start')!
    const asked = [...running, ofView({ ...start, calledBy: 'c' }), ofView(question)]
    const answered = { ...answer({ seat: '1A' }), callId: 'v' } as Bare<Command>
    const stopped = decided([...asked, ofView({ type: 'tool_call_cancel' })], answered)
    await expect(stopped).rejects.toMatchObject({ code: 'question_closed' })
    expect(await decided([...asked, { type: 'abort_request' }], answered)).toMatchObject([{ type: 'elicit_response' }])
  })

  it('elicit_response to another attempt than the open one is refused', async () => {
    const result = { action: 'accept' as const, content: { seat: '1A' } }
    const respond = (attempt: number) =>
      decided([...running, question], { type: 'elicit_response', callId: 'c', elicitId: 'c:q', attempt, result })
    await expect(respond(2)).rejects.toMatchObject({ code: 'elicit_changed', status: 409 })
    expect(await respond(1)).toMatchObject([{ type: 'elicit_response', result }])
  })

  it.each([
    [
      { action: 'accept', content: { seat: '1A' }, exchange: 'x' },
      { action: 'accept', content: { seat: '1A' } },
    ],
    [{ action: 'decline', content: 1 }, { action: 'decline' }],
    [{ action: 'cancel', reason: 'expired' }, { action: 'cancel' }],
  ])('elicit_response keeps only the fields of an answer of %j', async (sent, result) => {
    const named = { type: 'elicit_response' as const, callId: 'c', elicitId: 'c:q' }
    expect(await decided([...running, question], { ...named, result: sent as never })).toEqual([
      { ...named, result, timestamp: 5_000, commandId },
    ])
  })

  it('approve keeps the edited arguments and deny keeps the reason', async () => {
    const state = [...running, consent]
    expect(await decided(state, { type: 'approve', callId: 'c', arguments: { seat: 1 } })).toEqual([
      { type: 'approval_response', callId: 'c', approved: true, arguments: { seat: 1 }, commandId },
    ])
    expect(await decided(state, { type: 'deny', callId: 'c', reason: 'no' })).toEqual([
      { type: 'approval_response', callId: 'c', approved: false, reason: 'no', commandId },
    ])
  })
})

const answered: Patch = {
  type: 'elicit_response',
  callId: 'c',
  elicitId: 'c:q',
  result: { action: 'decline' },
  timestamp: 0,
}
const image = { type: 'image' as const, data: 'iVBORw0KGgo=', mimeType: 'image/png' }

const denied: Patch = { type: 'approval_response', callId: 'c', approved: false }

it.each<[string, CommandErrorCode, string, Patch[], Bare<Command>]>([
  ['an empty message', 'bad_command', 'must not be empty', running, { type: 'send', content: ' \n' }],
  [
    'a long message',
    'message_too_long',
    'at most 20 characters; this one has 21',
    running,
    { type: 'send', content: 'x'.repeat(21) },
  ],
  [
    'a long title',
    'message_too_long',
    'a title has at most 1000 characters; this one has 1001',
    running,
    { type: 'configure', title: 'x'.repeat(1_001) },
  ],
  [
    'a long reason',
    'message_too_long',
    'a reason has at most 16000 characters; this one has 16001',
    [...running, consent],
    { type: 'deny', callId: 'c', reason: 'x'.repeat(16_001) },
  ],
  [
    'a message with nothing but empty text',
    'bad_command',
    'must not be empty',
    running,
    { type: 'send', content: [{ type: 'text', text: ' ' }] },
  ],
  [
    'a file that no model takes',
    'unsupported_content',
    'the file is application/zip, which no model takes',
    running,
    { type: 'send', content: [{ type: 'file', data: 'aGk=', mimeType: 'application/zip' }] },
  ],
  [
    'an image that is a page',
    'unsupported_content',
    'the image is text/html, which no model takes',
    running,
    { type: 'send', content: [{ type: 'image', data: 'aGk=', mimeType: 'text/html' }] },
  ],
  [
    'a data URL instead of data',
    'bad_command',
    'must be base64',
    running,
    { type: 'send', content: [{ type: 'image', data: 'data:image/png;base64,aGk=', mimeType: 'image/png' }] },
  ],
  [
    'two images that are too large together',
    'attachment_too_large',
    'have at most 10000 bytes; these have 12000',
    running,
    {
      type: 'send',
      content: Array.from({ length: 2 }, () => ({ ...image, data: `iVBORw0KGgoA${'A'.repeat(7_988)}` })),
    },
  ],
  [
    'an image that is too large alone',
    'attachment_too_large',
    'cat.png has 12000 bytes; a file has at most 10000',
    running,
    { type: 'send', content: [{ ...image, data: 'A'.repeat(16_000), name: 'cat.png' }] },
  ],
  [
    'more attachments than a message may have',
    'too_many_attachments',
    'at most 20 attachments; this one has 21',
    running,
    { type: 'send', content: Array.from({ length: 21 }, () => image) },
  ],
  [
    'a page with the name and the type of an image',
    'unsupported_content',
    'cat.png is said to be image/png, and its content is something else',
    running,
    { type: 'send', content: [{ ...image, data: btoa('<!doctype html>'), name: 'cat.png' }] },
  ],
  [
    'a reference to an attachment of another conversation',
    'attachment_not_found',
    'the conversation has no such attachment',
    running,
    { type: 'send', content: [{ ...image, data: '', ...keptMeta({ digest: 'f00', size: 9 }) }] },
  ],
  [
    'a model with a long id',
    'unknown_model',
    'the id of a model has at most 200 characters',
    running,
    { type: 'send', content: 'x', model: 'm'.repeat(201) },
  ],
  ['an unknown model', 'unknown_model', 'the models are: m1, m2', running, { type: 'send', content: 'x', model: 'm3' }],
  ['an unknown persona', 'unknown_persona', 'the personas are: Ada', running, { type: 'configure', persona: 'Bob' }],
  [
    'an edit of an unknown message',
    'message_not_found',
    'no message u9',
    running,
    { type: 'edit', messageId: 'u9', content: 'x' },
  ],
  [
    'an edit of an answer',
    'message_not_found',
    'm1_0 is an answer',
    running,
    { type: 'edit', messageId: 'm1_0', content: 'x' },
  ],
  ['a retry of an unknown message', 'message_not_found', 'no message u9', running, { type: 'retry', messageId: 'u9' }],
  ['an answer to an unknown question', 'question_not_found', 'no question c:q of call c is open', running, answer({})],
  [
    'an answer to a question of another call',
    'question_not_found',
    'no question c:q of call d',
    [...running, question],
    { ...answer({}), callId: 'd' } as Bare<Command>,
  ],
  [
    'a second answer',
    'question_closed',
    'answered at 1970-01-01T00:00:00.000Z',
    [...running, question, answered],
    answer({ seat: 'x' }),
  ],
  ['an answer without content', 'answer_invalid', 'content', [...running, question], answer(undefined)],
  ['an answer that does not fit', 'answer_invalid', 'seat', [...running, question], answer({ seat: 1 })],
  ['consent to an unknown call', 'call_not_found', 'no call c waits', running, { type: 'approve', callId: 'c' }],
  [
    'consent to a call with a name of Object.prototype',
    'call_not_found',
    'toString',
    running,
    { type: 'deny', callId: 'toString' },
  ],
  [
    'consent after a denial',
    'approval_closed',
    'was denied already',
    [...running, consent, denied],
    { type: 'approve', callId: 'c' },
  ],
  [
    'consent to edited arguments that the tool refuses',
    'arguments_invalid',
    "book refuses these arguments: bad is none of book's",
    [...running, consent],
    { type: 'approve', callId: 'c', arguments: { bad: 1 } },
  ],
  ['an abort of a turn that is over', 'nothing_running', 'turn 0 is over', running, { type: 'abort', turn: 0 }],
  ['an abort without a running turn', 'nothing_running', 'no turn is running', [...running, over], { type: 'abort' }],
])('decide refuses %s', async (_, code, message, patches, command) => {
  const refusal = await decided(patches, command).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(CommandError)
  expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) })
})
