import { expect, test } from 'vitest'
import { modelHtml, modelQuote } from './model-markdown.ts'

const WRITTEN = '# Do it\n\nBegin with **weekends**, see [the count](https://example.com/a).\n\n- quiet\n- cheap'

test('Markdown of a model is rendered as HTML, with headings below those of the report', () => {
  expect(modelHtml(WRITTEN).markup).toBe(
    '<h4>Do it</h4>\n<p>Begin with <strong>weekends</strong>, see <a rel="noreferrer nofollow" href="https://example.com/a">the count</a>.</p>\n<ul>\n<li>quiet</li>\n<li>cheap</li>\n</ul>',
  )
})

test('a table of a model is a table', () => {
  expect(modelHtml('| a | b |\n|---|---|\n| <b> | 2 |').markup).toContain('<tr>\n<td>&lt;b&gt;</td>\n<td>2</td>\n</tr>')
})

test('Markdown of a model stays Markdown inside a quote', () => {
  expect(modelQuote(WRITTEN)).toBe(
    '> **Do it**\n>\n> Begin with **weekends**, see [the count](https://example.com/a).\n>\n> - quiet\n> - cheap',
  )
})

test.each([
  '<script>run()</script>',
  '<img src=x onerror=run()>',
  '![x](https://example.com/track.png)',
  '[x](javascript:run())',
  '<javascript:run()>',
  '[x](data:text/html,run)',
  '[x]: javascript:run()\n\n[x]',
  '[x](https://example.com "a\\" onclick=run() b")',
  '**a\n\n<iframe src=x>',
])('%j is neither a script, an image nor a foreign link', (hostile) => {
  const { markup } = modelHtml(hostile)
  expect(markup).not.toMatch(/<(?!\/?(?:p|a|strong|em|code|pre|ul|ol|li|h4|blockquote)\b)/)
  expect(markup).not.toMatch(/href="(?!https?:)/)
  expect(markup.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/)
  const quote = modelQuote(hostile)
  expect(quote).not.toMatch(/(?<!\\)<(?!https?:)|(?<!\\)!\[|\]\((?!https?:)/)
  expect(modelHtml(quote).markup).not.toMatch(/<img|href="(?!https?:)/)
})

test('an empty text is an empty quote', () => {
  expect(modelQuote(' \n')).toBe('>')
})
