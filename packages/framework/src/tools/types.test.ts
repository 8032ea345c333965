import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { createTool } from './browser-tool.ts'
import { createMcpTool } from './builder.ts'
import { ToolContent } from './content.ts'
import type { ToolContext } from './context.ts'
import type { Effect } from './effect.ts'
import type { ElicitResult } from './elicit.ts'
import type { SampleExchange } from './exchange.ts'
import type { Json, NotJson } from './json.ts'
import type { McpMessage } from './message.ts'
import type { Operation } from './operation.ts'
import { deferred } from './outcome.ts'
import {
  definePlugin,
  getElicitContext,
  makePlugin,
  type PluginClient,
  type ResultProps,
  type ViewProps,
} from './plugin.ts'
import type { RenderProps } from './render.ts'
import { type RunResult, runTool } from './run-tool.ts'
import type { ToolCall } from './sampling.ts'
import { jsonSchema } from './schema.ts'
import type { McpTool } from './tool.ts'

// What is proved here is proved by the compiler; the bodies are never run.

/** What a run of a tool returns. */
type ResultOf<T extends McpTool> = T extends McpTool<string, infer _P, infer _E, infer R> ? R : never

interface Flight {
  id: string
  seats: number
}

const zodKeys = {
  pickFlight: {
    response: z.object({ flightId: z.string(), on: z.string().transform((text) => new Date(text)) }),
    context: z.object({ flights: z.array(z.object({ id: z.string(), seats: z.number() })) }),
  },
  confirm: { response: z.object({ ok: z.boolean() }) },
}

const valibotDate = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
)

const valibotKeys = {
  pickFlight: {
    response: toStandardJsonSchema(
      v.object({
        flightId: v.string(),
        on: v.pipe(
          v.string(),
          v.transform((text) => new Date(text)),
        ),
      }),
    ),
    context: toStandardJsonSchema(v.object({ flights: v.array(v.object({ id: v.string(), seats: v.number() })) })),
  },
  confirm: { response: toStandardJsonSchema(v.object({ ok: v.boolean() })) },
}

/** The statements of a body that only the compiler reads. */
const inBody = (body: (ctx: ToolContext<typeof zodKeys>) => Operation<unknown>) =>
  createMcpTool('typed')
    .elicits(zodKeys)
    .execute((_, ctx) => body(ctx))

