export {}















import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

const orderPizza = createMcpTool('order_pizza')
  .description('Orders a pizza')
  .parameters(z.object({ topping: z.string() }))
  .elicits({
    size: { response: z.object({ size: z.string() }), context: z.object({ sizes: z.array(z.string()) }) },
  })
  .execute(function* ({ topping }, ctx) {
    const sizes = yield* ctx.step('bake dough', async () => ['small', 'large'])
    const answer = yield* ctx.elicit('size', { message: `Which size with ${topping}?`, sizes })
    if (answer.action !== 'accept') return 'No pizza was ordered.'
    const { size } = answer.content
    const number = yield* ctx.step('order', async () => 17)
    return `A ${size} pizza with ${topping} is number ${number}.`
  })
  .build()

export const tools = [orderPizza] as const
