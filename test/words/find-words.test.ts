import { expect, test } from 'vitest'
import { findWords } from './find-words.ts'

const linesOf = (file: string, lines: string[]) =>
  findWords(file, lines.join('\n')).found.map(({ kind, line, found }) => [kind, line, found])

test('avoided words are found in comments and in texts of sources, with their lines', () => {
  const source = [
    '/**',
    ' * Called for whoever asks.',
    ' */',
    "const refusal = 'Nobody may do this.'",
    'const one = 1 // or whatever',
    "const address = 'http://example.com'",
  ]
  expect(linesOf('packages/one/src/one.ts', source)).toEqual([
    ['comment', 2, 'whoever'],
    ['text', 4, 'Nobody'],
    ['comment', 5, 'whatever'],
  ])
})

test('strings of tests are data, and their comments are not', () => {
  expect(linesOf('test/one.ts', ["const name = 'nobody'", '// Comes to its address.'])).toEqual([
    ['comment', 2, 'Comes to its'],
  ])
})

test('consecutive lines are one comment', () => {
  expect(findWords('one.ts', '// One\n// and the same.\nrun()\n// Two.').comments).toBe(2)
})

test('code in a page is not prose', () => {
  const page = ['Asks `whoever` it [finds](whatever.md).', '```ts', '// nobody', '```', 'Told to somebody.']
  expect(linesOf('docs/one.md', page)).toEqual([['text', 5, 'somebody']])
})

test('a title needs a subject, which may be in the title of its group', () => {
  const source = [
    "describe('a task', () => {",
    "  test('is refused', () => {",
    '  })',
    '})',
    "test('is refused', () => {",
    '})',
    'test.each([',
    '  1,',
    "])('refuses %d', () => {",
    '})',
  ]
  expect(linesOf('one.test.ts', source)).toEqual([
    ['title', 5, 'is refused'],
    ['title', 9, 'refuses %d'],
  ])
})

test('a title about one thing needs a verb', () => {
  const source = ["test('a private ballot', () => {})", "test('a private ballot is cast', () => {})"]
  expect(linesOf('one.test.ts', source)).toEqual([['title', 1, 'a private ballot']])
})