describe('elicit', () => {
  it('types the answer by the output of the response, and the exchange by the context', () => {
    inBody(function* (ctx) {
      const pick = yield* ctx.elicit('pickFlight', { message: 'Which?', flights: [{ id: 'BA1', seats: 2 }] })
      expectTypeOf(pick).toEqualTypeOf<ElicitResult<{ flights: Flight[] }, { flightId: string; on: Date }>>()
      // @ts-expect-error: there is no content until the action is known
      void pick.content
      if (pick.action !== 'accept') {
        expectTypeOf(pick.action).toEqualTypeOf<'decline' | 'cancel'>()
        return
      }
      expectTypeOf(pick.content.on).toEqualTypeOf<Date>()
      expectTypeOf(pick.exchange.messages).toEqualTypeOf<[McpMessage, McpMessage]>()
      expectTypeOf(pick.exchange.context.flights).toEqualTypeOf<Flight[]>()
      pick.exchange.withArguments((context) => {
        expectTypeOf(context).toEqualTypeOf<{ flights: Flight[] }>()
        return { seats: context.flights[0]?.seats }
      })
      // @ts-expect-error: arguments are an object
      pick.exchange.withArguments(() => 'BA1')
      // @ts-expect-error: the context has no airline
      pick.exchange.withArguments((context) => ({ airline: context.airline }))
    })
  })

  it('types both by schemas of valibot too', () => {
    createMcpTool('typed')
      .elicits(valibotKeys)
      .execute(function* (_, ctx) {
        const pick = yield* ctx.elicit('pickFlight', { message: 'Which?', flights: [{ id: 'BA1', seats: 2 }] })
        expectTypeOf(pick).toEqualTypeOf<ElicitResult<{ flights: Flight[] }, { flightId: string; on: Date }>>()
        const sure = yield* ctx.elicit('confirm', { message: 'Sure?', move: 3 })
        if (sure.action === 'accept') expectTypeOf(sure.content).toEqualTypeOf<{ ok: boolean }>()
        if (sure.action === 'accept') expectTypeOf(sure.exchange.context.move).toEqualTypeOf<number>()
        // @ts-expect-error: the key is misspelt
        yield* ctx.elicit('pickFlite', { message: 'Which?' })
        // @ts-expect-error: message is missing
        yield* ctx.elicit('pickFlight', { flights: [] })
        // @ts-expect-error: seats is a number
        yield* ctx.elicit('pickFlight', { message: 'Which?', flights: [{ id: 'BA1', seats: 'two' }] })
      })
  })

  it('refuses a key that was not declared', () => {
    inBody(function* (ctx) {
      // @ts-expect-error: the key is misspelt
      yield* ctx.elicit('pickFlite', { message: 'Which?' })
    })
  })

  it('refuses a call without its message', () => {
    inBody(function* (ctx) {
      // @ts-expect-error: message is missing
      yield* ctx.elicit('pickFlight', { flights: [] })
      // @ts-expect-error: message is missing
      yield* ctx.elicit('confirm', {})
      // @ts-expect-error: a message is text
      yield* ctx.elicit('confirm', { message: 7 })
    })
  })

  it('refuses a context that its schema does not describe', () => {
    inBody(function* (ctx) {
      // @ts-expect-error: flights is missing
      yield* ctx.elicit('pickFlight', { message: 'Which?' })
      // @ts-expect-error: seats is a number
      yield* ctx.elicit('pickFlight', { message: 'Which?', flights: [{ id: 'BA1', seats: 'two' }] })
      // @ts-expect-error: there is no airline in the context
      yield* ctx.elicit('pickFlight', { message: 'Which?', flights: [], airline: 'BA' })
    })
  })

  it('infers the context from the call when the key has no schema for it', () => {
    inBody(function* (ctx) {
      const board: (string | null)[] = []
      const sure = yield* ctx.elicit('confirm', { message: 'Sure?', board, move: 3 })
      if (sure.action !== 'accept') return
      expectTypeOf(sure.content).toEqualTypeOf<{ ok: boolean }>()
      sure.exchange.withArguments((context) => {
        expectTypeOf(context.board).toEqualTypeOf<(string | null)[]>()
        expectTypeOf(context.move).toEqualTypeOf<number>()
        // @ts-expect-error: the message is not part of the context
        void context.message
        return {}
      })
    })
  })

  it('keeps the keys typed in a branch', () => {
    inBody(function* (ctx) {
      const pick = yield* ctx.branch(function* (inner) {
        // @ts-expect-error: the key is misspelt
        yield* inner.elicit('pickFlite', { message: 'Which?' })
        return yield* inner.elicit('confirm', { message: 'Sure?' })
      })
      if (pick.action === 'accept') expectTypeOf(pick.content).toEqualTypeOf<{ ok: boolean }>()
    })
  })
})

describe('a tool without elicits', () => {
  it('has no key to ask', () => {
    createMcpTool('silent').execute(function* (_, ctx) {
      // @ts-expect-error: no key was declared
      yield* ctx.elicit('confirm', { message: 'Sure?' })
    })
  })
})

describe('parameters and result', () => {
  it('give the body the output of a schema', () => {
    const schema = z.object({ from: z.string(), on: z.string().transform((text) => new Date(text)) })
    const tool = createMcpTool('search')
      .parameters(schema)
      .execute(function* (params) {
        expectTypeOf(params).toEqualTypeOf<{ from: string; on: Date }>()
        return params.from
      })
      .build()
    expectTypeOf(tool.parameters).toEqualTypeOf<typeof schema | undefined>()
    expect(tool.parameters).toBe(schema)
  })

  it('give it the output of a schema of valibot too', () => {
    createMcpTool('search')
      .parameters(toStandardJsonSchema(v.object({ on: valibotDate })))
      .execute(function* (params) {
        expectTypeOf(params).toEqualTypeOf<{ on: Date }>()
      })
  })

  it('are unknown until there is a schema', () => {
    createMcpTool('anything').execute(function* (params) {
      expectTypeOf(params).toBeUnknown()
    })
  })

  it('types a raw JSON Schema by the type it is given', () => {
    createMcpTool('raw')
      .parameters(jsonSchema<{ id: string }>({ type: 'object' }))
      .execute(function* (params) {
        expectTypeOf(params).toEqualTypeOf<{ id: string }>()
      })
  })

  it('keeps the name and the result in the type of the tool', async () => {
    const tool = createMcpTool('count')
      .execute(function* () {
        return { seats: 3 }
      })
      .build()
    expectTypeOf(tool.name).toEqualTypeOf<'count'>()
    const result = await runTool(tool, {}, { peer: { answer: () => deferred } })
    expectTypeOf(result).toEqualTypeOf<RunResult<{ seats: number }>>()
    expect(result).toMatchObject({ type: 'completed', value: { seats: 3 } })
  })

  it('holds the body to the input of the output schema, and gives the caller its output', () => {
    const output = z.object({ kind: z.literal('found'), seats: z.number().default(1) })
    const tool = createMcpTool('find')
      .output(output)
      .execute(function* () {
        return { kind: 'found' }
      })
      .build()
    expectTypeOf<ResultOf<typeof tool>>().toEqualTypeOf<{ kind: 'found'; seats: number }>()

    const draft = createMcpTool('find').output(output)
    // @ts-expect-error: the kind is wrong
    draft.execute(function* () {
      return { kind: 'lost' }
    })
  })
})

