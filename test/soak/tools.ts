import { createMcpTool, type StepContext } from '@sweatpants/framework'
import { z } from 'zod'

/** A step that is written down outside, and comes to its receipt. The ledger calls nobody back. */
const visit =
  (run: string, step: string) =>
  async ({ idempotencyKey, signal }: StepContext): Promise<number> => {
    const url = `${process.env.LEDGER}/${run}/${step}`
    const response = await fetch(url, { headers: { 'idempotency-key': idempotencyKey }, signal })
    return Number(await response.text())
  }

const parameters = z.object({ run: z.string() })
const size = { response: z.object({ size: z.number() }) }
const text = { response: z.object({ text: z.string() }) }

const createOrder = (name: string, carrier: 'auto' | 'stored') =>
  createMcpTool(name)
    .parameters(parameters)
    .elicits({ size })
    .carrier(carrier)
    .execute(function* ({ run }, ctx) {
      const reserved = yield* ctx.step('reserve', visit(run, 'reserve'))
      const answer = yield* ctx.elicit('size', { message: `Which size for ${run}?` })
      if (answer.action !== 'accept') return { answers: [answer.action], receipts: [reserved] }
      const placed = yield* ctx.step('place', visit(run, 'place'))
      return { answers: [answer.content.size], receipts: [reserved, placed] }
    })
    .build()

/** Asks between two steps. */
export const order = createOrder('order', 'auto')
export const storedOrder = createOrder('stored_order', 'stored')

/** Needs consent. */
export const pay = createMcpTool('pay')
  .parameters(parameters)
  .approval('confirm')
  .execute(function* ({ run }, ctx) {
    return { answers: [], receipts: [yield* ctx.step('charge', visit(run, 'charge'))] }
  })
  .build()

/** Asks two questions at once, and then does what they say. */
export const note = createMcpTool('note')
  .parameters(parameters)
  .elicits({ title: text, text })
  .execute(function* ({ run }, ctx) {
    const opened = yield* ctx.step('open', visit(run, 'open'))
    const answers = yield* ctx.all([
      ctx.elicit('title', { message: `Under which title is ${run}?` }),
      ctx.elicit('text', { message: `What is to be noted of ${run}?` }),
    ])
    const written = yield* ctx.step('write', visit(run, 'write'))
    return {
      answers: answers.map((answer) => (answer.action === 'accept' ? Object.values(answer.content)[0] : answer.action)),
      receipts: [opened, written],
    }
  })
  .build()

/** Long work: steps, two branches that ask, a step after each answer, one more in the end. */
export const survey = createMcpTool('survey')
  .parameters(parameters)
  .elicits({ left: text, right: text })
  .task('required')
  .execute(function* ({ run }, ctx) {
    const prepared = yield* ctx.step('prepare', visit(run, 'prepare'))
    const sides = yield* ctx.all(
      (['left', 'right'] as const).map((side) =>
        ctx.branch(function* (inner) {
          const answer = yield* inner.elicit(side, { message: `What is on the ${side} of ${run}?` })
          const receipt = yield* inner.step(`note ${side}`, visit(run, side))
          return { said: answer.action === 'accept' ? answer.content.text : answer.action, receipt }
        }),
      ),
    )
    const evaluated = yield* ctx.step('evaluate', visit(run, 'evaluate'))
    return {
      answers: sides.map(({ said }) => said),
      receipts: [prepared, ...sides.map(({ receipt }) => receipt), evaluated],
    }
  })
  .build()
