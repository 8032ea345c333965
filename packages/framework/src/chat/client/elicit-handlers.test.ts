import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTool } from '../../tools/browser-tool.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { getElicitContext, makePlugin } from '../../tools/plugin.ts'
import type { RenderProps } from '../../tools/render.ts'
import { createChatPage, isAtRest } from '../fixtures/chat-page.ts'
import type { ChatSnapshot } from './client-snapshot.ts'

const CardPicker = (_props: { cards: string[] } & RenderProps<string>) => null
const Sure = (_props: { card: string } & RenderProps<boolean>) => null
const FlightList = (_props: { flights: string[]; refusal?: string | undefined } & RenderProps<string>) => null

const shuffled = vi.fn(() => ['ace', 'king'])
const halted = vi.fn()

const pickCard = createTool('pick_card')
  .handoff({
    *before() {
      return { cards: shuffled() }
    },
    *client({ cards }, ctx) {
      try {
        for (;;) {
          const card = yield* ctx.render(CardPicker, { cards })
          if (yield* ctx.render(Sure, { card })) return card
        }
      } finally {
        halted()
      }
    },
    *after(_, card) {
      return `picked ${card}`
    },
  })
  .build()

const bookFlight = createMcpTool('book_flight')
  .elicits({
    pick: {
      response: z.object({ flightId: z.string().refine((id) => id !== 'BA1', 'BA1 is full') }),
      context: z.object({ flights: z.array(z.string()) }),
    },
  })
  .execute(function* (_, ctx) {
    const pick = yield* ctx.elicit('pick', { message: 'Which?', flights: ['BA1', 'BA2'] })
    return pick.action === 'accept' ? pick.content.flightId : pick.action
  })
  .build()

const flightPlugin = makePlugin(bookFlight)
  .onElicit({
    *pick(request, ctx) {
      const { flights } = getElicitContext(request)
      const flightId = yield* ctx.render(FlightList, { flights, refusal: request.refusal })
      return { action: 'accept', content: { flightId } }
    },
  })
  .build()

const call = (name: string) => ({ calls: [{ name, input: {} }] })
const serve = (name: string) => createChatPage({ tools: [pickCard, bookFlight], script: [call(name), 'Done.'] })

/** What is shown now, and waits. */
const shown = ({ toolEmissions }: ChatSnapshot) => toolEmissions.find(({ status }) => status === 'pending')
const results = ({ state }: ChatSnapshot) => Object.values(state.toolCalls).map(({ result }) => result)

const showing =
  (component: unknown) =>
  (snapshot: ChatSnapshot): boolean => {
    const emission = shown(snapshot)
    return emission?.status === 'pending' && emission.component === component
  }

test('a handler shows one component after the other and answers the tool', async () => {
  const page = await serve('pick_card')
  const client = page.open({ plugins: [pickCard.plugin] })
  await client.send('Pick')
  const respond = async (component: unknown, response: unknown) => {
    const { callId, emissionId } = shown(await client.until(showing(component)))!
    client.respondToEmission(callId, emissionId, response)
    client.respondToEmission(callId, emissionId, 'a second click')
  }
  await respond(CardPicker, 'ace')
  await respond(Sure, false)
  expect((await client.until(showing(CardPicker))).toolEmissions).toMatchObject([
    { component: CardPicker, props: { cards: ['ace', 'king'] }, status: 'responded', response: 'ace' },
    { component: Sure, props: { card: 'ace' }, status: 'responded', response: false },
    { component: CardPicker, status: 'pending' },
  ])
  await respond(CardPicker, 'king')
  await respond(Sure, true)
  const snapshot = await client.rested()
  expect(results(snapshot)).toEqual(['picked king'])
  expect(snapshot.toolEmissions).toEqual([])
  expect(page.network.commands().map(({ type }) => type)).toEqual(['send', 'elicit_response'])
})

test('the plugin of a tool handles its questions', async () => {
  const page = await serve('pick_card')
  const client = page.open({ tools: [pickCard, bookFlight] })
  await client.send('Pick')
  expect((await client.until(shown)).pendingElicits).toMatchObject([{ key: '__handoff__', handled: true }])
})

