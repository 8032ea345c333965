export {}













import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export const standup = createMcpTool('standup')
  .description('Asks what the person works on today')
  .parameters(z.object({ name: z.string() }))
  .elicits({ today: { response: z.object({ work: z.string(), blocked: z.boolean() }) } })
  .execute(function* ({ name }, ctx) {
    const answer = yield* ctx.elicit('today', { message: `What do you work on today, ${name}?` })
    if (answer.action !== 'accept') return `${name} did not say.`
    const { work, blocked } = answer.content
    return `${name} works on ${work}${blocked ? ', and is blocked' : ''}.`
  })
  .build()
