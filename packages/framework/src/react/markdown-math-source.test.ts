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
  'a \\[citation\\], a \\[1\\] and a \\[link_to\\](https://example.com)',
  'an array \\[that never closes',
  'price \\[US$ = 5\\]',
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
  ['so \\[ x^2 \\] holds', 'so $$x^2$$ holds'],
  ['so \\[\n  x\n  = y\n\\] holds', 'so $$x = y$$ holds'],
  ['> so\n> \\[\n> x \\leq y\n> \\]', '> so\n> $$x \\leq y$$'],
  ['- so $$ a\n  + b $$ holds', '- so $$a + b$$ holds'],
  ['the letter \\[ n \\], \\[1\\]', 'the letter $$n$$, \\[1\\]'],
])('toDollars turns %j into %j', (text, expected) => {
  expect(toDollars(text)).toBe(expected)
})
