import { expect, test } from 'vitest'
import { makeUpDebate } from './fixtures/made-up-debate.ts'
import { statisticsOf } from './statistics.ts'

const debate = makeUpDebate({ mode: 'delphi', seats: 4 })
const second = debate.responses.filter(({ round }) => round === 2)

test('a choice is told by answers, the most frequent first, with median and spread of the confidence', () => {
  const [first, ...rest] = second
  const statements = [first!, first!, ...rest].map((said, index) => ({
    ...said,
    confidence: [0.9, 0.1, 0.5, 0.2, 0.8][index]!,
  }))
  expect(statisticsOf(statements, debate)).toBe(
    '3 of 5 hold “Leave it”\n2 of 5 hold “Move it”\nconfidence has a median of 0.5; half of it lies between 0.2 and 0.8',
  )
})

test('where nothing is to be chosen, the sides are counted', () => {
  const open = makeUpDebate({ mode: 'delphi', seats: 4, isChoice: false })
  const [first, ...rest] = open.responses.filter(({ round }) => round === 2)
  const { stance: _, ...undecided } = first!
  expect(statisticsOf([undecided, ...rest], open)).toContain('3 of 4 hold “oppose”\n1 of 4 hold “no stance”')
})

test('who gave no confidence is not counted in it', () => {
  const [first, ...rest] = second
  const { confidence: _, ...unsure } = first!
  expect(statisticsOf([unsure, ...rest], debate)).toContain('median of 0.8;')
  expect(statisticsOf([unsure], debate)).toContain('nobody gave a confidence')
})
