import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export const orderCoffee = createMcpTool('order_coffee')
  .description('Orders a coffee at the bar')
  .parameters(z.object({ size: z.enum(['small', 'large']) }))
  .elicits({ milk: { response: z.object({ milk: z.enum(['oat', 'soy', 'none']) }) } })
  .execute(function* ({ size }, ctx) {
    const ticket = yield* ctx.step('ticket', () => crypto.randomUUID())
    const answer = yield* ctx.elicit('milk', { message: `Which milk for ticket ${ticket}?` })
    if (answer.action !== 'accept') return 'Nothing was ordered.'
    return `A ${size} coffee, milk: ${answer.content.milk}, ticket ${ticket}`
  })
  .build()
