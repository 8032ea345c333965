import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const docs = join(import.meta.dirname, '../docs')
const sections = readFileSync(join(docs, 'works-with.md'), 'utf8').split(/^## /m).slice(1)

const HEADER = ['connects', 'calls', 'asks', 'survives a restart', 'cancels']

const tables = sections.map((section) => {
  const [title = '', ...lines] = section.split('\n')
  const rows = lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const [header = [], , ...entries] = rows
  return { title, header, entries }
})

const entries = tables.flatMap(({ title, entries }) =>
  entries.map(([name = '', ...cells]) => ({ where: `${title}: ${name}`, cells })),
)

/** Returns why a cell shows nothing, or `undefined`. */
function problemOf(cell: string): string | undefined {
  if (cell === '–' || /^(not tried|cannot be run here: needs [^|]+) \d{4}-\d\d-\d\d$/.test(cell)) return undefined
  if (!/^\[?[✓✗]/.test(cell)) return 'begins with neither ✓ nor ✗'
  const links = [...cell.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link!)
  if (links.length === 0)
    return /\b(by hand|source) \d{4}-\d\d-\d\d\b/.test(cell) ? undefined : 'has no test and no date'
  const missing = links.filter((link) => !/\.test\.tsx?$/.test(link) || !existsSync(join(docs, link)))
  return missing.length === 0 ? undefined : `links to ${missing.join(', ')}, which is no test file`
}

describe('the page docs/works-with.md', () => {
  test.each(tables)('has the same columns in its section $title', ({ header }) => {
    expect(header.slice(1)).toEqual(HEADER)
  })

  test.each(entries)('shows each cell of $where by a test or with a date', ({ cells }) => {
    expect(cells).toHaveLength(HEADER.length)
    expect(cells.map(problemOf).filter((problem) => problem !== undefined)).toEqual([])
  })

  test.each([
    ['yes', 'begins with neither ✓ nor ✗'],
    ['✓', 'has no test and no date'],
    ['[✓](../test/gone.test.ts)', 'links to ../test/gone.test.ts, which is no test file'],
    ['[✓](../README.md)', 'links to ../README.md, which is no test file'],
  ])('must not have the cell %s', (cell, problem) => {
    expect(problemOf(cell)).toBe(problem)
  })
})
