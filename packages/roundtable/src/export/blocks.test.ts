import { expect, test } from 'vitest'
import { toLine, toQuote } from './blocks.ts'

test('a quotation is split at every kind of line break', () => {
  for (const end of ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
    expect(toQuote(`one${end}two${end}${end}three`)).toBe('> one\\\n> two\n>\n> three')
    expect(toLine(`one${end}two`)).toBe('one two')
  }
})

test('text without markup is not escaped', () => {
  const text = 'It costs 1.5 to 2 (or -3) of snake_case, "quoted" at 12:00; 100% sure!'
  expect(toLine(text)).toBe(text)
})