describe('the body of a built tool', () => {
  it('keeps its types', () => {
    const tool = createMcpTool('count')
      .parameters(z.object({ seats: z.number() }))
      .execute(function* ({ seats }) {
        return seats
      })
      .build()
    expectTypeOf<Parameters<typeof tool.execute>[0]>().toEqualTypeOf<{ seats: number }>()
    expectTypeOf<ReturnType<typeof tool.execute>>().toEqualTypeOf<Operation<number>>()
  })
})

describe('the builder', () => {
  it('has each setting once', () => {
    const described = createMcpTool('once').description('A tool')
    // @ts-expect-error: it has its description
    expect(() => described.description('Another')).toThrow()
    // @ts-expect-error: it has its parameters
    expect(() => described.version('1').parameters(z.object({})).parameters(z.object({}))).toThrow()
  })

  it('cannot be built before it has a body', () => {
    const draft = createMcpTool('bodiless').description('A tool')
    // @ts-expect-error: there is no body
    expect(() => draft.build()).toThrow()
    // @ts-expect-error: there is no body
    expect(() => createTool('bodiless').build()).toThrow()
  })

  it('has no settings after the body', () => {
    const buildable = createMcpTool('late').execute(function* () {})
    // @ts-expect-error: settings come before the body
    expect(buildable.description).toBeUndefined()
    // @ts-expect-error: one body is enough
    expect(buildable.execute).toBeUndefined()
  })

  it('takes only what its settings are', () => {
    const draft = createMcpTool('strict')
    // @ts-expect-error: not a mode
    expect(() => draft.task('sometimes')).toThrow()
    // @ts-expect-error: not a schema
    expect(() => draft.parameters({ from: 'string' })).toThrow()
    // @ts-expect-error: a plain valibot schema has no JSON Schema form
    draft.output(v.object({}))
    // @ts-expect-error: a question has a response
    expect(() => draft.elicits({ confirm: {} })).toThrow()
  })
})

describe('sample', () => {
  const Move = z.object({ position: z.string().transform(Number) })
  const lookup = { name: 'lookup', inputSchema: z.object({ id: z.string() }) }

  it('gives text and an exchange, and nothing parsed', () => {
    inBody(function* (ctx) {
      const plain = yield* ctx.sample({ prompt: 'Hello', temperature: 0, key: 'greet' })
      expectTypeOf(plain.text).toEqualTypeOf<string>()
      expectTypeOf(plain.exchange).toEqualTypeOf<SampleExchange>()
      expectTypeOf(plain.exchange.messages).toEqualTypeOf<McpMessage[]>()
      // @ts-expect-error: nothing was to be parsed
      void plain.parsed
      // @ts-expect-error: no tools were offered
      void plain.toolCalls
    })
  })

  it('gives what a schema parsed, or null and the reason', () => {
    inBody(function* (ctx) {
      const move = yield* ctx.sample({ prompt: 'Move', schema: Move })
      expectTypeOf(move.parsed).toEqualTypeOf<{ position: number } | null>()
      expectTypeOf(move.exchange).toEqualTypeOf<SampleExchange<{ position: number }>>()
      if (move.parsed === null) expectTypeOf(move.parseError).toEqualTypeOf<string>()
      else expectTypeOf(move.parseError).toEqualTypeOf<undefined>()
      const dated = yield* ctx.sample({ prompt: 'When', schema: toStandardJsonSchema(v.object({ on: valibotDate })) })
      expectTypeOf(dated.parsed).toEqualTypeOf<{ on: Date } | null>()
    })
  })

  it('gives what a schema parsed, for sure, when it is insisted on', () => {
    inBody(function* (ctx) {
      const move = yield* ctx.sampleSchema({ messages: [{ role: 'user', content: 'Move' }], schema: Move, retries: 1 })
      expectTypeOf(move.parsed).toEqualTypeOf<{ position: number }>()
      const dated = yield* ctx.sampleSchema({
        prompt: 'When',
        schema: toStandardJsonSchema(v.object({ on: valibotDate })),
      })
      expectTypeOf(dated.parsed).toEqualTypeOf<{ on: Date }>()
    })
  })

  it('gives the calls of the tools it offers', () => {
    inBody(function* (ctx) {
      const free = yield* ctx.sample({ prompt: 'Look it up', tools: [lookup], toolChoice: 'auto' })
      expectTypeOf(free.toolCalls).toEqualTypeOf<ToolCall[]>()
      free.exchange.withResults(free.toolCalls.map(({ id }) => ({ id, content: 'found' })))
      const sure = yield* ctx.sampleTools({ prompt: 'Look it up', tools: [lookup], retries: 0 })
      expectTypeOf(sure.toolCalls).toEqualTypeOf<ToolCall[]>()
    })
  })

  it('refuses what excludes each other', () => {
    inBody(function* (ctx) {
      // @ts-expect-error: a schema or tools
      yield* ctx.sample({ prompt: 'Move', schema: Move, tools: [lookup] })
      // @ts-expect-error: a prompt or messages
      yield* ctx.sample({ prompt: 'Move', messages: [] })
      // @ts-expect-error: a prompt or messages
      yield* ctx.sample({ systemPrompt: 'You play.' })
      // @ts-expect-error: only sampleSchema and sampleTools retry
      yield* ctx.sample({ prompt: 'Move', retries: 2 })
      // @ts-expect-error: sampleSchema needs its schema
      yield* ctx.sampleSchema({ prompt: 'Move' })
      // @ts-expect-error: OpenAI-shaped messages are not history here
      yield* ctx.sample({ messages: [{ role: 'tool', tool_call_id: '1', content: 'x' }] })
    })
  })
})

