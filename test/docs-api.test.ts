import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createReference } from './docs/api-reference.ts'
import { root } from './docs/pages.ts'

const reference = createReference()

test('the reference says what the sources say; where it does not, npm run docs:api writes it anew', () => {
  const folder = join(root, 'docs/api')
  expect(globSync('*', { cwd: folder }).sort()).toEqual([...reference.keys()].sort())
  for (const [page, text] of reference) expect(readFileSync(join(folder, page), 'utf8'), page).toBe(text)
})

test('a function has its sentence, its signature and its place among the imports', () => {
  const page = reference.get('mcp.md')
  expect(page).toContain('# `@sweatpants/framework/mcp`')
  expect(page).toMatch(/### `serveMcp`\n\n(.+\n\n)?```ts\nfunction serveMcp\(options: ServeOptions\): McpServer\n```/)
})

test('a type that is inferred from a table has the table with it', () => {
  expect(reference.get('chat.md')).toMatch(
    /type PatchType = keyof typeof PATCHES\nconst PATCHES: \{\n {2}session_info: Fields<\{/,
  )
})

test('the builder of a tool has every setting, with its sentence', () => {
  const page = reference.get('framework.md')!
  const settings = [
    'description',
    'parameters',
    'elicits',
    'output',
    'annotations',
    'icons',
    'meta',
    'requires',
    'limits',
  ]
  for (const name of [...settings, 'task', 'approval', 'carrier', 'version', 'view', 'execute', 'handoff']) {
    expect(page).toMatch(new RegExp(`### \`McpToolBuilder\`[^#]*\\n {2}${name}[(<]`))
  }
  expect(page).toMatch(/### `createTool`[^#]*\n {2}handoff</)
})
