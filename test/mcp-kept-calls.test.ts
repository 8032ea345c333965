import { setTimeout as delay } from 'node:timers/promises'
import { createMcpTool, type StepContext } from '@sweatpants/framework'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { serveMcp } from '@sweatpants/framework/mcp'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext, vi } from 'vitest'
import { z } from 'zod'
import { type Reply, send } from './mcp/rpc.ts'
import { createStoreFile, launchNodes, openScene, type Scene, type ServerProcess } from './mcp/scene.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from './postgres.ts'

const text = { response: z.object({ text: z.string() }) }
const accept = (said: string) => ({ action: 'accept', content: { text: said } })

const OTHERWISE = { code: -32602, message: 'this requestState was already answered otherwise' }
const USED = { code: -32602, message: 'this requestState has been used already; go on from the newest one' }

/** What the steps of the tools here have done, with the idempotency key of each. */
type Done = { step: string; key: string }[]

const count = (done: Done, step: string): number => done.filter((one) => one.step === step).length

/** A booking in four requests, of which the third books once. */
function createBooking(done: Done, carrier: 'auto' | 'stored' = 'auto', padding = 0) {
  const run =
    (step: string) =>
    async ({ idempotencyKey }: StepContext) => {
      done.push({ step, key: idempotencyKey })
      await delay(5)
      return step
    }
  return createMcpTool('booking')
    .elicits({ seat: text, sure: text, rating: text })
    .carrier(carrier)
    .execute(function* (_, ctx) {
      yield* ctx.step('search', run('search'))
      if (padding > 0) yield* ctx.step('pad', () => Array.from({ length: padding }, () => Math.random()))
      const seat = yield* ctx.elicit('seat', { message: 'Which seat?' })
      const chosen = seat.action === 'accept' ? seat.content.text : 'any'
      yield* ctx.step('hold', run('hold'))
      const sure = yield* ctx.elicit('sure', { message: `Book ${chosen}?` })
      if (sure.action !== 'accept') return 'not booked'
      yield* ctx.step('book', run('book'), { once: true })
      yield* ctx.step('mail', run('mail'))
      const rating = yield* ctx.elicit('rating', { message: 'How was it?' })
      return `booked ${chosen}, rated ${rating.action === 'accept' ? rating.content.text : rating.action}`
    })
    .build()
}

interface Request {
  state?: string | undefined
  answers?: Record<string, unknown>
  meta?: object
}

const SEAT = { seat: accept('12A') }
const YES = { sure: accept('yes') }
const RATING = { rating: accept('5') }

/** Serves a tool in this process, on a store that others may share. */
async function serve(tool: ReturnType<typeof createBooking>, store: Store | undefined) {
  const errors: unknown[] = []
  const server = serveMcp({
    name: 'bookings',
    version: '1',
    tools: [tool],
    keys: ['a key that all servers of a test have in common'],
    ...(store !== undefined && { store }),
    onError: (error) => errors.push(error),
  })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  const call = ({ state, answers, meta }: Request = {}): Promise<Reply> =>
    send(
      url,
      'tools/call',
      { name: tool.name, arguments: {}, requestState: state, inputResponses: answers },
      { ...(meta && { meta }) },
    )
  return { call, errors }
}

type Server = Awaited<ReturnType<typeof serve>>

/** Goes on with a call that must ask again; resolves to its next state. */
async function goOn({ call }: Server, state: string | undefined, answers?: Record<string, unknown>): Promise<string> {
  const { result, error } = await call({ state, ...(answers && { answers }) })
  if (result?.requestState === undefined) throw new Error(`expected a state, got ${JSON.stringify(result ?? error)}`)
  return result.requestState
}

/** Goes on until the booking is to be confirmed; resolves to the states before and at that place. */
async function reachConfirmation(server: Server): Promise<[string, string]> {
  const first = await goOn(server, undefined)
  return [first, await goOn(server, first, SEAT)]
}

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** Opens two handles on one store. */
const stores: Record<string, () => Promise<[Store, Store]>> = {
  async 'in memory'() {
    const store = createMemoryStore()
    return [store, store]
  },
  async 'on a SQLite file'() {
    const file = createStoreFile()
    return [createSqliteStore(file), createSqliteStore(file)]
  },
  async 'on Postgres'() {
    const { schema, drop } = createTemporarySchema(postgres.url)
    onTestFinished(drop)
    const open = () => createPostgresStore({ url: postgres.url, schema })
    return [await open(), await open()]
  },
}