describe('step, all and race', () => {
  it('give a step the type of what its function returns', () => {
    inBody(function* (ctx) {
      expectTypeOf(yield* ctx.step('now', () => 7)).toEqualTypeOf<number>()
      expectTypeOf(yield* ctx.step('later', async () => ({ id: 'BA1' }))).toEqualTypeOf<{ id: string }>()
      expectTypeOf(yield* ctx.step('either', (): string | Promise<string> => 'BA1')).toEqualTypeOf<string>()
      yield* ctx.step('keyed', ({ idempotencyKey, signal }) => {
        expectTypeOf(idempotencyKey).toEqualTypeOf<string>()
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
      })
      // A query builder is a thenable that is no Promise.
      const query: PromiseLike<Flight[]> = Promise.resolve([])
      expectTypeOf(yield* ctx.step('query', () => query)).toEqualTypeOf<Flight[]>()
      // @ts-expect-error: a step has a name
      yield* ctx.step(() => 7)
    })
  })

  it('give all a tuple, or an array of what was mapped', () => {
    inBody(function* (ctx) {
      const both = yield* ctx.all([
        ctx.step('a', () => 7),
        ctx.branch(function* () {
          return 'x'
        }),
      ])
      expectTypeOf(both).toEqualTypeOf<[number, string]>()
      const many = yield* ctx.all([1, 2, 3].map((n) => ctx.step('n', () => n)))
      expectTypeOf(many).toEqualTypeOf<number[]>()
      // @ts-expect-error: a promise is not an operation
      yield* ctx.all([Promise.resolve(7)])
    })
  })

  it('give race the union', () => {
    inBody(function* (ctx) {
      const first = yield* ctx.race([ctx.step('a', () => 7), ctx.elicit('confirm', { message: 'Sure?' }), ctx.sleep(5)])
      expectTypeOf<number>().toExtend<typeof first>()
      expectTypeOf<void>().toExtend<typeof first>()
      if (typeof first === 'object') expectTypeOf(first.action).toEqualTypeOf<'accept' | 'decline' | 'cancel'>()
    })
  })

  it('type the values that replay', () => {
    inBody(function* (ctx) {
      expectTypeOf(yield* ctx.now()).toEqualTypeOf<number>()
      expectTypeOf(yield* ctx.uuid()).toEqualTypeOf<string>()
      expectTypeOf(yield* ctx.random()).toEqualTypeOf<number>()
      expectTypeOf(yield* ctx.detach()).toEqualTypeOf<boolean>()
      // @ts-expect-error: not a level of MCP
      yield* ctx.log('loud', 'hello')
    })
  })
})