test('a question without a handler is left to a form until a plugin handles it', async () => {
  const page = await serve('book_flight')
  const client = page.open({ plugins: [pickCard.plugin] })
  await client.send('Book')
  const asked = await client.until(({ pendingElicits }) => pendingElicits.length > 0)
  expect(asked.pendingElicits).toMatchObject([{ key: 'pick', handled: false, status: 'pending' }])
  expect(asked.toolEmissions).toEqual([])
  await client.configure({ title: 'Flights' })
  const titled = await client.until(({ state }) => state.title === 'Flights')
  expect(titled.pendingElicits).toBe(asked.pendingElicits)
  client.update({ plugins: [flightPlugin.client] })
  expect(client.getSnapshot().pendingElicits).toMatchObject([{ handled: true }])
  await client.until(showing(FlightList))
  client.update({ plugins: [{ ...flightPlugin.client }] })
  expect(shown(client.getSnapshot())).toBeDefined()
  client.update({ plugins: [] })
  expect(client.getSnapshot()).toMatchObject({ toolEmissions: [], pendingElicits: [{ handled: false }] })
  const { callId, elicitId } = asked.pendingElicits[0]!
  expect(await client.respondToElicit(callId, elicitId, { action: 'decline' })).toMatchObject({ type: 'taken' })
  expect(results(await client.rested())).toEqual(['decline'])
})

test('a reload in the middle of a question starts its handler again with the same context (H1)', async () => {
  const page = await serve('pick_card')
  const before = page.open({ plugins: [pickCard.plugin] })
  await before.send('Pick')
  const { callId, emissionId } = shown(await before.until(shown))!
  before.respondToEmission(callId, emissionId, 'ace')
  await before.until(showing(Sure))
  const { sessionId } = before.getSnapshot()
  halted.mockClear()
  shuffled.mockClear()
  before.close()
  await expect.poll(() => halted.mock.calls.length).toBe(1)
  expect(before.getSnapshot().toolEmissions).toEqual([])
  const client = page.open({ sessionId, plugins: [pickCard.plugin] })
  expect(shown(await client.until(shown))).toMatchObject({ component: CardPicker, props: { cards: ['ace', 'king'] } })
  expect(shuffled).not.toHaveBeenCalled()
})

test('a handler goes on when its server is killed in the middle of a question', async () => {
  const page = await serve('pick_card')
  const client = page.open({ plugins: [pickCard.plugin] })
  await client.send('Pick')
  const emission = shown(await client.until(shown))!
  await page.restart(['Done.'])
  client.respondToEmission(emission.callId, emission.emissionId, 'king')
  const sure = shown(await client.until(showing(Sure)))!
  client.respondToEmission(sure.callId, sure.emissionId, true)
  expect(results(await client.passUntil(isAtRest))).toEqual(['picked king'])
})

test('a refused answer starts a new handler with the reason (H1, H2)', async () => {
  const page = await serve('book_flight')
  const client = page.open({ plugins: [flightPlugin.client] })
  await client.send('Book')
  const first = shown(await client.until(shown))!
  client.respondToEmission(first.callId, first.emissionId, 'BA1')
  const snapshot = await client.until((now) => shown(now) !== undefined && shown(now)!.emissionId !== first.emissionId)
  expect(snapshot.toolEmissions).toMatchObject([
    { status: 'pending', props: { refusal: expect.stringContaining('full') } },
  ])
  const second = shown(snapshot)!
  client.respondToEmission(second.callId, second.emissionId, 'BA2')
  expect(results(await client.rested())).toEqual(['BA2'])
})

test('a handler that throws is shown with a retry, and its question stays open (H3)', async () => {
  const page = await serve('book_flight')
  let isBroken = true
  let begun = 0
  const plugin = makePlugin(bookFlight)
    .onElicit({
      *pick(request, ctx) {
        begun++
        const flightId = yield* ctx.render(FlightList, { flights: request.context.flights })
        if (isBroken) throw new Error('no seat map')
        return { action: 'accept', content: { flightId } }
      },
    })
    .build()
  const client = page.open({ plugins: [plugin.client] })
  await client.send('Book')
  const respond = async () => {
    const { callId, emissionId } = shown(await client.until(shown))!
    client.respondToEmission(callId, emissionId, 'BA2')
  }
  await respond()
  const snapshot = await client.until(({ toolEmissions }) => toolEmissions.some(({ status }) => status === 'error'))
  expect(snapshot.toolEmissions).toMatchObject([{ status: 'responded' }, { error: new Error('no seat map') }])
  expect(snapshot.pendingElicits).toMatchObject([{ status: 'pending' }])
  expect(page.network.commands()).toHaveLength(1)
  isBroken = false
  const failure = snapshot.toolEmissions[1]!
  if (failure.status !== 'error') throw new Error('expected a failure')
  failure.retry()
  failure.retry()
  await client.until(({ toolEmissions }) => toolEmissions.length === 1)
  await respond()
  expect(results(await client.rested())).toEqual(['BA2'])
  expect(begun).toBe(2)
})

