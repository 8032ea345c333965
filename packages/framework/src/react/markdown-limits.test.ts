import { expect, test } from 'vitest'
import { renderMarkdown } from './fixtures/render-markdown.ts'
import { toBlocks } from './markdown-blocks.ts'
import { isTangled, limitNesting } from './markdown-limits.ts'

test.each(['> ', '>', '+\t', '- x\n  ', '1. ', '> - ', '12) * '])(
  'a text of ten thousand %j is shown, and is no deeper than a hundred levels',
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

test('what would begin a level too many is shown as it was written', () => {
  expect(limitNesting(`${'> '.repeat(101)}x`)).toBe(`${'> '.repeat(100)}\\> x`)
  expect(limitNesting(`${'1. '.repeat(101)}x`)).toBe(`${'1. '.repeat(100)}1\\. x`)
  expect(limitNesting(`a\n${' '.repeat(200)}- x`)).toBe(`a\n${' '.repeat(200)}\\- x`)
})

test.each(['-'.repeat(500), `${'> '.repeat(100)}x`, `${'- '.repeat(50)}x`, `a ${'> '.repeat(500)}`, ' '.repeat(500)])(
  'a text that is not too deep stays as it is',
  (text) => expect(limitNesting(text)).toBe(text),
)

test('a block of many thousand marks is shown as it was written, at once', () => {
  const text = '**a*'.repeat(50_000)
  const began = performance.now()
  expect(renderMarkdown(text)).toContain(`<p style="white-space:pre-wrap">${text}</p>`)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(isTangled('*'.repeat(5_000))).toBe(false)
})

test('dollars in a line are looked at once', () => {
  const began = performance.now()
  expect(toBlocks('$'.repeat(200_000))).toHaveLength(1)
  expect(performance.now() - began).toBeLessThan(2_000)
})
