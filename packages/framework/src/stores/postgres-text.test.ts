import { expect, test } from 'vitest'
import { fromText, toText } from './postgres-text.ts'

test.for(['', 'plain 🦜', '\0', '\ud83e', '\udd9c', '"', '"quoted"', '"\\u0000"', '\ufffd'])(
  '%j comes back as it was, and is text for Postgres',
  (value) => {
    const text = toText(value)
    expect(fromText(text)).toBe(value)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\0')
  },
)

test('what is text for Postgres already is kept as it is, unless it looks like something else', () => {
  expect(toText('chat/1/2')).toBe('chat/1/2')
  expect(toText('"\\u0000"')).not.toBe(toText('\0'))
})
