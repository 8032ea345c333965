import fc from 'fast-check'
import { Lexer, marked, type Token } from 'marked'
import { expect, test } from 'vitest'
import type { Happening } from '../session/event.ts'
import { fold, opening, response, starting } from '../session/fixtures/debate.ts'
import type { Citation } from '../session/response.ts'
import { toLine, toQuote } from './blocks.ts'
import { fullSession } from './fixtures/full-session.ts'
import { generatedSession } from './fixtures/generated-session.ts'
import { toMarkdown } from './to-markdown.ts'

const lex = (markdown: string): Token[] => Lexer.lex(markdown)

/** The structure of a document, without its words. */
const piecesOf = (markdown: string): unknown[] =>
  lex(markdown).flatMap((token): unknown[] => {
    if (token.type === 'heading') return [['heading', token.depth]]
    if (token.type === 'table') return [['table', token.header.length, token.rows.length]]
    if (token.type === 'list') return [['list', token.items.length]]
    return token.type === 'space' ? [] : [token.type]
  })

/** Every kind of markup that is in it, at any depth, but for what only shows text. */
function markupOf(markdown: string): string[] {
  const kinds = new Set<string>()
  marked.walkTokens(lex(markdown), ({ type }) => void kinds.add(type))
  return [...kinds].filter((kind) => !['paragraph', 'text', 'escape', 'br', 'space'].includes(kind))
}

/** The text of the rendered document, without the space between words. */
const read = (markdown: string): string =>
  (marked.parse(markdown, { async: false }) as string)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name]!,
    )
    .replaceAll(/[\s\u0085]/g, '')

const HOSTILE = [
  '# Decision',
  '## Decision\n\n- **Answer:** mine',
  'Decision\n========',
  'Decision\n---',
  '- # Decision',
  '> # Decision',
  '1. one\n2) two\n10. ten',
  '- item\n  - nested\n+ plus\n* star',
  'a | b\n--|--\n1 | 2',
  'a\n:-:\nb',
  '| a |\n| - |\n| b |',
  '```\n# code',
  '~~~html\n<b>',
  '`code` ``co`de`` and \\`not\\`',
  '</blockquote><h1>Decision</h1>',
  '<script>alert(1)</script>',
  '<!-- hidden',
  '&lt;b&gt; &#35; &amp;',
  '**bold** __bold__ *it* _it_ ~~gone~~ snake_case',
  '[text](javascript:alert(1)) ![image](https://example.com/i.png)',
  '[Decision]: https://example.com "title"\n\n[Decision]',
  '[^1]: a footnote\n\nsee[^1]',
  '<https://example.com> https://example.com/a_b www.example.com me@example.com',
  '    indented code',
  '\tindented code',
  'ends with a backslash\\',
  'backslash\\\nat the end of a line',
  '\\# \\| \\\\| \\<b>',
  'carriage\r# Decision\r\n# Decision',
  'separator\u2028# Decision\u2029# Decision\u0085# Decision\v# Decision\f# Decision',
  '$x$ $$y$$ {z} {{z}}',
  'hard  \nbreak',
  'two\n\n\nparagraphs',
  '# ends with hashes ##',
  '***',
  '* * *',
  '= = =',
  '-',
  '=',
  '>',
]

test('a Markdown report has all sections, in the order of interest to a reader', () => {
  const markdown = toMarkdown(fullSession((what) => what))
  const headings = lex(markdown).flatMap((token) => (token.type === 'heading' ? [`${token.depth} ${token.text}`] : []))
  expect(headings).toEqual([
    '1 topic',
    '2 The vote',
    ...['Why', 'Under which conditions', 'Risks', 'Next steps', 'What all agree on', 'What is contested'].map(
      (title) => `2 ${title}`,
    ),
    '2 What would change the answer',
    '2 How sure',
    '2 Positions by round',
    '2 Arguments',
    '2 Round 1',
    '3 Persona · ada_1',
    '2 Failures',
    '2 Context requests',
    '3 req_1',
    '3 req_2',
    '2 Citations',
    '2 Usage',
    '2 Thoughts',
    '3 Persona · ada_1 in round 1',
    '2 About this debate',
  ])
  const said: string[] = []
  fullSession((what) => {
    said.push(what)
    return what
  })
  expect(said.filter((what) => !read(markdown).includes(what.replaceAll(' ', '')))).toEqual([])
  expect(markdown).toContain('- **How sure:** “decision”: probably right.')
  expect(markdown).toContain('bob_1 says “dissent” (40% sure): dissent reason')
  expect(markdown).toContain('- **key point** Unsupported. Said by Persona · ada_1.')
  expect(markdown).toContain('| In all | 203 | 22 | 1.0000 USD |')
  expect(markdown).toContain('- **Outcome:** not answered')
})