async function openServers(
  open: () => Promise<[Store, Store]>,
  done: Done,
  carrier?: 'auto' | 'stored',
  padding?: number,
) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const handles = await open()
  onTestFinished(async () => {
    for (const handle of new Set(handles)) await handle.close()
  })
  const tool = createBooking(done, carrier, padding)
  return [await serve(tool, handles[0]), await serve(tool, handles[1])] as const
}

describe.each(Object.entries(stores))('a call that books once, kept %s', (_, open) => {
  describe.each([
    ['sealed', 'auto', 0],
    ['stored', 'stored', 0],
    ['too large to be sealed', 'auto', 4_000],
  ] as const)('and %s', (_, carrier, padding) => {
    it('K1 answers the same request with the same reply, word for word, at every server', async () => {
      const done: Done = []
      const [one, other] = await openServers(open, done, carrier, padding)
      const [, state] = await reachConfirmation(one)
      const first = await one.call({ state, answers: YES })
      expect(first.result?.inputRequests).toHaveProperty('rating')
      for (const server of [one, other]) expect(await server.call({ state, answers: YES })).toEqual(first)
      const last = await other.call({ state: first.result!.requestState, answers: RATING })
      expect(last.result?.content).toEqual([{ type: 'text', text: 'booked 12A, rated 5' }])
      for (const server of [one, other]) {
        expect(await server.call({ state: first.result!.requestState, answers: RATING })).toEqual(last)
      }
      expect(done.filter(({ step }) => step === 'book' || step === 'mail')).toHaveLength(2)
    })

    it('K1 books once when the same request arrives twenty times at two servers', async () => {
      const done: Done = []
      const servers = await openServers(open, done, carrier, padding)
      const [, state] = await reachConfirmation(servers[0])
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, i) => servers[i % 2]!.call({ state, answers: YES })),
      )
      expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
      expect(replies[0]!.result?.inputRequests).toHaveProperty('rating')
      expect([count(done, 'book'), count(done, 'mail')]).toEqual([1, 1])
    })

    it('K2 refuses another answer to a state that was answered, and an older state with another answer', async () => {
      const done: Done = []
      const [one, other] = await openServers(open, done, carrier, padding)
      const [older, state] = await reachConfirmation(one)
      await one.call({ state, answers: YES })
      const no = { sure: { action: 'decline' } }
      for (const server of [one, other]) {
        expect((await server.call({ state, answers: no })).error).toEqual(OTHERWISE)
        expect((await server.call({ state: older, answers: { seat: accept('1B') } })).error).toEqual(OTHERWISE)
      }
      expect(count(done, 'book')).toBe(1)
    })

    it('K2 refuses an older state with the same answers once there is a newer round', async () => {
      const done: Done = []
      const [one, other] = await openServers(open, done, carrier, padding)
      const [older, state] = await reachConfirmation(one)
      const next = await goOn(one, state, YES)
      expect((await other.call({ state: older, answers: SEAT })).error).toEqual(USED)
      await one.call({ state: next, answers: RATING })
      expect((await other.call({ state, answers: YES })).error).toEqual(USED)
      expect((await other.call({ state, answers: { sure: { action: 'decline' } } })).error).toEqual(OTHERWISE)
      expect(count(done, 'book')).toBe(1)
    })

    it('says to a request without answers what became of its state', async () => {
      const done: Done = []
      const [one, other] = await openServers(open, done, carrier, padding)
      const [, state] = await reachConfirmation(one)
      const first = await one.call({ state, answers: YES })
      expect(await other.call({ state })).toEqual(first)
      expect(count(done, 'book')).toBe(1)
    })
  })

  it('may repeat plain steps of a sealed call before its once step, with the same keys', async () => {
    const done: Done = []
    const [one, other] = await openServers(open, done)
    const state = await goOn(one, undefined)
    const replies = [await one.call({ state, answers: SEAT }), await other.call({ state, answers: SEAT })]
    expect(replies.map(({ result }) => Object.keys(result?.inputRequests ?? {}))).toEqual([['sure'], ['sure']])
    const held = done.filter(({ step }) => step === 'hold')
    expect(held).toHaveLength(2)
    expect(new Set(held.map(({ key }) => key)).size).toBe(1)
  })

  it('K2 refuses a state of another past: of two that one state led to, the first that books counts', async () => {
    const done: Done = []
    const [one, other] = await openServers(open, done)
    const first = await goOn(one, undefined)
    const [state, fork] = [await goOn(one, first, SEAT), await goOn(other, first, SEAT)]
    await goOn(one, state, YES)
    for (const server of [one, other]) {
      expect((await server.call({ state: fork, answers: YES })).error).toEqual(OTHERWISE)
      expect((await server.call({ state: fork })).error).toEqual(OTHERWISE)
    }
    expect(count(done, 'book')).toBe(1)
  })

  it('finds the first request of a call again by the idempotency key of the client', async () => {
    const done: Done = []
    const [one, other] = await openQuick(open, done)
    const meta = { 'dev.sweatpants/idempotencyKey': 'order 17' }
    const replies = await Promise.all([one, other, one, other].map((server) => server.call({ meta })))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]!.result?.content).toEqual([{ type: 'text', text: 'book' }])
    expect(count(done, 'book')).toBe(1)
    await one.call({ meta: { 'dev.sweatpants/idempotencyKey': 'order 18' } })
    await one.call()
    expect(count(done, 'book')).toBe(3)
  })
})

