import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GrowingProgress } from './progress.ts'

const numbers = (given: (number | undefined)[]) => {
  const progress = new GrowingProgress()
  return given.map((number) => progress.next(number))
}

it.each<[string, (number | undefined)[], number[]]>([
  ['counts where the tool gives none', [undefined, undefined, undefined], [1, 2, 3]],
  ["is the tool's own where it grows", [0, 0.5, 1], [0, 0.5, 1]],
  ['grows by a little between two of them', [0.5, undefined, 1], [0.5, 0.500001, 1]],
  ['keeps counting where a count came first', [undefined, 0.5, undefined], [1, 2, 3]],
])('progress %s', (_, given, expected) => {
  expect(numbers(given)).toEqual(expected)
})

it('progress grows with every notification', () => {
  const given = fc.array(fc.option(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { nil: undefined }))
  fc.assert(
    fc.property(given, (list) => {
      const sent = numbers(list)
      for (let i = 1; i < sent.length; i++) expect(sent[i]).toBeGreaterThan(sent[i - 1]!)
    }),
  )
})