describe('what a body may yield', () => {
  it('is an operation, with yield*', () => {
    const draft = createMcpTool('yields')
    // @ts-expect-error: a promise cannot be replayed
    draft.execute(function* () {
      yield Promise.resolve(7)
    })
    // @ts-expect-error: yield without its star
    draft.execute(function* (_, ctx) {
      yield ctx.step('a', () => 7)
    })
  })

  it('is not a foreign generator', () => {
    function* foreign(): Generator<Promise<number>, number, number> {
      return yield Promise.resolve(7)
    }
    // @ts-expect-error: it yields promises
    createMcpTool('yields').execute(function* () {
      return yield* foreign()
    })
  })

  it('is not a render, which belongs to the page', () => {
    const Picker = (_props: RenderProps<string>) => null
    createTool('page').handoff({
      *client(_params, page) {
        // @ts-expect-error: a body runs on the server
        createMcpTool('yields').execute(function* () {
          return yield* page.render(Picker, {})
        })
      },
    })
  })
})

describe('a helper of a body', () => {
  it('is a generator over any context', () => {
    function* greet(ctx: ToolContext, name: string) {
      const { text } = yield* ctx.sample({ prompt: `Greet ${name}` })
      return text
    }
    expectTypeOf(greet).returns.toEqualTypeOf<Generator<Effect, string, unknown>>()
    inBody(function* (ctx) {
      expectTypeOf(yield* greet(ctx, 'Ada')).toEqualTypeOf<string>()
      expectTypeOf(yield* ctx.all([greet(ctx, 'Ada'), greet(ctx, 'Grace')])).toEqualTypeOf<[string, string]>()
      expectTypeOf(yield* ctx.branch((inner) => greet(inner, 'Ada'))).toEqualTypeOf<string>()
    })
  })

  it('may say that it returns an Operation', () => {
    function* confirm(ctx: ToolContext<typeof zodKeys>, message: string): Operation<boolean> {
      const sure = yield* ctx.elicit('confirm', { message })
      return sure.action === 'accept' && sure.content.ok
    }
    inBody(function* (ctx) {
      expectTypeOf(yield* confirm(ctx, 'Sure?')).toEqualTypeOf<boolean>()
    })
  })

  it('needs only the keys that it asks', () => {
    function* confirm(ctx: ToolContext<Pick<typeof zodKeys, 'confirm'>>) {
      return yield* ctx.elicit('confirm', { message: 'Sure?' })
    }
    createMcpTool('two')
      .elicits(zodKeys)
      .execute(function* (_, ctx) {
        return yield* confirm(ctx)
      })
    createMcpTool('none').execute(function* (_, ctx) {
      // @ts-expect-error: this tool cannot ask it
      return yield* confirm(ctx)
    })
    createMcpTool('other')
      .elicits({ confirm: { response: z.object({ sure: z.string() }) } })
      .execute(function* (_, ctx) {
        // @ts-expect-error: this tool's confirm has another answer
        return yield* confirm(ctx)
      })
  })
})

describe('what a step gives back', () => {
  interface Flight {
    id: string
    stops?: { at: string }[]
  }
  const build = createMcpTool('t')

  it('is the type itself where JSON can carry it', () => {
    build.execute(function* (_, ctx) {
      expectTypeOf(yield* ctx.step('s', () => 1)).toEqualTypeOf<number>()
      expectTypeOf(yield* ctx.step('s', async () => ({}) as Flight)).toEqualTypeOf<Flight>()
      expectTypeOf(yield* ctx.step('s', () => ['a', 1] as [string, number])).toEqualTypeOf<[string, number]>()
      expectTypeOf(yield* ctx.step('s', () => null as Json)).toEqualTypeOf<Json>()
      expectTypeOf(yield* ctx.step('s', () => ({}) as unknown)).toEqualTypeOf<unknown>()
      expectTypeOf(yield* ctx.step('s', () => {})).toEqualTypeOf<void>()
    })
  })

  it('does not claim to be what JSON cannot carry, at any of four levels', () => {
    build.execute(function* (_, ctx) {
      const on = yield* ctx.step('s', () => new Date())
      expectTypeOf(on).toEqualTypeOf<NotJson<Date>>()
      // @ts-expect-error a Date does not come back as a Date
      on.getTime()
      expectTypeOf(yield* ctx.step('s', () => new Map<string, number>())).toEqualTypeOf<NotJson<Map<string, number>>>()
      const flight = yield* ctx.step('s', () => ({ id: 'BA1', legs: [{ departs: new Date(), price: 7n }] }))
      expectTypeOf(flight.id).toEqualTypeOf<string>()
      expectTypeOf(flight.legs[0]!.departs).toEqualTypeOf<NotJson<Date>>()
      expectTypeOf(flight.legs[0]!.price).toEqualTypeOf<NotJson<bigint>>()
      expectTypeOf(yield* ctx.step('s', () => null as Date | null)).toEqualTypeOf<NotJson<Date> | null>()
    })
  })

  it('is so for what `before` of a handoff deals, too', () => {
    build.handoff({
      *before() {
        return { cards: ['ace'], at: new Date() }
      },
      *client(handoff) {
        expectTypeOf(handoff.cards).toEqualTypeOf<string[]>()
        expectTypeOf(handoff.at).toEqualTypeOf<NotJson<Date>>()
      },
      *after() {},
    })
  })
})

