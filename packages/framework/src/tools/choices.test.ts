import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import type { Choice } from './choices.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred } from './outcome.ts'
import { type RunResult, runTool } from './run-tool.ts'

const peer = { answer: () => deferred }
const response = z.object({
  flightId: z.string().default('A1').meta({ title: 'Flight' }),
  meals: z.array(z.enum(['fish', 'rice', 'soup'])).optional(),
  bags: z.number().optional(),
})

const pick = (choices: object) =>
  createMcpTool('pick')
    .elicits({ pick: { response } })
    .execute(function* (_, ctx) {
      // Wrong choices are a type error; JavaScript gets an error of its own.
      const picked = yield* ctx.elicit('pick', { message: 'Which?', choices: choices as { flightId: Choice[] } })
      return picked.action === 'accept' ? picked.content.flightId : picked.action
    })
    .build()

const titled = { flightId: [{ value: 'A1', title: 'A1 at 7:40' }, { value: 'B2' }], meals: [{ value: 'fish' }] }

function schemaOf(result: RunResult): unknown {
  if (result.type !== 'parked' || result.questions[0]?.type !== 'elicit') throw new Error(`the run is ${result.type}`)
  return result.questions[0].schema
}

test('choices become a oneOf with titles, or an enum where none has a title', async () => {
  expect(schemaOf(await runTool(pick(titled), {}, { peer }))).toMatchObject({
    type: 'object',
    properties: {
      flightId: {
        type: 'string',
        title: 'Flight',
        default: 'A1',
        oneOf: [
          { const: 'A1', title: 'A1 at 7:40' },
          { const: 'B2', title: 'B2' },
        ],
      },
      meals: { type: 'array', items: { type: 'string', enum: ['fish'] } },
      bags: { type: 'number' },
    },
  })
  const plain = schemaOf(await runTool(pick({ flightId: [{ value: 'B2' }] }), {}, { peer }))
  expect(plain).toMatchObject({ properties: { flightId: { type: 'string', enum: ['B2'] } } })
  expect(JSON.stringify(plain)).not.toContain('"default":"A1"')
})

test.each([
  [{ flightId: 'C3' }, 'flightId: "C3" is not one of A1, B2'],
  [{ flightId: 'A1', meals: ['fish', 'soup'] }, 'meals: "soup" is not one of fish'],
])('the answer %j is refused, since it was not offered', async (content, refusal) => {
  const answers = { pick: { action: 'accept', content } }
  expect(await runTool(pick(titled), {}, { peer, answers })).toMatchObject({ questions: [{ attempt: 2, refusal }] })
})

test('an answer that was offered counts, and a field that is left out is no choice', async () => {
  const answers = { pick: { action: 'accept', content: { flightId: 'B2' } } }
  expect(await runTool(pick(titled), {}, { peer, answers })).toMatchObject({ type: 'completed', value: 'B2' })
})

test('the refusal of a long answer has its beginning', async () => {
  const parked = await runTool(pick(titled), {}, { peer })
  const answer = { action: 'accept', content: { flightId: 'A'.repeat(500_000) } }
  const again = parked.type === 'parked' ? await parked.resume({ pick: answer }) : parked
  const refusal = again.type === 'parked' ? again.questions[0]!.refusal : undefined
  expect(refusal).toMatch(/^flightId: "A{199}… is not one of A1, B2$/)
})

test('a question whose choices have changed is another question', async () => {
  const journal = createMemoryJournal()
  await runTool(pick(titled), {}, { peer, journal })
  const answers = { pick: { action: 'accept', content: { flightId: 'B2' } } }
  const other = pick({ flightId: [{ value: 'B2', title: 'B2, now for 900 EUR' }] })
  expect(await runTool(other, {}, { peer, journal, answers })).toMatchObject({
    type: 'parked',
    questions: [{ hasChanged: true }],
    ignored: [{ id: 'pick', reason: 'changed' }],
  })
})

test.each([
  [
    { flight: [{ value: 'A1' }] },
    'the field "flight", which the response does not have (it has: flightId, meals, bags)',
  ],
  [{ bags: [{ value: '1' }] }, 'a form offers only texts'],
  [{ flightId: [] }, 'at least one'],
  [{ flightId: [{ value: 7 }] }, 'of texts'],
  [{ flightId: [{ value: 'A' }, { value: 'A' }] }, 'twice'],
])('the choices %j are refused', async (choices, problem) => {
  expect(await runTool(pick(choices), {}, { peer })).toMatchObject({
    type: 'failed',
    error: { name: 'ToolUsageError', message: expect.stringContaining(problem) },
  })
})

test('choices are typed by the fields of the response', () => {
  createMcpTool('typed')
    .elicits({ pick: { response }, shown: { response, context: z.object({ flights: z.array(z.string()) }) } })
    .execute(function* (_, ctx) {
      const picked = yield* ctx.elicit('pick', { message: '?', flights: [7], choices: { flightId: [{ value: 'a' }] } })
      if (picked.action === 'accept') expectTypeOf(picked.exchange.context).toEqualTypeOf<{ flights: number[] }>()
      yield* ctx.elicit('shown', { message: '?', flights: [], choices: { meals: [{ value: 'fish', title: 'Fish' }] } })
      // @ts-expect-error: the response has no such field
      yield* ctx.elicit('pick', { message: '?', choices: { flightId: [], flight: [{ value: 'a' }] } })
      // @ts-expect-error: a number cannot be chosen in a form
      yield* ctx.elicit('pick', { message: '?', choices: { bags: [{ value: '1' }] } })
      // @ts-expect-error: the response has no such field
      yield* ctx.elicit('shown', { message: '?', flights: [], choices: { flight: [{ value: 'a' }] } })
    })
})
