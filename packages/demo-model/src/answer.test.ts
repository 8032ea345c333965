import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, askData, exchange, tool, user } from './fixtures/ask.ts'
import { accepts, toJsonSchema } from './fixtures/standard-schema.ts'
import type { JsonSchema } from './schema.ts'

const Review = z.object({
  title: z.string().max(60),
  summary: z.string(),
  tags: z.array(z.string()).min(1).max(3),
  rating: z.number().min(1).max(5),
  nights: z.int().positive(),
  confidence: z.number().min(0).max(1),
  mood: z.enum(['happy', 'angry', 'neutral']),
  email: z.email().optional(),
  phone: z.string().nullable(),
})

test('data for a schema is valid and uses the words of the prompt', async () => {
  const data = await askData(
    'The hotel was lovely for 3 nights, I am happy. Mail me: ada@example.org',
    toJsonSchema(Review),
  )
  expect(accepts(Review, data)).toBe(true)
  expect(data).toMatchObject({
    title: 'The hotel was lovely for 3 nights, I am happy',
    tags: ['hotel', 'lovely', 'nights'],
    nights: 3,
    mood: 'happy',
    email: 'ada@example.org',
    phone: null,
  })
})

test('data is valid for any prompt', () =>
  fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem(), fc.json()), async (prompt) => {
      expect(accepts(Review, await askData(prompt, toJsonSchema(Review)))).toBe(true)
    }),
    { numRuns: 100 },
  ))

test.each([
  ['Reply with one of 3, 5, 8.', /^[358] \(demo/],
  ['That is taken. Reply with one of 4, 7, and nothing else.', /^[47] \(demo/],
  ['Answer with exactly one of: yes, no, or maybe', /^(yes|no|maybe) \(demo/],
  ['Reply with one of left or right', /^(left|right) \(demo/],
])('the answer to %j is one of the listed answers', async (prompt, expected) => {
  expect(await ask(prompt)).toMatch(expected)
})

test.each(['-', '(', '[', '1+', 'Aa', 'a.', 'a@', 'you are ', ' ', '| ', 'from to '])(
  'a prompt of 50 kB of %j is answered within the time of a test',
  async (piece) => {
    const schema = toJsonSchema(z.object({ ...Review.shape, expression: z.string(), to: z.string() }))
    expect(await askData(piece.repeat(50_000 / piece.length), schema)).toBeTypeOf('object')
  },
)

test.each<[JsonSchema, number, number]>([
  [{ type: 'number', minimum: 0, maximum: 1 }, 0.5, 1],
  [{ type: 'integer', minimum: 0, maximum: 100 }, 50, 100],
  [{ type: 'number' }, 0.5, 1],
  [{ type: 'integer' }, 50, 100],
])('a confidence is the same for the same prompt and on the scale of %o', async (confidence, least, most) => {
  const schema = { type: 'object', properties: { confidence }, required: ['confidence'] }
  const data = await askData('Will it rain?', schema)
  expect(data.confidence).toBeGreaterThan(least)
  expect(data.confidence).toBeLessThan(most)
  expect(await askData('Will it rain?', schema)).toEqual(data)
  expect(await askData('Will it snow?', schema)).not.toEqual(data)
})

describe('a tool that the caller demands', () => {
  const schema = tool('__schema__', 'Respond with structured data matching this schema.', {
    seats: { type: 'integer', minimum: 1 },
    row: { type: 'string', pattern: '^[A-F]$' },
  })
  const toolChoice = { type: 'tool', toolName: '__schema__' } as const

  test('is called with valid data', async () => {
    const call = await ask('two seats in row C', { tools: [schema], toolChoice })
    expect(call).toMatchObject({ name: '__schema__', input: { seats: 2, row: expect.stringMatching(/^[A-F]$/) } })
  })

  test('is called again with the value that a refusal asks for', async () => {
    const refused = exchange('__schema__', { seats: 2, row: 'C' }, 'row: expected one of "E"|"F"', 'error-text')
    const call = await ask([user('two seats in row C'), ...refused], { tools: [schema], toolChoice })
    expect(call).toEqual({ name: '__schema__', input: { seats: 2, row: 'E' } })
  })
})

describe('an answer in JSON without a schema', () => {
  test('has the properties of the example in the prompt', async () => {
    const prompt = `Is tea good? Answer with JSON:\n{"verdict": "yes" | "no", "score": 0.5, "points": ["…"], "sure": true, "note": "why, in {short}"}`
    const Wanted = z.strictObject({
      verdict: z.enum(['yes', 'no']),
      score: z.number(),
      points: z.array(z.string()),
      sure: z.boolean(),
      note: z.string(),
    })
    expect(accepts(Wanted, JSON.parse((await ask(prompt)) as string))).toBe(true)
  })

  test('is an object with an answer if the prompt has no example', async () => {
    const text = await ask('Is tea good?', { responseFormat: { type: 'json' } })
    expect(JSON.parse(text as string)).toEqual({ answer: 'Is tea good' })
  })
})