describe('handoff on the server', () => {
  it('infers from before to client to after', () => {
    const tool = createMcpTool('deal')
      .parameters(z.object({ count: z.number() }))
      .elicits(zodKeys)
      .handoff({
        *before(params, ctx) {
          expectTypeOf(params).toEqualTypeOf<{ count: number }>()
          // @ts-expect-error: before asks no questions
          void ctx.elicit
          // @ts-expect-error: before asks no questions
          void ctx.sample
          return yield* ctx.step('deal', () => ({ cards: ['ace'] }))
        },
        *client(handoff, ctx, params) {
          expectTypeOf(handoff).toEqualTypeOf<{ cards: string[] }>()
          expectTypeOf(params).toEqualTypeOf<{ count: number }>()
          // @ts-expect-error: the key is misspelt
          yield* ctx.elicit('conform', { message: 'Sure?' })
          const sure = yield* ctx.elicit('confirm', { message: 'Sure?' })
          return sure.action === 'accept' ? sure.content.ok : undefined
        },
        *after(handoff, result, ctx, params) {
          expectTypeOf(handoff).toEqualTypeOf<{ cards: string[] }>()
          expectTypeOf(result).toEqualTypeOf<boolean | undefined>()
          expectTypeOf(params).toEqualTypeOf<{ count: number }>()
          yield* ctx.log('info', 'done')
          return handoff.cards.length
        },
      })
      .build()
    expectTypeOf<ResultOf<typeof tool>>().toEqualTypeOf<number>()
  })

  it('needs all three parts', () => {
    expect(() =>
      // @ts-expect-error: after is missing
      createMcpTool('deal').handoff({ *before() {}, *client() {} }),
    ).toThrow()
  })
})

describe('createTool', () => {
  interface CardPickerProps extends RenderProps<{ card: string }> {
    cards: string[]
    title?: string
  }
  const CardPicker = (_props: CardPickerProps) => null
  class CardTable {
    readonly props: CardPickerProps
    constructor(props: CardPickerProps) {
      this.props = props
    }
  }
  const cards = z.object({ count: z.number() })

  it('gives client the parameters when there is no before', () => {
    const tool = createTool('pick')
      .parameters(cards)
      .handoff({
        *client(handoff, _ctx, params) {
          expectTypeOf(handoff).toEqualTypeOf<{ count: number }>()
          expectTypeOf(params).toEqualTypeOf<{ count: number }>()
          return handoff.count
        },
      })
      .build()
    expectTypeOf<ResultOf<typeof tool>>().toEqualTypeOf<number | { cancelled: true }>()
  })

  it('infers from before to client to after', () => {
    const tool = createTool('pick')
      .parameters(cards)
      .handoff({
        *before(params) {
          return { cards: Array<string>(params.count) }
        },
        *client(handoff, ctx) {
          expectTypeOf(handoff).toEqualTypeOf<{ cards: string[] }>()
          return yield* ctx.render(CardPicker, { cards: handoff.cards })
        },
        *after(handoff, result) {
          expectTypeOf(handoff).toEqualTypeOf<{ cards: string[] }>()
          expectTypeOf(result).toEqualTypeOf<{ card: string }>()
          return result.card
        },
      })
      .build()
    expectTypeOf<ResultOf<typeof tool>>().toEqualTypeOf<string | { cancelled: true }>()
    expectTypeOf(tool.name).toEqualTypeOf<'pick'>()
  })

  it('types the props of a component without what the page adds, and the answer by its onRespond', () => {
    createTool('pick').handoff({
      *client(_params, ctx) {
        expectTypeOf(yield* ctx.render(CardPicker, { cards: [] })).toEqualTypeOf<{ card: string }>()
        expectTypeOf(yield* ctx.render(CardTable, { cards: [], title: 'Pick' })).toEqualTypeOf<{ card: string }>()
        // @ts-expect-error: cards is missing
        yield* ctx.render(CardPicker, {})
        // @ts-expect-error: cards are strings
        yield* ctx.render(CardPicker, { cards: [7] })
        // @ts-expect-error: the page brings onRespond
        yield* ctx.render(CardPicker, { cards: [], onRespond: () => {} })
      },
    })
  })

  it('renders components whose props are a union, or whose onRespond is optional', () => {
    type Shape = { kind: 'circle'; radius: number } | { kind: 'square'; side: number }
    const Draw = (_props: Shape & RenderProps<boolean>) => null
    const Optional = (_props: { onRespond?: (card: string) => void }) => null
    createTool('pick').handoff({
      *client(_params, ctx) {
        expectTypeOf(yield* ctx.render(Draw, { kind: 'circle', radius: 2 })).toEqualTypeOf<boolean>()
        expectTypeOf(yield* ctx.render(Optional, {})).toEqualTypeOf<string>()
        // @ts-expect-error: a circle has no side
        yield* ctx.render(Draw, { kind: 'circle', side: 2 })
      },
    })
  })

  it('with a response, holds client to its input and gives after its output', () => {
    const response = z.object({ on: z.string().transform((text) => new Date(text)) })
    const tool = createTool('pick')
      .handoff({
        response,
        *client() {
          return { on: '2026-08-01' }
        },
        *after(_handoff, result) {
          expectTypeOf(result).toEqualTypeOf<{ on: Date }>()
          return result.on.getTime()
        },
      })
      .build()
    expectTypeOf<ResultOf<typeof tool>>().toEqualTypeOf<number | { cancelled: true }>()

    function* wrong() {
      return { on: new Date() }
    }
    // @ts-expect-error: the input is a string
    createTool('pick').handoff({ response, client: wrong })
  })

  it('takes a response of valibot too', () => {
    const tool = createTool('pick')
      .handoff({
        response: toStandardJsonSchema(v.object({ on: valibotDate })),
        *client() {
          return { on: '2026-08-01' }
        },
      })
      .build()
    expectTypeOf<ResultOf<typeof tool>>().toEqualTypeOf<{ on: Date } | { cancelled: true }>()
  })

  it('has no elicits of its own', () => {
    // @ts-expect-error: its one question is made for it
    expect(createTool('pick').elicits).toBeUndefined()
  })

  it('cannot use the effects of the server in client', () => {
    createMcpTool('outer').execute(function* (_, server) {
      createTool('pick').handoff({
        // @ts-expect-error: client runs in the page
        *client() {
          yield* server.sleep(5)
        },
      })
    })
  })
})

