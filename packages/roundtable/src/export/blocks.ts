import { toLine } from './literal.ts'

/** Pieces of Markdown, with a blank line between each two. What they are given is shown as it is. */
export const toHeading = (depth: number, text: string): string => `${'#'.repeat(depth)} ${toLine(text)}`

const toList = (items: readonly string[]): string => items.map((item) => `- ${toLine(item)}`).join('\n')

/** Names and values, without those that have none. */
export function toFacts(facts: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '')
  return known.length === 0 ? [] : [known.map(([name, value]) => `- **${name}:** ${toLine(value!)}`).join('\n')]
}

export function toTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const toRow = (cells: readonly string[]) => `| ${cells.map(toLine).join(' | ')} |`
  return [toRow(header), `|${' --- |'.repeat(header.length)}`, ...rows.map(toRow)].join('\n')
}

/** A list below a line that says what it is; nothing when it is empty. */
export const toTitledList = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`**${title}:**`, toList(items)]

export const toPercent = (share: number): string => `${Math.round(share * 100)}%`
