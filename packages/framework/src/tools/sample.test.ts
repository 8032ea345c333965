import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import type { SampleEffect, SampleReply } from './effects/sample.ts'
import { SampleError, SampleValidationError } from './errors.ts'
import { createMemoryJournal } from './journal.ts'
import { type McpMessage, textMessage } from './message.ts'
import { failed, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'

const usage = { inputTokens: 1, outputTokens: 1 }
const text = (said: string): SampleReply => ({
  content: { type: 'text', text: said },
  model: 'm',
  stopReason: 'endTurn',
  usage,
})
const call = (name: string, input: object, id = 'c1'): SampleReply => ({
  content: [{ type: 'tool_use', id, name, input: input as Record<string, unknown> }],
  model: 'm',
  stopReason: 'toolUse',
  usage,
})

/** A model that says these things in turn, and remembers what it was asked. */
function saying(...replies: (SampleReply | Error)[]) {
  const asked: SampleEffect[] = []
  const peer: Peer = {
    answer(effect) {
      if (effect.type !== 'sample') return succeeded(undefined)
      asked.push(effect)
      const reply = replies.shift()
      return reply instanceof Error ? failed(reply) : succeeded(reply)
    },
  }
  return { peer, asked }
}

const said = (messages: readonly McpMessage[]) =>
  messages.map(
    ({ role, content }) =>
      `${role}: ${[content]
        .flat()
        .map((block) => (block.type === 'text' ? block.text : block.type))
        .join()}`,
  )

const tool = createMcpTool('t')
const move = z.object({ position: z.number().int() })

describe('sample', () => {
  it('gives text, model, stop reason, usage, and an exchange of two messages', async () => {
    const { peer } = saying(text('four'))
    const plain = tool
      .execute(function* (_, ctx) {
        return yield* ctx.sample({ prompt: 'Your move?' })
      })
      .build()
    expect(await runTool(plain, {}, { peer })).toMatchObject({
      value: {
        text: 'four',
        model: 'm',
        stopReason: 'endTurn',
        usage,
        exchange: {
          request: textMessage('user', 'Your move?'),
          response: { role: 'assistant', content: { type: 'text', text: 'four' } },
          messages: [textMessage('user', 'Your move?'), textMessage('assistant', 'four')],
        },
      },
    })
  })

  it('by prompt continues the conversation of the branch; by messages it does not', async () => {
    const { peer, asked } = saying(text('1'), text('2'), text('3'))
    const talk = tool
      .execute(function* (_, ctx) {
        yield* ctx.sample({ prompt: 'a' })
        yield* ctx.sample({ messages: [{ role: 'user', content: 'aside' }] })
        yield* ctx.sample({ prompt: 'b' })
        return said(ctx.messages)
      })
      .build()
    const result = await runTool(talk, {}, { peer })
    expect(asked.map(({ messages }) => said(messages))).toEqual([
      ['user: a'],
      ['user: aside'],
      ['user: a', 'assistant: 1', 'user: b'],
    ])
    expect(result).toMatchObject({ value: ['user: a', 'assistant: 1', 'user: b', 'assistant: 3'] })
  })

  it('passes settings on, and takes the system prompt of the call, the history, or the branch, in that order', async () => {
    const { peer, asked } = saying(text(''), text(''), text(''))
    const settings = tool
      .execute(function* (_, ctx) {
        yield* ctx.sample({
          prompt: 'a',
          maxTokens: 7,
          temperature: 0.5,
          modelPreferences: { speedPriority: 1 },
          key: 'opinion',
        })
        yield* ctx.sample({
          messages: [
            { role: 'system', content: 'history' },
            { role: 'user', content: 'b' },
          ],
        })
        yield* ctx.sample({ prompt: 'c', systemPrompt: 'call' })
      })
      .build()
    await runTool(settings, {}, { peer, systemPrompt: 'run' })
    expect(asked[0]).toMatchObject({
      id: 'opinion',
      maxTokens: 7,
      temperature: 0.5,
      modelPreferences: { speedPriority: 1 },
    })
    expect(asked.map((effect) => effect.systemPrompt)).toEqual(['run', 'history', 'call'])
    expect(asked[1]!.maxTokens).toBe(4096)
  })

  it('gives branches the messages and system prompt that their options say', async () => {
    const { peer, asked } = saying(text('0'), text('1'), text('2'), text('3'), text('4'))
    const family = tool
      .execute(function* (_, ctx) {
        yield* ctx.sample({ prompt: 'root' })
        yield* ctx.branch(function* (inner) {
          yield* inner.sample({ prompt: 'inherits' })
          if (said(inner.parentMessages).join() !== 'user: root,assistant: 0') throw new Error('wrong parentMessages')
          if (said(inner.messages).join() !== 'user: inherits,assistant: 1') throw new Error('wrong messages')
        })
        yield* ctx.branch(
          function* (inner) {
            yield* inner.sample({ prompt: 'alone' })
          },
          { inheritMessages: false, inheritSystemPrompt: false },
        )
        yield* ctx.branch(
          function* (inner) {
            yield* inner.sample({ prompt: 'primed' })
          },
          { messages: [{ role: 'user', content: 'start' }], systemPrompt: 'own' },
        )
        yield* ctx.sample({ prompt: 'root again' })
      })
      .build()
    expect(await runTool(family, {}, { peer, systemPrompt: 'sys' })).toMatchObject({ type: 'completed' })
    expect(asked.map(({ messages, systemPrompt }) => [systemPrompt, ...said(messages)])).toEqual([
      ['sys', 'user: root'],
      ['sys', 'user: root', 'assistant: 0', 'user: inherits'],
      [undefined, 'user: alone'],
      ['own', 'user: root', 'assistant: 0', 'user: start', 'user: primed'],
      ['sys', 'user: root', 'assistant: 0', 'user: root again'],
    ])
  })

  it('reads a reply with one block or many, and refuses a malformed one like any invalid answer', async () => {
    const many: SampleReply = {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      model: 'm',
    }
    const { peer, asked } = saying({} as SampleReply, many)
    const plain = tool
      .execute(function* (_, ctx) {
        return (yield* ctx.sample({ prompt: 'p' })).text
      })
      .build()
    expect(await runTool(plain, {}, { peer })).toMatchObject({ value: 'ab' })
    expect(asked[1]!.refusal).toContain('{ content, model')
  })

  it.each([
    ['id', { type: 'tool_use', name: 'look', input: {} }],
    ['name', { type: 'tool_use', id: 'c1', input: {} }],
  ])('refuses a call without its %s, to which no result could be given', async (_, block) => {
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        const tools = [{ name: 'look', inputSchema: z.object({}) }]
        return (yield* ctx.sample({ prompt: 'Look', tools })).toolCalls.map(({ id }) => id)
      })
      .build()
    const { peer, asked } = saying({ ...call('look', {}), content: [block as never] }, call('look', {}, 'c2'))
    expect(await runTool(tool, {}, { peer })).toMatchObject({ type: 'completed', value: ['c2'] })
    expect(asked[1]).toMatchObject({ attempt: 2, refusal: expect.stringContaining('a sample is answered with') })
  })

  it('shows a failed call as a SampleError, live and replayed', async () => {
    const { peer } = saying(Object.assign(new Error('overloaded'), { code: 529 }))
    const plain = tool
      .execute(function* (_, ctx) {
        yield* ctx.sample({ prompt: 'p' })
      })
      .build()
    const journal = createMemoryJournal()
    for (let round = 0; round < 2; round++) {
      const result = await runTool(plain, {}, { peer, journal })
      expect(result).toMatchObject({ type: 'failed', error: { failure: { message: 'overloaded', code: 529 } } })
      expect(result.type === 'failed' && result.error).toBeInstanceOf(SampleError)
    }
  })

  it('refuses a history with an unanswered tool_use, naming it', async () => {
    const dangling: McpMessage = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'u1', name: 'pickMove', input: {} }],
    }
    const plain = tool
      .execute(function* (_, ctx) {
        yield* ctx.sample({ messages: [dangling, { role: 'user', content: 'go on' }] })
      })
      .build()
    expect(await runTool(plain, {}, { peer: saying().peer })).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('pickMove (u1)') },
    })
  })
})

