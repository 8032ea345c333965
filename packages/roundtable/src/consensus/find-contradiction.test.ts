import { expect, test } from 'vitest'
import { consensus } from '../session/fixtures/debate.ts'
import { findContradiction } from './find-contradiction.ts'

const share = (answer: string, ...agentIds: string[]) => ({ answer, agentIds, families: [] })
const voted = (given = {}) =>
  consensus({
    vote: [share('Yes, migrate now', 'a', 'b', 'c'), share('No, stay', 'd')],
    leading: 'Yes, migrate now',
    decision: { answer: 'Yes, migrate now' },
    ...given,
  })

test('a synthesis that follows the counted answer contradicts nothing, in any spelling of it', () => {
  expect(findContradiction({ answer: 'Do it.', follows: 'yes, migrate now.' }, voted())).toBeUndefined()
  expect(findContradiction({ answer: 'The panel says: yes, migrate now.' }, voted())).toBeUndefined()
})

test('a synthesis that gives another answer contradicts the count', () => {
  const expected = { written: 'No, stay', counted: 'Yes, migrate now' }
  expect(findContradiction({ answer: 'Wait.', follows: 'No, stay' }, voted())).toEqual(expected)
})

test('the weighted decision is the counted answer where it differs from the majority', () => {
  const weighted = voted({ decision: { answer: 'No, stay' } })
  expect(findContradiction({ answer: 'Wait.', follows: 'No, stay' }, weighted)).toBeUndefined()
  expect(findContradiction({ answer: 'Go.', follows: 'Yes, migrate now' }, weighted)).toEqual({
    written: 'Yes, migrate now',
    counted: 'No, stay',
  })
})

test('a synthesis that chooses where the vote is tied is named, and one that names no answer is not', () => {
  const { leading: _, decision: __, ...tied } = voted()
  expect(findContradiction({ answer: 'Go.', follows: 'No, stay' }, tied)).toEqual({ written: 'No, stay' })
  expect(findContradiction({ answer: 'It is open.' }, tied)).toBeUndefined()
})

test('a number outside of the range of the panel contradicts it', () => {
  const estimated = voted({ estimate: { median: 19, low: 10, high: 45, unit: 'weeks' } })
  expect(findContradiction({ answer: 'Long.', follows: '60 weeks' }, estimated)).toEqual({
    written: '60 weeks',
    counted: '19 weeks',
  })
  expect(findContradiction({ answer: 'Long.', follows: '21' }, estimated)).toBeUndefined()
})
