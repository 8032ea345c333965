import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

/** Its body must not be in the code of the page. */
export const greet = createMcpTool('greet')
  .description('Asks for a name and a mood, then greets')
  .parameters(z.object({ greeting: z.string() }))
  .elicits({
    name: { response: z.object({ name: z.string() }), context: z.object({ hint: z.string() }) },
    mood: { response: z.object({ mood: z.string() }) },
  })
  .execute(function* ({ greeting }, ctx) {
    const name = yield* ctx.elicit('name', { message: 'Who are you?', hint: 'only the server knows: 7f3a9c' })
    if (name.action !== 'accept') return `${greeting}!`
    const mood = yield* ctx.elicit('mood', { message: 'How are you?' })
    return `${greeting}, ${name.content.name}, ${mood.action === 'accept' ? mood.content.mood : 'whatever'}!`
  })
  .build()
