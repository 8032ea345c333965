import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createMemoryStore } from '../../log/memory.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { createRoundsServer, refusalOf } from '../fixtures/rounds-server.ts'

const text = z.object({ text: z.string() })
const accept = (said: string) => ({ action: 'accept', content: { text: said } })

const ELICIT = 'dev.sweatpants/elicit'
const IGNORED = 'dev.sweatpants/ignored'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

describe.each(['auto', 'stored'] as const)('a call over several requests (%s)', (carrier) => {
  describe('R14', () => {
    const payment = (price: number, paid: number[]) =>
      createMcpTool('pay')
        .elicits({ sure: { response: text } })
        .carrier(carrier)
        .execute(function* (_, ctx) {
          const sure = yield* ctx.elicit('sure', { message: `Pay ${price}?` })
          if (sure.action !== 'accept') return 'not paid'
          return yield* ctx.step(
            'pay',
            () => {
              paid.push(price)
              return `paid ${price}`
            },
            { once: true },
          )
        })
        .build()

    it('asks a question that has changed again, and takes the old answer for nothing', async () => {
      const paid: number[] = []
      const store = createMemoryStore()
      const before = createRoundsServer(payment(10, paid), { store })
      const after = createRoundsServer(payment(1_000, paid), { store })
      const { requestState: state } = await before.call()
      const asked = await after.call({ state, answers: { sure: accept('yes') } })
      expect(paid).toEqual([])
      expect(asked._meta).toEqual({ [IGNORED]: [{ id: 'sure', reason: 'changed' }] })
      const { params } = asked.inputRequests!.sure!
      expect(params.message).toMatch(/^This question has changed since you were asked\.\nPay 1000\?$/)
      expect(params._meta[ELICIT]).toMatchObject({ key: 'sure', attempt: 2, changed: true })
      const { content } = await after.call({ state: asked.requestState, answers: { sure: accept('yes') } })
      expect(content).toEqual([{ type: 'text', text: 'paid 1000' }])
      expect(paid).toEqual([1_000])
    })
  })

  describe('R16', () => {
    const MINUTE = 60_000
    const racing = createMcpTool('racing')
      .elicits({ word: { response: text } })
      .carrier(carrier)
      .execute(function* (_, ctx) {
        const answer = yield* ctx.race([ctx.elicit('word', { message: 'Well?' }), ctx.sleep(MINUTE)])
        return answer === undefined ? 'too late' : 'in time'
      })
      .build()

    const expiring = createMcpTool('expiring')
      .elicits({ word: { response: text, expiresIn: MINUTE } })
      .carrier(carrier)
      .execute(function* (_, ctx) {
        const answer = yield* ctx.elicit('word', { message: 'Well?' })
        return answer.action === 'cancel' ? (answer.reason ?? 'cancelled') : 'in time'
      })
      .build()

    it.each([
      ['a sleep', racing, 'too late'],
      ['the expiry of a question', expiring, 'expired'],
    ] as const)('lets an answer lose that arrives after %s', async (_, tool, late) => {
      vi.useFakeTimers({ toFake: ['Date'], now: 0 })
      try {
        const server = createRoundsServer(tool)
        const answers = { word: accept('here') }
        const states = [await server.call(), await server.call()].map(({ requestState }) => requestState)
        vi.setSystemTime(MINUTE + 10)
        // The request arrived in time, and is only answered later.
        const inTime = await server.call({ state: states[0], answers, receivedAt: MINUTE - 1 })
        expect(inTime.content?.[0]?.text).toBe('in time')
        const tooLate = await server.call({ state: states[1], answers, receivedAt: MINUTE })
        expect(tooLate.content?.[0]?.text).toBe(late)
      } finally {
        vi.useRealTimers()
      }
    })
  })

  it('R5 runs its finally when the client cannot be asked, and the tool may catch that', async () => {
    const ran: string[] = []
    const asking = (isCaught: boolean) =>
      createMcpTool('asking')
        .elicits({ word: { response: text } })
        .carrier(carrier)
        .execute(function* (_, ctx) {
          try {
            return (yield* ctx.elicit('word', { message: 'Well?' })).action
          } catch (error) {
            if (isCaught) return 'without an answer'
            throw error
          } finally {
            yield* ctx.step('release', () => void ran.push('released'))
          }
        })
        .build()
    const capabilities = {}
    expect(await refusalOf(createRoundsServer(asking(false)).call({ capabilities }))).toMatch(/^-32021 .*elicitation/)
    const { content } = await createRoundsServer(asking(true)).call({ capabilities })
    expect(content).toEqual([{ type: 'text', text: 'without an answer' }])
    expect(ran).toEqual(['released', 'released'])
  })

  it('a stored call keeps its question for a client that can answer it', async () => {
    const ran: string[] = []
    const tool = createMcpTool('asking')
      .elicits({ first: { response: text }, second: { response: text } })
      .carrier(carrier)
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('first', { message: 'First?' })
          yield* ctx.step('pay', () => void ran.push('paid'), { once: true })
          return (yield* ctx.elicit('second', { message: 'Second?' })).action
        } finally {
          yield* ctx.step('release', () => void ran.push('released'))
        }
      })
      .build()
    const server = createRoundsServer(tool)
    const { requestState: state } = await server.call()
    const answers = { first: accept('a') }
    for (let n = 0; n < 2; n++) {
      expect(await refusalOf(server.call({ state, answers, capabilities: {} }))).toMatch(/^-32021 .*elicitation/)
    }
    expect(ran).toEqual(['paid'])
    const asked = await server.call({ state, answers })
    expect(Object.values(asked.inputRequests!)[0]!.params.message).toBe('Second?')
    const second = { second: accept('b') }
    const { content } = await server.call({ state: asked.requestState, answers: second })
    expect(content).toEqual([{ type: 'text', text: 'accept' }])
    expect(ran).toEqual(['paid', 'released'])
  })

  it('a key that a client without elicitation used asks the question when the client declares it', async () => {
    const ran: string[] = []
    const tool = (isOnce: boolean) =>
      createMcpTool('asking')
        .elicits({ word: { response: text } })
        .carrier(carrier)
        .execute(function* (_, ctx) {
          yield* ctx.step('prepare', () => void ran.push('prepared'), { once: isOnce })
          return (yield* ctx.elicit('word', { message: 'Well?' })).action
        })
        .build()
    for (const isOnce of [false, true]) {
      const server = createRoundsServer(tool(isOnce))
      const refused = () => refusalOf(server.call({ key: 'k', capabilities: {} }))
      for (let n = 0; n < 2; n++) expect(await refused()).toMatch(/^-32021 /)
      if (isOnce) {
        expect(await refusalOf(server.call({ key: 'k' }))).toMatch(/^-32021 /)
        continue
      }
      const [asked, again] = await Promise.all([server.call({ key: 'k' }), server.call({ key: 'k' })])
      expect(again).toEqual(asked)
      expect(asked.inputRequests).toBeDefined()
      const answers = { word: accept('a') }
      const { content } = await server.call({ state: asked.requestState, answers })
      expect(content).toEqual([{ type: 'text', text: 'accept' }])
    }
    expect(ran).toEqual(['prepared', 'prepared', 'prepared'])
  })

  it.each<[string, unknown]>([
    ['a bigint', 1n],
    ['a Map', new Map()],
    ['a function', () => 1],
    ['a promise', Promise.resolve(1)],
  ])('R11 refuses a result that holds %s by name', async (_, value) => {
    const tool = createMcpTool('odd')
      .elicits({ word: { response: text } })
      .carrier(carrier)
      .execute(function* (_, ctx) {
        yield* ctx.elicit('word', { message: 'Well?' })
        return { value } as never
      })
      .build()
    const server = createRoundsServer(tool)
    const { requestState: state } = await server.call()
    const { isError, content } = await server.call({ state, answers: { word: accept('here') } })
    expect([isError, content?.[0]?.text]).toEqual([true, expect.stringMatching(/odd.*value/)])
  })
})
