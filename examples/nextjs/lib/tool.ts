import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export const reserveTable = createMcpTool('reserve_table')
  .description('Reserves a table in the restaurant')
  .parameters(z.object({ people: z.int().min(1).max(8) }))
  .elicits({ time: { response: z.object({ time: z.enum(['18:00', '20:30']).meta({ title: 'Time' }) }) } })
  .execute(function* ({ people }, ctx) {
    const table = yield* ctx.step('find a table', () => `table ${Math.ceil(people / 2)}`)
    const answer = yield* ctx.elicit('time', { message: `When do you want ${table}?` })
    if (answer.action !== 'accept') return 'No table was reserved.'
    return `Reserved ${table} for ${people} at ${answer.content.time} in the name of ${ctx.principal}`
  })
  .build()
