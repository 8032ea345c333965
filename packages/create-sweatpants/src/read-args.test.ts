import { expect, test } from 'vitest'
import { readArgs } from './read-args.ts'

test('a folder and flags are taken in any order', () => {
  expect(readArgs(['-y', 'dinner'])).toMatchObject({ folder: 'dinner', yes: true, help: false })
  expect(readArgs(['dinner', '--help'])).toMatchObject({ folder: 'dinner', yes: false, help: true })
})

test('a variant is taken by its name, and what is not given is left out', () => {
  expect(readArgs(['dinner', '--variant', 'mcp'])).toMatchObject({ folder: 'dinner', variant: 'mcp' })
  expect(readArgs([])).not.toHaveProperty('variant')
})

test.each([
  [['--nope'], /Unknown option '--nope'; --help/],
  [['--variant', 'vue'], /expected --variant to be chat, mcp or nextjs, got "vue"/],
  [['a', 'b'], /expected one folder, got 2: a b/],
])('%j is a mistake that is told', (args, told) => {
  expect(() => readArgs(args)).toThrow(told)
})
