import { expect, test } from 'vitest'
import { checkForm, readForm } from './form-check.ts'
import type { Draft } from './form-controls.ts'
import { type FormField, toFields } from './form-fields.ts'
import { fillFields } from './schema-form.tsx'

const untouched = (field: FormField): Draft => field.control.write(field.default)

const typed =
  (drafts: Record<string, Draft>) =>
  (field: FormField): Draft =>
    drafts[field.key!] ?? untouched(field)

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

test.each([
  ['a text', { type: 'string' }, 'hello'],
  ['an empty text', { type: 'string' }, ''],
  ['a text of two lines', { type: 'string' }, 'one\ntwo'],
  ['a number', { type: 'number' }, 1.5],
  ['a checkbox', { type: 'boolean' }, false],
  ['a choice', { type: 'string', enum: ['a', 'b'] }, 'b'],
  ['several', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, ['b']],
  ['none of several', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, []],
  ['a time in other words', { type: 'string', format: 'date-time' }, '2026-12-10T13:30:00.123+02:00'],
  ['an object', { type: 'object' }, { a: [1] }],
  ['nothing', { type: ['string', 'null'] }, null],
])('%s that the user does not edit is returned unchanged', (_, schema, value) => {
  const whole = object({ it: schema })
  const fields = fillFields(toFields(whole), { it: value })
  expect(checkForm({ schema: whole, isForeign: false }, fields, untouched)).toEqual({
    type: 'valid',
    content: { it: value },
  })
})

test('a field without a value that the user does not edit stays without one', () => {
  const schema = object({ mark: { type: 'boolean' }, days: { type: 'integer', default: 7 } })
  const fields = fillFields(toFields(schema), {})
  expect(fields.map(untouched)).toEqual([false, '7'])
  expect(readForm(fields, untouched)).toEqual({})
  expect(readForm(fields, typed({ mark: true, days: '8' }))).toEqual({ mark: true, days: 8 })
})

test.each([
  ['a value that is not an option', { type: 'string', enum: ['a', 'b'] }, 'c'],
  ['a list with a value that is not an option', { type: 'array', items: { type: 'string', enum: ['a'] } }, ['a', 'z']],
  ['a text for a number', { type: 'number' }, '5'],
  ['a text for a checkbox', { type: 'boolean' }, 'yes'],
  ['a date that is not one', { type: 'string', format: 'date' }, 'tomorrow'],
])('%s is shown as JSON', (_, schema, value) => {
  const [field] = fillFields(toFields(object({ it: schema })), { it: value })
  expect(field!.control.type).toBe('json')
  expect(JSON.parse(String(untouched(field!)))).toEqual(value)
})

test('a property that the schema does not name gets a field', () => {
  const fields = fillFields(toFields(object({ to: { type: 'string' } })), { to: 'Ada', floor: 3, size: { width: 1 } })
  expect(fields.map(({ key, control }) => [key, control.type])).toEqual([
    ['to', 'text'],
    ['floor', 'number'],
    ['size', 'json'],
  ])
  expect(readForm(fields, typed({ floor: '4' }))).toEqual({ to: 'Ada', floor: 4, size: { width: 1 } })
})

test('a long text gets a large control', () => {
  const [field] = fillFields(toFields(object({ note: { type: 'string' } })), { note: 'word '.repeat(20) })
  expect(field!.control).toMatchObject({ type: 'text', long: true })
})
