import { createMcpTool, type McpTool, type StepContext, StepInterruptedError } from '@sweatpants/framework'
import { z } from 'zod'

/** Milliseconds for which the nap lasts. */
export const NAP = 2_500

const sure = { response: z.object({ ok: z.boolean() }) }

type Visit = (step: string) => (context: StepContext) => Promise<string>

/** Tools whose steps act upon a world outside: a process that runs them can be killed at any step. */
export const errands = {
  /** Asks, then performs two steps at once, of which one may be held. */
  pack: (visit: Visit) =>
    createMcpTool('pack')
      .elicits({ sure })
      .execute(function* (_, ctx) {
        yield* ctx.step('prepare', visit('prepare'))
        const { action } = yield* ctx.elicit('sure', { message: 'Pack?' })
        yield* ctx.step('unpack', async (step) => `${await visit('unpack')(step)} ${Math.random()}`)
        yield* ctx.now()
        const done = yield* ctx.all([ctx.step('clothes', visit('clothes')), ctx.step('books', visit('books'))])
        return `${action}: ${done.join(' and ')}`
      })
      .build(),
  /** Asks, then books once. */
  book: (visit: Visit) =>
    createMcpTool('book')
      .elicits({ sure })
      .execute(function* (_, ctx) {
        yield* ctx.step('search', visit('search'))
        const { action } = yield* ctx.elicit('sure', { message: 'Book?' })
        let booked: string
        try {
          booked = yield* ctx.step('book', visit('book'), { once: true })
        } catch (error) {
          if (!(error instanceof StepInterruptedError)) throw error
          booked = 'interrupted'
        }
        yield* ctx.step('mail', visit('mail'))
        return `${action}: ${booked}`
      })
      .build(),
  /** Walks eight steps after a question. */
  walk: (visit: Visit) =>
    createMcpTool('walk')
      .elicits({ sure })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('sure', { message: 'Walk?' })
        yield* ctx.step('leave', visit('leave'), { once: true })
        for (let number = 1; number <= 8; number++) yield* ctx.step(`step ${number}`, visit(`step-${number}`))
        return 'arrived'
      })
      .build(),
  /** Sleeps after a question. A second timer begins only after the step beside the first one, and is shorter. */
  nap: (visit: Visit) =>
    createMcpTool('nap')
      .elicits({ sure })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('sure', { message: 'Nap?' })
        yield* ctx.step('lie down', visit('lie-down'), { once: true })
        // The timer is recorded before the step beside it begins.
        const woken = yield* ctx.race([
          ctx.branch(function* (nap) {
            yield* nap.sleep(NAP)
            return 'get-up'
          }),
          ctx.branch(function* (doze) {
            yield* doze.step('close eyes', visit('close-eyes'))
            yield* doze.sleep(NAP / 2)
            return 'oversleep'
          }),
        ])
        yield* ctx.step('wake up', visit(woken))
        return 'awake'
      })
      .build(),
} satisfies Record<string, (visit: Visit) => McpTool>

export type ErrandName = keyof typeof errands

export const createErrands = (world: string, names: readonly ErrandName[]): McpTool[] =>
  names.map((name) => errands[name](visitAt(world)))

/** A step that acts upon the world of a test, and returns what the world replies. */
const visitAt =
  (world: string): Visit =>
  (step) =>
  async ({ idempotencyKey }) => {
    const response = await fetch(`${world}/${step}`, { headers: { 'idempotency-key': idempotencyKey } })
    return response.text()
  }
