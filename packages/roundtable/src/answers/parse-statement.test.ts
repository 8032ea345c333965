import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseStatement, readCitations } from './parse-statement.ts'

const STRICT = z.strictObject({
  position: z.string().min(1),
  answer: z.string().min(1).optional(),
  spread: z.record(z.enum(['Postgres', 'SQLite']), z.number()).optional(),
  standsBehind: z.boolean().optional(),
  stance: z.enum(['support', 'oppose', 'neutral']).optional(),
  confidence: z.number().min(0).max(1).optional(),
  reasoning: z.string(),
  keyPoints: z.array(z.string().min(1)),
  citations: z.array(
    z.strictObject({
      title: z.string().min(1),
      url: z.url({ protocol: /^https?$/ }).optional(),
      quote: z.string().optional(),
      claim: z.string().optional(),
    }),
  ),
  changeReason: z.string().min(1).optional(),
  agreesWith: z.array(z.enum(['anthropic_1', 'openai_1'])),
})

const speakers = { anthropic_1: 'anthropic_1', 'Participant B': 'openai_1' }
const open = { kind: 'open' as const, options: [], speakers }
const closed = { kind: 'choice' as const, options: ['Postgres', 'SQLite'], speakers }

const said = { position: 'Use Postgres.', reasoning: 'It scales.', confidence: 0.8 }
const json = (given: object = {}) => JSON.stringify({ ...said, ...given })

function read(text: string, options: Parameters<typeof parseStatement>[1] = open) {
  const parsed = parseStatement(text, options)
  if (parsed.type === 'malformed') throw new Error(parsed.problem)
  return parsed.value
}

function problemOf(text: string, options: Parameters<typeof parseStatement>[1] = open) {
  const parsed = parseStatement(text, options)
  return parsed.type === 'malformed' ? parsed.problem : 'nothing'
}

describe('parseStatement finds a statement in', () => {
  test.each([
    ['JSON', json()],
    ['a fence', `\`\`\`json\n${json()}\n\`\`\``],
    ['a fence that never ends', `\`\`\`json\n${json()}`],
    ['prose with brackets before and after', `As [the docs] say {roughly}:\n${json()}\nI hope {this} helps [1].`],
    ['a list', `[${json()}]`],
    ['another object', `{"response": ${json()}}`],
    ['other data', `{"thinking": [1, 2]}\n${json()}`],
    ['trailing commas', '{"position": "Use Postgres.", "reasoning": "It scales.", "confidence": 0.8,}'],
    ['single quotes', "{'position': 'Use Postgres.', 'reasoning': 'It scales.', 'confidence': 0.8}"],
    ['bare names and comments', '{position: "Use Postgres.", // sure\n reasoning: "It scales.", confidence: 0.8}'],
    ['names in another case', '{"Position": "Use Postgres.", "REASONING": "It scales.", "confidence_level": 0.8}'],
    [
      'an object that is not closed in its fence',
      '```json\n{"position": "Use Postgres.", "confidence": 0.8, "reasoning": "It scales."\n```\nDone.',
    ],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ ...said, answer: said.position, keyPoints: [], citations: [], agreesWith: [] })
  })

  test('a text with several: it takes the first, as the others may be written for other speakers', () => {
    expect(read(`${json()}\n\nparticipant B:\n${json({ position: 'Use SQLite.' })}`).position).toBe('Use Postgres.')
  })

  test('a text whose reasoning has line breaks and fences, and keeps them', () => {
    const reasoning = 'See:\n```sql\nselect 1\n```\nThat is all.'
    expect(read(`{"position": "Use Postgres.", "reasoning": "${reasoning}",}`).reasoning).toBe(reasoning)
  })
})

describe('a truncated statement', () => {
  test('keeps the incomplete reasoning', () => {
    expect(read('{"position": "Use Postgres.", "confidence": 0.8, "reasoning": "It sca')).toMatchObject({
      confidence: 0.8,
      reasoning: 'It sca',
    })
  })

  test('loses a confidence that may be incomplete', () => {
    expect(read('{"position": "Use Postgres.", "reasoning": "It scales.", "confidence": 8').confidence).toBeUndefined()
  })

  test('loses a position that may be incomplete', () => {
    expect(problemOf('{"reasoning": "It scales.", "position": "We should not')).toContain('"position"')
  })

  test('keeps the last value if it is complete', () => {
    expect(read('{"reasoning": "It scales.", "position": "Use Postgres."').position).toBe('Use Postgres.')
  })
})

describe('parseStatement refuses', () => {
  test.each([
    ['nothing', '', 'the answer is empty'],
    ['a refusal', 'I cannot help with that.', 'got “I cannot help with that.”'],
    ['prose', 'Postgres, because it scales.', 'expected a JSON object with "position"'],
    ['no position', '{"reasoning": "It scales."}', '"position"'],
    ['a blank position', json({ position: ' ' }), '"position" to be a sentence'],
    ['a position that is no text', json({ position: ['Use', 'Postgres'] }), '"position" to be a sentence'],
    ['a position that rests on nothing', '{"position": "Use Postgres."}', '"reasoning" or "keyPoints"'],
    ['a format without an answer', '{"position": , "reasoning": }', '"position"'],
  ])('%s', (_, text, problem) => {
    expect(problemOf(text)).toContain(problem)
  })

  test('no statement with key points and without reasoning', () => {
    expect(read('{"position": "Use Postgres.", "key_points": ["scales"]}')).toMatchObject({
      reasoning: '',
      keyPoints: ['scales'],
    })
  })

  test('an answer that is not possible, and lists those that are', () => {
    expect(problemOf(json({ position: 'Use a file.', answer: 'A file' }), closed)).toContain('Postgres | SQLite')
  })
})

