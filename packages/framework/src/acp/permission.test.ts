import { expect, test } from 'vitest'
import { toPermissionForm } from './permission.ts'

const form = (properties: object) => ({ type: 'object', properties })

test('a question with one boolean is asked with yes and no', () => {
  const asked = toPermissionForm(form({ ok: { type: 'boolean' } }))!
  expect(asked.options.map(({ name, kind }) => [name, kind])).toEqual([
    ['Yes', 'allow_once'],
    ['No', 'reject_once'],
  ])
  expect(asked.toAnswer('no')).toEqual({ action: 'accept', content: { ok: false } })
})

test.each([
  ['enum', { type: 'string', enum: ['a', 'b'], enumNames: ['Aisle', 'Window'] }],
  [
    'oneOf',
    {
      type: 'string',
      oneOf: [
        { const: 'a', title: 'Aisle' },
        { const: 'b', title: 'Window' },
      ],
    },
  ],
])('a single choice by %s is asked with its titles, and can be declined', (_, field) => {
  const asked = toPermissionForm(form({ seat: field }))!
  expect(asked.options.map(({ name }) => name)).toEqual(['Aisle', 'Window', 'Decline'])
  expect(asked.toAnswer('1')).toEqual({ action: 'accept', content: { seat: 'b' } })
  expect(asked.toAnswer('decline')).toEqual({ action: 'decline' })
})

test('a form without fields is asked as consent', () => {
  const asked = toPermissionForm(undefined)!
  expect(asked.toAnswer('accept')).toEqual({ action: 'accept', content: {} })
  expect(asked.toAnswer('decline')).toEqual({ action: 'decline' })
})

test.each([
  ['free text', { name: { type: 'string' } }],
  ['several choices', { tags: { type: 'array', items: { enum: ['a'] } } }],
  ['two fields', { ok: { type: 'boolean' }, why: { type: 'boolean' } }],
])('a form with %s cannot be asked as a permission', (_, properties) => {
  expect(toPermissionForm(form(properties))).toBeUndefined()
})
