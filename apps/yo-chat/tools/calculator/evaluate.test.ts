import { expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 4 - 3', 3],
  ['2 ^ 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['2 ^ -1', 0.5],
  ['2 * -3', -6],
  ['7 % 4', 3],
  ['0.1 + 0.2', 0.3],
  ['1.5e3 / 2', 750],
  ['sqrt(16) + abs(-2)', 6],
  ['round(2 * pi)', 6],
  ['6 × 7', 42],
  ['2 ** 10', 1024],
  ['  .5+.5 ', 1],
])('%s is %d', (expression, value) => expect(evaluate(expression)).toBe(value))

test.each([
  ['', 'the expression ends where a number is expected'],
  ['1 +', 'the expression ends where a number is expected'],
  ['(1', 'a bracket is not closed'],
  ['1 2', '"2" is not expected there'],
  ['1)', '")" is not expected there'],
  ['process', '"process" is not a number; there is sqrt, abs, round, floor, ceil, ln, log, pi, e'],
  ['constructor(1)', '"constructor" is not a number; there is sqrt, abs, round, floor, ceil, ln, log, pi, e'],
  ['sqrt 4', 'sqrt is written with brackets: sqrt(2)'],
  ['1; 2', '"; 2" cannot be read'],
  ['alert`1`', '"`1`" cannot be read'],
  ['1 / 0', 'the expression has no finite value'],
  ['sqrt(-1)', 'the expression has no finite value'],
  ['* 2', '"*" is not a number; there is sqrt, abs, round, floor, ceil, ln, log, pi, e'],
])('%j is refused: %s', (expression, problem) => expect(() => evaluate(expression)).toThrow(problem))

test('brackets may be as deep as an expression may be long', () => {
  expect(evaluate(`${'('.repeat(499)}1${')'.repeat(499)}`)).toBe(1)
})