async function openQuick(open: () => Promise<[Store, Store]>, done: Done) {
  const quick = createMcpTool('quick')
    .execute(function* (_, ctx) {
      return yield* ctx.step(
        'book',
        ({ idempotencyKey }) => {
          done.push({ step: 'book', key: idempotencyKey })
          return 'book'
        },
        { once: true },
      )
    })
    .build()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const handles = await open()
  onTestFinished(async () => {
    for (const handle of new Set(handles)) await handle.close()
  })
  const tool = quick as never
  return [await serve(tool, handles[0]), await serve(tool, handles[1])] as const
}

it('a server without a durable store says once what its once steps cannot do', async () => {
  const said: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line))
  onTestFinished(() => void vi.restoreAllMocks())
  const done: Done = []
  const server = await serve(createBooking(done), undefined)
  for (let i = 0; i < 2; i++) {
    const [, state] = await reachConfirmation(server)
    await server.call({ state, answers: YES })
  }
  expect(said).toEqual([expect.stringMatching(/^tools\/call booking: .*`once`.* durable/)])
})

const durable: Record<string, (test: TestContext) => Record<string, string>> = {
  'a SQLite file': () => ({ STORE: createStoreFile() }),
  'a Postgres database'({ onTestFinished }) {
    const { schema, drop } = createTemporarySchema(postgres.url)
    onTestFinished(drop)
    return { STORE: postgres.url, SCHEMA: schema }
  },
}

