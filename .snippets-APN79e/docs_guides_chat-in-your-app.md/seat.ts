export {}















import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export const reserveSeat = createMcpTool('reserve_seat')
  .description('Reserves a seat for a show')
  .parameters(z.object({ show: z.string() }))
  .elicits({ pick: { response: z.object({ seat: z.string() }), context: z.object({ free: z.array(z.string()) }) } })
  .approval('confirm')
  .execute(function* ({ show }, ctx) {
    const free = yield* ctx.step('free', async () => ['A1', 'A2', 'B7'])
    const pick = yield* ctx.elicit('pick', { message: `Which seat for ${show}?`, free })
    if (pick.action !== 'accept' || !free.includes(pick.content.seat)) return 'No seat was reserved.'
    yield* ctx.step('reserve', async ({ idempotencyKey }) => {
      const { appendFile } = await import('node:fs/promises')
      await appendFile('reservations.txt', `${idempotencyKey} ${show} ${pick.content.seat}\n`)
    })
    return `Seat ${pick.content.seat} is yours.`
  })
  .build()
