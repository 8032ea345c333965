import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

/** Performs the payment of an order. */
export type Charge = (idempotencyKey: string) => Promise<string>

/** Reserves an item and charges for it. Both happen once, also if the process dies in between. */
export const createOrderTool = (charge: Charge) =>
  createMcpTool('order')
    .parameters(z.object({ item: z.string() }))
    .execute(function* ({ item }, ctx) {
      const reserved = yield* ctx.step('reserve', () => `${item} from shelf 7`)
      yield* ctx.log('info', 'reserved')
      const receipt = yield* ctx.step('charge', ({ idempotencyKey }) => charge(idempotencyKey))
      return `${reserved}, ${receipt}`
    })
    .build()
