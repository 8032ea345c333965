import { describe, expect, it } from 'vitest'
import { ToolUsageError } from './errors.ts'
import {
  digestOf,
  type ExtendedMessage,
  fromExtended,
  type McpMessage,
  refuseUnanswered,
  sizeOf,
  textMessage,
  toBlocks,
  toText,
  withUniqueIds,
} from './message.ts'

const use = (...ids: string[]): McpMessage => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: `tool_${id}`, input: {} })),
})

const result = (...ids: string[]): McpMessage => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', toolUseId: id, content: [] })),
})

const idsOf = (message: McpMessage) =>
  toBlocks(message).map((block) => (block.type === 'tool_use' ? block.id : 'toolUseId' in block && block.toolUseId))

const hello = textMessage('user', 'Hello')

describe('fromExtended', () => {
  const of = (content: unknown): never => [{ role: 'user', content }] as never

  it.each<[unknown, string]>([
    ['Hello', 'messages is a list of messages, not "Hello"'],
    [null, 'messages is a list of messages, not null'],
    [of({ type: 'picture' }), 'messages[0]: block 0 has the type "picture"'],
    [of([hello.content, { type: 'text', text: 7 }]), 'messages[0]: block 1 (text) needs the text `text`, not 7'],
    [of({ type: 'image', data: 'AA' }), 'messages[0]: block 0 (image) needs the text `mimeType`, not undefined'],
    [of({ type: 'tool_use', name: 'roll' }), 'messages[0]: block 0 (tool_use) needs the text `id`'],
    [of({ type: 'tool_result', toolUseId: 'a' }), 'messages[0]: block 0 (tool_result) needs a list of blocks'],
  ])('refuses the history %j', (history, problem) => {
    expect(() => fromExtended(history as never)).toThrow(ToolUsageError)
    expect(() => fromExtended(history as never)).toThrow(problem)
  })

  it('turns plain text into blocks and leaves MCP messages as they are', () => {
    const exchange = use('a')
    const { messages, system } = fromExtended([
      { role: 'user', content: 'Pick a move' },
      { role: 'assistant', content: '4' },
      exchange,
    ])
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Pick a move' } },
      { role: 'assistant', content: { type: 'text', text: '4' } },
      exchange,
    ])
    expect(messages[2]).toBe(exchange)
    expect(system).toBeUndefined()
  })

  it('takes the system messages out, wherever they are, and joins them', () => {
    const history: ExtendedMessage[] = [
      { role: 'system', content: 'You play.' },
      { role: 'user', content: 'Hello' },
      { role: 'system', content: 'You play well.' },
    ]
    expect(fromExtended(history)).toEqual({ messages: [hello], system: 'You play.\n\nYou play well.' })
  })

  it('keeps an empty system message apart from none', () => {
    expect(fromExtended([{ role: 'system', content: '' }]).system).toBe('')
    expect(fromExtended([])).toEqual({ messages: [], system: undefined })
  })
})

describe('withUniqueIds', () => {
  it('leaves a history as it is whose ids are unique', () => {
    const history = [hello, use('a', 'b'), result('a', 'b'), use('c'), result('c')]
    expect(withUniqueIds(history).every((message, index) => message === history[index])).toBe(true)
  })

  it('gives the second use of an id another one, and its result with it', () => {
    const history = [use('a'), result('a'), use('a', 'b'), result('b', 'a'), use('a'), result('a')]
    const unique = withUniqueIds(history)
    expect(unique.map(idsOf)).toEqual([['a'], ['a'], ['a_2', 'b'], ['b', 'a_2'], ['a_3'], ['a_3']])
    expect(() => refuseUnanswered(unique)).not.toThrow()
    expect(history.map(idsOf)).toEqual([['a'], ['a'], ['a', 'b'], ['b', 'a'], ['a'], ['a']])
  })
})

describe('refuseUnanswered', () => {
  it.each<[string, McpMessage, string]>([
    [
      'a result without a call',
      { role: 'user', content: { type: 'tool_result', toolUseId: 'lost', content: [] } },
      'a tool_result without its tool_use in the message before it: lost',
    ],
    [
      'a result of the assistant',
      { role: 'assistant', content: { type: 'tool_result', toolUseId: 'a', content: [] } },
      'a tool_result in a message of the assistant: a',
    ],
    [
      'a call of the user',
      { role: 'user', content: { type: 'tool_use', id: 'a', name: 'roll', input: {} } },
      'a tool_use in a message of the user: roll (a)',
    ],
  ])('refuses %s', (_, message, problem) => {
    expect(() => refuseUnanswered([message])).toThrow(ToolUsageError)
    expect(() => refuseUnanswered([message])).toThrow(problem)
  })

  it.each<[string, McpMessage[]]>([
    ['nothing', []],
    ['text only', [hello]],
    ['a call and its result', [use('a'), result('a')]],
    ['several calls and their results in one message', [use('a', 'b'), result('b', 'a'), hello]],
    [
      'a result beside other blocks',
      [use('a'), { role: 'user', content: [...toBlocks(result('a')), { type: 'text', text: 'and?' }] }],
    ],
    ['a single block that is not in a list', [{ role: 'assistant', content: toBlocks(use('a'))[0]! }, result('a')]],
    ['the same exchange twice', [use('a'), result('a'), use('a'), result('a')]],
  ])('accepts %s', (_, messages) => {
    expect(() => refuseUnanswered(messages)).not.toThrow()
  })

  it.each<[string, McpMessage[], string]>([
    ['a call at the end', [hello, use('a')], 'tool_a (a)'],
    ['a call that is followed by something else', [use('a'), hello], 'tool_a (a)'],
    ['a result that comes too late', [use('a'), hello, result('a')], 'tool_a (a)'],
    ['one of several calls', [use('a', 'b', 'c'), result('a', 'c')], 'tool_b (b)'],
    ['results in two messages', [use('a', 'b'), result('a'), result('b')], 'tool_b (b)'],
    ['the result of another call', [use('a'), result('z')], 'tool_a (a)'],
    ['a call that a call follows', [use('a'), use('b'), result('b')], 'tool_a (a)'],
  ])('refuses %s, and names it', (_, messages, name) => {
    expect(() => refuseUnanswered(messages)).toThrow(
      new ToolUsageError(
        `the history has a tool_use without its result: ${name}. ` +
          'Pass the whole exchange (exchange.messages, withArguments or withResults)',
      ),
    )
  })
})

describe('toText', () => {
  it('joins the text and passes over the rest', () => {
    expect(toText([{ type: 'text', text: 'a' }, ...toBlocks(use('x')), { type: 'text', text: 'b' }])).toBe('ab')
    expect(toText([])).toBe('')
  })
})

describe('sizeOf and digestOf', () => {
  it('give the characters of JSON, and tell messages apart by what they say and who says it', () => {
    const hello = textMessage('user', 'Hello')
    expect(sizeOf(hello)).toBe(JSON.stringify(hello).length)
    expect(digestOf(textMessage('user', 'Hello'))).toBe(digestOf(hello))
    expect(digestOf(textMessage('assistant', 'Hello'))).not.toBe(digestOf(hello))
    expect(digestOf(textMessage('user', 'Hallo'))).not.toBe(digestOf(hello))
  })

  it('work a digest out once for a message that is passed again and again', () => {
    let written = 0
    const message = { ...textMessage('user', 'Hello'), toJSON: () => ++written }
    digestOf(message)
    digestOf(message)
    expect(written).toBe(1)
  })
})