describe('makePlugin', () => {
  const zodTool = createMcpTool('book')
    .elicits(zodKeys)
    .execute(function* () {
      return 7
    })
    .build()
  const valibotTool = createMcpTool('book')
    .elicits(valibotKeys)
    .execute(function* () {
      return 7
    })
    .build()
  const FlightList = (_props: { flights: Flight[] } & RenderProps<string>) => null

  it('types a request by the context and an answer by the input of the response', () => {
    const plugin = makePlugin(zodTool)
      .onElicit({
        *pickFlight(request, ctx) {
          const { flights } = getElicitContext(request)
          expectTypeOf(flights).toEqualTypeOf<Flight[]>()
          const flightId = yield* ctx.render(FlightList, { flights })
          return { action: 'accept', content: { flightId, on: '2026-08-01' } }
        },
        *confirm(request) {
          expectTypeOf(getElicitContext(request)).toEqualTypeOf<Record<string, unknown>>()
          return { action: 'decline' }
        },
      })
      .build()
    expectTypeOf(plugin.tool.name).toEqualTypeOf<'book'>()
    expect(plugin.tool).toBe(zodTool)
  })

  it('types both by keys of valibot too', () => {
    makePlugin(valibotTool).onElicit({
      *pickFlight(request) {
        expectTypeOf(getElicitContext(request)).toEqualTypeOf<{ flights: Flight[] }>()
        return { action: 'accept', content: { flightId: 'BA1', on: '2026-08-01' } }
      },
      // @ts-expect-error: ok is a boolean
      *confirm() {
        return { action: 'accept', content: { ok: 'yes' } }
      },
    })
  })

  it('takes handlers for some of the keys, and refuses a key that does not exist and a wrong answer', () => {
    const partial = makePlugin(zodTool).onElicit({
      *pickFlight() {
        return { action: 'cancel' }
      },
    })
    expect(partial.build().server.keys).toEqual(['pickFlight'])
    expect(() =>
      makePlugin(zodTool).onElicit({
        *confirm() {
          return { action: 'cancel' }
        },
        // @ts-expect-error: there is no such key
        *pickSeat() {
          return { action: 'cancel' }
        },
      }),
    ).toThrow()
    makePlugin(zodTool).onElicit({
      *pickFlight() {
        return { action: 'cancel' }
      },
      // @ts-expect-error: ok is a boolean
      *confirm() {
        return { action: 'accept', content: { ok: 'yes' } }
      },
    })
  })
})

