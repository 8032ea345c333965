import { APICallError, type LanguageModelV4CallOptions, type LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { describe, expect, test } from 'vitest'
import { ScriptError } from './script-error.ts'
import { scriptedModel } from './scripted-model.ts'

const ask = (text: string, more: Partial<LanguageModelV4CallOptions> = {}): LanguageModelV4CallOptions => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
  ...more,
})

const weather = { type: 'function' as const, name: 'weather', inputSchema: { type: 'object' as const } }

async function collect(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream as unknown as AsyncIterable<LanguageModelV4StreamPart>) parts.push(part)
  return parts
}

const failureOf = async (promise: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  return expect.fail('expected a rejection')
}

const NOTHING_SAID = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

describe('a scripted model', () => {
  test('says its lines in order, and keeps what it was asked', async () => {
    const model = scriptedModel(['One.', { text: 'Two.', usage: { inputTokens: 7, outputTokens: 2 }, stop: 'length' }])
    expect(await model.doGenerate(ask('a'))).toEqual({
      content: [{ type: 'text', text: 'One.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: NOTHING_SAID,
      warnings: [],
    })
    expect(await model.doGenerate(ask('b'))).toMatchObject({
      content: [{ type: 'text', text: 'Two.' }],
      finishReason: { unified: 'length' },
      usage: { inputTokens: { total: 7 }, outputTokens: { total: 2 } },
    })
    expect(model.calls).toEqual([ask('a'), ask('b')])
    model.done()
  })

  test('thinks, speaks and calls tools', async () => {
    const calls = [
      { name: 'weather', input: { city: 'Lisbon' } },
      { name: 'weather', input: { city: 'Berlin' }, id: 'mine' },
    ]
    const model = scriptedModel([{ reasoning: 'Hm.', text: 'Let me see.', calls }])
    expect(await model.doGenerate(ask('Weather?', { tools: [weather] }))).toMatchObject({
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Let me see.' },
        { type: 'tool-call', toolCallId: 'call_1_1', toolName: 'weather', input: '{"city":"Lisbon"}' },
        { type: 'tool-call', toolCallId: 'mine', toolName: 'weather', input: '{"city":"Berlin"}' },
      ],
      finishReason: { unified: 'tool-calls' },
    })
  })

  test('streams the same, in the pieces of the script', async () => {
    const calls = [{ name: 'weather', input: {} }]
    const model = scriptedModel([{ reasoning: 'Hm.', pieces: ['It is ', 'warm.'], calls }])
    const { stream } = await model.doStream(ask('Weather?', { tools: [weather] }))
    expect(await collect(stream)).toEqual([
      { type: 'stream-start', warnings: [] },
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'Hm.' },
      { type: 'reasoning-end', id: '0' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'It is ' },
      { type: 'text-delta', id: '1', delta: 'warm.' },
      { type: 'text-end', id: '1' },
      { type: 'tool-input-start', id: 'call_1_1', toolName: 'weather' },
      { type: 'tool-input-delta', id: 'call_1_1', delta: '{}' },
      { type: 'tool-input-end', id: 'call_1_1' },
      { type: 'tool-call', toolCallId: 'call_1_1', toolName: 'weather', input: '{}' },
      { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool-calls' }, usage: NOTHING_SAID },
    ])
    model.done()
  })

  test('says pieces as one text when it is not streamed', async () => {
    const model = scriptedModel([{ pieces: ['It is ', 'warm.'] }])
    expect((await model.doGenerate(ask('Weather?'))).content).toEqual([{ type: 'text', text: 'It is warm.' }])
  })
})

describe('data of a script', () => {
  const answer = async (request: LanguageModelV4CallOptions) =>
    (await scriptedModel([{ data: { stars: 5 } }]).doGenerate(request)).content
  const call = (toolName: string) => [
    { type: 'tool-call', toolCallId: 'call_1_1', toolName, input: JSON.stringify({ stars: 5 }) },
  ]

  test('is JSON where that is the format', async () => {
    expect(await answer(ask('Rate', { responseFormat: { type: 'json' } }))).toEqual([
      { type: 'text', text: '{"stars":5}' },
    ])
  })

  test('is a call of the tool that must be called', async () => {
    const rate = { ...weather, name: 'rate' }
    expect(
      await answer(ask('Rate', { tools: [weather, rate], toolChoice: { type: 'tool', toolName: 'rate' } })),
    ).toEqual(call('rate'))
    expect(await answer(ask('Rate', { tools: [rate], toolChoice: { type: 'required' } }))).toEqual(call('rate'))
    expect(await answer(ask('Rate', { tools: [{ ...weather, name: '__schema__' }] }))).toEqual(call('__schema__'))
  })

  test('does not fit a request that asks for none', async () => {
    const error = await failureOf(answer(ask('Rate', { tools: [weather] })))
    expect(error).toBeInstanceOf(ScriptError)
    expect(String(error)).toContain(
      'line 1 of the script has data for call 1 (last message: user, "Rate"; tools: weather), which asks for no schema',
    )
  })
})

describe('a script that does not fit', () => {
  test('says what was asked when it has no line left', async () => {
    const model = scriptedModel(['One.'])
    await model.doGenerate(ask('a'))
    const error = await failureOf(model.doStream(ask('And now?', { tools: [weather] })))
    expect(error).toBeInstanceOf(ScriptError)
    expect(String(error)).toContain(
      'the script has no line for call 2 (last message: user, "And now?"; tools: weather); left in the script: nothing',
    )
    expect(() => model.done()).toThrow('the script has no line for call 2')
  })

  test.each([
    ['text', 'rain', '"rain"'],
    ['pattern', /rain|snow/, '/rain|snow/'],
  ])('says which %s the last message should have', async (_, expected, quoted) => {
    const model = scriptedModel([{ expect: expected, text: 'Wet.' }, 'Dry.'])
    const error = await failureOf(model.doGenerate(ask('Sun?')))
    expect(error).toBeInstanceOf(ScriptError)
    expect(String(error)).toContain(
      `call 1 (last message: user, "Sun?"; tools: none) does not fit line 1 of the script: its last message should have ${quoted}`,
    )
    expect(error).toMatchObject({ left: [`line 1 (expect ${quoted}, text "Wet.")`, 'line 2 (text "Dry.")'] })
  })

  test('says what a function found wrong', async () => {
    const model = scriptedModel([{ expect: ({ temperature }) => expect(temperature).toBe(0), text: 'Cold.' }])
    const error = await failureOf(model.doGenerate(ask('How?', { temperature: 1 })))
    expect(error).toBeInstanceOf(ScriptError)
    expect(error).toMatchObject({ cause: { name: 'AssertionError' } })
    expect(String(error)).toContain('does not fit line 1 of the script: expected 1 to be +0')
  })

  test('goes on failing, so that a retry does not hide it', async () => {
    const model = scriptedModel([{ expect: 'rain', text: 'Wet.' }])
    const first = await failureOf(model.doGenerate(ask('Sun?')))
    expect(await failureOf(model.doGenerate(ask('rain')))).toBe(first)
    expect(() => model.done()).toThrow('does not fit line 1')
  })

  test('is not done while a line is left', async () => {
    const model = scriptedModel(['One.', { expect: /b/g, text: 'Two.' }])
    await model.doGenerate(ask('a'))
    expect(() => model.done()).toThrow(
      'the script was not used up by 1 call; left in the script: line 2 (expect /b/g, text "Two.")',
    )
  })

  test('fits the result of a tool, and a pattern for every match', async () => {
    const pattern = /21/g
    const result = (value: string): LanguageModelV4CallOptions => ({
      prompt: [
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: '1', toolName: 'weather', output: { type: 'json', value: { value } } },
          ],
        },
      ],
    })
    const model = scriptedModel([
      { expect: pattern, text: 'Warm.' },
      { expect: pattern, text: 'Still warm.' },
    ])
    await model.doGenerate(result('21 degrees'))
    await model.doGenerate(result('21 degrees'))
    model.done()
  })
})