describe('sample with a schema', () => {
  const structured = tool
    .execute(function* (_, ctx) {
      return yield* ctx.sample({ prompt: 'p', schema: move })
    })
    .build()

  it('asks through the reserved tool, and gives parsed data in an exchange of three messages', async () => {
    const { peer, asked } = saying(call('__schema__', { position: 4 }))
    const result = await runTool(structured, {}, { peer })
    expect(asked[0]).toMatchObject({
      tools: [
        {
          name: '__schema__',
          description: 'Respond with structured data matching this schema.',
          inputSchema: { type: 'object' },
        },
      ],
      toolChoice: { mode: 'required' },
    })
    expect(result).toMatchObject({ value: { parsed: { position: 4 }, exchange: { parsed: { position: 4 } } } })
    expect(result.type === 'completed' && said(result.value.exchange.messages)).toEqual([
      'user: p',
      'assistant: tool_use',
      'user: tool_result',
    ])
  })

  it.each([
    ['as JSON', '{"position": 4}'],
    ['in a fence', 'Here it is:\n```json\n{"position": 4}\n```\nGood luck!'],
    ['after a sentence', 'My move: {"position": 4}'],
    ['cut off', '{"position": 4, "why": "the cent'],
    ['carelessly', "{position: 4, 'why': 'the centre',}"],
  ])('takes data that the model wrote %s, as the call that it meant', async (_, written) => {
    const result = await runTool(structured, {}, { peer: saying(text(written)).peer })
    expect(result).toMatchObject({ value: { parsed: { position: 4 } } })
    expect(result.type === 'completed' && said(result.value.exchange.messages)).toEqual([
      'user: p',
      'assistant: tool_use',
      'user: tool_result',
    ])
  })

  it.each([
    ['written data that does not fit', text('{"position": "x"}'), 'position: '],
    ['data that does not fit', call('__schema__', { position: 'x' }), 'position: '],
    ['text', text('four'), 'Answer with data that matches the schema'],
    ['another tool', call('other', {}), 'Answer with data that matches the schema'],
  ])('gives parsed null and why, for %s', async (_, reply, problem) => {
    const { peer } = saying(reply)
    expect(await runTool(structured, {}, { peer })).toMatchObject({
      value: { parsed: null, parseError: expect.stringContaining(problem) },
    })
  })
})

