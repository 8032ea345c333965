import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const rows = [...read('docs/debate-numbers.md').matchAll(/^\| `(\w+)` \|[^|]+\|[^|]+\| `([^`]+)`: (.+) \|$/gm)].map(
  ([, number, file, title]) => ({ number: number!, file: file!, title: title! }),
)

/** The numbers that the components of the page name. */
const shown = new Set(
  globSync('apps/yo-chat/page/debates/**/*.tsx', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/\b(?:data-)?number="(\w+)"/g)].map(([, number]) => number!),
  ),
)

test('every number on the page of a debate is in the table, and every number of the table is on the page', () => {
  expect(rows.map(({ number }) => number).toSorted()).toEqual([...shown].toSorted())
})

test.each(rows)('the test of $number exists', ({ file, title }) => {
  expect(read(file)).toContain(`test('${title}'`)
})