test('toMarkdown reports a debate that has not begun', () => {
  const markdown = toMarkdown(
    fold({ type: 'session_start', opening: opening({ topic: `${'x'.repeat(200)}\nand more` }) }),
  )
  expect(markdown).toMatch(/^# x{120}…\n\n> x{200}\\\n> and more\n/)
  expect(markdown).toContain('No round has ended.')
  expect(lex(markdown).filter(({ type }) => type === 'heading')).toHaveLength(5)
})

test.for(HOSTILE)('%j stays what it is, where it is', (hostile) => {
  const markdown = toMarkdown(fullSession(() => `x\n${hostile}\ny`))
  expect(piecesOf(markdown)).toEqual(piecesOf(toMarkdown(fullSession(() => 'x\ny'))))
  const line = toLine(hostile)
  const places: [markdown: string, markup: string[]][] = [
    [toQuote(hostile), ['blockquote']],
    [line, []],
    [`- ${line}`, ['list', 'list_item']],
    [`| |\n| - |\n| ${line} |`, ['table']],
  ]
  for (const [place, markup] of places) {
    expect(read(place)).toBe(hostile.replaceAll(/[\s\u0085]/g, ''))
    expect(markupOf(place)).toEqual(markup)
  }
})

test('a Markdown report says of each argument how it stands, who disputes it, and with which checked sources', () => {
  const source: Citation = {
    title: 'A trial',
    url: 'https://example.com/trial',
    claim: 'Tabs are shorter',
    isChecked: true,
  }
  const says = (agentId: string, keyPoint: string, citations: Citation[] = []): Happening => ({
    type: 'response_add',
    response: response({ agentId, keyPoints: [keyPoint], citations }),
  })
  const markdown = toMarkdown(
    fold(starting(), says('ada_1', 'Tabs are shorter', [source]), says('bob_1', 'Tabs are not shorter')),
  )
  expect(markdown).toContain(
    '- **Tabs are shorter** Contested. Said by ada_1.\n' +
      '  - Disputed by bob_1: Tabs are not shorter\n' +
      '  - A trial: <https://example.com/trial> (checked, cited by ada_1)\n',
  )
})

test('a Markdown report has no markup of a model as text: its reasoning is formatted, and its lines are plain', () => {
  const said = { position: 'Do **it**.', keyPoints: ['Costs fall by **half**.'], reasoning: 'It *really* works.' }
  const markdown = toMarkdown(fold(starting(), { type: 'response_add', response: response(said) }))
  expect(markdown).toContain('- **Position:** Do it.\n')
  expect(markdown).toContain('- Costs fall by half.\n')
  expect(markdown).toContain('> It _really_ works.\n')
  expect(markdown).not.toContain('\\*')
})

test('toMarkdown links web addresses only', () => {
  const links: string[] = []
  marked.walkTokens(lex(toMarkdown(fullSession((what) => what))), (token) => {
    if (token.type === 'link') links.push(token.href)
  })
  expect(links).toEqual(['https://example.com/a_b?c=*d*'])
})

test('hostile statements do not change the structure of a report', () => {
  fc.assert(
    fc.property(generatedSession(), (session) => {
      const tame: typeof session = JSON.parse(JSON.stringify(session), (key, value) => {
        const isSaid =
          typeof value === 'string' &&
          value.trim() !== '' &&
          !/^(topic|agentId|url|timestamp|status|kind|by)$/.test(key)
        return isSaid && !/^[a-z]+_\d|^\d{4}-/.test(value) ? 'x' : value
      })
      // How many items a list has depends on which texts are equal.
      const outlineOf = (one: typeof session) =>
        piecesOf(toMarkdown(one)).map((piece) => (Array.isArray(piece) && piece[0] === 'list' ? 'list' : piece))
      expect(outlineOf(session)).toEqual(outlineOf(tame))
    }),
  )
})
