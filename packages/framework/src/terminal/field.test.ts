import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type FlatForm, toFlatForm, toLabel } from '../tools/flat-form.ts'
import { type Schema, toJsonSchema } from '../tools/schema.ts'
import { toField } from './field.ts'

/** The field that a person meets for a schema of an answer. */
function fieldOf(schema: Schema) {
  const form: FlatForm = toFlatForm(toJsonSchema(z.object({ answer: schema as z.ZodType }), 'input'), 'test')
  return toField('answer', form.properties.answer!)
}

function read(schema: Schema, line: string): unknown {
  const reading = fieldOf(schema).read(line)
  return reading.type === 'valid' ? reading.value : { problem: reading.problem }
}

test.each([
  ['flightId', 'Flight id'],
  ['seat_row', 'Seat row'],
  ['ok', 'Ok'],
])('the key %s reads as "%s"', (key, label) => {
  expect(toLabel(key)).toBe(label)
})

test('a title and a description are shown instead of the key', () => {
  const field = fieldOf(z.string().meta({ title: 'Your name', description: 'As in your passport.' }))
  expect(field).toMatchObject({ label: 'Your name', introduction: 'As in your passport.', hint: '' })
})

test('a text is checked for its length', () => {
  const schema = z.string().min(2).max(4)
  expect(read(schema, 'abc')).toBe('abc')
  expect(read(schema, 'a')).toEqual({ problem: 'Please type at least 2 characters.' })
  expect(read(schema, 'abcde')).toEqual({ problem: 'Please type at most 4 characters.' })
})

test.each([
  [z.email(), 'ada@example.com', 'ada'],
  [z.url(), 'https://example.com/a', 'example'],
  [z.iso.date(), '2026-02-28', '2026-13-01'],
  [z.iso.datetime(), '2026-02-28T10:00:00Z', '2026-02-28'],
])('a format is shown by an example and checked (%#)', (schema, good, bad) => {
  expect(fieldOf(schema).hint).toMatch(/^such as /)
  expect(read(schema, good)).toBe(good)
  expect(read(schema, bad)).toMatchObject({ problem: expect.stringMatching(/^Please type it like this: /) })
})

describe('a number', () => {
  test('has its bounds in the hint and in what is said when it misses them', () => {
    const schema = z.int().min(0).max(8)
    expect(fieldOf(schema).hint).toBe('a whole number from 0 to 8')
    expect(read(schema, '8')).toBe(8)
    expect(read(schema, '9')).toEqual({ problem: 'Please type a whole number from 0 to 8.' })
    expect(read(schema, '-1')).toEqual({ problem: 'Please type a whole number from 0 to 8.' })
  })

  test('may have one bound or none', () => {
    expect(fieldOf(z.number().min(1)).hint).toBe('a number of at least 1')
    expect(fieldOf(z.number().max(1)).hint).toBe('a number of at most 1')
    expect(fieldOf(z.number()).hint).toBe('a number')
    expect(read(z.number(), '-1.5')).toBe(-1.5)
  })

  test.each(['four', '1e999', 'NaN'])('is not %s', (line) => {
    expect(read(z.number(), line)).toEqual({ problem: 'Please type a number.' })
  })

  test('is whole where it has to be', () => {
    expect(read(z.int(), '1.5')).toEqual({ problem: 'Please type a whole number.' })
  })
})

test('a boolean is yes or no, in short or long', () => {
  expect(['y', 'YES', 'true'].map((line) => read(z.boolean(), line))).toEqual([true, true, true])
  expect(['n', 'No', 'false'].map((line) => read(z.boolean(), line))).toEqual([false, false, false])
  expect(read(z.boolean(), 'maybe')).toEqual({ problem: 'Please type y or n.' })
})

describe('one of a list', () => {
  const seat = z.union([
    z.literal('window').meta({ title: 'By the window' }),
    z.literal('aisle').meta({ title: 'On the aisle' }),
  ])

  test('shows titles with numbers', () => {
    expect(fieldOf(seat)).toMatchObject({ hint: '1-2', introduction: '  1. By the window\n  2. On the aisle' })
  })

  test.each(['2', 'aisle', 'Aisle', 'on the aisle', 'ai', 'on'])('takes "%s"', (line) => {
    expect(read(seat, line)).toBe('aisle')
  })

  test.each(['0', '3', 'roof', '10'])('does not take "%s"', (line) => {
    expect(read(seat, line)).toEqual({ problem: `"${line}" is not in the list. Please type one of 1-2.` })
  })

  test('is not numbered when its values are numbers themselves', () => {
    const rows = z.enum(['1', '2', '10'])
    expect(fieldOf(rows)).toMatchObject({ hint: '1, 2, 10', introduction: '  1\n  2\n  10' })
    expect(read(rows, '2')).toBe('2')
    expect(read(rows, '3')).toEqual({ problem: '"3" is not in the list. Please type one of 1, 2, 10.' })
  })
})

test('a beginning that fits more than one option is none of them', () => {
  expect(read(z.enum(['bee', 'beetle', 'bear']), 'be')).toHaveProperty('problem')
  expect(read(z.enum(['bee', 'beetle', 'bear']), 'bee')).toBe('bee')
})

describe('several of a list', () => {
  const extras = z
    .array(z.enum(['meal', 'wifi', 'bag']))
    .min(1)
    .max(2)

  test.each(['1,3', '1, 3', '1 3', 'meal, bag', '1,3,1'])('takes "%s"', (line) => {
    expect(read(extras, line)).toEqual(['meal', 'bag'])
  })

  test('says what is wrong', () => {
    expect(read(extras, '1,9')).toEqual({ problem: '"9" is not in the list. Please type one of 1-3.' })
    expect(read(extras, '1,2,3')).toEqual({ problem: 'Please choose at most 2.' })
    expect(read(extras, ',')).toEqual({ problem: 'Please choose at least 1.' })
  })
})
