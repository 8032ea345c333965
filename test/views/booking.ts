import { appendFileSync } from 'node:fs'
import { createMcpTool } from '@sweatpants/framework'
import type { Views } from '@sweatpants/framework/mcp'
import { z } from 'zod'

const view = new URL('./view.html', import.meta.url)

/** A booking in two questions, each with a view, and a payment that only the host may ask for. Steps are written to a file. */
export const createTools = (journal: string) => {
  const note = (line: string) => () => appendFileSync(journal, `${line}\n`)
  const book = createMcpTool('book')
    .elicits({
      seat: { response: z.object({ seat: z.enum(['1A', '1B']) }), view },
      sure: { response: z.object({ ok: z.boolean() }), mustAsk: true, view },
    })
    .parameters(z.object({ flight: z.string() }))
    .execute(function* ({ flight }, ctx) {
      yield* ctx.step('hold', note('held'))
      const answer = yield* ctx.elicit('seat', { message: 'Which seat?', plain: '[1A] [1B]', flight })
      if (answer.action !== 'accept') return `${answer.action}d`
      const { seat } = answer.content
      const sure = yield* ctx.elicit('sure', { message: `Book ${seat}?` })
      if (sure.action !== 'accept' || !sure.content.ok) return 'not booked'
      yield* ctx.step('book', note(`booked ${seat}`), { once: true })
      return `booked ${flight} ${seat}`
    })
  const pay = createMcpTool('pay')
    .elicits({ amount: { response: z.object({ ok: z.boolean() }), by: 'host', view } })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('amount', { message: 'Pay?' })).action
    })
  return [book.build(), pay.build()]
}

/** Serves the same document for every tool. */
export const createViews = (html: string): Views => ({ read: async () => ({ html, hash: 'v1' }) })
