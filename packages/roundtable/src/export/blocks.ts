/** Joins blocks of Markdown with blank lines. */
export const toHeading = (depth: number, text: string): string => `${'#'.repeat(depth)} ${toLine(text)}`

const toList = (items: readonly string[]): string => items.map((item) => `- ${toLine(item)}`).join('\n')

/** A list of names and values; skips names without a value. */
export function toFacts(facts: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '')
  return known.length === 0 ? [] : [known.map(([name, value]) => `- **${name}:** ${toLine(value!)}`).join('\n')]
}

export function toTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const toRow = (cells: readonly string[]) => `| ${cells.map(toLine).join(' | ')} |`
  return [toRow(header), `|${' --- |'.repeat(header.length)}`, ...rows.map(toRow)].join('\n')
}

/** A list with a heading; empty if there are no items. */
export const toTitledList = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`**${title}:**`, toList(items)]

/** All line breaks that any renderer knows. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** Characters that are markup of Markdown, HTML or math anywhere, and those that turn a URL into a link. A `_` inside a word is no markup. */
const MARKUP = /[\\`*{}[\]<>|~$&#@]|:(?=\/)|(?<=www)\.(?=\S)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu

/** Markup at the start of a line: a list, the underline of a heading or of a table header, and a numbered list. */
const MARKER = /^[-+=:]/
const NUMBER = /^(\d+)([.)])(?=\s|$)/

/** Escapes a text as one line of Markdown, so that it is shown unchanged. */
export const toLine = (text: string): string => escapeLine(text.replaceAll(/[\s\u0085]+/g, ' ').trim())

/** Escapes a text as a block quote, line by line. */
export function toQuote(text: string): string {
  const lines = text
    .trimEnd()
    .replaceAll(MARKUP, '\\$&')
    .split(LINE_END)
    .map((line) => line.trimEnd())
  return lines
    .map((line, i) => {
      if (line === '') return '>'
      const goesOn = (lines[i + 1] ?? '') !== ''
      return `> ${escapeStart(line)}${goesOn ? '\\' : ''}`.trimEnd()
    })
    .join('\n')
}

const escapeLine = (line: string): string => escapeStart(line.replaceAll(MARKUP, '\\$&'))

/** Escapes the start of a line whose markup is escaped already. */
function escapeStart(line: string): string {
  const text = line.trimStart()
  const escaped = MARKER.test(text) ? `\\${text}` : text.replace(NUMBER, '$1\\$2')
  // Spaces at the start would make it code, or be dropped.
  return '\u00a0'.repeat(line.length - text.length) + escaped
}
