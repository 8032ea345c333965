import { expect, test } from 'vitest'
import { hasWords, toExcerpt, toWords } from './words.ts'

test('words have neither case nor accents, and a script without spaces has one for each character', () => {
  expect(toWords('Ça va, L’ÉTÉ 2026? ﬁn')).toEqual(['ca', 'va', 'l', 'ete', '2026', 'fin'])
  expect(toWords('abc漢字かな x')).toEqual(['abc', '漢', '字', 'か', 'な', 'x'])
  expect(toWords('… — \uD800 !')).toEqual([])
  expect(toWords('a'.repeat(5_000))[0]).toHaveLength(64)
})

test('a text has words if each begins one of its words', () => {
  expect(hasWords('To Lisbon, please', ['lis', 'to'])).toBe(true)
  expect(hasWords('To Lisbon, please', ['isbon'])).toBe(false)
})

test('an excerpt is around the first of the words, and marks all that it shows', () => {
  const { text, marks } = toExcerpt(`${'before '.repeat(40)}the **Café**\n\nat ${'after '.repeat(40)}`, ['cafe', 'at'])
  expect(text).toMatch(/^…before .*the \*\*Café\*\* at after .*…$/)
  expect(text.length).toBeLessThan(165)
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['Café', 'at'])
})

test('a short text is its own excerpt', () => {
  expect(toExcerpt('Hello there', ['the'])).toEqual({ text: 'Hello there', marks: [[6, 11]] })
})