test('an answer that the server refuses is shown with a retry', async () => {
  const page = await serve('book_flight')
  const client = page.open({ plugins: [flightPlugin.client] })
  await client.send('Book')
  const { callId, emissionId } = shown(await client.until(shown))!
  client.respondToEmission(callId, emissionId, 7)
  const { toolEmissions } = await client.until((now) => now.toolEmissions.some(({ status }) => status === 'error'))
  expect(toolEmissions[1]).toMatchObject({ error: { code: 'answer_invalid', status: 422 } })
})

test('the first answer of two pages counts, and the other page shows it (H2)', async () => {
  const page = await createChatPage({
    tools: [
      createMcpTool('book_flight')
        .elicits(bookFlight.elicits)
        .execute(function* (_, ctx) {
          const pick = yield* ctx.elicit('pick', { message: 'Which?', flights: ['BA1', 'BA2'] })
          // Keeps the call running, so that its questions are there to see.
          yield* ctx.step('wait', () => finished.promise)
          return pick.action
        })
        .build(),
    ],
    script: [call('book_flight'), 'Done.'],
  })
  const finished = Promise.withResolvers<void>()
  const winner = page.open({ plugins: [flightPlugin.client] })
  await winner.send('Book')
  const { sessionId } = await winner.until(shown)
  const loser = page.open({ sessionId, plugins: [flightPlugin.client] })
  const { callId, emissionId } = shown(await loser.until(shown))!
  const winning = shown(winner.getSnapshot())!
  winner.respondToEmission(winning.callId, winning.emissionId, 'BA2')
  const isAnswered = ({ pendingElicits }: ChatSnapshot) => pendingElicits[0]?.status === 'responded'
  expect((await winner.until(isAnswered)).toolEmissions).toMatchObject([{ status: 'responded', response: 'BA2' }])
  const told = await loser.until(isAnswered)
  expect(told.toolEmissions).toEqual([])
  expect(told.pendingElicits[0]!.response?.result).toEqual({ action: 'accept', content: { flightId: 'BA2' } })
  loser.respondToEmission(callId, emissionId, 'BA1')
  const { elicitId } = told.pendingElicits[0]!
  expect(await loser.respondToElicit(callId, elicitId, { action: 'cancel' })).toEqual({
    type: 'late',
    code: 'question_closed',
  })
  finished.resolve()
  expect(results(await loser.rested())).toEqual(['accept'])
  expect([...winner.errors, ...loser.errors]).toEqual([])
})

test('a late answer of a handler is no error, and its emissions are removed', async () => {
  const page = await serve('book_flight')
  const one = page.open({ plugins: [flightPlugin.client] })
  await one.send('Book')
  const { sessionId, pendingElicits } = await one.until(shown)
  const two = page.open({ sessionId, plugins: [flightPlugin.client] })
  const { callId, elicitId, emissionId } = shown(await two.until(shown))!
  await two.until(({ connection }) => connection === 'open')
  page.network.silence()
  await one.respondToElicit(callId, elicitId, { action: 'decline' })
  two.respondToEmission(callId, emissionId, 'BA2')
  const late = await two.until(({ toolEmissions }) => toolEmissions.length === 0)
  expect(late.pendingElicits).toEqual(pendingElicits)
  page.network.resume()
  expect(results(await two.rested())).toEqual(['decline'])
  expect(two.seen.flatMap(({ toolEmissions }) => toolEmissions).filter(({ status }) => status === 'error')).toEqual([])
})

test('a withdrawn question halts its handler (H2)', async () => {
  const page = await serve('pick_card')
  const client = page.open({ plugins: [pickCard.plugin] })
  await client.send('Pick')
  await client.until(shown)
  halted.mockClear()
  await client.abort()
  expect((await client.rested()).toolEmissions).toEqual([])
  await expect.poll(() => halted.mock.calls.length).toBe(1)
  expect(client.getSnapshot().pendingElicits).toEqual([])
})

test('an expired question halts its handler (H2)', async () => {
  const quick = createMcpTool('book_flight')
    .elicits({ pick: { response: z.object({ flightId: z.string() }), expiresIn: 2_000 } })
    .execute(function* (_, ctx) {
      const pick = yield* ctx.elicit('pick', { message: 'Quick!', flights: [] })
      return pick.action
    })
    .build()
  const page = await createChatPage({ tools: [quick], script: [call('book_flight'), 'Too late.'] })
  const client = page.open({ plugins: [flightPlugin.client] })
  await client.send('Book')
  await client.until(shown)
  const snapshot = await client.rested()
  expect(results(snapshot)).toEqual(['cancel'])
  expect(snapshot.toolEmissions).toEqual([])
})
