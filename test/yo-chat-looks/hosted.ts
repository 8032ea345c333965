import { createMcpTool } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import { z } from 'zod'

const Guest = z.object({
  name: z.string().min(2).max(40).meta({ title: 'Your name', description: 'As it shall stand on the badge.' }),
  email: z.email().meta({ title: 'E-mail' }),
  homepage: z.url().optional().meta({ title: 'Home page' }),
  arrival: z.iso.date().meta({ title: 'Arrival' }),
  reminder: z.iso.datetime().optional().meta({ title: 'Remind me at' }),
  guests: z.int().min(1).max(9).default(1).meta({ title: 'People' }),
  donation: z.number().min(0).optional().meta({ title: 'Donation, EUR' }),
  meal: z.enum(['vegetarian', 'fish', 'none']).default('vegetarian').meta({ title: 'Meal' }),
  days: z
    .array(z.enum(['Friday', 'Saturday', 'Sunday']))
    .min(1)
    .meta({ title: 'Days' }),
  newsletter: z.boolean().default(false).meta({ title: 'Send me the newsletter' }),
})

/** Asks with every kind of field. */
const register = createMcpTool('register')
  .description('Register somebody for the meeting')
  .requires({ elicitation: true })
  .elicits({ guest: { response: Guest } })
  .execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit('guest', { message: 'Who is coming to the meeting?' })
    return answer.action === 'accept' ? `${answer.content.name} is registered.` : 'Nobody was registered.'
  })
  .build()

/** Gets less than half-way, and stays there. */
const exportPhotos = createMcpTool('export_photos')
  .description('Export photos')
  .execute(function* (_params, ctx) {
    yield* ctx.notify('Exporting photo 84 of 200', 0.42)
    yield* ctx.sleep(3_600_000)
    return 'exported'
  })
  .build()

/** Takes arguments of every kind. */
const sendParcel = createMcpTool('send_parcel')
  .description('Send a parcel')
  .parameters(
    z.object({
      to: z.string().describe('Who gets it'),
      note: z.string().max(1_000),
      speed: z.enum(['slow', 'fast']),
      insured: z.boolean(),
      days: z.array(z.enum(['Friday', 'Saturday', 'Sunday'])),
      pickup: z.iso.date(),
      size: z.object({ width: z.number(), height: z.number() }).describe('In centimetres'),
    }),
  )
  .execute(function* () {
    return 'sent'
  })
  .build()

/** A third-party server. */
export async function serveHosted() {
  const server = serveMcp({ name: 'meetings', version: '1.0.0', tools: [register, exportPhotos, sendParcel] })
  const { url, close } = await server.listen({ port: 0 })
  return {
    url,
    async close() {
      await Promise.all([server.close(), close()])
    },
  }
}
