import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export const greet = createMcpTool('greet')
  .description('Asks for a name, then greets')
  .parameters(z.object({ greeting: z.string() }))
  .elicits({ name: { response: z.object({ name: z.string() }) } })
  .execute(function* ({ greeting }, ctx) {
    const name = yield* ctx.elicit('name', { message: 'Who are you?' })
    return name.action === 'accept' ? `${greeting}, ${name.content.name}!` : `${greeting}!`
  })
  .build()
