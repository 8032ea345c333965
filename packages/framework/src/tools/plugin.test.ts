import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { ToolDefinitionError } from './errors.ts'
import { deferred } from './outcome.ts'
import { type ElicitHandler, type ElicitRequest, findHandler, getElicitContext, makePlugin } from './plugin.ts'
import { type RenderProps, runHandler } from './render.ts'
import { runTool } from './run-tool.ts'

const FlightList = (_props: { flights: string[] } & RenderProps<string>) => null

const bookFlight = createMcpTool('book_flight')
  .elicits({
    pickFlight: {
      response: z.object({ flightId: z.string() }),
      context: z.object({ flights: z.array(z.string()) }),
    },
    confirm: { response: z.object({ ok: z.boolean() }) },
  })
  .execute(function* (_, ctx) {
    const pick = yield* ctx.elicit('pickFlight', { message: 'Which?', flights: ['BA1', 'BA2'] })
    if (pick.action !== 'accept') return 'none'
    const sure = yield* ctx.elicit('confirm', { message: 'Sure?', flightId: pick.content.flightId })
    return sure.action === 'accept' && sure.content.ok ? pick.content.flightId : 'none'
  })
  .build()

const plugin = makePlugin(bookFlight)
  .onElicit({
    *pickFlight(request, ctx) {
      const { flights } = getElicitContext(request)
      return { action: 'accept', content: { flightId: yield* ctx.render(FlightList, { flights }) } }
    },
    *confirm(request) {
      return getElicitContext(request).flightId === 'BA2'
        ? { action: 'accept', content: { ok: true } }
        : { action: 'decline' }
    },
  })
  .build()

describe('a plugin', () => {
  it('has a half for the page, a half for the server, and its tool', () => {
    expect(plugin.tool).toBe(bookFlight)
    expect(plugin.server).toEqual({ toolName: 'book_flight', keys: ['pickFlight', 'confirm'] })
    expect(plugin.client.toolName).toBe('book_flight')
    expect(Object.keys(plugin.client.handlers)).toEqual(['pickFlight', 'confirm'])
    expect(JSON.parse(JSON.stringify(plugin.server))).toEqual(plugin.server)
  })

  it.each([
    ['BA2', 'BA2'],
    ['BA1', 'none'],
  ])('answers the questions of a run: with %s picked, %s is booked', async (picked, booked) => {
    const host = { render: async () => picked }
    let result = await runTool(bookFlight, {}, { peer: { answer: () => deferred } })
    while (result.type === 'parked') {
      const [question] = result.questions
      if (question?.type !== 'elicit') throw new Error('expected an elicit')
      const handler = plugin.client.handlers[question.key]!
      // The page hands a question to the handler of its key, whose types it cannot know.
      const answer = await runHandler((ctx) => handler(question as never, ctx), host, new AbortController().signal)
      result = await result.resume({ [question.id]: answer })
    }
    expect(result).toMatchObject({ type: 'completed', value: booked })
  })

  it('of a tool that asks nothing has nothing to handle', () => {
    const silent = createMcpTool('silent')
      .execute(function* () {})
      .build()
    expect(makePlugin(silent).onElicit({}).build().server.keys).toEqual([])
  })
})

describe('the views of a plugin', () => {
  it('answer their questions with what they respond, and get the context as props', async () => {
    const Confirm = (_props: RenderProps<{ ok: boolean }>) => null
    const { client } = makePlugin(bookFlight).views({ confirm: Confirm }).build()
    const shown: unknown[] = []
    const render = async (...given: unknown[]) => {
      shown.push(given.slice(0, 2))
      return { ok: true }
    }
    const request = { key: 'confirm', message: 'Sure?', context: { flightId: 'BA2' }, schema: {} }
    const answer = await runHandler(
      (ctx) => client.handlers.confirm!(request as never, ctx),
      { render },
      new AbortController().signal,
    )
    expect(answer).toEqual({ action: 'accept', content: { ok: true } })
    expect(shown).toEqual([[Confirm, { flightId: 'BA2' }]])
  })

  it('are one for each question, and one for the result', () => {
    const View = () => null
    const builder = makePlugin(bookFlight).views({ confirm: View }).view(View)
    expect(builder.build()).toMatchObject({ client: { result: View }, server: { keys: ['confirm'] } })
    expect(() => builder.views({ confirm: View })).toThrow('the plugin of "book_flight" shows confirm twice')
    expect(() => builder.view(View)).toThrow('the plugin of "book_flight" shows its result twice')
    expect(() => makePlugin(bookFlight).view('View' as never)).toThrow('has no function for its result')
  })
})

describe('the handlers', () => {
  const cancel: ElicitHandler<unknown, never> = function* () {
    return { action: 'cancel' }
  }
  const onElicit = (handlers: object) => () => makePlugin(bookFlight).onElicit(handlers as never)

  it.each([
    [
      'one is unknown',
      { pickFlight: cancel, confirm: cancel, pickSeat: cancel },
      '"book_flight" declares no elicit pickSeat (declared: pickFlight, confirm)',
    ],
    ['one is a name of every object', { toString: cancel }, '"book_flight" declares no elicit toString'],
  ])('are refused when %s', (_, handlers, message) => {
    expect(onElicit(handlers)).toThrow(ToolDefinitionError)
    expect(onElicit(handlers)).toThrow(message)
  })

  it('are refused when one is not a function', () => {
    expect(onElicit({ pickFlight: cancel, confirm: FlightList.name })).toThrow(ToolDefinitionError)
  })
})

describe('getElicitContext', () => {
  it('gives the context of a question', () => {
    const request: ElicitRequest<{ flights: string[] }> = {
      key: 'pickFlight',
      message: 'Which?',
      context: { flights: ['BA1'] },
      schema: {},
    }
    expect(getElicitContext(request)).toBe(request.context)
  })
})

it('a plugin handles its own questions, and none of a hosted server whose tool has the same name', () => {
  const handler = async function* () {} as never
  const plugins = [{ toolName: 'book_flight', handlers: { pick: handler } }] as never
  const question = { toolName: 'book_flight', key: 'pick' }
  expect(findHandler(plugins, question)).toBe(handler)
  expect(findHandler(plugins, { ...question, key: 'toString' })).toBeUndefined()
  expect(findHandler(plugins, { ...question, toolName: 'book_hotel' })).toBeUndefined()
  expect(findHandler(plugins, { ...question, origin: 'travel.example' })).toBeUndefined()
})
