import { expect, test } from 'vitest'
import { toPlainText } from './plain-text.ts'

test.each([
  ['**No.** Not _yet_, `npm` first.', 'No. Not yet, npm first.'],
  ['# Answer\n\nStay.', 'Answer\n\nStay.'],
  ['1. One\n   more\n2. Two\n   - three', '1. One\n   more\n2. Two\n   - three'],
  ['> quoted\n> on', '  quoted\n  on'],
  ['```js\na()\nb()\n```', '  a()\n  b()'],
  [
    '[A trial](https://example.com/a) and <https://example.com>',
    'A trial (https://example.com/a) and https://example.com',
  ],
  ['a snake_case_name, 2 * 3 * 4 and a<b>', 'a snake_case_name, 2 * 3 * 4 and a<b>'],
  ['Plain words, (even these) to 100%: a-b!  ', 'Plain words, (even these) to 100%: a-b!'],
  ['', ''],
])('the Markdown %j reads %j', (markdown, text) => {
  expect(toPlainText(markdown)).toBe(text)
})
