import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type JsonSchema, toJsonSchema } from '../../tools/schema.ts'
import { ask, askData, exchange, system, tool, user } from './fixtures/ask.ts'

const Opinion = toJsonSchema(
  z.object({
    position: z.string(),
    stance: z.enum(['for', 'against', 'neutral']),
    confidence: z.number().min(0).max(1),
    reasoning: z.string(),
    keyPoints: z.array(z.string()).min(1),
    citations: z.array(z.object({ title: z.string(), url: z.url() })),
    changed: z.boolean().optional(),
    changeReason: z.string().optional(),
  }),
  'input',
)

const seatOf = (name: string) => system(`You are ${name}, a seat in a roundtable debate.`)
const topic = 'Topic: Should cities ban cars?'
const opinion = (name: string, message = topic, seed = 'debate') =>
  askData([seatOf(name), user(message)], Opinion, { seed })

const names = Array.from({ length: 24 }, (_, i) => `Seat ${i}`)

describe('a seat', () => {
  test('holds the same stance with the same confidence, whatever the round is called', async () => {
    const first = await opinion('Ada')
    const second = await opinion('Ada', `Round 2 of 3.\n\n${topic}\n\nNobody else has spoken.`)
    expect(second).toMatchObject({ stance: first.stance, confidence: first.confidence, position: first.position })
  })

  test.each([
    '<topic-8f3a>\nShould cities ban cars?\n</topic-8f3a>',
    '## Topic\n\nShould cities ban cars?',
    'Debate topic: Should cities ban cars?',
    'TOPIC:\n```8f3a\nShould cities ban cars?\n```',
    'Topic:\n<data nonce="8f3a">\nShould cities ban cars?\n</data>',
  ])('finds its topic however it is fenced: %j', async (message) => {
    expect((await opinion('Ada', `Round 1.\n\n${message}\n\nSpeak.`)).position).toBe((await opinion('Ada')).position)
  })

  test('differs from other seats and on other topics', async () => {
    const stances = await Promise.all(names.map(async (name) => (await opinion(name)).stance))
    expect(new Set(stances)).toEqual(new Set(['for', 'against']))
    const others = await Promise.all(names.map(async (name) => (await opinion(name, 'Topic: Is tea better?')).stance))
    expect(others).not.toEqual(stances)
  })

  test('says the same as text and as data', async () => {
    for (const name of names) {
      const data = await opinion(name)
      const text = await ask([seatOf(name), user(topic)], { seed: 'debate' })
      expect(text).toContain(data.position)
      expect(text).toContain(data.reasoning)
      expect(text).toContain(`Confidence: ${Math.round(data.confidence * 100)}%.`)
      expect(data.position).toMatch(data.stance === 'for' ? /^Support: / : /^Oppose: /)
      expect(data.changed).toBe(false)
    }
  })

  test.each([
    ["a devil's advocate", 'against'],
    ['on the red team', 'against'],
    ['on the blue team', 'for'],
    ['in a red team and blue team exercise.\nYour role: blue team', 'for'],
  ])('%s is %s', async (role, stance) => {
    const stances = await Promise.all(names.map(async (name) => (await opinion(`${name}, ${role}`)).stance))
    expect(new Set(stances)).toEqual(new Set([stance]))
  })

  test('answers with one of the answers that there are', async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        answer: { enum: ['bus', 'tram', 'bike'] },
        confidence: { type: 'integer', minimum: 0, maximum: 100 },
      },
      required: ['answer', 'confidence'],
    }
    const answers = await Promise.all(
      names.map((name) => askData([seatOf(name), user('Topic: What should we build?')], schema)),
    )
    expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['bus', 'tram', 'bike']))
    for (const { confidence } of answers) expect(confidence).toBeGreaterThanOrEqual(60)
  })

  test('finds the answers that there are in the prompt, too', async () => {
    const message = 'Topic: What should we build?\nPossible answers: "bus" | "tram"'
    const positions = await Promise.all(names.map(async (name) => (await opinion(name, message)).position))
    expect(new Set(positions)).toEqual(new Set(['bus: What should we build?', 'tram: What should we build?']))
  })

  test('cites what it was given, and nothing else', async () => {
    expect((await opinion('Ada')).citations).toEqual([])
    const given = await opinion('Ada', `${topic}\nContext: see https://example.org/report.`)
    expect(given.citations).toEqual([{ title: 'https://example.org/report', url: 'https://example.org/report' }])
  })
})

