import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { hostileMarkdown } from '../packages/framework/src/react/fixtures/hostile-markdown.ts'
import { renderMarkdown } from '../packages/framework/src/react/fixtures/render-markdown.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { inspectHtml } from './fuzz/inspect-html.ts'
import { nastyText } from './fuzz/nasty.ts'
import { processorTime } from './processor-time.ts'

/** What Markdown and HTML are made of, and what has been hidden in them. */
const PIECES: readonly string[] = [
  ...[
    '*',
    '**',
    '_',
    '~~',
    '`',
    '```',
    '~~~',
    '#',
    '> ',
    '- ',
    '+ ',
    '1. ',
    '- [ ] ',
    '|',
    '|---|',
    '\\',
    '&',
    '&#',
    ';',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '](',
    '![',
    '[^1]',
    '[^1]: ',
    '[a]: ',
    '<',
    '>',
    '"',
    "'",
    '=',
    '/',
    '{',
    '}',
    '$',
    '$$',
    '\\(',
    '\\)',
  ],
  ...['\n', '\n\n', '\r', '\t', '    ', ' ', '\0', '\u202e', '😀', 'a', 'text', '---', '===', ':', '!', '@'],
  ...[
    'javascript:',
    'JaVaScRiPt:',
    'java\tscript:',
    '&#106;avascript:',
    'vbscript:',
    'data:text/html,',
    'data:image/svg+xml,',
  ],
  ...['//evil.example', 'https://a.example', 'www.a.example', 'a@b.example', 'alert(1)', 'x" onerror="alert(1)'],
  ...[
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<!--',
    '-->',
    '<br>',
    '<a href="',
  ],
  ...['<iframe srcdoc="', '<style>', '<math>', '<![CDATA[', ']]>', '<?', '__proto__', 'constructor'],
]

const piece = fc.oneof({ arbitrary: fc.constantFrom(...PIECES), weight: 8 }, { arbitrary: nastyText, weight: 1 })
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

describe('Markdown', () => {
  fuzz(
    'shows any text, whole or while it comes, without anything that could run or fetch',
    fc.tuple(
      fc.oneof(text, fc.constantFrom(...Object.values(hostileMarkdown))),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    ([source, part]) => {
      expect(inspectHtml(renderMarkdown(source))).toEqual([])
      expect(inspectHtml(renderMarkdown(source.slice(0, part * source.length), true))).toEqual([])
    },
    { runs: 250, examples: Object.values(hostileMarkdown).map((source): [string, number] => [source, 0.7]) },
  )

  fuzz(
    'shows a few pieces that are repeated many times in little time, however deep they would go',
    fc.tuple(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }), fc.boolean()),
    async ([pieces, streaming]) => {
      const source = pieces.join('')
      const long = source.repeat(Math.ceil(4_000 / source.length))
      const taken = await processorTime(() => renderMarkdown(long, streaming))
      expect(taken, JSON.stringify(source)).toBeLessThan(5_000)
    },
    { runs: 12 },
  )
})
