import { appendFileSync } from 'node:fs'
import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

const text = { response: z.object({ text: z.string() }) }

/** Counts outside the process: one line for each time that a step really ran. */
const count = (file: string | undefined, what: string) => () => {
  if (file !== undefined) appendFileSync(file, `${what}\n`)
  return what
}

/** Three questions in a row, two branches that each ask, two steps that count, and a sample. */
export const wizard = (file?: string, carrier: 'auto' | 'stored' = 'auto') =>
  createMcpTool(carrier === 'auto' ? 'wizard' : 'stored_wizard')
    .description('Asks its way through everything that a tool can wait for')
    .parameters(z.object({ greeting: z.string() }))
    .output(z.object({ said: z.array(z.string()), model: z.string(), steps: z.array(z.string()) }))
    .elicits({ name: text, place: text, reason: text, side: text })
    .carrier(carrier)
    .execute(function* ({ greeting }, ctx) {
      const said: string[] = [greeting]
      const begun = yield* ctx.step('begin', count(file, 'begin'))
      for (const key of ['name', 'place', 'reason'] as const) {
        const answer = yield* ctx.elicit(key, { message: `Your ${key}?` })
        said.push(answer.action === 'accept' ? answer.content.text : answer.action)
      }
      const sides = yield* ctx.all(
        ['left', 'right'].map((side) =>
          ctx.branch(function* (inner) {
            const answer = yield* inner.elicit('side', { message: `The ${side} side?` })
            return answer.action === 'accept' ? answer.content.text : answer.action
          }),
        ),
      )
      const { text: opinion, model } = yield* ctx.sample({
        prompt: `What do you make of ${said.join()}?`,
        maxTokens: 50,
      })
      const ended = yield* ctx.step('end', count(file, 'end'))
      return { said: [...said, ...sides, opinion], model, steps: [begun, ended] }
    })
    .build()

/** What the person and the model behind every test client say. */
export const answerElicit = (message: string) => ({
  action: 'accept' as const,
  content: { text: `answer to ${message}` },
})
export const answerSample = () => ({
  role: 'assistant' as const,
  model: 'theirs',
  content: { type: 'text' as const, text: 'an opinion' },
  stopReason: 'endTurn',
})

export const expected = {
  said: [
    'hello',
    'answer to Your name?',
    'answer to Your place?',
    'answer to Your reason?',
    'answer to The left side?',
    'answer to The right side?',
    'an opinion',
  ],
  model: 'theirs',
  steps: ['begin', 'end'],
}
