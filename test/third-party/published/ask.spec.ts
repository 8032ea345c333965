import { accept } from '@sweatpants/framework/testing'
import { it } from '@sweatpants/framework/testing/vitest'
import { expect } from 'vitest'
import { z } from 'zod'

const name = { response: z.object({ name: z.string() }) }

it('a body asks for a name', { elicits: { name }, answers: { name: accept({ name: 'Ada' }) } }, function* (ctx) {
  const answer = yield* ctx.elicit('name', { message: 'Who are you?' })
  expect(answer).toMatchObject({ action: 'accept', content: { name: 'Ada' } })
})
