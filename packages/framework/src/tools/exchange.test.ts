import { describe, expect, it, vi } from 'vitest'
import { createElicitExchange, createSampleExchange, createSchemaExchange } from './exchange.ts'
import { type McpMessage, refuseUnanswered, textMessage } from './message.ts'

describe('an elicit exchange', () => {
  const context = { board: ['X', null], moves: [4] }
  const exchange = createElicitExchange<typeof context, unknown>(
    'elicit_call-1_0',
    'pickMove',
    context,
    '{"position":0}',
  )

  const response: McpMessage = {
    role: 'user',
    content: [
      { type: 'tool_result', toolUseId: 'elicit_call-1_0', content: [{ type: 'text', text: '{"position":0}' }] },
    ],
  }
  const request = (input: Record<string, unknown>): McpMessage => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'elicit_call-1_0', name: 'pickMove', input }],
  })

  it('is the question and the answer, without arguments', () => {
    expect(exchange.request).toEqual(request({}))
    expect(exchange.response).toEqual(response)
    expect(exchange.messages).toEqual([request({}), response])
  })

  it('captures the context and leaks none of it', () => {
    expect(exchange.context).toBe(context)
    expect(JSON.stringify(exchange.messages)).not.toContain('board')
  })

  it('derives arguments from the context with a function of the author', () => {
    const derive = vi.fn((given: typeof context) => ({ moveNumber: given.moves.length }))
    expect(exchange.withArguments(derive)).toEqual([request({ moveNumber: 1 }), response])
    expect(derive).toHaveBeenCalledWith(context)
    expect(exchange.messages).toEqual([request({}), response])
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'withArguments takes a function that returns an object of arguments, not undefined'],
    ['a list', [4], 'withArguments takes a function that returns an object of arguments, not [4]'],
    ['a bigint', { moveNumber: 1n }, 'the arguments of "pickMove" holds a bigint at moveNumber'],
    ['a promise', Promise.resolve({}), 'the arguments of "pickMove" holds a Promise'],
  ])('refuses %s as its arguments, which no model accepts', (_, given, message) => {
    expect(() => exchange.withArguments(() => given as never)).toThrow(message)
  })

  it('is history that a model accepts', () => {
    expect(() => refuseUnanswered(exchange.messages)).not.toThrow()
    expect(() => refuseUnanswered(exchange.withArguments(() => ({})))).not.toThrow()
  })
})

const asked = textMessage('user', 'Pick a move')
const said = textMessage('assistant', '4')
const called: McpMessage = {
  role: 'assistant',
  content: [
    { type: 'text', text: 'Let me see.' },
    { type: 'tool_use', id: 'call_1', name: 'lookup', input: { id: 1 } },
    { type: 'tool_use', id: 'call_2', name: 'lookup', input: { id: 2 } },
  ],
}

describe('a sample exchange', () => {
  it('is the request and the response: two messages', () => {
    const exchange = createSampleExchange(asked, said)
    expect(exchange).toMatchObject({ request: asked, response: said, messages: [asked, said] })
    expect(exchange).not.toHaveProperty('parsed')
  })

  it('becomes three messages with the results of the calls', () => {
    const results = [
      { id: 'call_1', content: 'found' },
      { id: 'call_2', content: 'no such id', isError: true },
    ]
    expect(createSampleExchange(asked, called).withResults(results)).toEqual([
      asked,
      called,
      {
        role: 'user',
        content: [
          { type: 'tool_result', toolUseId: 'call_1', content: [{ type: 'text', text: 'found' }] },
          { type: 'tool_result', toolUseId: 'call_2', content: [{ type: 'text', text: 'no such id' }], isError: true },
        ],
      },
    ])
  })

  it('leaves isError out where nothing went wrong', () => {
    const call: McpMessage = { role: 'assistant', content: { type: 'tool_use', id: 'a', name: 'lookup', input: {} } }
    const [, , results] = createSampleExchange(asked, call).withResults([{ id: 'a', content: '', isError: false }])
    expect(results?.content).toEqual([{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: '' }] }])
  })

  it('has no third message when the model called nothing', () => {
    expect(createSampleExchange(asked, said).withResults([])).toEqual([asked, said])
  })

  it.each([
    ['there is no list', undefined as never, 'withResults takes a list of { id, content }'],
    ['one has no text', [{ id: 'call_1', content: 7 as never }], 'withResults takes a list of { id, content }'],
    ['one is missing', [{ id: 'call_1', content: '' }], 'withResults needs a result for call_2'],
    ['all are missing', [], 'withResults needs a result for call_1, call_2'],
    [
      'one is unknown',
      ['call_1', 'call_2', 'call_3'].map((id) => ({ id, content: '' })),
      'the model made no call call_3',
    ],
  ])('refuses results of which %s', (_, results, message) => {
    expect(() => createSampleExchange(asked, called).withResults(results)).toThrow(message)
  })

  it('refuses two results for one call, which no model accepts', () => {
    const results = ['call_1', 'call_2', 'call_1'].map((id) => ({ id, content: '' }))
    expect(() => createSampleExchange(asked, called).withResults(results)).toThrow('call_1')
  })
})

describe('a schema exchange', () => {
  const answered: McpMessage = {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'call_1', name: '__schema__', input: { position: 4 } }],
  }

  it('is the request, the data and its acknowledgement: three messages', () => {
    const exchange = createSchemaExchange(asked, answered, { parsed: { position: 4 } })
    expect(exchange.parsed).toEqual({ position: 4 })
    expect(exchange).toMatchObject({ request: asked, response: answered })
    expect(exchange.messages).toEqual([
      asked,
      answered,
      {
        role: 'user',
        content: [{ type: 'tool_result', toolUseId: 'call_1', content: [{ type: 'text', text: 'ok' }] }],
      },
    ])
  })

  it('tells the model what was wrong', () => {
    const exchange = createSchemaExchange(asked, answered, { problem: 'position: too big' })
    expect(exchange).not.toHaveProperty('parsed')
    expect(exchange.messages[2]?.content).toEqual([
      {
        type: 'tool_result',
        toolUseId: 'call_1',
        content: [{ type: 'text', text: 'position: too big' }],
        isError: true,
      },
    ])
  })

  it('keeps a parsed value that is undefined', () => {
    expect(createSchemaExchange(asked, answered, { parsed: undefined })).toHaveProperty('parsed', undefined)
  })

  it('has two messages when the model answered with text', () => {
    const exchange = createSchemaExchange(asked, said, {
      problem: 'Answer with data that matches the schema, not with text.',
    })
    expect(exchange.messages).toEqual([asked, said])
  })

  it('acknowledges every call, so that it is history that a model accepts', () => {
    const exchange = createSchemaExchange(asked, called, { parsed: 7 })
    expect(() => refuseUnanswered(exchange.messages)).not.toThrow()
  })
})
