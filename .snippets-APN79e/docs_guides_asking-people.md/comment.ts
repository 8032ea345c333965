export {}




























































































import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

export const comment = createMcpTool('comment')
  .elicits({ guess: { response: z.object({ number: z.int() }) } })
  .execute(function* (_, ctx) {
    const guess = yield* ctx.elicit('guess', { message: 'Guess a number', round: 3, hint: 'below ten' })
    if (guess.action !== 'accept') return 'No guess.'
    const asked = guess.exchange.withArguments(({ hint }) => ({ hint }))
    const { text } = yield* ctx.sample({ messages: [...asked, { role: 'user', content: 'Comment on this guess.' }] })
    return text
  })
  .build()