describe('the ids of a conversation', () => {
  const idsIn = (messages: readonly McpMessage[]) =>
    messages.flatMap(({ content }) => [content].flat()).flatMap((block) => (block.type === 'tool_use' ? block.id : []))

  it('are unique where a model writes its data several times', async () => {
    const writing = tool
      .execute(function* (_, ctx) {
        for (let i = 0; i < 3; i++) yield* ctx.sampleSchema({ prompt: 'p', schema: move })
        return idsIn(ctx.messages)
      })
      .build()
    const { peer } = saying(...Array(3).fill(text('{"position": 4}')))
    const ids = ['schema_run_0', 'schema_run_1', 'schema_run_2']
    expect(await runTool(writing, {}, { peer, runId: 'run' })).toMatchObject({ value: ids })
  })

  it('are unique where a model numbers its calls anew in each reply', async () => {
    const { peer, asked } = saying(call('look', {}), call('look', {}), text('done'))
    const looking = tool
      .execute(function* (_, ctx) {
        const tools = [{ name: 'look', inputSchema: z.object({}) }]
        let messages: McpMessage[] = [textMessage('user', 'Look around.')]
        for (let i = 0; i < 2; i++) {
          const { exchange, toolCalls } = yield* ctx.sample({ messages, tools })
          const results = toolCalls.map(({ id }) => ({ id, content: 'seen' }))
          messages = [...messages.slice(0, -1), ...exchange.withResults(results)]
        }
        return (yield* ctx.sample({ messages })).text
      })
      .build()
    expect(await runTool(looking, {}, { peer })).toMatchObject({ value: 'done' })
    expect(idsIn(asked[2]!.messages)).toEqual(['c1', 'c1_2'])
  })

  it('are unique where an exchange is passed twice', async () => {
    const { peer, asked } = saying(call('__schema__', { position: 1 }), text('done'))
    const repeating = tool
      .execute(function* (_, ctx) {
        const { exchange } = yield* ctx.sampleSchema({ messages: [textMessage('user', 'p')], schema: move })
        yield* ctx.sample({ messages: [...exchange.messages, ...exchange.messages] })
      })
      .build()
    expect(await runTool(repeating, {}, { peer })).toMatchObject({ type: 'completed' })
    expect(idsIn(asked[1]!.messages)).toEqual(['c1', 'c1_2'])
  })
})