describe('definePlugin', () => {
  const tool = createMcpTool('book')
    .elicits(zodKeys)
    .execute(function* () {
      return 7
    })
    .build()
  const FlightList = (_props: { flights: Flight[] } & RenderProps<string>) => null

  it('takes the name of the tool and types its handlers from the type of the tool', () => {
    const plugin = definePlugin<typeof tool>('book')
      .onElicit({
        *pickFlight(request, ctx) {
          const { flights } = getElicitContext(request)
          expectTypeOf(flights).toEqualTypeOf<Flight[]>()
          const flightId = yield* ctx.render(FlightList, { flights })
          return { action: 'accept', content: { flightId, on: '2026-08-01' } }
        },
      })
      .build()
    expectTypeOf(plugin).toEqualTypeOf<PluginClient>()
    expect(plugin).toEqual({ toolName: 'book', handlers: { pickFlight: expect.any(Function) } })
  })

  it('refuses another name, a key that does not exist, and a wrong answer', () => {
    // @ts-expect-error: the tool has another name
    definePlugin<typeof tool>('cook')
    definePlugin<typeof tool>('book').onElicit({
      // @ts-expect-error: there is no such key
      *pickSeat() {
        return { action: 'cancel' }
      },
    })
    definePlugin<typeof tool>('book').onElicit({
      // @ts-expect-error: ok is a boolean
      *confirm() {
        return { action: 'accept', content: { ok: 'yes' } }
      },
    })
  })
})

describe('the views of a plugin', () => {
  const tool = createMcpTool('book')
    .elicits(zodKeys)
    .execute(function* () {
      return new ToolContent([], false, { seat: '3C' })
    })
    .build()
  const plugin = definePlugin<typeof tool>('book')
  type Pick = ViewProps<typeof tool, 'pickFlight'>

  it('take the context of their question and respond with its answer', () => {
    expectTypeOf<Pick['flights']>().toEqualTypeOf<Flight[]>()
    expectTypeOf<Parameters<Pick['onRespond']>[0]['flightId']>().toEqualTypeOf<string>()
    expectTypeOf<ResultProps<typeof tool>['result']>().toEqualTypeOf<{ seat: string }>()
    plugin.views({ pickFlight: (_: Pick) => null, confirm: (_: RenderProps<{ ok: boolean }>) => null })
    plugin.view(({ result }: ResultProps<typeof tool>) => result.seat)
  })

  it('refuse a key that does not exist, a prop that the question lacks, and a wrong answer', () => {
    // @ts-expect-error: there is no such key
    plugin.views({ pickSeat: () => null })
    // @ts-expect-error: the question has no seats
    plugin.views({ pickFlight: (_: { seats: string[] }) => null })
    // @ts-expect-error: ok is a boolean
    plugin.views({ confirm: (_: RenderProps<{ ok: string }>) => null })
    // @ts-expect-error: the result has no price
    plugin.view(({ result }: { result: { price: number } }) => result.price)
  })
})

describe('runTool', () => {
  const peer = { answer: () => deferred }

  it('takes a tool of any shape, and keeps the type of its result', async () => {
    const bare = createMcpTool('bare')
      .execute(function* () {
        return 7
      })
      .build()
    const asking = createMcpTool('asking')
      .parameters(z.object({ from: z.string() }))
      .elicits(zodKeys)
      .execute(function* ({ from }, ctx) {
        const sure = yield* ctx.elicit('confirm', { message: from })
        return sure.action
      })
      .build()
    const described = createMcpTool('described')
      .output(z.object({ ok: z.boolean() }))
      .execute(function* () {
        return { ok: true }
      })
      .build()
    const page = createTool('page')
      .handoff({
        *client() {
          return 'x'
        },
      })
      .build()
    expectTypeOf(runTool(bare, {}, { peer })).resolves.toEqualTypeOf<RunResult<number>>()
    expectTypeOf(runTool(asking, { from: 'LHR' }, { peer })).resolves.toEqualTypeOf<
      RunResult<'accept' | 'decline' | 'cancel'>
    >()
    expectTypeOf(runTool(described, {}, { peer })).resolves.toEqualTypeOf<RunResult<{ ok: boolean }>>()
    expectTypeOf(runTool(page, {}, { peer })).resolves.toEqualTypeOf<RunResult<string | { cancelled: true }>>()

    const tools: McpTool[] = [bare, asking, described, page]
    const results = await Promise.all(tools.map((tool) => runTool(tool, { from: 'LHR' }, { peer })))
    expect(results.map((result) => result.type)).toEqual(['completed', 'parked', 'completed', 'parked'])
  })
})
