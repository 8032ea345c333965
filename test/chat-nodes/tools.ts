import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

/** What a step does to the world: it says that it ran. */
export type Act = (idempotencyKey: string) => Promise<string>

export const createTools = (act: Act) => [order(act), pay(act), note(act)]

/** Asks between two steps. */
const order = (act: Act) =>
  createMcpTool('order')
    .elicits({ size: { response: z.object({ size: z.number() }) } })
    .execute(function* (_params, ctx) {
      yield* ctx.step('reserve', ({ idempotencyKey }) => act(idempotencyKey))
      const size = yield* ctx.elicit('size', { message: 'Which size?' })
      if (size.action !== 'accept') return 'nothing was ordered'
      yield* ctx.step('place', ({ idempotencyKey }) => act(idempotencyKey))
      return `ordered size ${size.content.size}`
    })
    .build()

/** Needs consent. */
const pay = (act: Act) =>
  createMcpTool('pay')
    .approval('confirm')
    .execute(function* (_params, ctx) {
      yield* ctx.step('charge', ({ idempotencyKey }) => act(idempotencyKey))
      return 'paid'
    })
    .build()

/** Asks two questions at once, and does something meanwhile. */
const note = (act: Act) =>
  createMcpTool('note')
    .elicits({
      title: { response: z.object({ title: z.string() }) },
      text: { response: z.object({ text: z.string() }) },
    })
    .execute(function* (_params, ctx) {
      const [title, text] = yield* ctx.all([
        ctx.elicit('title', { message: 'Under which title?' }),
        ctx.elicit('text', { message: 'What is to be noted?' }),
        ctx.step('open', ({ idempotencyKey }) => act(idempotencyKey)),
      ])
      yield* ctx.step('write', ({ idempotencyKey }) => act(idempotencyKey))
      return `noted: ${title.action} ${text.action}`
    })
    .build()
