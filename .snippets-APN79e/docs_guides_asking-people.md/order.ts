export {}





import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

const Dish = z.object({ id: z.string(), price: z.number() })
const menu = [
  { id: 'soup', price: 6 },
  { id: 'pasta', price: 11 },
]

export const order = createMcpTool('order_lunch')
  .description('Orders lunch with the person who eats it')
  .requires({ elicitation: true })
  .elicits({
    dish: {
      response: z.object({ dish: z.enum(['soup', 'pasta']).meta({ title: 'Dish' }) }),
      context: z.object({ menu: z.array(Dish) }),
      expiresIn: 10 * 60_000,
    },
    pay: { response: z.object({ ok: z.boolean().meta({ title: 'Pay' }) }), mustAsk: true },
  })
  .execute(function* (_, ctx) {
    const picked = yield* ctx.elicit('dish', { message: 'What would you like?', menu })
    if (picked.action === 'cancel' && picked.reason === 'expired') return 'The kitchen has closed.'
    if (picked.action !== 'accept') return 'No lunch, then.'
    const { dish } = picked.content
    const { price } = menu.find(({ id }) => id === dish)!

    const paid = yield* ctx.elicit('pay', { message: `${dish} for ${price} EUR?` })
    return paid.action === 'accept' && paid.content.ok ? `One ${dish}.` : 'No lunch, then.'
  })
  .build()
