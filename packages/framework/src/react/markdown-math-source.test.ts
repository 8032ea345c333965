import { expect, test } from 'vitest'
import { toDollars } from './markdown-math-source.ts'

test.each([
  'It costs $5, or $10 with the $2 fee.',
  'US$ 5 and CA$ 6',
  'Run `$x$` and `\\(y\\)`',
  'A \\$x\\$ that is escaped',
  'One $ sign',
  '```\n$x$\n```',
  'no sign at all',
])('%j has no formula', (text) => {
  expect(toDollars(text)).toBeUndefined()
})

test.each([
  ['so $x^2$.', 'so $x^2$.'],
  ['so \\( x^2 \\).', 'so $x^2$.'],
  ['for $5, $x$ costs $6', 'for \\$5, $x$ costs \\$6'],
  ['`$a$` is $a$', '`$a$` is $a$'],
  ['$\\$5$', '$\\$5$'],
  ['inline $$x$$ too', 'inline $$x$$ too'],
])('toDollars turns %j into %j', (text, expected) => {
  expect(toDollars(text)).toBe(expected)
})