describe('a line that fails', () => {
  test('fails as a provider does, with its status and when to come back', async () => {
    const model = scriptedModel([{ status: 429, retryAfter: 1500, error: 'Slow down' }])
    const error = await failureOf(model.doGenerate(ask('a')))
    expect(APICallError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({
      message: 'Slow down',
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { 'retry-after': '1.5' },
    })
  })

  test('fails as one that cannot be reached, without a status', async () => {
    const error = await failureOf(scriptedModel([{ error: 'connection refused' }]).doStream(ask('a')))
    expect(APICallError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ message: 'connection refused', statusCode: undefined, isRetryable: true })
  })

  test('fails with an error of its own', async () => {
    const own = new RangeError('mine')
    expect(await failureOf(scriptedModel([{ error: own }]).doGenerate(ask('a')))).toBe(own)
  })

  test('fails in the middle of a stream, after what it has to say', async () => {
    const { stream } = await scriptedModel([{ pieces: ['Once ', 'upon'], error: 'reset' }]).doStream(ask('a'))
    const reader = stream.getReader()
    const heard: string[] = []
    const read = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) heard.push(next.value.type)
    }
    expect(await failureOf(read())).toMatchObject({ message: 'reset' })
    expect(heard).toEqual(['stream-start', 'text-start', 'text-delta', 'text-delta', 'text-end'])
  })
})

describe('a line that hangs', () => {
  test.each(['doGenerate', 'doStream'] as const)('ends when %s is aborted, with the reason', async (method) => {
    const halt = new AbortController()
    const failure = failureOf(scriptedModel([{ hang: true }])[method](ask('a', { abortSignal: halt.signal })))
    halt.abort('halted')
    expect(await failure).toBe('halted')
  })

  test('says first what it has to say, where it is streamed', async () => {
    const halt = new AbortController()
    const model = scriptedModel([{ text: 'Well', hang: true }])
    const { stream } = await model.doStream(ask('a', { abortSignal: halt.signal }))
    const reader = stream.getReader()
    const types: (string | undefined)[] = []
    for (let part = 0; part < 4; part++) types.push((await reader.read()).value?.type)
    expect(types).toEqual(['stream-start', 'text-start', 'text-delta', 'text-end'])
    const failure = failureOf(reader.read())
    halt.abort('halted')
    expect(await failure).toBe('halted')
  })

  test('is refused where it could not be aborted', async () => {
    expect(String(await failureOf(scriptedModel([{ hang: true }]).doGenerate(ask('a'))))).toContain(
      'has no abortSignal',
    )
  })
})

test('a stream that is aborted is cut, and a call that already is uses no line', async () => {
  const halt = new AbortController()
  const model = scriptedModel([{ pieces: ['a', 'b', 'c'] }])
  const { stream } = await model.doStream(ask('a', { abortSignal: halt.signal }))
  const reader = stream.getReader()
  await reader.read()
  halt.abort('halted')
  const rest = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read());
  }
  expect(await failureOf(rest())).toBe('halted')
  expect(await failureOf(model.doGenerate(ask('b', { abortSignal: halt.signal })))).toBe('halted')
  expect(model.calls).toHaveLength(1)
  model.done()
})
