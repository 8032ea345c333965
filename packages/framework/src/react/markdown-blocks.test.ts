import { expect, test } from 'vitest'
import { longMarkdown } from './fixtures/long-markdown.ts'
import { renderMarkdown } from './fixtures/render-markdown.ts'
import { isTangled, limitNesting, toBlocks } from './markdown-blocks.ts'

const textsOf = (text: string): string[] => toBlocks(text).map((block) => block.text)

test('toBlocks splits a text into its top-level blocks', () => {
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

test('appending text changes only the last block', () => {
  let last = toBlocks('')
  for (let end = 1; end <= longMarkdown.length; end++) {
    const blocks = toBlocks(longMarkdown.slice(0, end))
    const settled = last.slice(0, -1)
    expect(blocks.slice(0, settled.length)).toEqual(settled)
    last = blocks
  }
  expect(last.length).toBeGreaterThan(10)
})

test('a link definition goes with the blocks that use it', () => {
  const blocks = toBlocks(
    'See [the  Docs][DOCS].\n\nNothing here.\n\n`[docs]`\n\n[docs]: https://example.com "x"\n[other]: /y',
  )
  expect(blocks.map(({ definitions }) => definitions)).toEqual([
    '[docs]: https://example.com "x"',
    '',
    '[docs]: https://example.com "x"',
  ])
})

test('a text with footnotes is one block, so that they are numbered once', () => {
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
])('toBlocks reads %j as %j', (text, expected, type) => {
  expect(toBlocks(`Before.\n\n${text}`).slice(1)).toEqual([{ text: expected, definitions: '', type }])
})

test('text after a formula is a separate block', () => {
  expect(textsOf('$$\na\n$$\nb\n\n\\[c\\]\nd')).toEqual(['$$\na\n$$', 'b', '$$\nc\n$$', 'd'])
})

test.each(['> ', '>', '+\t', '- x\n  ', '1. ', '> - ', '12) * '])(
  'a text of ten thousand %j is shown with at most a hundred levels',
  (unit) => {
    const html = renderMarkdown(unit.repeat(10_000))
    let depth = 0
    let deepest = 0
    for (const [tag] of html.matchAll(/<\/?(?:blockquote|[ou]l)/g)) {
      depth += tag.startsWith('</') ? -1 : 1
      deepest = Math.max(deepest, depth)
    }
    expect(deepest).toBeLessThanOrEqual(100)
  },
)

test('a marker that would exceed the limit is escaped', () => {
  expect(limitNesting(`${'> '.repeat(101)}x`)).toBe(`${'> '.repeat(100)}\\> x`)
  expect(limitNesting(`${'1. '.repeat(101)}x`)).toBe(`${'1. '.repeat(100)}1\\. x`)
  expect(limitNesting(`a\n${' '.repeat(200)}- x`)).toBe(`a\n${' '.repeat(200)}\\- x`)
})

test.each(['-'.repeat(500), `${'> '.repeat(100)}x`, `${'- '.repeat(50)}x`, `a ${'> '.repeat(500)}`, ' '.repeat(500)])(
  'limitNesting returns a text within the limit unchanged',
  (text) => expect(limitNesting(text)).toBe(text),
)

test('a block of many thousand markers is shown as its source, within seconds', () => {
  const text = '**a*'.repeat(20_000)
  const began = performance.now()
  expect(renderMarkdown(text)).toContain(`<p style="white-space:pre-wrap">${text}</p>`)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(isTangled('*'.repeat(5_000))).toBe(false)
})

test('many dollars in a line are scanned in linear time', () => {
  const began = performance.now()
  expect(toBlocks('$'.repeat(200_000)).map(({ type }) => type)).toEqual(['prose', 'plain'])
  expect(performance.now() - began).toBeLessThan(2_000)
})
