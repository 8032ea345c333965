export {}







import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

const findOrder = async (id: string) => ({ id, total: 40 })
const transfer = async (order: string, idempotencyKey: string) => `${order}/${idempotencyKey}`

export const refund = createMcpTool('refund')
  .parameters(z.object({ orderId: z.string(), complaint: z.string() }))
  .elicits({ approve: { response: z.object({ ok: z.boolean() }), mustAsk: true } })
  .execute(function* ({ orderId, complaint }, ctx) {
    const order = yield* ctx.step('find', () => findOrder(orderId))
    const { text } = yield* ctx.sample({ prompt: `In one line: ${complaint}` })
    const answer = yield* ctx.elicit('approve', { message: `Refund ${order.total} EUR? ${text}` })
    if (answer.action !== 'accept' || !answer.content.ok) return { refunded: false }
    const receipt = yield* ctx.step('transfer', ({ idempotencyKey }) => transfer(orderId, idempotencyKey))
    return { refunded: true, receipt }
  })
  .build()
