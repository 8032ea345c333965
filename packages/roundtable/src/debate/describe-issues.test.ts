import { expect, test } from 'vitest'
import { describeIssues } from './describe-issues.ts'
import { startInput } from './input.ts'

const problemOf = (input: object): string => {
  const { success, error } = startInput.safeParse({ topic: 'Tea?', ...input })
  return success ? 'nothing' : describeIssues(error, startInput)
}

test.each([
  [{ buget: { tokens: 1 } }, 'there is no "buget"; did you mean "budget"?'],
  [{ budget: { token: 1 } }, 'budget: there is no "token"; did you mean "tokens"?'],
  [{ budget: { maxTokens: 1 } }, 'budget: there is no "maxTokens"; did you mean "tokens"?'],
  [{ agents: [{ model: 'demo', personality: 'x' }] }, '"personality"'],
  [{ agents: [{ model: 'demo', personna: 'x' }] }, 'there is no "personna"; did you mean "persona"?'],
  [{ question: { kind: 'open', unit: 'days' } }, 'question: there is no "unit" in this form'],
  [{ somethingElseEntirely: 1 }, 'exitOnConsensus, budget'],
  [{ tokens: 1 }, 'there is no "tokens"; did you mean "tools"?'],
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
  expect(problemOf({ question: { kind: 'choise', options: ['a', 'b'] } })).toBe(
    'question.kind: Invalid input: expected one of "proposition", "choice", "estimate", "open"',
  )
})
