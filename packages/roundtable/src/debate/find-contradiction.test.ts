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
  expect(findContradiction({ answer: 'Do it.', follows: 'yes, migrate now.' }, voted(), [])).toBeUndefined()
  expect(findContradiction({ answer: 'The panel says: yes, migrate now.' }, voted(), [])).toBeUndefined()
})

test('a synthesis that gives another answer contradicts the count', () => {
  const expected = { written: 'No, stay', counted: 'Yes, migrate now' }
  expect(findContradiction({ answer: 'Wait.', follows: 'No, stay' }, voted(), [])).toEqual(expected)
})

test('a text that begins with another answer contradicts the count, also if its author claims to follow the count', () => {
  const expected = { written: 'No, stay', counted: 'Yes, migrate now' }
  expect(findContradiction({ answer: 'No, stay.', follows: 'Yes, migrate now' }, voted(), [])).toEqual(expected)
  expect(findContradiction({ answer: 'No, it is wiser to wait a year.' }, voted(), [])).toEqual(expected)
  expect(findContradiction({ answer: 'No doubt, go.', follows: 'Yes, migrate now' }, voted(), [])).toBeUndefined()
})

test('the weighted decision is the counted answer where it differs from the majority', () => {
  const weighted = voted({ decision: { answer: 'No, stay' } })
  expect(findContradiction({ answer: 'Wait.', follows: 'No, stay' }, weighted, [])).toBeUndefined()
  expect(findContradiction({ answer: 'Go.', follows: 'Yes, migrate now' }, weighted, [])).toEqual({
    written: 'Yes, migrate now',
    counted: 'No, stay',
  })
})

test('a synthesis that chooses where the vote is tied is named, and one that names no answer is not', () => {
  const { leading: _, decision: __, ...tied } = voted()
  expect(findContradiction({ answer: 'Go.', follows: 'No, stay' }, tied, [])).toEqual({ written: 'No, stay' })
  expect(findContradiction({ answer: 'It is open.' }, tied, [])).toBeUndefined()
})

test('a number outside of the range of the panel contradicts it', () => {
  const estimated = voted({ estimate: { median: 19, low: 10, high: 45, unit: 'weeks' } })
  expect(findContradiction({ answer: 'Long.', follows: '60 weeks' }, estimated, [])).toEqual({
    written: '60 weeks',
    counted: '19 weeks',
  })
  expect(findContradiction({ answer: 'Long.', follows: '21' }, estimated, [])).toBeUndefined()
})

test('a synthesis that contradicts a unanimous vote is found by the answers that no one gave', () => {
  const yes = { vote: [share('Yes', 'a', 'b')], leading: 'Yes', decision: { answer: 'Yes' } }
  expect(findContradiction({ answer: '**No**, do not.', follows: 'No' }, voted(yes), ['Yes', 'No'])).toEqual({
    written: 'No',
    counted: 'Yes',
  })
  expect(findContradiction({ answer: 'Do it.', follows: 'Yes' }, voted(yes), ['Yes', 'No'])).toBeUndefined()
  expect(findContradiction({ answer: 'Wait.', follows: 'No' }, voted(yes), ['Yes', 'No, stay'])).toEqual({
    written: 'No, stay',
    counted: 'Yes',
  })
})
