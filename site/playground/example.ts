/** The tool that the playground shows at first. */
export const EXAMPLE = `import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export const bookFlight = createMcpTool('book_flight')
  .description('Books a flight if the traveller agrees')
  .parameters(z.object({ from: z.string(), to: z.string() }))
  .elicits({ confirm: { response: z.object({ ok: z.boolean() }), mustAsk: true } })
  .execute(function* ({ from, to }, ctx) {
    const flight = yield* ctx.step('search', async () => ({ id: \`\${from}-\${to}\`, price: 89 }))
    const sure = yield* ctx.elicit('confirm', { message: \`Book \${flight.id} for \${flight.price} EUR?\` })
    if (sure.action !== 'accept' || !sure.content.ok) return { cancelled: true }
    const { text } = yield* ctx.sample({ prompt: 'Wish the traveller a good flight.' })
    return yield* ctx.step('book', async ({ idempotencyKey }) => ({ reference: idempotencyKey, text }), { once: true })
  })
  .build()
`

export const EXAMPLE_PARAMS = '{ "from": "BER", "to": "LIS" }'