describe('sampleSchema', () => {
  const insisting = (retries?: number) =>
    tool
      .execute(function* (_, ctx) {
        const { parsed } = yield* ctx.sampleSchema({
          prompt: 'p',
          schema: move,
          ...(retries !== undefined && { retries }),
        })
        return [parsed.position, ...said(ctx.messages)]
      })
      .build()

  it('feeds the problem back, and remembers only the good exchange', async () => {
    const { peer, asked } = saying(
      text('four'),
      call('__schema__', { position: 'x' }),
      call('__schema__', { position: 4 }),
    )
    const journal = createMemoryJournal()
    const result = await runTool(insisting(), {}, { peer, journal })
    expect(result).toMatchObject({ value: [4, 'user: p', 'assistant: tool_use', 'user: tool_result'] })
    expect(asked.map(({ messages }) => said(messages))).toEqual([
      ['user: p'],
      ['user: p', 'assistant: four', 'user: Answer with data that matches the schema, not with text.'],
      [
        'user: p',
        'assistant: four',
        'user: Answer with data that matches the schema, not with text.',
        'assistant: tool_use',
        'user: tool_result',
      ],
    ])
    expect(JSON.stringify(asked[2]!.messages.at(-1))).toContain('position: ')
    expect(await runTool(insisting(), {}, { peer, journal })).toEqual(result)
    expect(asked).toHaveLength(3)
  })

  it.each([
    [undefined, 3],
    [0, 1],
  ])('with retries %s gives up after %s attempts', async (retries, attempts) => {
    const { peer, asked } = saying(...Array.from({ length: 5 }, () => text('no')))
    const result = await runTool(insisting(retries), {}, { peer })
    expect(result).toMatchObject({ type: 'failed', error: expect.any(SampleValidationError) })
    expect(asked).toHaveLength(attempts)
  })
})

describe('sample with tools', () => {
  const search = { name: 'search', description: 'Looks things up', inputSchema: z.object({ query: z.string() }) }

  it('gives the calls, and a history with their results', async () => {
    const { peer, asked } = saying(call('search', { query: 'x' }), text('found'))
    const agent = tool
      .execute(function* (_, ctx) {
        const first = yield* ctx.sample({ prompt: 'p', tools: [search] })
        const history = first.exchange.withResults(first.toolCalls.map(({ id }) => ({ id, content: 'result' })))
        const second = yield* ctx.sample({ messages: history, tools: [search], toolChoice: 'none' })
        return [first.toolCalls, second.text, said(ctx.messages)]
      })
      .build()
    expect(await runTool(agent, {}, { peer })).toMatchObject({
      value: [[{ id: 'c1', name: 'search', input: { query: 'x' } }], 'found', []],
    })
    expect(asked.map(({ toolChoice }) => toolChoice)).toEqual([{ mode: 'auto' }, { mode: 'none' }])
    expect(said(asked[1]!.messages)).toEqual(['user: p', 'assistant: tool_use', 'user: tool_result'])
  })

  it('sampleTools retries a missing call, an unknown tool and a wrong input, then fails', async () => {
    const { peer, asked } = saying(
      text('no'),
      call('other', {}),
      call('search', { query: 1 }),
      call('search', { query: 'x' }),
    )
    const agent = tool
      .execute(function* (_, ctx) {
        return (yield* ctx.sampleTools({ prompt: 'p', tools: [search], retries: 3 })).toolCalls
      })
      .build()
    expect(await runTool(agent, {}, { peer })).toMatchObject({ value: [{ name: 'search', input: { query: 'x' } }] })
    expect(asked.map(({ toolChoice }) => toolChoice?.mode)).toEqual(Array(4).fill('required'))
    expect(said(asked[1]!.messages).at(-1)).toBe('user: Call one of search.')
    expect(JSON.stringify(asked[2]!.messages.at(-1))).toContain('There is no tool other; there is search.')
    expect(JSON.stringify(asked[3]!.messages.at(-1))).toContain('query: ')
    const never = saying(...Array.from({ length: 9 }, () => text('no')))
    expect(await runTool(agent, {}, { peer: never.peer })).toMatchObject({
      type: 'failed',
      error: expect.any(SampleValidationError),
    })
  })

  it('refuses schema and tools together', async () => {
    const both = tool
      .execute(function* (_, ctx) {
        yield* ctx.sample({ prompt: 'p', tools: [search], schema: move } as never)
      })
      .build()
    expect(await runTool(both, {}, { peer: saying().peer })).toMatchObject({
      error: { message: 'sample takes schema or tools, not both' },
    })
  })
})
