import { expect, test } from 'vitest'
import { fitAttachments } from './attachment.ts'

const sized = (name: string, length: number) => ({ name, text: 'x'.repeat(length) })

test('documents that fit stay whole and in their order', () => {
  const given = [sized('b', 30), sized('a', 10)]
  expect(fitAttachments(given, 100)).toEqual(given)
})

test('long documents share what short ones leave, and say how much was left out', () => {
  const fitted = fitAttachments([sized('long', 500), sized('short', 10), sized('longer', 900)], 110)
  expect(fitted.map(({ name, text, leftOut }) => [name, text.length, leftOut])).toEqual([
    ['long', 50, 450],
    ['short', 10, undefined],
    ['longer', 50, 850],
  ])
})

test('a character of two units is not split', () => {
  expect(fitAttachments([{ name: 'a', text: 'ab😀' }], 3)).toEqual([{ name: 'a', text: 'ab', leftOut: 2 }])
})
