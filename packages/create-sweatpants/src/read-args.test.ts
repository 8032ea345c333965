import { expect, test } from 'vitest'
import { readArgs } from './read-args.ts'

test('a folder and flags are taken in any order', () => {
  expect(readArgs(['-y', 'dinner'])).toMatchObject({ folder: 'dinner', yes: true, help: false })
  expect(readArgs(['dinner', '--help'])).toMatchObject({ folder: 'dinner', yes: false, help: true })
})

test.each([
  [['--nope'], /Unknown option '--nope'; --help/],
  [['a', 'b'], /expected one folder, got 2: a b/],
])('%j is a mistake that is told', (args, told) => {
  expect(() => readArgs(args)).toThrow(told)
})
