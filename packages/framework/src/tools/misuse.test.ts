import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import type { ToolContext } from './context.ts'
import type { Effect } from './effect.ts'
import { ToolUsageError } from './errors.ts'
import type { Operation } from './operation.ts'
import { deferred } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'

const deferring: Peer = { answer: () => deferred }
const ask = { response: z.object({ text: z.string() }), context: z.object({ n: z.number() }) }

/** Runs a body that TypeScript would not let pass, and gives the message of its error. */
async function messageOf(body: (ctx: ToolContext & Record<string, never>) => unknown): Promise<string> {
  const tool = createMcpTool('t')
    .elicits({ ask })
    .execute((_, ctx) => body(ctx as never) as never)
    .build()
  const result = await runTool(tool, {}, { peer: deferring })
  if (result.type !== 'failed') throw new Error(`expected a failure, got ${JSON.stringify(result)}`)
  expect(result.error).toBeInstanceOf(ToolUsageError)
  return result.error.message
}

describe('a tool that breaks a rule of effects fails with the rule', () => {
  it.each([
    ['a promise', Promise.resolve(1), 'yielded a promise'],
    ['a number', 7, 'yielded 7'],
    ['a string', 'x', 'yielded "x"'],
    ['nothing', undefined, 'yielded undefined'],
    ['an object', { type: 'step' }, 'yielded an Object'],
  ])('yields %s', async (_, value, message) => {
    expect(
      await messageOf(function* () {
        yield value
      }),
    ).toContain(message)
  })

  it('writes yield where yield* was meant', async () => {
    expect(
      await messageOf(function* (ctx) {
        yield ctx.step('x', () => 1)
      }),
    ).toBe('an operation was yielded with `yield`; write `yield*`')
  })

  it('delegates to a foreign generator', async () => {
    function* foreign() {
      yield 1
    }
    expect(
      await messageOf(function* () {
        yield* foreign()
      }),
    ).toContain('yielded 1; do other work inside ctx.step')
  })

  it.each([
    ['a promise', async () => 1, 'a promise'],
    ['an async generator', async function* () {}, 'an async generator'],
    ['a stream', () => new ReadableStream(), 'a ReadableStream'],
    ['an object of a class without a name', () => new (class {})(), 'a class instance'],
  ])('has a body that returns %s', async (_, body, shown) => {
    expect(await messageOf(body)).toBe(
      `the body of a tool is a generator function (function* …), and this one returned ${shown}`,
    )
  })

  it('forgets the yield* altogether', async () => {
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.step('fine', () => 1)
        ctx.step('book', () => 1)
      }),
    ).toBe("ctx.step('book') was called but never used; write `yield*` before it")
  })

  it('forgets it inside a branch', async () => {
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.branch(function* (inner) {
          inner.log('info', 'lost')
        })
      }),
    ).toContain('ctx.log was called but never used')
  })

  it.each<[string, (ctx: ToolContext) => Generator<Effect, unknown>]>([
    [
      'loses a race',
      function* (ctx) {
        return yield* ctx.race([ctx.uuid(), ctx.step('b', () => 1)])
      },
    ],
    [
      'is behind one that throws',
      function* (ctx) {
        const later = ctx.step('later', () => 1)
        try {
          yield* ctx.step('bad', () => {
            throw new Error('bad')
          })
        } catch {
          return 'fine'
        }
        return yield* later
      },
    ],
  ])('may leave an operation unused that %s', async (_, body) => {
    const tool = createMcpTool('t')
      .execute((_params, ctx) => body(ctx as unknown as ToolContext))
      .build()
    expect(await runTool(tool, {}, { peer: deferring })).toMatchObject({ type: 'completed' })
  })

  it('uses an operation twice', async () => {
    expect(
      await messageOf(function* (ctx) {
        const once = ctx.step('book', () => 1)
        yield* once
        yield* once
      }),
    ).toContain("ctx.step('book') was used twice")
  })

  it('may catch that and go on: the fiber is still alive', async () => {
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        try {
          yield Promise.resolve() as never
        } catch {
          return yield* ctx.step('fine', () => 'recovered')
        }
        return 'no error'
      })
      .build()
    expect(await runTool(tool, {}, { peer: deferring })).toMatchObject({ type: 'completed', value: 'recovered' })
  })

  it.each([
    ['at once', (ctx: ToolContext) => ctx.log('info', 'x')],
    ['later', (ctx: ToolContext) => Promise.resolve().then(() => ctx.log('info', 'x'))],
  ])('makes an effect inside a step, %s', async (_, body) => {
    const tool = createMcpTool('t')
      .execute(function* (_params, ctx) {
        yield* ctx.step('outer', () => body(ctx as unknown as ToolContext) as never)
      })
      .build()
    expect(await runTool(tool, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: {
        message: expect.stringContaining("ctx.log was called outside the tool's own code, such as inside a step"),
      },
    })
  })

  it('makes a step of a generator', async () => {
    const tool = createMcpTool('t')
      .execute(function* (_params, ctx) {
        yield* ctx.step('outer', function* () {} as never)
      })
      .build()
    expect(await runTool(tool, {}, { peer: deferring })).toMatchObject({
      error: { message: expect.stringContaining('its function is a generator') },
    })
  })

  it.each([
    ['an unknown key', 'other', { message: 'm' }, 'the tool declares no elicit "other" (declared: ask)'],
    ['an inherited key', 'toString', { message: 'm' }, 'declares no elicit "toString"'],
    ['no message', 'ask', { n: 1 }, 'elicit "ask" needs a message'],
    ['a wrong context', 'ask', { message: 'm', n: 'x' }, 'elicit "ask" was given a wrong context: n: '],
    ['URL mode', 'ask', { message: 'm', mode: 'url', n: 1 }, 'URL elicitation mode is not supported by sweatpants.'],
  ])('asks with %s', async (_, key, request, message) => {
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.elicit(key, request as { message: string })
      }),
    ).toContain(message)
  })

  it.each<[string, (ctx: Record<string, (...args: unknown[]) => Iterable<never>>) => Iterable<never>, string]>([
    ['no request', (ctx) => ctx.elicit!('ask'), 'elicit "ask" needs a message'],
    ['nothing to sample', (ctx) => ctx.sample!({}), 'ctx.sample takes either a prompt or a list of messages'],
    [
      'an empty history',
      (ctx) => ctx.sample!({ messages: [] }),
      'ctx.sample takes either a prompt or a list of messages',
    ],
    [
      'prompt and messages',
      (ctx) => ctx.sampleTools!({ prompt: 'a', messages: [{}], tools: [] }),
      'ctx.sampleTools takes either',
    ],
    ['a branch of nothing', (ctx) => ctx.branch!(7), 'ctx.branch takes a generator function'],
    ['a branch of an async function', (ctx) => ctx.branch!(async () => 7), 'returned a promise'],
    ['all of an object', (ctx) => ctx.all!({}), 'ctx.all takes a list of operations'],
    ['an unknown level', (ctx) => ctx.log!('loud', 'x'), 'ctx.log takes debug, info'],
    ['a step without a name', (ctx) => ctx.step!(() => 7), 'ctx.step takes a name and a function'],
    ['a key that could be another id', (ctx) => ctx.sample!({ prompt: 'p', key: 'x#2' }), 'a key begins with a letter'],
    [
      'endless retries',
      (ctx) => ctx.sampleSchema!({ prompt: 'p', schema: ask.response, retries: -1 }),
      'retries is a whole number',
    ],
    ['an endless sleep', (ctx) => ctx.sleep!(Number.POSITIVE_INFINITY), 'ctx.sleep takes milliseconds'],
  ])('calls the context with %s', async (_, make, message) => {
    expect(
      await messageOf(function* (ctx) {
        yield* make(ctx as never)
      }),
    ).toContain(message)
  })

  it.each(['elicit', 'step', 'sample', 'branch', 'all', 'sleep', 'uuid', 'log'])(
    'calls %s without its context',
    async (member) => {
      expect(
        await messageOf(function* (ctx) {
          const { [member]: taken } = ctx as unknown as Record<string, () => unknown>
          yield* taken!() as Operation<unknown>
        }),
      ).toBe(`${member} was called without its context; write ctx.${member}(…), do not destructure ctx`)
    },
  )

  it.each<[string, unknown]>([
    ['null', null],
    ['text', 'hello'],
    ['a message without content', { role: 'user' }],
    ['a message without a role', { content: 'hello' }],
    ['a message of a robot', { role: 'robot', content: 'hello' }],
    ['a block without a type', { role: 'user', content: [{ text: 'hello' }] }],
    ['a system message of blocks', { role: 'system', content: [{ type: 'text', text: 'hello' }] }],
  ])('passes a history with %s', async (_, message) => {
    const history = [{ role: 'user', content: 'Hi' }, message] as never
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.sample({ messages: history })
      }),
    ).toContain('messages[1] is not a message: it needs a role')
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.branch(function* () {}, { messages: history })
      }),
    ).toContain('messages[1] is not a message')
  })

  it.each([
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    ['1' as never, '"1"'],
  ])('notifies with the progress %s', async (progress, shown) => {
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.notify('half', progress)
      }),
    ).toBe(`ctx.notify takes a finite number as progress, not ${shown}`)
  })

  it.each<[string, (ctx: ToolContext) => Operation<unknown>, string]>([
    [
      'a step',
      (ctx) => ctx.step('pay', () => 1, { onec: true } as never),
      'ctx.step("pay") has no option "onec"; the options are once, retry',
    ],
    [
      'a step, as a text',
      (ctx) => ctx.step('pay', () => 1, 'once' as never),
      'ctx.step("pay"): options are an object of once, retry, not "once"',
    ],
    [
      'a step, with another value',
      (ctx) => ctx.step('pay', () => 1, { once: 'no' as never }),
      'ctx.step("pay"): once is true or false, not "no"',
    ],
    [
      'a retry',
      (ctx) => ctx.step('pay', () => 1, { retry: { attempts: 2, maxElapsd: 5 } as never }),
      'ctx.step("pay"): retry has no option "maxElapsd"',
    ],
    [
      'a backoff',
      (ctx) => ctx.step('pay', () => 1, { retry: { attempts: 2, backoff: { initial: 1, maximum: 5 } as never } }),
      'retry.backoff has no option "maximum"; the options are initial, factor, max',
    ],
    ['a branch', (ctx) => ctx.branch(function* () {}, { timeOut: 5 } as never), 'ctx.branch has no option "timeOut"'],
    [
      'a branch, with another value',
      (ctx) => ctx.branch(function* () {}, { maxTokens: '5' as never }),
      'ctx.branch: maxTokens is a positive number, not "5"',
    ],
    [
      'a branch, with a depth below 0',
      (ctx) => ctx.branch(function* () {}, { maxDepth: -1 }),
      'ctx.branch: maxDepth is a number from 0 on, not -1',
    ],
    [
      'a question',
      (ctx) => ctx.elicit('ask' as never, { message: 'm', n: 1 } as never, { too: 'user:ada' } as never),
      'elicit "ask" has no option "too"; the options are to, quorum',
    ],
    ['a sample', (ctx) => ctx.sample({ prompt: 'Hi', maxToken: 5 } as never), 'ctx.sample has no option "maxToken"'],
    [
      'a sample with a schema',
      (ctx) => ctx.sampleSchema({ prompt: 'Hi', schema: ask.response, retry: 5 } as never),
      'ctx.sampleSchema has no option "retry"',
    ],
    [
      'a sample with tools',
      (ctx) => ctx.sampleTools({ prompt: 'Hi', tool: [] } as never),
      'ctx.sampleTools has no option "tool"',
    ],
  ])('gives an option that does not exist to %s', async (_, use, message) => {
    expect(
      await messageOf(function* (ctx) {
        yield* use(ctx)
      }),
    ).toContain(message)
  })

  it.each<[string, object, string]>([
    ['no number of tokens', { maxTokens: Number.NaN }, 'ctx.sample: maxTokens is a positive number, not NaN'],
    ['a debt of tokens', { maxTokens: -5 }, 'ctx.sample: maxTokens is a positive number, not -5'],
    ['a bigint as its temperature', { temperature: 7n }, 'ctx.sample: temperature is a number, not 7'],
    ['a list as its system prompt', { systemPrompt: [7n] }, 'ctx.sample: systemPrompt is a text, not an Array'],
    [
      'preferences that JSON cannot carry',
      { modelPreferences: { costPriority: 7n } },
      'ctx.sample: modelPreferences is an object of hints and priorities, not an Object',
    ],
    ['a symbol as its key', { key: Symbol('x') }, 'ctx.sample: a key begins with a letter and has'],
    [
      'text as its tools',
      { tools: 'roll' },
      'ctx.sample: tools is a list of { name, description?, inputSchema }, not "roll"',
    ],
    ['a tool that is nothing', { tools: [null] }, 'ctx.sample: tools is a list of { name, description?, inputSchema }'],
    ['a tool with a bigint as its name', { tools: [{ name: 7n }] }, 'ctx.sample: tools is a list of'],
    [
      'another choice',
      { tools: [], toolChoice: 'any' },
      "ctx.sample: toolChoice is 'auto', 'required' or 'none', not \"any\"",
    ],
  ])('samples with %s, and may catch the error', async (_, settings, message) => {
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.sample({ prompt: 'Hi', ...settings } as never)
      }),
    ).toContain(message)
  })

  it('samples with no tools where the model must call one', async () => {
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.sampleTools({ prompt: 'Hi' } as never)
      }),
    ).toContain('ctx.sampleTools: tools is a list of { name, description?, inputSchema }, not undefined')
  })

  it.each<[string, (ctx: ToolContext) => Operation<unknown>, string]>([
    [
      'a question',
      (ctx) => ctx.elicit(Symbol('x') as never, { message: 'm' } as never),
      'declares no elicit Symbol(x)',
    ],
    [
      'other people',
      (ctx) => ctx.elicit('ask' as never, { message: 'm', n: 1 } as never, { to: 7n } as never),
      '`to` is a name or a list of names, not 7',
    ],
    [
      'a quorum',
      (ctx) => ctx.elicit('ask' as never, { message: 'm', n: 1 } as never, { to: 'a', quorum: Symbol('x') } as never),
      'quorum is a whole number of people from 1 on, not Symbol(x)',
    ],
    ['a signal', (ctx) => ctx.signal(7n as never), 'ctx.signal takes a name of 1 to 128 letters'],
    ['a change', (ctx) => ctx.patched(7n as never), 'ctx.patched takes the name of a change, not 7'],
    ['a level', (ctx) => ctx.log(Symbol('x') as never, 'm'), 'ctx.log takes debug, info'],
    [
      'a number of attempts',
      (ctx) => ctx.step('pay', () => 1, { retry: { attempts: Symbol('x') as never } }),
      'retry.attempts is a whole number from 1 on, not Symbol(x)',
    ],
    [
      'the system prompt of a branch',
      (ctx) => ctx.branch(function* () {}, { systemPrompt: 7n as never }),
      'ctx.branch: systemPrompt is a text, not 7',
    ],
  ])('names %s by a value that is no text', async (_, use, message) => {
    expect(
      await messageOf(function* (ctx) {
        yield* use(ctx)
      }),
    ).toContain(message)
  })

  it.each<[string, object, string]>([
    ['its longest time', { maxElapsed: Symbol('x') }, 'maxElapsed is a positive number of milliseconds, not Symbol(x)'],
    ['its growth', { backoff: { initial: 1, factor: 2n } }, 'retry.backoff.factor is a number, not 2'],
  ])('retries with no number as %s', async (_, retry, message) => {
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.step('pay', () => 1, { retry: { attempts: 2, ...retry } as never })
      }),
    ).toContain(message)
  })

  it('passes a history in which one message has two tool_use blocks of one id', async () => {
    const use = { type: 'tool_use' as const, id: 'a', name: 'look', input: {} }
    const result = { type: 'tool_result' as const, toolUseId: 'a', content: [] }
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.sample({
          messages: [
            { role: 'assistant', content: [use, use] },
            { role: 'user', content: [result, result] },
          ],
        })
      }),
    ).toBe('the history has two tool_use blocks with the id a in one message. Give each tool_use an id of its own')
  })

  it('asks with a key that it has not declared, and gets the declared ones listed', async () => {
    expect(
      await messageOf(function* (ctx) {
        yield* ctx.elicit('aks' as never, { message: 'm' } as never)
      }),
    ).toContain('declares no elicit "aks" (declared: ask)')
  })

  it('takes a thenable for the promise that it is', async () => {
    const thenable: PromiseLike<number> = new (class {
      // biome-ignore lint/suspicious/noThenProperty: that is what a query builder has
      then(resolve: (rows: number) => void) {
        resolve(7)
      }
    })() as never
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        return yield* ctx.step('query', () => thenable)
      })
      .build()
    expect(await runTool(tool, {}, { peer: deferring })).toMatchObject({ type: 'completed', value: 7 })
  })

  it('asks with a context that JSON cannot carry', async () => {
    const tool = createMcpTool('t')
      .elicits({ ask: { response: ask.response } })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('ask', { message: 'm', when: new Date() })
      })
      .build()
    expect(await runTool(tool, {}, { peer: deferring })).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('the context of elicit "ask" holds a Date at when') },
    })
  })
})