// Most of their time they wait for a lease to run out.
describe.concurrent.each(Object.entries(durable))('a call on %s whose server is killed', (_, createStore) => {
  async function openNodes(test: TestContext): Promise<[Scene, ServerProcess, ServerProcess]> {
    const scene = await openScene(launchNodes(createStore(test)))
    test.onTestFinished(() => scene[Symbol.asyncDispose]())
    return [scene, await scene.serve(), await scene.serve()]
  }

  const askFor = async (server: ServerProcess, name: string, requestState?: string, inputResponses?: object) =>
    server.call(name, { arguments: {}, requestState, inputResponses })

  async function reach(server: ServerProcess, name: string): Promise<string> {
    const first = await askFor(server, name)
    return (await askFor(server, name, first.requestState, SEAT)).requestState!
  }

  it.for(['booking', 'stored_booking'])('K4 does not repeat a once step that had started (%s)', async (name, test) => {
    const [{ world }, first, second] = await openNodes(test)
    const state = await reach(first, name)
    world.hold('book')
    const lost = askFor(first, name, state, YES).catch(() => 'lost')
    await world.begun('book')
    await first.kill()
    expect(await lost).toBe('lost')
    const reply = await askFor(second, name, state, YES)
    expect(reply.inputRequests).toHaveProperty('rating')
    const { content } = await askFor(second, name, reply.requestState, RATING)
    expect(content?.[0]?.text).toBe('perhaps booked 12A, rated accept')
    expect(world.counts).toEqual({ search: 1, hold: 1, book: 1, mail: 1 })
  })

  it.for(['booking', 'stored_booking'])('K4 goes on at the last entry of a kept round (%s)', async (name, test) => {
    const [{ world }, first, second] = await openNodes(test)
    const state = await reach(first, name)
    world.hold('mail')
    const lost = askFor(first, name, state, YES).catch(() => 'lost')
    await world.begun('mail')
    await first.kill()
    expect(await lost).toBe('lost')
    world.release('mail')
    const reply = await askFor(second, name, state, YES)
    expect(reply.inputRequests).toHaveProperty('rating')
    expect(world.counts).toEqual({ search: 1, hold: 1, book: 1, mail: 2 })
    const keys = world.visits.filter(({ step }) => step === 'mail').map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  })

  it('K4 goes on with a kept round without any client', async (test) => {
    const [{ world }, first, second] = await openNodes(test)
    const state = await reach(first, 'booking')
    world.hold('mail')
    const lost = askFor(first, 'booking', state, YES).catch(() => 'lost')
    await world.begun('mail')
    await first.kill()
    await lost
    await world.begun('mail', 2)
    world.release('mail')
    expect((await askFor(second, 'booking', state, YES)).inputRequests).toHaveProperty('rating')
    expect(world.counts.mail).toBe(2)
  })

  it('runs the plain steps of a round that was not kept yet again, with the same keys', async (test) => {
    const [{ world }, first, second] = await openNodes(test)
    const { requestState } = await askFor(first, 'booking')
    world.hold('hold')
    const lost = askFor(first, 'booking', requestState, SEAT).catch(() => 'lost')
    await world.begun('hold')
    await first.kill()
    expect(await lost).toBe('lost')
    world.release('hold')
    expect((await askFor(second, 'booking', requestState, SEAT)).inputRequests).toHaveProperty('sure')
    const keys = world.visits.filter(({ step }) => step === 'hold').map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

it('a question that only the person may answer stays open while a client looks that gets questions in words', async () => {
  const tool = createMcpTool('order')
    .elicits({ sure: { ...text, mustAsk: true } })
    .carrier('stored')
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('sure', { message: 'Order it?' })).action
    })
    .build()
  const server = serveMcp({ name: 'orders', version: '1', tools: [tool] })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  const params = { name: 'order', arguments: {} }
  const { requestState } = (await send(url, 'tools/call', params)).result!
  const look = await send(url, 'tools/call', { ...params, requestState }, { capabilities: {} })
  expect(look.error).toMatchObject({ code: -32021 })
  const answered = await send(url, 'tools/call', { ...params, requestState, inputResponses: YES })
  expect(answered.result!.content).toEqual([{ type: 'text', text: 'accept' }])
})

it('a call with a key that only words were returned for begins again for a client that can be asked', async () => {
  const tool = createMcpTool('order')
    .elicits({ sure: { ...text, mustAsk: true } })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('sure', { message: 'Order it?' })).action
    })
    .build()
  const store = createMemoryStore()
  const server = serveMcp({ name: 'orders', version: '1', tools: [tool], store })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  const call = (capabilities: object, more: object = {}) =>
    send(
      url,
      'tools/call',
      { name: 'order', arguments: {}, ...more },
      { capabilities, meta: { 'dev.sweatpants/idempotencyKey': 'k' } },
    )
  const inWords = await call({})
  expect(inWords.result!.content![0]!.text).toContain('order was not done')
  expect(inWords.result!.structuredContent).toMatchObject({ status: 'needs_person' })
  expect(await call({})).toEqual(inWords)
  expect(await store.runs.count()).toMatchObject({ failed: 1, completed: 0 })
  const asked = await call({ elicitation: { form: {} } })
  const { requestState } = asked.result!
  const answered = await call({ elicitation: { form: {} } }, { requestState, inputResponses: YES })
  expect(answered.result!.content).toEqual([{ type: 'text', text: 'accept' }])
})
