import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules', '**/dist', 'bench/peers'] })

test.each(pages)('the relative links of %s resolve', (page) => {
  const prose = readFileSync(join(root, page), 'utf8').replace(/^(```+)[\s\S]*?^\1|`[^`\n]+`/gm, '')
  const links = [...prose.matchAll(/\]\(<?([^)>\s]+)|^\[[^\]]+\]:\s*(\S+)/gm)].map((match) => (match[1] ?? match[2])!)
  const broken = links.filter((link) => {
    const path = decodeURI(link.replace(/[#?].*$/, ''))
    return path !== '' && !/^[a-z]+:/i.test(link) && !existsSync(join(root, dirname(page), path))
  })
  expect(broken).toEqual([])
})
