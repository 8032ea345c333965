import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createMcpTool, type StepContext, StepInterruptedError } from '@sweatpants/framework'
import { z } from 'zod'
import { HistoryFile } from './history.ts'

/** What every tool returns: what it was answered, and the receipt of each step. */
export interface Told {
  answers: unknown[]
  receipts: Record<string, string>
}

/** Milliseconds that a step takes at most. */
const DURATION = 60

const history = new HistoryFile(process.env.HISTORY!)
const node = process.env.NODE_NAME ?? `process ${process.pid}`

interface Step {
  run: string
  name: string
  /** Steps of one fiber are performed one after the other. */
  fiber?: string
  isOnce?: boolean
}

/** Returns the body of a step, which records that it begins and resolves to a receipt. */
const perform =
  ({ run, name, fiber = '', isOnce = false }: Step) =>
  async ({ idempotencyKey: key, signal }: StepContext): Promise<string> => {
    const receipt = randomUUID().slice(0, 8)
    history.add({ type: 'step_begin', node, run, fiber, step: name, key, receipt, isOnce })
    await wait(Math.random() * DURATION, undefined, { signal })
    return receipt
  }

const parameters = z.object({ run: z.string() })
const size = { response: z.object({ size: z.number() }) }
const text = { response: z.object({ text: z.string() }) }

/** Asks between two steps. */
export const order = createMcpTool('order')
  .parameters(parameters)
  .elicits({ size })
  .execute(function* ({ run }, ctx) {
    const reserve = yield* ctx.step('reserve', perform({ run, name: 'reserve' }))
    const answer = yield* ctx.elicit('size', { message: `Which size for ${run}?` })
    if (answer.action !== 'accept') return { answers: [answer.action], receipts: { reserve } }
    const place = yield* ctx.step('place', perform({ run, name: 'place' }))
    return { answers: [answer.content.size], receipts: { reserve, place } }
  })
  .build()

/** Performs its second step once or never. */
export const booking = createMcpTool('booking')
  .parameters(parameters)
  .elicits({ size })
  .execute(function* ({ run }, ctx) {
    const reserve = yield* ctx.step('reserve', perform({ run, name: 'reserve' }))
    const answer = yield* ctx.elicit('size', { message: `Which size for ${run}?` })
    const answers = [answer.action === 'accept' ? answer.content.size : answer.action]
    try {
      const book = yield* ctx.step('book', perform({ run, name: 'book', isOnce: true }), { once: true })
      return { answers, receipts: { reserve, book } }
    } catch (error) {
      if (!(error instanceof StepInterruptedError)) throw error
      return { answers, receipts: { reserve } }
    }
  })
  .build()

/** Needs consent. */
export const pay = createMcpTool('pay')
  .parameters(parameters)
  .approval('confirm')
  .execute(function* ({ run }, ctx) {
    return { answers: [], receipts: { charge: yield* ctx.step('charge', perform({ run, name: 'charge' })) } }
  })
  .build()

/** Asks two questions at once. */
export const note = createMcpTool('note')
  .parameters(parameters)
  .elicits({ title: text, text })
  .execute(function* ({ run }, ctx) {
    const open = yield* ctx.step('open', perform({ run, name: 'open' }))
    const answers = yield* ctx.all([
      ctx.elicit('title', { message: `Which title has ${run}?` }),
      ctx.elicit('text', { message: `Which text has ${run}?` }),
    ])
    const write = yield* ctx.step('write', perform({ run, name: 'write' }))
    return {
      answers: answers.map((answer) => (answer.action === 'accept' ? Object.values(answer.content)[0] : answer.action)),
      receipts: { open, write },
    }
  })
  .build()

/** A task that asks in two branches. */
export const survey = createMcpTool('survey')
  .parameters(parameters)
  .elicits({ left: text, right: text })
  .task('required')
  .execute(function* ({ run }, ctx) {
    const prepare = yield* ctx.step('prepare', perform({ run, name: 'prepare' }))
    const sides = yield* ctx.all(
      (['left', 'right'] as const).map((side) =>
        ctx.branch(function* (inner) {
          const answer = yield* inner.elicit(side, { message: `What is on the ${side} of ${run}?` })
          const receipt = yield* inner.step(side, perform({ run, name: side, fiber: side }))
          return { said: answer.action === 'accept' ? answer.content.text : answer.action, receipt }
        }),
      ),
    )
    const evaluate = yield* ctx.step('evaluate', perform({ run, name: 'evaluate' }))
    const [left, right] = sides.map(({ receipt }) => receipt)
    return { answers: sides.map(({ said }) => said), receipts: { prepare, left: left!, right: right!, evaluate } }
  })
  .build()

/** Long work: eight steps, one after the other. */
export const eight = createMcpTool('eight')
  .parameters(parameters)
  .task('required')
  .execute(function* ({ run }, ctx) {
    const receipts: Record<string, string> = {}
    for (const name of ['1', '2', '3', '4', '5', '6', '7', '8'])
      receipts[name] = yield* ctx.step(name, perform({ run, name }))
    return { answers: [], receipts }
  })
  .build()
