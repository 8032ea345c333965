import { expect, test } from 'vitest'
import { fromText, toText } from './postgres-text.ts'

test.for(['', 'plain 🦜', '\0', '\ud83e', '\udd9c', '"', '"quoted"', '"\\u0000"', '\ufffd'])(
  'the text of %j is valid in Postgres and parses to it',
  (value) => {
    const text = toText(value)
    expect(fromText(text)).toBe(value)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\0')
  },
)

test('a string that Postgres can store is its own text, unless it starts with a quote', () => {
  expect(toText('chat/1/2')).toBe('chat/1/2')
  expect(toText('"\\u0000"')).not.toBe(toText('\0'))
})