describe('when the others disagree', () => {
  const others = (count: number, position: string) =>
    `${topic}\n\nRound 1:\n${Array.from({ length: count }, (_, i) => `- Other ${i}: position: ${position}: Should cities ban cars?`).join('\n')}`
  const opposite = (stance: string) => (stance === 'for' ? 'Oppose' : 'Support')

  test('some change their mind, with a reason, and less sure; the rest stay', async () => {
    const outcomes = await Promise.all(
      names.map(async (name) => {
        const before = await opinion(name)
        const message = others(4, opposite(before.stance))
        const after = await opinion(name, message)
        expect(await opinion(name, message)).toEqual(after)
        expect(after.changed).toBe(after.stance !== before.stance)
        if (after.changed) {
          expect(after.changeReason).toContain('4 of the others')
          expect(after.reasoning).toContain(after.changeReason)
          expect(after.confidence).toBeLessThan(before.confidence)
        } else expect(after).toEqual(before)
        return after.changed
      }),
    )
    expect(new Set(outcomes)).toEqual(new Set([true, false]))
  })

  test('nobody changes because of one, nor while the others are divided', async () => {
    for (const name of names) {
      const before = await opinion(name)
      expect((await opinion(name, others(1, opposite(before.stance)))).changed).toBe(false)
      const divided = `${others(2, 'Support')}\n${others(2, 'Oppose')}`
      expect((await opinion(name, divided)).stance).toBe(before.stance)
    }
  })

  test('who was given a side keeps it', async () => {
    for (const name of names)
      expect((await opinion(`${name}, on the red team`, others(5, 'Support'))).stance).toBe('against')
  })
})

describe('the toolkit of a debate', () => {
  const tools = [
    tool('request_context', 'Ask the caller for facts', {
      query: { type: 'string' },
      reason: { type: 'string' },
      priority: { enum: ['optional', 'required'] },
    }),
    tool('fact_check', 'Check a fact or claim', { claim: { type: 'string' } }),
  ]
  const about = (text: string) => [seatOf('Ada'), user(`Topic: ${text}`)]
  const ours = about('Should we rewrite our billing system?')

  test('is used to ask for what only the caller knows', async () => {
    expect(await ask(ours, { tools })).toEqual({
      name: 'request_context',
      input: {
        query: 'What do you know that bears on “Should we rewrite our billing system?”?',
        reason: expect.any(String),
        priority: 'required',
      },
    })
  })

  test('once, and then an opinion follows', async () => {
    const queued = exchange(
      'request_context',
      {},
      '{"success":true,"data":{"requestId":"1","message":"Context request queued."}}',
    )
    expect(await ask([...ours, ...queued], { tools })).toMatch(
      /^(Support|Oppose): Should we rewrite our billing system\?/,
    )
    expect(await ask([...ours, ...queued])).toMatch(/^(Support|Oppose): /)
  })

  test('not again in the next round, when the question stands in the prompt', async () => {
    const next = about(
      'Should we rewrite our billing system?\nAda asked: What do you know that bears on “Should we rewrite our billing system?”?\nAnswer: it is old.',
    )
    expect(await ask(next, { tools })).toMatch(/^(Support|Oppose): /)
  })

  test('not at all where the topic is public, even when it speaks of facts to check', async () => {
    expect(await ask(about('Should every fact be checked?'), { tools })).toMatch(/^(Support|Oppose): /)
  })
})

test('an opinion is JSON where the prompt shows JSON', async () => {
  const prompt = [
    seatOf('Ada'),
    user(
      `${topic}\n\nRespond with JSON:\n{\n  "position": "your position",\n  "confidence": 0.0,\n  "reasoning": "why"\n}`,
    ),
  ]
  const data = await opinion('Ada')
  expect(JSON.parse((await ask(prompt, { seed: 'debate' })) as string)).toEqual({
    position: data.position,
    confidence: data.confidence,
    reasoning: data.reasoning,
  })
})
