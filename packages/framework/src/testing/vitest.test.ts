import { expect, expectTypeOf } from 'vitest'
import { z } from 'zod'
import type { ToolContext } from '../tools/context.ts'
import { accept, decline } from './answers.ts'
import { it } from './vitest.ts'

const name = { response: z.object({ name: z.string().transform((text) => text.length) }) }

function* askUntilAnswered(ctx: ToolContext<{ name: typeof name }>) {
  for (;;) {
    const answer = yield* ctx.elicit('name', { message: 'Your name?' })
    if (answer.action === 'accept') return answer.content.name
  }
}

it('a body runs without a script', function* (ctx) {
  const before = yield* ctx.now()
  yield* ctx.sleep(86_400_000)
  expect((yield* ctx.now()) - before).toBe(86_400_000)
})

it('a body runs against a script, with questions of its own', {
  elicits: { name },
  answers: { name: [decline(), accept({ name: 'Ada' })] },
}, function* (ctx) {
  const length = yield* askUntilAnswered(ctx)
  expectTypeOf(length).toEqualTypeOf<number>()
  expect(length).toBe(3)
})

it('a script needs no questions', { samples: ['rose'], steps: { fetch: 1 } }, function* (ctx) {
  expect(yield* ctx.step('fetch', () => 2)).toBe(1)
  expect((yield* ctx.sample({ prompt: 'A word' })).text).toBe('rose')
})

void (() => {
  // @ts-expect-error: there is no such question
  it('', { elicits: { name }, answers: { nam: decline() } }, function* () {})
  // @ts-expect-error: the content has another type
  it('', { elicits: { name }, answers: { name: accept({ name: 7 }) } }, function* () {})
  it('', { elicits: { name } }, function* (ctx) {
    // @ts-expect-error: there is no such question
    yield* ctx.elicit('nam', { message: '' })
  })
})
