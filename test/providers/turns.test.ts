import { expect, test } from 'vitest'
import { problemsOf, type Turn } from './turns.ts'

const user = (...results: string[]): Turn => ({ role: 'user', calls: [], results })
const assistant = (...calls: string[]): Turn => ({ role: 'assistant', calls, results: [] })

test.each<[string, Turn[]]>([
  ['a question', [user()]],
  ['an exchange', [user(), assistant(), user()]],
  ['calls with their results, in any order', [user(), assistant('a', 'b'), user('b', 'a')]],
])('%s is a conversation', (_what, turns) => {
  expect(problemsOf(turns)).toEqual([])
})

test.each<[string, Turn[], string]>([
  ['nothing', [], 'the conversation does not begin with the user'],
  ['what the assistant begins', [assistant(), user()], 'the conversation does not begin with the user'],
  ['what the assistant ends', [user(), assistant()], 'the conversation does not end with the user'],
  ['one side twice', [user(), user()], 'turns 0 and 1 are both of the user'],
  ['a call without its result', [user(), assistant('a'), user()], 'turn 2 has the results [] where [a] were called'],
  ['a result without its call', [user('a')], 'turn 0 has the results [a] where [] were called'],
  ['a call by the user', [{ ...user(), calls: ['a'] }], 'the user calls a in turn 0'],
])('%s is none', (_what, turns, problem) => {
  expect(problemsOf(turns)).toContain(problem)
})
