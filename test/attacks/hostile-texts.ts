/** Texts that make a parser go back again and again, as a start, a part that is repeated, and an end. */
export interface HostileText {
  name: string
  start: string
  part: string
  end: string
}

/** The marks that parsers look for: of JSON, fences, Markdown, math, events, headers, templates, dates and terminals. */
export const PARTS: readonly string[] = [
  ...['{', '{\n', '[', '{"a":', '{"a":"', '"', "'", '\\', '\\"', '{"a":1,', '[],', '{a ', '/*', '//', '{``', '“'],
  ...[
    '`',
    '```',
    '```\n',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    ' ',
    '\t',
    ' \n',
    '\n ```',
    '~~~\n',
    'a',
    'a ',
    '.',
    '. ',
    '-',
    '- ',
  ],
  ...[
    '$',
    '$$',
    '$a',
    '$$\n',
    '\\(',
    '\\[',
    '\n$$',
    '\n\\[',
    '\\[a',
    '\\(a',
    '`$',
    '`a',
    '[^',
    '[a]: b\n',
    '[a]',
    '<',
    '<a ',
  ],
  ...[
    '*',
    '_',
    '**a',
    '|',
    '|a\n',
    '|-|\n',
    '> ',
    '>\n',
    '# ',
    '1. ',
    '1.\n',
    '- \n',
    '[a](',
    '![',
    ']',
    '&',
    '<!--',
    '    a\n',
  ],
  ...[
    'data:',
    'data:\n',
    ':\n',
    'id: 1\n',
    '%',
    '%20',
    '/',
    '-a',
    '=',
    ';',
    ',',
    '(',
    ')',
    '0',
    '9.',
    '1-',
    '2026-01-01',
  ],
  ...[
    '\u001b',
    '\u001b[',
    '\u001b]',
    '\u001b[0',
    '\u009b',
    '\u0000',
    '\u200b',
    'é',
    '😀',
    '\ud800',
    ' or ',
    ' from ',
    'answer ',
    'answer json ',
  ],
  ...[
    'to ',
    'from a to ',
    'name: ',
    'name ',
    'plus ',
    '1 x ',
    'in 1',
    'https://',
    'a@',
    'a.',
    "n't",
    '<topic-aaaaaaaa>\n',
    '“a”, ',
  ],
]

const STARTS: readonly string[] = ['', '{"a":', '```json\n', 'Answer with JSON: {"a": ', 'a']

const ENDS: readonly string[] = ['', '!', '\n```\n{']

/** Every part, at first on its own and then after a start and before an end. */
export const HOSTILE_TEXTS: readonly HostileText[] = STARTS.flatMap((start) =>
  ENDS.flatMap((end) => PARTS.map((part) => ({ name: JSON.stringify([start, part, end]), start, part, end }))),
)

/** A hostile text of so many characters. */
export function writeHostile({ start, part, end }: Omit<HostileText, 'name'>, size: number): string {
  const length = Math.max(0, size - start.length - end.length)
  return start + part.repeat(Math.ceil(length / part.length)).slice(0, length) + end
}
