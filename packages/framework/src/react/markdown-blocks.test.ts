import { expect, test } from 'vitest'
import { longMarkdown } from './fixtures/long-markdown.ts'
import { toBlocks } from './markdown-blocks.ts'

const textsOf = (text: string): string[] => toBlocks(text).map((block) => block.text)

test('a text is split into its top-level blocks', () => {
  expect(textsOf('# One\ntwo\n\n- a\n\n  b\n- c\n\n> d\n\n```js\n\nx\n\n```\n| a |\n|---|\n| b |\n\ne')).toEqual([
    '# One',
    'two',
    '- a\n\n  b\n- c',
    '> d',
    '```js\n\nx\n\n```',
    '| a |\n|---|\n| b |',
    'e',
  ])
})

test('while a text comes, only its last block changes', () => {
  let last = toBlocks('')
  for (let end = 1; end <= longMarkdown.length; end++) {
    const blocks = toBlocks(longMarkdown.slice(0, end))
    const settled = last.slice(0, -1)
    expect(blocks.slice(0, settled.length)).toEqual(settled)
    last = blocks
  }
  expect(last.length).toBeGreaterThan(10)
})

test('a definition goes with the blocks that name it', () => {
  const blocks = toBlocks(
    'See [the  Docs][DOCS].\n\nNothing here.\n\n`[docs]`\n\n[docs]: https://example.com "x"\n[other]: /y',
  )
  expect(blocks.map(({ definitions }) => definitions)).toEqual([
    '[docs]: https://example.com "x"',
    '',
    '[docs]: https://example.com "x"',
  ])
})

test('a text with notes is one block, so that they are numbered once', () => {
  expect(textsOf('a[^1]\n\nb[^2]\n\n[^1]: c\n[^2]: d')).toHaveLength(1)
})

test.each([
  ['$$\na\n\nb\n$$', '$$\na\n\nb\n$$', 'math'],
  ['$$a + b$$', '$$\na + b\n$$', 'math'],
  ['$$ a\n+ b $$', '$$\na\n+ b\n$$', 'math'],
  ['\\[ a + b \\]', '$$\na + b\n$$', 'math'],
  ['\\[\na + b\n\\]', '$$\na + b\n$$', 'math'],
  ['$$\na\n\nb', '$$\na\n\nb', 'unclosed_math'],
  ['$$ a and more', '$$ a and more', 'prose'],
  ['```\n$$\n```', '```\n$$\n```', 'code'],
])('%j is %j', (text, expected, type) => {
  expect(toBlocks(`Before.\n\n${text}`).slice(1)).toEqual([{ text: expected, definitions: '', type }])
})

test('what follows a formula is a block of its own', () => {
  expect(textsOf('$$\na\n$$\nb\n\n\\[c\\]\nd')).toEqual(['$$\na\n$$', 'b', '$$\nc\n$$', 'd'])
})
