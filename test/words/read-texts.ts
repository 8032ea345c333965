export interface Text {
  readonly kind: 'comment' | 'text' | 'title'
  /** The number of its first line, from 1. */
  readonly line: number
  readonly lines: readonly string[]
}

/** A test, or a group of tests, whose title is a literal on the same line or the next; a table of cases may end before it. */
const titled = /^(\s*)(?:(?:test|it|describe)(?:\.\w+(?:\([^\n]*?\))?)*|[\])]+)\(\s*(['"`])(.*?)(?<!\\)\2\s*,/
const opened = /^(\s*)(test|it|describe)\b/
const block = /^\s*(?:\{?\/\*)/
const wholeLine = /^\s*\/\//

/**
 * Splits a formatted source file into its comments and the rest, line by line: a parser would cost more than the whole
 * check. Consecutive `//` lines are one comment.
 */
export function readSource(source: string): Text[] {
  const lines = source.split('\n')
  const texts: Text[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    const start = index
    if (block.test(line)) while (index < lines.length - 1 && !lines[index]!.includes('*/')) index++
    else if (wholeLine.test(line)) while (wholeLine.test(lines[index + 1] ?? '')) index++
    else {
      // The spaces keep the slashes of an address out.
      const end = line.indexOf(' // ')
      texts.push({ kind: 'text', line: start + 1, lines: [end === -1 ? line : line.slice(0, end)] })
      if (end !== -1) texts.push({ kind: 'comment', line: start + 1, lines: [line.slice(end)] })
      continue
    }
    texts.push({ kind: 'comment', line: start + 1, lines: lines.slice(start, index + 1) })
  }
  return texts
}

/**
 * Reads the titles of tests, each after the titles of the groups around it. Relies on the indentation of the formatter. A
 * test in a group whose title is computed is left out.
 */
export function readTitles(source: string): Text[] {
  const lines = source.split('\n')
  const groups: { indent: number; title: string }[] = []
  const titles: Text[] = []
  /** What was opened last at an indentation: a title may follow lines later, behind a table of cases. */
  const openedAt = new Map<number, string>()
  for (const [index, line] of lines.entries()) {
    const [, before = '', opener] = opened.exec(line) ?? []
    if (opener !== undefined) openedAt.set(before.length, opener)
    // The formatter breaks behind the parenthesis of a long title.
    const found = titled.exec(line.endsWith('(') ? `${line}${lines[index + 1]?.trim() ?? ''}` : line)
    if (found === null) continue
    const [, { length: indent } = '', , title = ''] = found
    while ((groups.at(-1)?.indent ?? -1) >= indent) groups.pop()
    const group = groups.at(-1)
    if (openedAt.get(indent) === 'describe') groups.push({ indent, title: group ? `${group.title} ${title}` : title })
    else if (openedAt.has(indent) && (group !== undefined || indent === 0))
      titles.push({ kind: 'title', line: index + 1, lines: [group ? `${group.title} ${title}` : title] })
  }
  return titles
}

/** Reads the prose of a page: fenced code, inline code and addresses are left out, and line numbers stay. */
export function readProse(markdown: string): Text[] {
  let isCode = false
  return markdown.split('\n').flatMap((line, index): Text[] => {
    if (/^\s*```/.test(line)) isCode = !isCode
    const prose = isCode ? '' : line.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']')
    return prose.trim() === '' ? [] : [{ kind: 'text', line: index + 1, lines: [prose] }]
  })
}
