import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = globSync(['**/*.md', 'llms.txt'], {
  cwd: root,
  // The files that a README of a variant links to are in the template; the test of create-project looks there.
  exclude: ['**/node_modules', '**/dist', 'bench/peers', 'packages/create-sweatpants/variants', 'site/.pages'],
})

const fence = /^(```+)[\s\S]*?^\1/gm

/** The headings of a page, as an address names them. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.replace(fence, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(pages)('the relative links of %s resolve', (page) => {
  const prose = readFileSync(join(root, page), 'utf8')
    .replace(fence, '')
    .replace(/`[^`\n]+`/g, '')
  const links = [...prose.matchAll(/\]\(<?([^)>\s]+)|^\[[^\]]+\]:\s*(\S+)/gm)].map((match) => (match[1] ?? match[2])!)
  const broken = links.filter((link) => {
    if (/^[a-z]+:/i.test(link)) return false
    const [path = '', anchor] = decodeURI(link).split('#')
    const target = path === '' ? join(root, page) : join(root, dirname(page), path.replace(/\?.*$/, ''))
    if (!existsSync(target)) return true
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
  })
  expect(broken).toEqual([])
})

test('every cell of the comparison has a source', () => {
  const rows = readFileSync(join(root, 'docs/comparison.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| **'))
  expect(rows).toHaveLength(9)
  const cells = rows.flatMap((row) => row.split(' | ').slice(1))
  expect(cells.filter((cell) => !/\]\([^)]+\)/.test(cell))).toEqual([])
})