describe('the answer of a statement', () => {
  test('is taken from the position if the field is missing', () => {
    expect(read(json(), closed).answer).toBe('Postgres')
  })

  test('is not taken from a position that negates it', () => {
    expect(problemOf(json({ position: 'Do not use Postgres.' }), closed)).toContain('Postgres | SQLite')
  })

  test('is the proposal of the seat if the question is open', () => {
    expect(read(json({ answer: 'Postgres' })).answer).toBe('Postgres')
    expect(read(json()).answer).toBe('Use Postgres.')
  })
})

test('agreesWith has the ids of the seats, for any form of their names', () => {
  const agreesWith = ['participant b', 'Anthropic_1', 'nobody', 7, null, 'Participant B']
  expect(read(json({ agreesWith })).agreesWith).toEqual(['openai_1', 'anthropic_1'])
  expect(read(json({ agrees_with: 'Participant B and anthropic_1' })).agreesWith).toEqual(['openai_1', 'anthropic_1'])
})

test('a placeholder is not a reason for a change', () => {
  expect(read(json({ changeReason: 'N/A' }))).not.toHaveProperty('changeReason')
  expect(read(json({ changeReason: 'The numbers.' })).changeReason).toBe('The numbers.')
})

test('parseStatement reads or refuses any text, and its result is valid', () => {
  const word = fc.constantFrom(
    'position',
    'reasoning',
    'answer',
    'Postgres',
    '"',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '```',
    '\n',
    '\\',
    '0.',
    '1e999',
    '-',
    '%',
    'high',
  )
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('-5', 'Infinity', 'high', 1e308, -0),
  )
  const fields = fc.record(
    {
      position: value,
      reasoning: value,
      answer: value,
      stance: value,
      confidence: value,
      keyPoints: value,
      citations: fc.array(value),
      agreesWith: value,
      changeReason: value,
    },
    { requiredKeys: ['position', 'reasoning'] },
  )
  const whole = fields.map((object) => JSON.stringify(object))
  const cut = fc.tuple(whole, fc.nat()).map(([text, end]) => text.slice(0, end % (text.length + 1)))
  const noise = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.oneof(whole, cut, noise, fc.string({ unit: 'binary' })), fc.boolean(), (text, isClosed) => {
      const parsed = parseStatement(text, isClosed ? closed : open)
      if (parsed.type === 'malformed') expect(parsed.problem).not.toBe('')
      else expect(STRICT.parse(JSON.parse(JSON.stringify(parsed.value)))).toEqual(parsed.value)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['nothing but brackets', '{'.repeat(63_000)],
  ['nothing but lists', '{"position": '.repeat(4_000)],
  ['nothing but quotes', `{${'"'.repeat(63_000)}`],
  ['brackets and quotes', `{"${'{'.repeat(60)}${'"'.repeat(63_000)}`],
  ['fences and line breaks', `{\`\`\`\n${'\n'.repeat(63_000)}`],
  ['backslashes', `{"position": "${'\\'.repeat(63_000)}`],
  ['errors of all kinds', `{${'"a": b c "d" ,, '.repeat(4_000)}`],
  ['five million characters', `{"position": "${'x'.repeat(5_000_000)}"`],
])('parseStatement reads %s within a time limit', (_, text) => {
  const start = performance.now()
  parseStatement(text, closed)
  expect(performance.now() - start).toBeLessThan(5_000)
})

test('an unreadable citation is skipped, and the others are kept', () => {
  const first = { title: 'Manual', url: 'https://example.com/manual', quote: 'It scales.', claim: 'scale' }
  expect(readCitations([first, null, 7, {}, [], { quote: 'no title' }, ' ', 'A book'])).toEqual([
    first,
    { title: 'A book' },
  ])
})

test.each([
  ['https://example.com/a', { title: 'https://example.com/a', url: 'https://example.com/a' }],
  ['[Manual](https://example.com/a)', { title: 'Manual', url: 'https://example.com/a' }],
  ['Manual, https://example.com/a.', { title: 'Manual', url: 'https://example.com/a' }],
  [
    { source: 'Manual', link: 'http://example.com' },
    { title: 'Manual', url: 'http://example.com' },
  ],
  [{ URL: 'https://example.com/a' }, { title: 'https://example.com/a', url: 'https://example.com/a' }],
])('readCitations reads %j', (value, citation) => {
  expect(readCitations(value)).toEqual([citation])
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'example.com', 'https://', 'https://a b', 7])(
  'the address %j is not kept',
  (url) => {
    expect(readCitations([{ title: 'Manual', url }])).toEqual([{ title: 'Manual' }])
  },
)

test('the number of citations is limited', () => {
  expect(readCitations(Array.from({ length: 1_000 }, () => 'A book'))).toHaveLength(50)
})
