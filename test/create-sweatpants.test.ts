import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createInstalled, type NewProject, planDinnerOverMcp, readJson } from './create-sweatpants/new-project.ts'
import { run } from './create-sweatpants/run.ts'

// The smallest variant; `npm run test:matrix` has the others.

vi.setConfig({ hookTimeout: 180_000 })

const root = join(import.meta.dirname, '..')
let project: NewProject

beforeAll(async () => {
  project = await createInstalled('mcp')
})
afterAll(() => project?.[Symbol.asyncDispose]())

test('create-sweatpants prints the next commands, and refuses a folder that is not empty', async () => {
  expect(project.told).toMatch(/cd dinner\n +npm install\n/)
  const scripts = [...project.told.matchAll(/npm (?:run )?(test|dev|start)\b/g)].map(([, script]) => script)
  const manifest = await readJson(join(project.folder, 'package.json'))
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts))
  await expect(project.createAgain()).rejects.toThrow(/create-sweatpants: .*dinner is not empty/)
})

test('the types and the test of a new MCP server pass, and its view is built', async () => {
  expect(await run('npm', ['test'], project.folder)).toMatch(/3 passed/)
  expect(await run('npm', ['run', 'build'], project.folder)).toContain('plan_dinner')
})

test('the tool of a new MCP server is served over MCP', async () => {
  const { asked, result } = await planDinnerOverMcp({ folder: project.folder })
  expect(result).toMatchObject({ planned: true, people: 2 })
  expect(asked).toEqual([expect.stringMatching(/^How about /), expect.stringMatching(/^How about /)])
})

test('a new project depends on the versions that the repository is tested with', async () => {
  const manifests = await Promise.all(
    globSync(['package.json', '{packages,apps}/*/package.json'], { cwd: root }).map((path) =>
      readJson(join(root, path)),
    ),
  )
  const used = new Map<string, string>(manifests.map(({ name, version }) => [name, version]))
  for (const { dependencies = {}, devDependencies = {} } of manifests) {
    for (const [name, version] of Object.entries<string>({ ...dependencies, ...devDependencies }))
      used.set(name, version)
  }
  const folder = join(root, 'packages/create-sweatpants')
  for (const path of ['template', 'variants/mcp', 'variants/nextjs']) {
    const { dependencies, devDependencies } = await readJson(join(folder, path, 'package.json'))
    const { next, ...wanted }: Record<string, string> = { ...dependencies, ...devDependencies }
    if (next !== undefined) {
      // Next.js reads the types with a TypeScript that has an API in JavaScript.
      const tested = readFileSync(join(root, 'test/third-party/nextjs.test.ts'), 'utf8')
      expect(tested).toContain(`next: '${next}'`)
      expect(tested).toContain(`typescript: '${wanted.typescript}'`)
      delete wanted.typescript
    }
    expect(wanted).toEqual(Object.fromEntries(Object.keys(wanted).map((name) => [name, used.get(name)])))
  }
})
