export {}






















import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'
import { fetchPrice, pay, shops } from './shops.ts'

export const buy = createMcpTool('buy')
  .description('Buys something where it is cheapest')
  .parameters(z.object({ product: z.string() }))
  .elicits({ confirm: { response: z.object({ ok: z.boolean() }), mustAsk: true } })
  .execute(function* ({ product }, ctx) {
    const offers = yield* ctx.all(
      shops.map((shop) =>
        ctx.branch(function* (ctx) {
          const price = yield* ctx.step('price', () => fetchPrice(shop, product))
          return { shop, price }
        }),
      ),
    )
    const [{ shop, price }] = offers.sort((a, b) => a.price - b.price) as [(typeof offers)[0]]

    const message = `${product} from ${shop} for ${price} EUR?`
    const sure = yield* ctx.race([ctx.elicit('confirm', { message }), ctx.sleep(60_000)])
    if (sure === undefined) return 'No one answered in time.'
    if (sure.action !== 'accept' || !sure.content.ok) return 'Not bought.'
    return yield* ctx.step('pay', ({ idempotencyKey }) => pay(shop, price, idempotencyKey), { once: true })
  })
  .build()
