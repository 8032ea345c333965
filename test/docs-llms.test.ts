import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFullText, listGuides } from './docs/full-text.ts'
import { readPage, root } from './docs/pages.ts'

const guides = globSync('docs/guides/*.md', { cwd: root }).sort()

test('docs/README.md lists every guide once', () => {
  expect(listGuides().sort()).toEqual(guides)
})

test('llms.txt links every guide', () => {
  expect(guides.filter((guide) => !readPage('llms.txt').includes(`](${guide})`))).toEqual([])
})

test('llms-full.txt is what `npm run docs:llms` writes', () => {
  const isCurrent = readFileSync(join(root, 'llms-full.txt'), 'utf8') === createFullText()
  expect(isCurrent, 'run `npm run docs:llms` and commit llms-full.txt').toBe(true)
})

test('the skill for coding agents has a name and a description that hosts accept', () => {
  const [, name, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(readPage('SKILL.md')) ?? []
  expect(name).toMatch(/^[a-z0-9-]{1,64}$/)
  expect(description.length).toBeLessThanOrEqual(1024)
  expect(description).not.toBe('')
})
