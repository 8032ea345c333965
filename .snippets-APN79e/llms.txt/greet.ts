export {}







import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export const greet = createMcpTool('greet')
  .description('Greets a person by their mood')
  .parameters(z.object({ name: z.string() }))
  .elicits({ mood: { response: z.object({ mood: z.enum(['good', 'bad']) }) } })
  .execute(function* ({ name }, ctx) {
    const answer = yield* ctx.elicit('mood', { message: `How are you, ${name}?` })
    if (answer.action !== 'accept') return `Goodbye, ${name}.`
    const joke = answer.content.mood === 'bad' ? (yield* ctx.sample({ prompt: 'Tell a short joke.' })).text : ''
    const visits = yield* ctx.step('count', async () => 1)
    return `Hello, ${name}, visitor ${visits}. ${joke}`.trim()
  })
  .build()
