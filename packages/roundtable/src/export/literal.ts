/** Everything that ends a line somewhere. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** What would be markup of Markdown, HTML or mathematics wherever it stands; of addresses, what makes them links. A `_` inside a word is a letter. */
const MARKUP = /[\\`*{}[\]<>|~$&#@]|:(?=\/)|(?<=www)\.(?=\S)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu

/** What would be markup where a line begins: a list, the line below a heading or a table's header. */
const MARKER = /^(?:[-+=:]|(\d+)([.)])(?=\s|$))/

/** Text as one line of Markdown that shows it as it is: whatever is in it, nothing of it is markup. */
export const toLine = (text: string): string => escapeLine(text.replaceAll(/[\s\u0085]+/g, ' ').trim())

/** Text as a quotation that shows it line by line as it is. It ends where the text ends. */
export function toQuote(text: string): string {
  const lines = text.trimEnd().split(LINE_END)
  return lines
    .map((line, i) => {
      const escaped = escapeLine(line.trimEnd())
      const goesOn = escaped !== '' && (lines[i + 1] ?? '').trim() !== ''
      return `> ${escaped}${goesOn ? '\\' : ''}`.trimEnd()
    })
    .join('\n')
}

function escapeLine(line: string): string {
  const [indent = ''] = /^\s*/.exec(line) ?? []
  const escaped = line
    .slice(indent.length)
    .replaceAll(MARKUP, '\\$&')
    .replace(MARKER, (marker, digits?: string, end?: string) => (digits ? `${digits}\\${end}` : `\\${marker}`))
  // Blanks would make it code, or be gone.
  return '\u00a0'.repeat(indent.length) + escaped
}
