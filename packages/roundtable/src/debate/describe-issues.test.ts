import { expect, test } from 'vitest'
import { describeIssues, keysOf } from './describe-issues.ts'
import { startInput } from './input.ts'

const problemOf = (input: object): string => {
  const { success, error } = startInput.safeParse({ topic: 'Tea?', ...input })
  return success ? 'nothing' : describeIssues(error, keysOf(startInput))
}

test.each([
  [{ buget: { tokens: 1 } }, 'there is no "buget"; did you mean "budget"?'],
  [{ budget: { token: 1 } }, 'budget: there is no "token"; did you mean "tokens"?'],
  [{ budget: { maxTokens: 1 } }, 'budget: there is no "maxTokens"; did you mean "tokens"?'],
  [{ agents: [{ model: 'demo', personality: 'x' }] }, '"personality"'],
  [{ somethingElseEntirely: 1 }, 'known are topic, '],
])('a misspelled key of %j is named with the nearest known one', (input, problem) => {
  expect(problemOf(input)).toContain(problem)
})

test('a value that does not fit is named with its place', () => {
  expect(problemOf({ rounds: 0 })).toMatch(/^rounds: /)
  expect(problemOf({ question: { kind: 'choice', options: ['a'] } })).toMatch(/^question\.options: /)
})

test('a value that fits none of several forms is told what each of them expects', () => {
  expect(problemOf({ perspectives: ['cost', null] })).toBe(
    'perspectives: [1]: Invalid input: expected string, received null, or Invalid input: expected "generate"',
  )
  expect(problemOf({ question: { kind: 'riddle' } })).toContain('Invalid input: ')
})
