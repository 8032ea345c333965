export {}



















































































import type { ToolContext } from '@sweatpants/framework'
import { accept, decline } from '@sweatpants/framework/testing'
import { it } from '@sweatpants/framework/testing/vitest'
import { expect } from 'vitest'
import { z } from 'zod'

const elicits = { name: { response: z.object({ name: z.string() }) } }

function* askName(ctx: ToolContext<typeof elicits>) {
  for (;;) {
    const answer = yield* ctx.elicit('name', { message: 'Your name?' })
    if (answer.action === 'accept') return answer.content.name
  }
}

it('asks until there is a name', { elicits, answers: { name: [decline(), accept({ name: 'Ada' })] } }, function* (ctx) {
  expect(yield* askName(ctx)).toBe('Ada')
})
